// Surfaces from arrays: welding, and what is dropped.
#include "mesh_internal.h"
#include "tuple_set.h"

#include "gel/skin.h"

#include <assert.h>
#include <math.h>
#include <string.h>

static gelStatus checkArrays(const float* positions, int vertexCount, const int* triangles, int triangleCount)
{
    for (int i = 0; i < 3 * vertexCount; i++)
        if (!(fabsf(positions[i]) <= 1e15f))
            return gelFail(gel_invalidArgument,
                           "vertex %d: expected coordinates from -1e15 to 1e15, found %g", i / 3,
                           (double)positions[i]);
    for (int i = 0; i < 3 * triangleCount; i++)
        if (triangles[i] < 0 || triangles[i] >= vertexCount)
            return gelFail(gel_invalidArgument, "triangle %d: expected vertices from 0 to %d, found %d",
                           i / 3, vertexCount - 1, triangles[i]);
    return gel_success;
}

// welded[v] is the number of the first vertex at the place of v, counting places.
static gelStatus weld(const float* positions, int vertexCount, int* welded)
{
    gelTupleSet places;
    gelStatus status = gelCreateTupleSet(&places, 3, vertexCount);
    for (int v = 0; v < vertexCount && status == gel_success; v++) {
        float place[3];
        int bits[3];
        bool added;
        for (int k = 0; k < 3; k++)
            place[k] = positions[3 * (size_t)v + (size_t)k] + 0.0f; // -0 becomes 0
        memcpy(bits, place, sizeof bits);
        status = gelTupleSet_Insert(&places, bits, &welded[v], &added);
    }
    gelDestroyTupleSet(&places);
    return status;
}

static void keepTriangles(const int* triangles, int triangleCount, const int* welded, gelSurfaceMesh* surface)
{
    for (int t = 0; t < triangleCount; t++) {
        const int* from = triangles + 3 * (size_t)t;
        const int to[3] = {welded[from[0]], welded[from[1]], welded[from[2]]};
        if (to[0] == to[1] || to[1] == to[2] || to[2] == to[0])
            continue;
        memcpy(surface->triangles + 3 * (size_t)surface->triangleCount, to, sizeof to);
        surface->triangleCount++;
    }
}

// Numbers the vertices that triangles use, in order, and copies them; numbers[place] is 0 for the others, else one more
// than the vertex.
static void keepVertices(const float* positions, int vertexCount, int* welded, int* numbers,
                         gelSurfaceMesh* surface)
{
    for (int i = 0; i < 3 * surface->triangleCount; i++)
        numbers[surface->triangles[i]] = -1; // used
    for (int v = 0; v < vertexCount; v++) {
        int* number = &numbers[welded[v]];
        if (*number < 0) {
            memcpy(surface->positions + 3 * (size_t)surface->vertexCount, positions + 3 * (size_t)v,
                   3 * sizeof(float));
            *number = ++surface->vertexCount;
        }
        welded[v] = *number - 1;
    }
    for (int i = 0; i < 3 * surface->triangleCount; i++)
        surface->triangles[i] = numbers[surface->triangles[i]] - 1;
}

// About the first vertex, so that a surface far from the origin keeps its sign.
static double enclosedVolume(const gelSurfaceMesh* surface)
{
    double volume = 0.0;
    for (int t = 0; t < surface->triangleCount; t++) {
        double corners[3][3];
        for (int i = 0; i < 3; i++)
            gelMeasureEdge(surface->positions, 0, surface->triangles[3 * (size_t)t + (size_t)i], corners[i]);
        volume += gelTripleProduct(corners[0], corners[1], corners[2]);
    }
    return volume;
}

static void turnOutwards(gelSurfaceMesh* surface)
{
    if (!(enclosedVolume(surface) < 0.0))
        return;
    for (int t = 0; t < surface->triangleCount; t++) {
        int* triangle = surface->triangles + 3 * (size_t)t;
        int kept = triangle[1];
        triangle[1] = triangle[2];
        triangle[2] = kept;
    }
}

gelStatus gelCreateSurfaceMesh(const float* positions, int vertexCount, const int* triangles,
                               int triangleCount, gelSurfaceMesh* surface, int* welded)
{
    assert(surface != NULL && vertexCount >= 0 && triangleCount >= 0);
    *surface = (gelSurfaceMesh){0};
    gelStatus status = checkArrays(positions, vertexCount, triangles, triangleCount);
    if (status != gel_success)
        return status;
    int* places = gelAllocate((size_t)vertexCount, sizeof *places);
    int* numbers = gelAllocate((size_t)vertexCount, sizeof *numbers);
    surface->positions = gelAllocate((size_t)vertexCount, 3 * sizeof(float));
    surface->triangles = gelAllocate((size_t)triangleCount, 3 * sizeof(int));
    if (places == NULL || numbers == NULL || surface->positions == NULL || surface->triangles == NULL)
        status = gelFailMemory((size_t)vertexCount + (size_t)triangleCount, 3 * sizeof(float));
    if (status == gel_success)
        status = weld(positions, vertexCount, places);
    if (status == gel_success) {
        keepTriangles(triangles, triangleCount, places, surface);
        keepVertices(positions, vertexCount, places, numbers, surface);
        turnOutwards(surface);
        if (surface->triangleCount == 0)
            status =
                gelFail(gel_invalidArgument,
                        "expected triangles, found none with three different corners (of %d)", triangleCount);
    }
    if (status != gel_success)
        gelDestroySurfaceMesh(surface);
    else if (welded != NULL)
        memcpy(welded, places, (size_t)vertexCount * sizeof *welded);
    gelFree(places);
    gelFree(numbers);
    return status;
}

void gelDestroySurfaceMesh(gelSurfaceMesh* surface)
{
    gelFree(surface->positions);
    gelFree(surface->triangles);
    *surface = (gelSurfaceMesh){0};
}
