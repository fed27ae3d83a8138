// Finds the first body that a ray hits.
#include "base/box_tree.h"
#include "base/triangle.h"
#include "world/world.h"

#include <math.h>
#include <string.h>

// The faces of a tet, by corner. Faces inside a body need no special treatment: a ray hits the surface first.
static const int faces[4][3] = {{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}};

// Whether the ray may hit the body's bounding box closer than `nearest`.
static bool meetsBox(const gelRay* ray, const gelVertexState* vertices, int count, double radius,
                     double nearest)
{
    gelBox box = gelEmptyBox();
    for (int i = 0; i < count; i++)
        gelBox_Widen(&box, vertices[i].position, vertices[i].position);
    for (int k = 0; k < 3; k++) {
        box.lower[k] -= radius;
        box.upper[k] += radius;
    }
    double enter = gelBox_EnterRay(&box, ray);
    return isfinite(enter) && enter <= nearest;
}

static int nearestCorner(const gelVertexState* vertices, const int corners[3], const double point[3])
{
    int nearest = corners[0];
    double min = INFINITY;
    for (int i = 0; i < 3; i++) {
        double away[3];
        gelSubtract3(vertices[corners[i]].position, point, away);
        if (gelDot3(away, away) < min) {
            min = gelDot3(away, away);
            nearest = corners[i];
        }
    }
    return nearest;
}

// Where a point of a triangle is in the rest shape: between its corners by the same shares, or at the nearest one if it
// has no area.
static gelVec3 restOf(const gelBody* body, const gelVertexState* vertices, const int corners[3],
                      const double point[3], int nearest)
{
    const float* positions = body->shape->mesh.positions;
    double u[3], v[3], w[3], place[3], shares[3] = {0.0, 0.0, 0.0};
    gelSubtract3(vertices[corners[1]].position, vertices[corners[0]].position, u);
    gelSubtract3(vertices[corners[2]].position, vertices[corners[0]].position, v);
    gelSubtract3(point, vertices[corners[0]].position, w);
    double uu = gelDot3(u, u), uv = gelDot3(u, v), vv = gelDot3(v, v), wu = gelDot3(w, u), wv = gelDot3(w, v);
    double area = uu * vv - uv * uv; // squared, times 4
    if (area > 1e-12 * uu * vv) {
        shares[1] = (vv * wu - uv * wv) / area;
        shares[2] = (uu * wv - uv * wu) / area;
        shares[0] = 1.0 - shares[1] - shares[2];
    } else {
        for (int i = 2; i >= 0; i--)
            shares[i] = corners[i] == nearest && (i == 0 || corners[i] != corners[i - 1]) ? 1.0 : 0.0;
    }
    for (size_t k = 0; k < 3; k++) {
        place[k] = 0.0;
        for (int i = 0; i < 3; i++)
            place[k] += shares[i] * (double)positions[3 * (size_t)corners[i] + k];
    }
    return (gelVec3){(float)(body->scale * place[0]), (float)(body->scale * place[1]),
                     (float)(body->scale * place[2])};
}

static void takeHit(const gelRay* ray, const gelBody* body, const gelVertexState* vertices,
                    const int corners[3], double distance, double* nearest, gelRayHit* hit)
{
    double point[3];
    if (!(distance < *nearest))
        return;
    for (int k = 0; k < 3; k++)
        point[k] = ray->origin[k] + distance * ray->direction[k];
    *nearest = distance;
    int vertex = nearestCorner(vertices, corners, point);
    *hit = (gelRayHit){.met = true,
                       .body = body->id,
                       .vertex = vertex,
                       .rest = restOf(body, vertices, corners, point, vertex),
                       .distance = (float)distance,
                       .position = {(float)point[0], (float)point[1], (float)point[2]}};
}

// The rope's line with its thickness: where the ray passes nearest to it.
static void meetLine(const gelRay* ray, const gelBody* body, const gelVertexState* vertices,
                     const int line[2], double* nearest, gelRayHit* hit)
{
    const double *a = vertices[line[0]].position, radius = 0.5 * (double)body->material.thickness;
    double along[3], from[3], apart[3];
    gelSubtract3(vertices[line[1]].position, a, along);
    gelSubtract3(ray->origin, a, from);
    double e = gelDot3(along, along), b = gelDot3(along, ray->direction), c = gelDot3(ray->direction, from);
    double f = gelDot3(along, from), sine = e - b * b; // squared, times e
    double share = sine > 1e-12 * e ? (f - b * c) / sine : 0.0;
    share = fmin(fmax(share, 0.0), 1.0);
    double distance = fmax(b * share - c, 0.0);
    for (int k = 0; k < 3; k++)
        apart[k] = from[k] + distance * ray->direction[k] - share * along[k];
    if (gelDot3(apart, apart) <= radius * radius)
        takeHit(ray, body, vertices, (const int[]){line[0], line[1], line[1]}, distance, nearest, hit);
}

static void meetTriangle(const gelRay* ray, const gelBody* body, const gelVertexState* vertices,
                         const int corners[3], double* nearest, gelRayHit* hit)
{
    double places[3][3];
    for (int i = 0; i < 3; i++)
        memcpy(places[i], vertices[corners[i]].position, sizeof places[i]);
    double distance = gelMeetRay((const double(*)[3])places, ray->origin, ray->direction);
    takeHit(ray, body, vertices, corners, distance, nearest, hit);
}

static void meetBody(const gelRay* ray, const gelWorld* world, const gelBody* body, double* nearest,
                     gelRayHit* hit)
{
    const gelShape* shape = body->shape;
    const gelVertexState* vertices = world->vertices + body->firstVertex;
    double radius = shape->lines != NULL ? 0.5 * (double)body->material.thickness : 0.0;
    if (gelIsObstacle(body) || !meetsBox(ray, vertices, shape->mesh.vertexCount, radius, *nearest))
        return;
    for (int f = 0; f < 4 * shape->mesh.tetCount; f++) {
        const int *tet = shape->mesh.tets + 4 * (size_t)(f / 4), *face = faces[f % 4];
        int corners[3] = {tet[face[0]], tet[face[1]], tet[face[2]]};
        meetTriangle(ray, body, vertices, corners, nearest, hit);
    }
    for (int t = 0; shape->surface != NULL && t < shape->surface->triangleCount; t++)
        meetTriangle(ray, body, vertices, shape->surface->triangles + 3 * (size_t)t, nearest, hit);
    for (int i = 0; shape->lines != NULL && i < shape->lines->lineCount; i++)
        meetLine(ray, body, vertices, shape->lines->lines + 2 * (size_t)i, nearest, hit);
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
