#define GEL_DIALECT_FLOAT // of the tables, which are those of the search
#include "contact/torn.h"
#include "base/core.h"
#include "plan/tearing.h"

#include <limits.h>
#include <stdlib.h>

static uint64_t keyOf(int a, int b)
{
    return a < b ? (uint64_t)a << 32 | (uint64_t)b : (uint64_t)b << 32 | (uint64_t)a;
}

static int compareKeys(const void* a, const void* b)
{
    uint64_t first = *(const uint64_t*)a, second = *(const uint64_t*)b;
    return (first > second) - (first < second);
}

static int compareFaces(const void* a, const void* b)
{
    const int *first = ((const gelTornFace*)a)->places, *second = ((const gelTornFace*)b)->places;
    int order = 0;
    for (int k = 0; k < 3 && order == 0; k++)
        order = (first[k] > second[k]) - (first[k] < second[k]);
    return order;
}

static gelTornFace faceOf(int a, int b, int c)
{
    int lower = a < b ? a : b, upper = a < b ? b : a;
    return c < lower   ? (gelTornFace){{c, lower, upper}}
           : c < upper ? (gelTornFace){{lower, c, upper}}
                       : (gelTornFace){{lower, upper, c}};
}

static bool isTorn(const gelBody* body, int edge)
{
    return body->restLengths != NULL && body->restLengths[edge] < 0.0f;
}

static int placeOf(const gelSurfaceTables* tables, const gelBody* body, int vertex)
{
    int number = body->firstVertex + vertex;
    return tables->places != NULL ? tables->places[number] : number;
}

static void addEdges(const gelSurfaceTables* tables, const gelBody* body, gelTornElements* torn)
{
    const gelConstraintSet* edges = &body->shape->constraints[constraint_distance];
    for (int e = 0; e < edges->count; e++) {
        const int* ends = edges->vertices + 2 * (size_t)e;
        if (isTorn(body, e))
            torn->edges[torn->edgeCount++] =
                keyOf(placeOf(tables, body, ends[0]), placeOf(tables, body, ends[1]));
    }
}

static void addFaces(const gelSurfaceTables* tables, const gelBody* body, gelTornElements* torn)
{
    const gelTetMesh* mesh = &body->shape->mesh;
    for (int t = 0; t < mesh->tetCount; t++) {
        int p[4];
        if (!gelTetIsTorn(body, t))
            continue;
        for (int k = 0; k < 4; k++)
            p[k] = placeOf(tables, body, mesh->tets[4 * (size_t)t + (size_t)k]);
        for (int k = 0; k < 4; k++)
            torn->faces[torn->faceCount++] = faceOf(p[k], p[(k + 1) % 4], p[(k + 2) % 4]);
    }
}

static bool hasTets(const gelBody* body)
{
    return gelTetsTear(body) && body->shape->tetEdges != NULL;
}

gelStatus gelReserveTornElements(const gelSurfaceTables* tables, gelTornElements* torn)
{
    int64_t edges = 0, faces = 0;
    for (int b = 0; b < tables->bodyCount; b++) {
        const gelBody* body = tables->plan->bodies[b];
        edges += body->restLengths != NULL ? body->shape->constraints[constraint_distance].count : 0;
        faces += hasTets(body) ? 4 * (int64_t)body->shape->mesh.tetCount : 0;
    }
    if (edges > INT_MAX || faces > INT_MAX)
        return gelFail(gel_unsupported, "bodies that tear have more than 2^31 edges or sides of tets");
    gelStatus status = gelReserve(&torn->edges, &torn->edgeCapacity, (int)edges, sizeof *torn->edges);
    return status == gel_success
               ? gelReserve(&torn->faces, &torn->faceCapacity, (int)faces, sizeof *torn->faces)
               : status;
}

gelStatus gelFindTornElements(const gelSurfaceTables* tables, gelTornElements* torn)
{
    torn->edgeCount = torn->faceCount = 0;
    gelStatus status = gelReserveTornElements(tables, torn);
    for (int b = 0; b < tables->bodyCount && status == gel_success; b++) {
        const gelBody* body = tables->plan->bodies[b];
        if (body->restLengths != NULL)
            addEdges(tables, body, torn);
        if (hasTets(body))
            addFaces(tables, body, torn);
    }
    if (torn->edgeCount > 0)
        qsort(torn->edges, (size_t)torn->edgeCount, sizeof *torn->edges, compareKeys);
    if (torn->faceCount > 0)
        qsort(torn->faces, (size_t)torn->faceCount, sizeof *torn->faces, compareFaces);
    return status;
}

void gelClearTornElements(gelTornElements* torn)
{
    gelFree(torn->edges);
    gelFree(torn->faces);
    *torn = (gelTornElements){0};
}

// Whether a torn edge joined two of the vertices.
static bool joinsAny(const gelTornElements* torn, const int* places, int count)
{
    bool found = false;
    for (int i = 1; i < count; i++)
        for (int j = 0; j < i && !found; j++) {
            uint64_t key = keyOf(places[i], places[j]);
            found = torn->edgeCount > 0 &&
                    bsearch(&key, torn->edges, (size_t)torn->edgeCount, sizeof key, compareKeys) != NULL;
        }
    return found;
}

// Whether the element with these corners is torn. The corners of a skin lie in tets and count one
// by one: an element that spans a crack between two whole tets stays.
static bool arePointsTorn(const gelSurfaceTables* tables, const gelTornElements* torn, const int* points,
                          int count)
{
    int vertices[3], vertexCount = 0;
    for (int k = 0; k < count; k++) {
        const SurfacePoint* point = &tables->points[points[k]];
        if (joinsAny(torn, point->places, point->vertex_count))
            return true;
        if (point->vertex_count == 1)
            vertices[vertexCount++] = point->places[0];
    }
    if (joinsAny(torn, vertices, vertexCount))
        return true;
    gelTornFace face = vertexCount == 3 ? faceOf(vertices[0], vertices[1], vertices[2]) : (gelTornFace){{0}};
    return vertexCount == 3 && torn->faceCount > 0 &&
           bsearch(&face, torn->faces, (size_t)torn->faceCount, sizeof face, compareFaces) != NULL;
}

bool gelIsTornCandidate(const gelSurfaceTables* tables, const gelTornElements* torn,
                        const CandidatePair* candidate)
{
    if (torn->edgeCount == 0)
        return false;
    switch (candidate->kind) {
        case search_edges:
            return arePointsTorn(tables, torn, tables->edges[candidate->first].points, 2) ||
                   arePointsTorn(tables, torn, tables->edges[candidate->second].points, 2);
        case search_points_triangles:
        case search_triangles_points:
            return arePointsTorn(tables, torn, &candidate->first, 1) ||
                   arePointsTorn(tables, torn, tables->triangles[candidate->second].points, 3);
        case search_points_tets:
        case search_tets_points:
            return arePointsTorn(tables, torn, &candidate->first, 1) ||
                   joinsAny(torn, tables->tets[candidate->second].places, 4);
        default: // the ground
            return arePointsTorn(tables, torn, &candidate->first, 1);
    }
}

uint64_t gelHashTornEdges(const gelPlan* plan)
{
    uint64_t hash = GEL_HASH_START;
    for (int b = 0; b < plan->bodyCount; b++) {
        const gelBody* body = plan->bodies[b];
        int count = body->restLengths != NULL ? body->shape->constraints[constraint_distance].count : 0;
        for (int e = 0; e < count; e++) {
            const int32_t numbers[] = {body->id.index1, e};
            hash = isTorn(body, e) ? gelHashBytes(hash, numbers, sizeof numbers) : hash;
        }
    }
    return hash;
}
