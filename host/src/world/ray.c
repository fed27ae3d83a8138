// Finds the first body that a ray hits.
#include "base/vector3.h"
#include "world/world.h"

#include <math.h>

// The faces of a tet, by corner. Faces inside a body need no special treatment: a ray hits the surface first.
static const int faces[4][3] = {{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}};

typedef struct Ray {
    double origin[3], direction[3]; // a unit vector
} Ray;

// Moeller and Trumbore, "Fast, minimum storage ray-triangle intersection" (1997), from both sides. Returns
// the distance along the ray, or infinity.
static double meetTriangle(const Ray* ray, const double* a, const double* b, const double* c)
{
    double ab[3], ac[3], ao[3], p[3], q[3];
    gelSubtract3(b, a, ab);
    gelSubtract3(c, a, ac);
    gelSubtract3(ray->origin, a, ao);
    gelCross3(ray->direction, ac, p);
    double determinant = gelDot3(ab, p);
    if (determinant == 0.0)
        return INFINITY;
    double u = gelDot3(ao, p) / determinant;
    gelCross3(ao, ab, q);
    double v = gelDot3(ray->direction, q) / determinant;
    double distance = gelDot3(ac, q) / determinant;
    bool met = u >= 0.0 && v >= 0.0 && u + v <= 1.0 && distance >= 0.0;
    return met ? distance : INFINITY;
}

// Whether the ray may hit the body's bounding box closer than `nearest`.
static bool meetsBox(const Ray* ray, const gelVertexState* vertices, int count, double nearest)
{
    double enter = 0.0, leave = nearest;
    for (int k = 0; k < 3; k++) {
        double lower = INFINITY, upper = -INFINITY;
        for (int i = 0; i < count; i++) {
            lower = fmin(lower, vertices[i].position[k]);
            upper = fmax(upper, vertices[i].position[k]);
        }
        if (ray->direction[k] == 0.0) {
            if (ray->origin[k] < lower || ray->origin[k] > upper)
                return false;
            continue;
        }
        double a = (lower - ray->origin[k]) / ray->direction[k];
        double b = (upper - ray->origin[k]) / ray->direction[k];
        enter = fmax(enter, fmin(a, b));
        leave = fmin(leave, fmax(a, b));
    }
    return enter <= leave * (1.0 + 1e-9) + 1e-9;
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

static void meetBody(const Ray* ray, const gelWorld* world, const gelBody* body, double* nearest,
                     gelRayHit* hit)
{
    const gelTetMesh* mesh = &body->shape->mesh;
    const gelVertexState* vertices = world->vertices + body->firstVertex;
    if (!meetsBox(ray, vertices, mesh->vertexCount, *nearest))
        return;
    for (int f = 0; f < 4 * mesh->tetCount; f++) {
        const int *tet = mesh->tets + 4 * (size_t)(f / 4), *face = faces[f % 4];
        int corners[3] = {tet[face[0]], tet[face[1]], tet[face[2]]};
        double distance = meetTriangle(ray, vertices[corners[0]].position, vertices[corners[1]].position,
                                       vertices[corners[2]].position);
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
    Ray ray = {{(double)origin.x, (double)origin.y, (double)origin.z},
               {(double)direction.x / length, (double)direction.y / length, (double)direction.z / length}};
    double nearest = INFINITY;
    for (int i = 0; i < world->bodyCount; i++)
        meetBody(&ray, world, world->bodies[i], &nearest, hit);
    return gel_success;
}
