#include "model_corners.h"

#include "matrix.h"

#include <stdlib.h>
#include <string.h>

enum { mostAround = 64 };

static const float cosineOfCrease = 0.5f; // 60 degrees: a box keeps its edges, a coarse ball is round

typedef struct Fan {
    int triangles[mostAround]; // that meet at a vertex
    int groups[mostAround];    // each the number of its smooth part
    int count;
} Fan;

static gelVec3 pointOf(const gelSurfaceMesh* surface, int vertex)
{
    const float* p = &surface->positions[3 * (size_t)vertex];
    return (gelVec3){p[0], p[1], p[2]};
}

static gelVec3 normalOf(const gelSurfaceMesh* surface, const int* triangle)
{
    gelVec3 a = pointOf(surface, triangle[0]);
    return gelNormalise(gelCross(gelSubtract(pointOf(surface, triangle[1]), a),
                                 gelSubtract(pointOf(surface, triangle[2]), a)));
}

static bool shareAnEdge(const int* a, const int* b)
{
    int shared = 0;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            shared += a[i] == b[k];
    return shared >= 2;
}

// Joins triangles across edges that are not creases.
static void groupFan(const gelSurfaceMesh* surface, Fan* fan)
{
    const int* triangles = surface->triangles;
    gelVec3 normals[mostAround];
    for (int i = 0; i < fan->count; i++) {
        normals[i] = normalOf(surface, &triangles[3 * fan->triangles[i]]);
        fan->groups[i] = i;
    }
    for (int i = 0; i < fan->count; i++)
        for (int k = 0; k < i; k++) {
            int from = fan->groups[i], to = fan->groups[k];
            if (from == to || gelDot(normals[i], normals[k]) < cosineOfCrease ||
                !shareAnEdge(&triangles[3 * fan->triangles[i]], &triangles[3 * fan->triangles[k]]))
                continue;
            for (int j = 0; j < fan->count; j++)
                fan->groups[j] = fan->groups[j] == from ? to : fan->groups[j];
        }
}

// One corner for each group of the fan; what it is made of goes to the end of `around`.
static void addCorners(const int* triangles, gelCorners* corners, int vertex, const Fan* fan,
                       int* aroundCount)
{
    for (int group = 0; group < fan->count; group++) {
        int corner = corners->cornerCount, before = *aroundCount;
        for (int i = 0; i < fan->count; i++) {
            if (fan->groups[i] != group)
                continue;
            int triangle = fan->triangles[i];
            corners->around[(*aroundCount)++] = triangle;
            for (int k = 0; k < 3; k++)
                if (triangles[3 * triangle + k] == vertex)
                    corners->cornersOf[3 * triangle + k] = corner;
        }
        if (*aroundCount == before)
            continue;
        corners->vertices[corner] = vertex;
        corners->firsts[corner + 1] = *aroundCount;
        corners->cornerCount++;
    }
}

static bool allocate(gelCorners* corners)
{
    size_t count = 3 * (size_t)corners->triangleCount; // no more corners than that
    corners->vertices = calloc(count + 1, sizeof(int));
    corners->cornersOf = calloc(count + 1, sizeof(int));
    corners->firsts = calloc(count + 2, sizeof(int));
    corners->around = calloc(count + 1, sizeof(int));
    return corners->vertices != NULL && corners->cornersOf != NULL && corners->firsts != NULL &&
           corners->around != NULL;
}

// heads[v] and nexts[] are lists of the triangle corners at each vertex.
static void walkVertices(const gelSurfaceMesh* surface, gelCorners* corners, int* heads, int* nexts)
{
    int aroundCount = 0;
    for (int v = 0; v < surface->vertexCount; v++)
        heads[v] = -1;
    for (int i = 3 * corners->triangleCount - 1; i >= 0; i--) {
        nexts[i] = heads[surface->triangles[i]];
        heads[surface->triangles[i]] = i;
    }
    for (int v = 0; v < surface->vertexCount; v++) {
        int at = heads[v];
        while (at >= 0) { // more than a fan holds: another corner
            Fan fan = {.count = 0};
            for (; at >= 0 && fan.count < mostAround; at = nexts[at])
                fan.triangles[fan.count++] = at / 3;
            groupFan(surface, &fan);
            addCorners(surface->triangles, corners, v, &fan, &aroundCount);
        }
    }
}

bool gelFindCorners(const gelSurfaceMesh* surface, gelCorners* corners)
{
    memset(corners, 0, sizeof *corners);
    corners->triangleCount = surface->triangleCount;
    int* heads = calloc((size_t)surface->vertexCount, sizeof *heads);
    int* nexts = calloc(3 * (size_t)corners->triangleCount + 1, sizeof *nexts);
    bool ok = allocate(corners) && heads != NULL && nexts != NULL;
    if (ok)
        walkVertices(surface, corners, heads, nexts);
    else
        gelClearCorners(corners);
    free(heads);
    free(nexts);
    return ok;
}

void gelClearCorners(gelCorners* corners)
{
    free(corners->vertices);
    free(corners->cornersOf);
    free(corners->firsts);
    free(corners->around);
    memset(corners, 0, sizeof *corners);
}
