// Walls that the user draws: boxes that stand through a line. They are obstacles that the scene does not know.
#include "gel/obstacle.h"
#include "replay/player.h"

#include <math.h>

typedef double Vector[3];

static void subtract(gelVec3 a, gelVec3 b, Vector difference)
{
    difference[0] = (double)a.x - (double)b.x;
    difference[1] = (double)a.y - (double)b.y;
    difference[2] = (double)a.z - (double)b.z;
}

static double dot(const Vector a, const Vector b)
{
    return (a[0] * b[0] + a[1] * b[1]) + a[2] * b[2];
}

// The box's edges: the line, the part of `across` that is perpendicular to it, and the thickness.
static gelStatus findEdges(const gelEvent* event, Vector edges[3])
{
    double *line = edges[0], *thick = edges[1], *across = edges[2];
    subtract(event->wallEnd, event->wallStart, line);
    subtract(event->across, (gelVec3){0.0f, 0.0f, 0.0f}, across);
    double square = dot(line, line), given = dot(across, across), along = dot(line, across) / square;
    for (int k = 0; k < 3; k++)
        across[k] -= along * line[k];
    double left = dot(across, across);
    if (!(square >= 1e-12 && square <= 1e12 && given <= 1e12 && left > 1e-6 * given && left >= 1e-12))
        return gelFail(
            gel_invalidArgument,
            "wall: expected a line of 1e-6 to 1e6 m and an extent across it, found {%g, %g, %g} to {%g, %g, "
            "%g} across {%g, %g, %g}",
            (double)event->wallStart.x, (double)event->wallStart.y, (double)event->wallStart.z,
            (double)event->wallEnd.x, (double)event->wallEnd.y, (double)event->wallEnd.z,
            (double)event->across.x, (double)event->across.y, (double)event->across.z);
    double scale = (double)event->thickness / sqrt(square * left);
    for (int k = 0; k < 3; k++) {
        int i = (k + 1) % 3, j = (k + 2) % 3;
        thick[k] = scale * (across[i] * line[j] - across[j] * line[i]);
    }
    return gel_success;
}

gelStatus gelCreateWall(gelWorld* world, const gelEvent* event)
{
    Vector edges[3];
    gelSurfaceMesh box;
    gelBodyId id;
    if (!(event->thickness >= 1e-6f && event->thickness <= 1e6f))
        return gelFail(gel_invalidArgument, "wall: expected a thickness of 1e-6 to 1e6 m, found %g",
                       (double)event->thickness);
    gelStatus status = findEdges(event, edges);
    if (status == gel_success)
        status = gelCreateBoxSurface((gelVec3){1.0f, 1.0f, 1.0f}, &box);
    if (status != gel_success)
        return status;
    for (int v = 0; v < box.vertexCount; v++) {
        float* place = &box.positions[3 * v];
        const Vector share = {(double)place[0], (double)place[1], (double)place[2]};
        for (int k = 0; k < 3; k++)
            place[k] = (float)((share[0] * edges[0][k] + share[1] * edges[1][k]) + share[2] * edges[2][k]);
    }
    gelObstacleDef def = gelDefaultObstacleDef();
    def.position = (gelVec3){0.5f * (event->wallStart.x + event->wallEnd.x),
                             0.5f * (event->wallStart.y + event->wallEnd.y),
                             0.5f * (event->wallStart.z + event->wallEnd.z)};
    status = gelCreateObstacle(world, &def, &box, &id);
    gelDestroySurfaceMesh(&box);
    return status;
}

gelStatus gelMoveWall(gelWorld* world, gelBodyId id, gelVec3 position)
{
    gelVec3 before;
    gelQuat rotation;
    gelStatus status = gelObstacle_GetPose(world, id, &before, &rotation);
    return status == gel_success ? gelObstacle_SetPose(world, id, position, rotation) : status;
}

bool gelPlayer_IsWall(const gelPlayer* player, gelBodyId id)
{
    return gelBody_IsObstacle(player->world, id) && gelFindBody(player->world, id)->sceneObstacle1 == 0;
}
