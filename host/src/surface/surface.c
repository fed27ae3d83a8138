// Builds surfaces from arrays: welds vertices and drops what is degenerate or unused.
#include "surface/surface.h"
#include "surface/appearance.h"
#include "mesh/mesh.h"
#include "base/tuple_set.h"

#include <assert.h>
#include <math.h>
#include <string.h>

static gelStatus checkArrays(const gelSurfaceMesh* raw)
{
    const float* positions = raw->positions;
    for (size_t i = 0; i < 3 * (size_t)raw->vertexCount; i++)
        if (!(fabsf(positions[i]) <= 1e15f))
            return gelFail(gel_invalidArgument,
                           "vertex %zu: expected coordinates from -1e15 to 1e15, found %g", i / 3,
                           (double)positions[i]);
    for (size_t i = 0; i < 3 * (size_t)raw->triangleCount; i++)
        if (raw->triangles[i] < 0 || raw->triangles[i] >= raw->vertexCount)
            return gelFail(gel_invalidArgument, "triangle %zu: expected vertices from 0 to %d, found %d",
                           i / 3, raw->vertexCount - 1, raw->triangles[i]);
    return gel_success;
}

gelStatus gelWeldVertices(const float* positions, int vertexCount, int* welded, int* placeCount)
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
    *placeCount = places.count;
    gelDestroyTupleSet(&places);
    return status;
}

// Unit length, or zero if it has no direction. False if it is not finite.
static bool copyNormal(const float* from, float* to)
{
    double x = (double)from[0], y = (double)from[1], z = (double)from[2];
    double length = sqrt(x * x + y * y + z * z);
    if (!isfinite(length))
        return false;
    for (int k = 0; k < 3 && length > 0.0; k++)
        to[k] = (float)((double)from[k] / length);
    return true;
}

static int copyCorners(const gelSurfaceMesh* raw, int from, gelSurfaceMesh* surface, int to)
{
    int invalid = 0;
    for (size_t i = 0; i < 3; i++) {
        size_t source = 3 * (size_t)from + i, target = 3 * (size_t)to + i;
        bool valid = raw->cornerNormals == NULL ||
                     copyNormal(raw->cornerNormals + 3 * source, surface->cornerNormals + 3 * target);
        if (raw->cornerUvs != NULL) {
            const float* uv = raw->cornerUvs + 2 * source;
            bool finite = isfinite(uv[0]) && isfinite(uv[1]);
            for (size_t k = 0; k < 2 && finite; k++)
                surface->cornerUvs[2 * target + k] = uv[k];
            valid = valid && finite;
        }
        invalid += !valid;
    }
    return invalid;
}

static void keepTriangles(const gelSurfaceMesh* raw, const int* welded, gelSurfaceMesh* surface,
                          gelSurfaceRepair* repair)
{
    for (int t = 0; t < raw->triangleCount; t++) {
        const int* from = raw->triangles + 3 * (size_t)t;
        const int to[3] = {welded[from[0]], welded[from[1]], welded[from[2]]};
        if (to[0] == to[1] || to[1] == to[2] || to[2] == to[0]) {
            repair->degenerateTriangles++;
            continue;
        }
        int kept = surface->triangleCount++;
        memcpy(surface->triangles + 3 * (size_t)kept, to, sizeof to);
        surface->parts[kept] = raw->parts != NULL ? raw->parts[t] : 0;
        repair->invalidCorners += copyCorners(raw, t, surface, kept);
        if (raw->look != NULL)
            gelCopyAppearanceTriangle(raw->look, t, surface->look, kept);
    }
}

// Numbers the vertices that triangles use, in order, and copies them; numbers[place] is 0 if unused, else one
// more than the vertex.
static void keepVertices(const gelSurfaceMesh* raw, int* numbers, gelSurfaceMesh* surface)
{
    for (size_t i = 0; i < 3 * (size_t)surface->triangleCount; i++)
        numbers[surface->triangles[i]] = -1; // used
    for (int v = 0; v < raw->vertexCount; v++) {
        int* number = &numbers[surface->originals[v]];
        if (*number < 0) {
            memcpy(surface->positions + 3 * (size_t)surface->vertexCount, raw->positions + 3 * (size_t)v,
                   3 * sizeof(float));
            *number = ++surface->vertexCount;
        }
        surface->originals[v] = *number - 1;
    }
    for (size_t i = 0; i < 3 * (size_t)surface->triangleCount; i++)
        surface->triangles[i] = numbers[surface->triangles[i]] - 1;
}

// Measured from the first vertex, so that a surface far from the origin keeps its sign.
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

// Positive if the corner normals, on the whole, lie on the side that their triangles face.
static double agreement(const gelSurfaceMesh* surface)
{
    double sum = 0.0;
    for (int t = 0; t < surface->triangleCount; t++) {
        const int* triangle = surface->triangles + 3 * (size_t)t;
        const float* normals = surface->cornerNormals + 9 * (size_t)t;
        double first[3], second[3], normal[3];
        gelMeasureEdge(surface->positions, triangle[0], triangle[1], first);
        gelMeasureEdge(surface->positions, triangle[0], triangle[2], second);
        for (int k = 0; k < 3; k++)
            normal[k] = (double)normals[k] + (double)normals[3 + k] + (double)normals[6 + k];
        sum += gelTripleProduct(first, second, normal);
    }
    return sum;
}

static void swapFloats(float* a, float* b, int count)
{
    for (int k = 0; k < count; k++) {
        float kept = a[k];
        a[k] = b[k];
        b[k] = kept;
    }
}

// Normals are flipped only if they matched the old orientation: files in which only the triangles are inside
// out are common.
static int turnOutwards(gelSurfaceMesh* surface)
{
    if (!(enclosedVolume(surface) < 0.0))
        return 0;
    for (int t = 0; t < surface->triangleCount; t++) {
        int* triangle = surface->triangles + 3 * (size_t)t;
        int kept = triangle[1];
        triangle[1] = triangle[2];
        triangle[2] = kept;
        if (surface->cornerNormals != NULL)
            swapFloats(surface->cornerNormals + 9 * (size_t)t + 3, surface->cornerNormals + 9 * (size_t)t + 6,
                       3);
        if (surface->cornerUvs != NULL)
            swapFloats(surface->cornerUvs + 6 * (size_t)t + 2, surface->cornerUvs + 6 * (size_t)t + 4, 2);
        if (surface->look != NULL)
            gelFlipAppearanceTriangle(surface->look, t);
    }
    if (surface->cornerNormals != NULL && agreement(surface) < 0.0)
        for (size_t i = 0; i < 9 * (size_t)surface->triangleCount; i++)
            surface->cornerNormals[i] = 0.0f - surface->cornerNormals[i];
    return surface->triangleCount;
}

int gelAddSurfacePart(gelSurfaceMesh* raw, const char* name, size_t length)
{
    int part = raw->partCount;
    if ((part & (part - 1)) == 0) { // full: grow to the next power of two
        char** names = gelResize(raw->partNames, 2 * (size_t)part + 1, sizeof *names);
        if (names == NULL)
            return -1;
        raw->partNames = names;
    }
    char* copy = gelAllocate(length + 1, 1);
    if (copy == NULL)
        return -1;
    memcpy(copy, name, length);
    raw->partNames[raw->partCount++] = copy;
    return part;
}

static gelStatus copyNames(const gelSurfaceMesh* from, gelSurfaceMesh* to)
{
    for (int i = 0; i < (from->partCount > 0 ? from->partCount : 1); i++) {
        const char* name = from->partNames != NULL ? from->partNames[i] : "";
        if (gelAddSurfacePart(to, name, strlen(name)) < 0)
            return gelFailMemory((size_t)i + 1, sizeof(char*));
    }
    return gel_success;
}

// Allocates as many as `like` has, all zero, and copies its names and its look.
static gelStatus allocateSurface(const gelSurfaceMesh* like, int originalCount, gelSurfaceMesh* surface)
{
    size_t vertexCount = (size_t)like->vertexCount, triangleCount = (size_t)like->triangleCount;
    surface->positions = gelAllocate(vertexCount, 3 * sizeof(float));
    surface->triangles = gelAllocate(triangleCount, 3 * sizeof(int));
    surface->parts = gelAllocate(triangleCount, sizeof(int));
    surface->originals = gelAllocate((size_t)originalCount, sizeof(int));
    surface->originalCount = originalCount;
    bool complete = surface->positions != NULL && surface->triangles != NULL && surface->parts != NULL &&
                    surface->originals != NULL;
    if (like->cornerNormals != NULL) {
        surface->cornerNormals = gelAllocate(triangleCount, 9 * sizeof(float));
        complete = complete && surface->cornerNormals != NULL;
    }
    if (like->cornerUvs != NULL) {
        surface->cornerUvs = gelAllocate(triangleCount, 6 * sizeof(float));
        complete = complete && surface->cornerUvs != NULL;
    }
    if (!complete)
        return gelFailMemory(vertexCount + triangleCount, 9 * sizeof(float));
    gelStatus status =
        like->look != NULL ? gelCopyAppearance(like->look, like->triangleCount, &surface->look) : gel_success;
    return status == gel_success ? copyNames(like, surface) : status;
}

// Welding may leave only a fraction: release the rest.
static void shrink(gelSurfaceMesh* surface, int rawVertexCount)
{
    if (surface->vertexCount == rawVertexCount)
        return;
    float* positions = gelResize(surface->positions, (size_t)surface->vertexCount, 3 * sizeof *positions);
    if (positions != NULL)
        surface->positions = positions;
}

static gelStatus fillSurface(const gelSurfaceMesh* raw, gelSurfaceMesh* surface, gelSurfaceRepair* repair)
{
    int placeCount = 0;
    gelStatus status = gelWeldVertices(raw->positions, raw->vertexCount, surface->originals, &placeCount);
    if (status != gel_success)
        return status;
    int* numbers = gelAllocate((size_t)placeCount, sizeof *numbers);
    if (numbers == NULL)
        return gelFailMemory((size_t)placeCount, sizeof *numbers);
    keepTriangles(raw, surface->originals, surface, repair);
    keepVertices(raw, numbers, surface);
    gelFree(numbers);
    if (surface->triangleCount == 0)
        return gelFail(gel_invalidArgument,
                       "expected triangles, found none with three different corners (of %d)",
                       raw->triangleCount);
    repair->turnedTriangles = turnOutwards(surface);
    repair->unusedVertices = placeCount - surface->vertexCount;
    repair->weldedVertices = raw->vertexCount - placeCount;
    shrink(surface, raw->vertexCount);
    return gel_success;
}

gelStatus gelMakeSurfaceMesh(const gelSurfaceMesh* raw, gelSurfaceMesh* surface, gelSurfaceRepair* repair)
{
    gelSurfaceRepair mended = {0};
    *surface = (gelSurfaceMesh){0};
    gelStatus status = checkArrays(raw);
    if (status == gel_success)
        status = allocateSurface(raw, raw->vertexCount, surface);
    if (status == gel_success)
        status = fillSurface(raw, surface, &mended);
    if (status != gel_success)
        gelDestroySurfaceMesh(surface);
    else if (repair != NULL)
        *repair = mended;
    return status;
}

gelStatus gelCreateSurfaceMesh(const float* positions, int vertexCount, const int* triangles,
                               int triangleCount, gelSurfaceMesh* surface, gelSurfaceRepair* repair)
{
    assert(surface != NULL && vertexCount >= 0 && triangleCount >= 0);
    const gelSurfaceMesh raw = {.vertexCount = vertexCount,
                                .triangleCount = triangleCount,
                                .positions = (float*)positions, // only read
                                .triangles = (int*)triangles};
    if (repair != NULL)
        *repair = (gelSurfaceRepair){0};
    return gelMakeSurfaceMesh(&raw, surface, repair);
}

gelStatus gelCopySurfaceMesh(const gelSurfaceMesh* surface, gelSurfaceMesh* copy)
{
    size_t vertexCount = (size_t)surface->vertexCount, triangleCount = (size_t)surface->triangleCount;
    *copy = (gelSurfaceMesh){0};
    gelStatus status = allocateSurface(surface, surface->originalCount, copy);
    if (status != gel_success) {
        gelDestroySurfaceMesh(copy);
        return status;
    }
    copy->vertexCount = surface->vertexCount;
    copy->triangleCount = surface->triangleCount;
    memcpy(copy->positions, surface->positions, vertexCount * 3 * sizeof(float));
    memcpy(copy->triangles, surface->triangles, triangleCount * 3 * sizeof(int));
    memcpy(copy->parts, surface->parts, triangleCount * sizeof(int));
    memcpy(copy->originals, surface->originals, (size_t)surface->originalCount * sizeof(int));
    if (surface->cornerNormals != NULL)
        memcpy(copy->cornerNormals, surface->cornerNormals, triangleCount * 9 * sizeof(float));
    if (surface->cornerUvs != NULL)
        memcpy(copy->cornerUvs, surface->cornerUvs, triangleCount * 6 * sizeof(float));
    return gel_success;
}

static bool areEqual(const void* a, const void* b, int count, size_t size)
{
    return a == NULL || b == NULL ? a == b : memcmp(a, b, (size_t)count * size) == 0;
}

bool gelSurfaceMesh_IsEqual(const gelSurfaceMesh* a, const gelSurfaceMesh* b)
{
    bool equal = a->vertexCount == b->vertexCount && a->triangleCount == b->triangleCount &&
                 a->originalCount == b->originalCount && a->partCount == b->partCount &&
                 areEqual(a->positions, b->positions, a->vertexCount, 3 * sizeof(float)) &&
                 areEqual(a->triangles, b->triangles, a->triangleCount, 3 * sizeof(int)) &&
                 areEqual(a->parts, b->parts, a->triangleCount, sizeof(int)) &&
                 areEqual(a->originals, b->originals, a->originalCount, sizeof(int)) &&
                 areEqual(a->cornerNormals, b->cornerNormals, a->triangleCount, 9 * sizeof(float)) &&
                 areEqual(a->cornerUvs, b->cornerUvs, a->triangleCount, 6 * sizeof(float)) &&
                 gelIsEqualAppearance(a->look, b->look, a->triangleCount);
    for (int i = 0; i < a->partCount && equal; i++)
        equal = strcmp(a->partNames[i], b->partNames[i]) == 0;
    return equal;
}

void gelDestroySurfaceMesh(gelSurfaceMesh* surface)
{
    for (int i = 0; i < surface->partCount && surface->partNames != NULL; i++)
        gelFree(surface->partNames[i]);
    gelFree(surface->partNames);
    gelFree(surface->positions);
    gelFree(surface->triangles);
    gelFree(surface->originals);
    gelFree(surface->parts);
    gelFree(surface->cornerNormals);
    gelFree(surface->cornerUvs);
    gelDestroyAppearance(surface->look);
    *surface = (gelSurfaceMesh){0};
}
