#define GEL_DIALECT_FLOAT
#include "contact/torn.h"
#include "base/core.h"

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

static bool isTorn(const gelBody* body, int edge)
{
    return body->restLengths != NULL && body->restLengths[edge] < 0.0f;
}

static gelStatus addEdge(const gelSurfaceTables* tables, const gelBody* body, int edge, gelTornEdges* torn)
{
    const int* ends = body->shape->constraints[constraint_distance].vertices + 2 * (size_t)edge;
    int a = body->firstVertex + ends[0], b = body->firstVertex + ends[1];
    gelStatus status = gelReserve(&torn->keys, &torn->capacity, torn->count + 1, sizeof *torn->keys);
    if (status == gel_success)
        torn->keys[torn->count++] =
            tables->places != NULL ? keyOf(tables->places[a], tables->places[b]) : keyOf(a, b);
    return status;
}

gelStatus gelFindTornEdges(const gelSurfaceTables* tables, gelTornEdges* torn)
{
    gelStatus status = gel_success;
    torn->count = 0;
    for (int b = 0; b < tables->bodyCount; b++) {
        const gelBody* body = tables->plan->bodies[b];
        int count = body->restLengths != NULL ? body->shape->constraints[constraint_distance].count : 0;
        for (int e = 0; e < count && status == gel_success; e++)
            status = isTorn(body, e) ? addEdge(tables, body, e, torn) : gel_success;
    }
    if (torn->count > 0)
        qsort(torn->keys, (size_t)torn->count, sizeof *torn->keys, compareKeys);
    return status;
}

// Whether a torn edge joined two of the vertices.
static bool joinsAny(const gelTornEdges* torn, const int* places, int count)
{
    bool found = false;
    for (int i = 1; i < count; i++)
        for (int j = 0; j < i && !found; j++) {
            uint64_t key = keyOf(places[i], places[j]);
            found = bsearch(&key, torn->keys, (size_t)torn->count, sizeof key, compareKeys) != NULL;
        }
    return found;
}

// Of an element with these corners; those of a skin count each by itself.
static bool arePointsTorn(const gelSurfaceTables* tables, const gelTornEdges* torn, const int* points,
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
    return joinsAny(torn, vertices, vertexCount);
}

bool gelHitsTorn(const gelSurfaceTables* tables, const gelTornEdges* torn, const SearchHit* hit)
{
    if (torn->count == 0)
        return false;
    switch (hit->kind) {
        case search_edges:
            return arePointsTorn(tables, torn, tables->edges[hit->first].points, 2) ||
                   arePointsTorn(tables, torn, tables->edges[hit->second].points, 2);
        case search_points_triangles:
        case search_triangles_points:
            return arePointsTorn(tables, torn, &hit->first, 1) ||
                   arePointsTorn(tables, torn, tables->triangles[hit->second].points, 3);
        case search_points_tets:
        case search_tets_points:
            return arePointsTorn(tables, torn, &hit->first, 1) ||
                   joinsAny(torn, tables->tets[hit->second].places, 4);
        default: // the ground
            return arePointsTorn(tables, torn, &hit->first, 1);
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
