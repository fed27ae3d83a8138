#include "draw/torn.h"

#include "gel/body.h"
#include "gel/tearing.h"

#include <stdlib.h>
#include <string.h>

static int countOf(gelWorld* world, gelBodyId id)
{
    int count;
    return gelBody_GetTornSprings(world, id, NULL, 0, &count) == gel_success ? count : 0;
}

int gelCountTornSprings(gelWorld* world)
{
    int count = 0;
    for (int body = 0; body < gelWorld_GetBodyCount(world); body++)
        count += countOf(world, gelWorld_GetBody(world, body));
    return count;
}

static int64_t keyOf(int a, int b)
{
    return a < b ? (int64_t)a << 32 | b : (int64_t)b << 32 | a;
}

static int compareKeys(const void* left, const void* right)
{
    int64_t a = *(const int64_t*)left, b = *(const int64_t*)right;
    return (a > b) - (a < b);
}

// The torn edges by vertices of the world, in ascending order. NULL if out of memory.
static int64_t* listTorn(gelWorld* world, int count)
{
    int64_t* keys = calloc((size_t)count, sizeof *keys);
    int* vertices = calloc(2 * (size_t)count, sizeof *vertices);
    int listed = 0;
    for (int body = 0; body < gelWorld_GetBodyCount(world) && keys != NULL && vertices != NULL; body++) {
        gelBodyId id = gelWorld_GetBody(world, body);
        int first = gelBody_GetFirstVertex(world, id), found = 0;
        if (gelBody_GetTornSprings(world, id, vertices, count, &found) != gel_success)
            continue;
        for (int i = 0; i < found && listed < count; i++)
            keys[listed++] = keyOf(first + vertices[2 * i], first + vertices[2 * i + 1]);
    }
    if (keys != NULL && vertices != NULL)
        qsort(keys, (size_t)count, sizeof *keys, compareKeys);
    else {
        free(keys);
        keys = NULL;
    }
    free(vertices);
    return keys;
}

static int vertexOf(const gelSurfaceDraft* draft, int corner)
{
    int point = draft->corners[corner].point;
    return draft->drawn->pointCount > 0 ? draft->tets[4 * point] : point;
}

// Makes a point of it.
static void dropTriangle(int* triangle)
{
    triangle[1] = triangle[2] = triangle[0];
}

bool gelDropTornTriangles(gelWorld* world, gelSurfaceDraft* draft)
{
    int count = gelCountTornSprings(world);
    int64_t* keys = count > 0 ? listTorn(world, count) : NULL;
    for (int t = 0; t < draft->drawn->triangleCount && keys != NULL; t++) {
        int* triangle = draft->triangles + 3 * t;
        bool isTorn = false;
        for (int k = 0; k < 3 && !isTorn; k++) {
            int64_t key = keyOf(vertexOf(draft, triangle[k]), vertexOf(draft, triangle[(k + 1) % 3]));
            isTorn = bsearch(&key, keys, (size_t)count, sizeof key, compareKeys) != NULL;
        }
        if (isTorn)
            dropTriangle(triangle);
    }
    free(keys);
    return count == 0 || keys != NULL;
}

static int compareFaces(const void* left, const void* right)
{
    const int *a = left, *b = right;
    int k = 0;
    while (k < 2 && a[k] == b[k])
        k++;
    return (a[k] > b[k]) - (a[k] < b[k]);
}

static void sortCorners(const int* triangle, int face[3])
{
    int low = triangle[0] < triangle[1] ? 0 : 1, high = 1 - low;
    low = triangle[2] < triangle[low] ? 2 : low;
    high = triangle[2] > triangle[high] ? 2 : high;
    face[0] = triangle[low];
    face[1] = triangle[3 - low - high];
    face[2] = triangle[high];
}

// Keeps of a surface what is not of another, which is sorted in passing.
static int keepOthers(int* triangles, int count, int* outer, int outerCount)
{
    int kept = 0;
    for (int t = 0; t < outerCount; t++)
        sortCorners(outer + 3 * t, outer + 3 * t);
    qsort(outer, (size_t)outerCount, 3 * sizeof *outer, compareFaces);
    for (int t = 0; t < count; t++) {
        int face[3];
        sortCorners(triangles + 3 * t, face);
        if (bsearch(face, outer, (size_t)outerCount, sizeof face, compareFaces) == NULL)
            memmove(triangles + 3 * kept++, triangles + 3 * t, sizeof face);
    }
    return kept;
}

static bool findUncovered(const gelTetMesh* mesh, gelTornBody* torn)
{
    gelSurfaceMesh* found = &torn->uncovered;
    int *outer = NULL, outerCount = 0;
    *found = (gelSurfaceMesh){.vertexCount = mesh->vertexCount, .positions = mesh->positions};
    bool ok = gelExtractSurface(mesh, &outer, &outerCount) == gel_success &&
              gelExtractSurface(&torn->held, &found->triangles, &found->triangleCount) == gel_success;
    if (ok)
        found->triangleCount = keepOthers(found->triangles, found->triangleCount, outer, outerCount);
    gelFree(outer);
    return ok;
}

bool gelFindTornBody(gelWorld* world, gelBodyId id, gelTornBody* torn)
{
    const gelTetMesh* mesh = gelBody_GetMesh(world, id);
    int count = 0, kept = 0;
    *torn = (gelTornBody){0};
    if (gelBody_GetTornTets(world, id, NULL, 0, &count) != gel_success || count == 0)
        return true;
    int *tets = calloc(4 * (size_t)mesh->tetCount, sizeof *tets),
        *found = calloc((size_t)count, sizeof *found);
    torn->isTorn = calloc((size_t)mesh->tetCount, sizeof *torn->isTorn);
    torn->held = *mesh;
    torn->held.tets = tets;
    bool ok = tets != NULL && found != NULL && torn->isTorn != NULL &&
              gelBody_GetTornTets(world, id, found, count, &count) == gel_success;
    for (int i = 0; i < count && ok; i++)
        torn->isTorn[found[i]] = true;
    for (int t = 0; t < mesh->tetCount && ok; t++)
        if (!torn->isTorn[t])
            memcpy(tets + 4 * kept++, mesh->tets + 4 * t, 4 * sizeof *tets);
    torn->held.tetCount = kept;
    free(found);
    return ok && findUncovered(mesh, torn);
}

void gelClearTornBody(gelTornBody* torn)
{
    free(torn->isTorn);
    free(torn->held.tets);
    gelFree(torn->uncovered.triangles);
    *torn = (gelTornBody){0};
}

void gelDropTornSkin(const gelTornBody* torn, const gelSkin* skin, int firstPoint, int firstTriangle,
                     gelSurfaceDraft* draft)
{
    for (int t = firstTriangle; t < draft->drawn->triangleCount && torn->isTorn != NULL; t++) {
        int* triangle = draft->triangles + 3 * t;
        bool isTorn = false;
        for (int k = 0; k < 3; k++)
            isTorn =
                isTorn || torn->isTorn[skin->embedding.tets[draft->corners[triangle[k]].point - firstPoint]];
        if (isTorn)
            dropTriangle(triangle);
    }
}
