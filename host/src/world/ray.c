// Finds the first body that a ray hits.
#include "base/box_tree.h"
#include "base/triangle.h"
#include "world/world.h"

#include <math.h>
#include <string.h>

// The faces of a tet, by corner. Faces inside a body need no special treatment: a ray hits the surface first.
static const int faces[4][3] = {{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}};

// Whether the ray may hit the body's bounding box closer than `nearest`.
static bool meetsBox(const gelRay* ray, const gelVertexState* vertices, int count, double nearest)
{
    gelBox box = gelEmptyBox();
    for (int i = 0; i < count; i++)
        gelBox_Widen(&box, vertices[i].position, vertices[i].position);
    double enter = gelBox_EnterRay(&box, ray);
    return isfinite(enter) && enter <= nearest;
}

static int nearestCorner(const gelVertexState* vertices, const int corners[3], const double point[3])
{
    int nearest = corners[0];
    double least = INFINITY;
    for (int i = 0; i < 3; i++) {
        double away[3];
        gelSubtract3(vertices[corners[i]].position, point, away);
        if (gelDot3(away, away) < least) {
            least = gelDot3(away, away);
            nearest = corners[i];
        }
    }
    return nearest;
}

static void meetBody(const gelRay* ray, const gelWorld* world, const gelBody* body, double* nearest,
                     gelRayHit* hit)
{
    const gelTetMesh* mesh = &body->shape->mesh;
    const gelVertexState* vertices = world->vertices + body->firstVertex;
    if (!meetsBox(ray, vertices, mesh->vertexCount, *nearest))
        return;
    for (int f = 0; f < 4 * mesh->tetCount; f++) {
        const int *tet = mesh->tets + 4 * (size_t)(f / 4), *face = faces[f % 4];
        int corners[3] = {tet[face[0]], tet[face[1]], tet[face[2]]};
        double places[3][3];
        for (int i = 0; i < 3; i++)
            memcpy(places[i], vertices[corners[i]].position, sizeof places[i]);
        double distance = gelMeetRay((const double(*)[3])places, ray->origin, ray->direction);
        if (!(distance < *nearest))
            continue;
        double point[3];
        for (int k = 0; k < 3; k++)
            point[k] = ray->origin[k] + distance * ray->direction[k];
        *nearest = distance;
        *hit = (gelRayHit){.met = true,
                           .body = body->id,
                           .vertex = nearestCorner(vertices, corners, point),
                           .distance = (float)distance,
                           .position = {(float)point[0], (float)point[1], (float)point[2]}};
    }
}

gelStatus gelWorld_CastRay(gelWorld* world, gelVec3 origin, gelVec3 direction, gelRayHit* hit)
{
    *hit = (gelRayHit){.met = false};
    double length = gelVec3Length(direction);
    if (!(gelVec3Length(origin) <= 1e10) || !(length > 1e-12) || !isfinite(length))
        return gelFail(gel_invalidArgument,
                       "ray: expected a place and a direction, found {%g, %g, %g} and {%g, %g, %g}",
                       (double)origin.x, (double)origin.y, (double)origin.z, (double)direction.x,
                       (double)direction.y, (double)direction.z);
    gelStatus status = gelWorldPull(world);
    if (status != gel_success)
        return status;
    gelRay ray = {{(double)origin.x, (double)origin.y, (double)origin.z},
                  {(double)direction.x / length, (double)direction.y / length, (double)direction.z / length}};
    double nearest = INFINITY;
    for (int i = 0; i < world->bodyCount; i++)
        meetBody(&ray, world, world->bodies[i], &nearest, hit);
    return gel_success;
}
