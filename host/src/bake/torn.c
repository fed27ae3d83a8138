#include "bake/torn.h"
#include "gel/tearing.h"

#include <stdlib.h>
#include <string.h>

static int compareEdges(const void* a, const void* b)
{
    const int *p = a, *q = b;
    if (p[0] != q[0])
        return p[0] < q[0] ? -1 : 1;
    return (p[1] > q[1]) - (p[1] < q[1]);
}

static int compareTets(const void* a, const void* b)
{
    return (*(const int*)a > *(const int*)b) - (*(const int*)a < *(const int*)b);
}

static gelStatus readEdges(gelWorld* world, gelBodyId id, gelTornParts* parts)
{
    gelStatus status = gelBody_GetTornSprings(world, id, NULL, 0, &parts->edgeCount);
    size_t count = (size_t)parts->edgeCount;
    if (status != gel_success || count == 0)
        return status;
    int* edges = parts->edges = gelAllocate(count, 2 * sizeof *edges);
    if (edges == NULL)
        return gelFailMemory(count, 2 * sizeof *edges);
    status = gelBody_GetTornSprings(world, id, edges, parts->edgeCount, &parts->edgeCount);
    for (size_t e = 0; e < count; e++)
        if (edges[2 * e] > edges[2 * e + 1]) {
            int lower = edges[2 * e + 1];
            edges[2 * e + 1] = edges[2 * e];
            edges[2 * e] = lower;
        }
    qsort(edges, count, 2 * sizeof *edges, compareEdges);
    return status;
}

static gelStatus readTets(gelWorld* world, gelBodyId id, gelTornParts* parts)
{
    gelStatus status = gelBody_GetTornTets(world, id, NULL, 0, &parts->tetCount);
    size_t count = (size_t)parts->tetCount;
    if (status != gel_success || count == 0)
        return status;
    parts->tets = gelAllocate(count, sizeof *parts->tets);
    if (parts->tets == NULL)
        return gelFailMemory(count, sizeof *parts->tets);
    return gelBody_GetTornTets(world, id, parts->tets, parts->tetCount, &parts->tetCount);
}

gelStatus gelReadTornParts(gelWorld* world, gelBodyId id, gelTornParts* parts)
{
    *parts = (gelTornParts){0};
    bool isSolid = gelBody_GetMesh(world, id)->tetCount > 0;
    gelStatus status = isSolid ? readTets(world, id, parts) : readEdges(world, id, parts);
    if (status != gel_success)
        gelClearTornParts(parts);
    return status;
}

void gelClearTornParts(gelTornParts* parts)
{
    gelFree(parts->edges);
    gelFree(parts->tets);
    *parts = (gelTornParts){0};
}

static bool isTetTorn(const gelTornParts* parts, int tet)
{
    return parts->tetCount > 0 &&
           bsearch(&tet, parts->tets, (size_t)parts->tetCount, sizeof tet, compareTets) != NULL;
}

bool gelIsCellTorn(const gelTornParts* parts, int cell, const int* corners, int cornerCount)
{
    bool torn = cornerCount == 4 && isTetTorn(parts, cell);
    for (int k = 0; k < cornerCount && cornerCount < 4 && parts->edgeCount > 0; k++) {
        int a = corners[k], b = corners[(k + 1) % cornerCount];
        const int edge[2] = {a < b ? a : b, a < b ? b : a};
        torn =
            torn || bsearch(edge, parts->edges, (size_t)parts->edgeCount, sizeof edge, compareEdges) != NULL;
    }
    return torn;
}

// The surface of the tets that are left, with the sides that the tear uncovers.
static gelStatus takeSurface(const gelBakeBody* body, const gelTornParts* parts, gelFacesLeft* left)
{
    gelTetMesh mesh = *body->mesh;
    size_t size = 4 * sizeof *mesh.tets;
    mesh.tets = gelAllocate((size_t)mesh.tetCount, size);
    if (mesh.tets == NULL)
        return gelFailMemory((size_t)mesh.tetCount, size);
    mesh.tetCount = 0;
    for (int t = 0; t < body->mesh->tetCount; t++)
        if (!isTetTorn(parts, t))
            memcpy(mesh.tets + 4 * (size_t)mesh.tetCount++, body->mesh->tets + 4 * (size_t)t, size);
    gelStatus status = gel_success;
    if (mesh.tetCount > 0)
        status = gelExtractSurface(&mesh, &left->ownTriangles, &left->triangleCount);
    else
        left->triangleCount = 0;
    if (status == gel_success)
        gelNameBakeCorners(body, left->ownTriangles, 3 * left->triangleCount);
    gelFree(mesh.tets);
    return status;
}

// Whether an edge between these vertices is torn; torn edges are of the body's mesh.
static bool isTorn(const gelBakeBody* body, const gelTornParts* parts, const int* vertices, int count)
{
    int corners[3];
    for (int k = 0; k < count; k++)
        corners[k] = body->points[vertices[k]];
    return gelIsCellTorn(parts, 0, corners, count);
}

// Triangles of a skin with a corner in a torn tet, or those of a sheet with a torn edge, are left out.
static gelStatus takeTriangles(const gelBakeBody* body, const gelTornParts* parts, gelFacesLeft* left)
{
    size_t size = 3 * sizeof *left->ownTriangles;
    left->ownTriangles = gelAllocate((size_t)body->triangleCount, size);
    if (left->ownTriangles == NULL)
        return gelFailMemory((size_t)body->triangleCount, size);
    left->triangleCount = 0;
    for (int t = 0; t < body->triangleCount; t++) {
        const int* corners = body->triangles + 3 * (size_t)t;
        bool torn = isTorn(body, parts, corners, 3);
        for (int k = 0; k < 3 && body->skin != NULL; k++)
            torn = torn || isTetTorn(parts, body->skin->embedding.tets[body->points[corners[k]]]);
        if (!torn)
            memcpy(left->ownTriangles + 3 * (size_t)left->triangleCount++, corners, size);
    }
    return gel_success;
}

// Vertices that have lost their triangles get a wire to a neighbour, as those that never had one.
static gelStatus wireLeft(const gelBakeBody* body, gelFacesLeft* left)
{
    size_t count = (size_t)body->vertexCount;
    int *neighbours = gelAllocate(count, sizeof *neighbours), wireCount = 0;
    bool* used = gelAllocate(count, sizeof *used);
    int* wires = left->ownWires = gelAllocate(count, 2 * sizeof *wires);
    if (neighbours != NULL && used != NULL && wires != NULL) {
        for (int i = 0; i < body->wireCount; i++)
            neighbours[body->wires[2 * i]] = body->wires[2 * i + 1];
        for (int i = 0; i < 3 * body->triangleCount; i++)
            neighbours[body->triangles[i]] = body->triangles[i % 3 == 0 ? i + 1 : i - 1];
        for (int i = 0; i < 3 * left->triangleCount; i++)
            used[left->ownTriangles[i]] = true;
        for (int i = 0; i < body->vertexCount; i++)
            if (!used[i]) {
                wires[2 * wireCount] = i;
                wires[2 * wireCount++ + 1] = neighbours[i];
            }
    }
    left->wireCount = wireCount;
    bool ok = neighbours != NULL && used != NULL && wires != NULL;
    gelFree(neighbours);
    gelFree(used);
    return ok ? gel_success : gelFailMemory(count, 2 * sizeof *wires);
}

static gelStatus wireRope(const gelBakeBody* body, const gelTornParts* parts, gelFacesLeft* left)
{
    size_t size = 2 * sizeof *left->ownWires;
    left->ownWires = gelAllocate((size_t)body->wireCount, size);
    if (left->ownWires == NULL)
        return gelFailMemory((size_t)body->wireCount, size);
    left->wireCount = 0;
    for (int i = 0; i < body->wireCount; i++)
        if (!isTorn(body, parts, body->wires + 2 * (size_t)i, 2))
            memcpy(left->ownWires + 2 * (size_t)left->wireCount++, body->wires + 2 * (size_t)i, size);
    return gel_success;
}

static gelStatus findLeft(const gelBake* bake, const gelBakeBody* body, gelFacesLeft* left)
{
    gelTornParts parts;
    gelStatus status = gelReadTornParts(bake->world, body->id, &parts);
    if (status != gel_success || parts.edgeCount + parts.tetCount == 0) {
        gelClearTornParts(&parts);
        return status;
    }
    if (body->lines != NULL) {
        status = wireRope(body, &parts, left);
    } else {
        bool isSkinless = body->skin == NULL && body->surface == NULL;
        status = isSkinless ? takeSurface(body, &parts, left) : takeTriangles(body, &parts, left);
        left->triangles = left->ownTriangles;
        if (status == gel_success)
            status = wireLeft(body, left);
    }
    left->wires = left->ownWires;
    gelClearTornParts(&parts);
    return status;
}

gelStatus gelFindFacesLeft(const gelBake* bake, bool whole, gelFacesLeft** left)
{
    gelFacesLeft* found = *left = gelAllocate((size_t)bake->bodyCount, sizeof *found);
    gelStatus status = found != NULL ? gel_success : gelFailMemory((size_t)bake->bodyCount, sizeof *found);
    for (int i = 0; i < bake->bodyCount && status == gel_success; i++) {
        const gelBakeBody* body = &bake->bodies[i];
        found[i] = (gelFacesLeft){.triangles = body->triangles,
                                  .wires = body->wires,
                                  .triangleCount = body->triangleCount,
                                  .wireCount = body->wireCount};
        if (!whole)
            status = findLeft(bake, body, &found[i]);
    }
    return status;
}

void gelClearFacesLeft(const gelBake* bake, gelFacesLeft* left)
{
    for (int i = 0; i < bake->bodyCount && left != NULL; i++) {
        gelFree(left[i].ownTriangles);
        gelFree(left[i].ownWires);
    }
    gelFree(left);
}
