#include "contact/faces.h"

#include "base/vector3.h"

#include <string.h>

// The least square of the cosine between the triangles beside an edge of a flat face.
static const double flattest = 0.999999;

// A pose does not bend the faces of the mesh, but it rounds their vertices.
static const float* placeOf(const gelBody* body, int point)
{
    const float* places = body->isBent ? body->targets : body->shape->mesh.positions;
    return places + 3 * (size_t)gelSurfaceOf(body)->points[point].vertices[0];
}

// Finds the height of the third corner of a triangle over one of its edges, as a vector.
static void findHeightOverEdge(const gelBody* body, const int edge[2], const int corners[3], double height[3])
{
    double along[3], to[3];
    int third = corners[0];
    for (int k = 1; k < 3; k++)
        third = corners[k] != edge[0] && corners[k] != edge[1] ? corners[k] : third;
    for (int k = 0; k < 3; k++) {
        double start = (double)placeOf(body, edge[0])[k];
        along[k] = (double)placeOf(body, edge[1])[k] - start;
        to[k] = (double)placeOf(body, third)[k] - start;
    }
    double length = gelDot3(along, along), share = length > 0.0 ? gelDot3(to, along) / length : 0.0;
    for (int k = 0; k < 3; k++)
        height[k] = to[k] - share * along[k];
}

static bool isInFace(const gelBody* body, int edge)
{
    const gelContactSurface* surface = gelSurfaceOf(body);
    const int* beside = surface->edgeTriangles[edge];
    double first[3], second[3];
    if (beside[0] == beside[1])
        return false;
    findHeightOverEdge(body, surface->edges[edge], surface->triangles[beside[0]], first);
    findHeightOverEdge(body, surface->edges[edge], surface->triangles[beside[1]], second);
    double product = gelDot3(first, second), sizes = gelDot3(first, first) * gelDot3(second, second);
    return product < 0.0 && product * product >= flattest * sizes;
}

// Marks the side of a triangle, and of its other face if it has two.
static void markSide(const gelContactSurface* surface, int triangle, const int edge[2], unsigned char* sides)
{
    int count = surface->thicknesses[triangle] == 0.0f ? 2 : 1;
    for (int t = triangle; t < triangle + count; t++)
        for (int k = 0; k < 3; k++) {
            int a = surface->triangles[t][(k + 1) % 3], b = surface->triangles[t][(k + 2) % 3];
            bool same = (a == edge[0] && b == edge[1]) || (a == edge[1] && b == edge[0]);
            sides[t] = (unsigned char)(sides[t] | (same ? 1 << k : 0));
        }
}

static bool findFacesOf(const gelBody* body, bool* points, bool* edges, unsigned char* sides)
{
    const gelContactSurface* surface = gelSurfaceOf(body);
    bool changed = false;
    memset(points, true, (size_t)surface->pointCount);
    memset(sides, 0, (size_t)surface->triangleCount);
    for (int e = 0; e < surface->edgeCount; e++) {
        bool before = edges[e];
        edges[e] = isInFace(body, e);
        changed = changed || edges[e] != before;
        for (int k = 0; k < 2 && !edges[e]; k++)
            points[surface->edges[e][k]] = false;
        for (int k = 0; k < 2 && edges[e]; k++)
            markSide(surface, surface->edgeTriangles[e][k], surface->edges[e], sides);
    }
    return changed;
}

bool gelFindFaces(gelSurfaceTables* tables)
{
    bool changed = false;
    for (int b = 0; b < tables->bodyCount; b++) {
        const gelBody* body = tables->plan->bodies[b];
        const int* first = tables->bodies[b].first;
        if (!gelIsObstacle(body) || tables->facesOf1[b] == 1 + body->shapeRevision)
            continue;
        changed |= findFacesOf(body, tables->pointsInFaces + first[surface_points],
                               tables->edgesInFaces + first[surface_edges],
                               tables->sidesInFaces + first[surface_triangles]);
        tables->facesOf1[b] = 1 + body->shapeRevision;
    }
    return changed;
}

bool gelIsInsideFlatFace(const gelSurfaceTables* tables, const CandidatePair* candidate)
{
    if (candidate->kind == search_edges)
        return tables->edgesInFaces[candidate->first] || tables->edgesInFaces[candidate->second];
    bool surfaces = candidate->kind == search_points_triangles || candidate->kind == search_triangles_points;
    return surfaces && tables->pointsInFaces[candidate->first];
}
