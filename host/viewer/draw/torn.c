#include "draw/torn.h"

#include "gel/body.h"
#include "gel/tearing.h"

#include <stdlib.h>

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
    int point = draft->corners[4 * corner];
    return draft->drawn->pointCount > 0 ? draft->tets[4 * point] : point;
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
        for (int k = 1; k < 3 && isTorn; k++)
            triangle[k] = triangle[0];
    }
    free(keys);
    return count == 0 || keys != NULL;
}
