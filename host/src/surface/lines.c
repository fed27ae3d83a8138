// Lines between points, for ropes.
#include "base/tuple_set.h"
#include "gel/surface.h"
#include "mesh/mesh.h"
#include "surface/surface.h"

#include <assert.h>
#include <math.h>
#include <string.h>

static gelStatus checkLines(const float* positions, int vertexCount, const int* lines, int lineCount)
{
    for (int i = 0; i < 3 * vertexCount; i++)
        if (!(fabsf(positions[i]) <= 1e9f))
            return gelFail(gel_invalidArgument,
                           "lines: vertex %d has the coordinate %g, expected -1e9 to 1e9 m", i / 3,
                           (double)positions[i]);
    for (int i = 0; i < 2 * lineCount; i++)
        if (lines[i] < 0 || lines[i] >= vertexCount)
            return gelFail(gel_invalidArgument, "line %d names vertex %d: expected 0 to %d", i / 2, lines[i],
                           vertexCount - 1);
    return gel_success;
}

// Collects each line once, in order, between places; `isUsed`: the vertices of lines.
static gelStatus collectLines(const float* positions, const int* lines, int lineCount, const int* places,
                              gelTupleSet* kept, bool* isUsed)
{
    gelStatus status = gel_success;
    for (int i = 0; i < lineCount && status == gel_success; i++) {
        int a = lines[2 * i], b = lines[2 * i + 1], index;
        double vector[3];
        bool added;
        if (a == b)
            continue;
        if (!(gelMeasureEdge(positions, a, b, vector) > 0.0))
            return gelFail(gel_invalidArgument, "line %d has no length: vertices %d and %d are in one place",
                           i, a, b);
        isUsed[a] = isUsed[b] = true;
        a = places[a];
        b = places[b];
        status = gelTupleSet_Insert(kept, (int[]){a < b ? a : b, a < b ? b : a}, &index, &added);
    }
    if (status == gel_success && kept->count == 0)
        status = gelFail(gel_invalidArgument, "lines: expected at least one, found none");
    return status;
}

// Keeps the vertices of lines, in order, those in one place as one. `numbers` of places is scratch memory.
static gelStatus fillLines(const float* positions, int vertexCount, const int* places, const bool* isUsed,
                           const gelTupleSet* kept, int* numbers, gelLineMesh* mesh)
{
    size_t count = (size_t)kept->count;
    mesh->originals = gelAllocate((size_t)vertexCount, sizeof *mesh->originals);
    mesh->positions = gelAllocate((size_t)vertexCount, 3 * sizeof *mesh->positions);
    mesh->lines = gelAllocate(count, 2 * sizeof *mesh->lines);
    if (mesh->originals == NULL || mesh->positions == NULL || mesh->lines == NULL)
        return gelFailMemory((size_t)vertexCount + count, 4 * sizeof(float));
    mesh->originalCount = vertexCount;
    mesh->lineCount = kept->count;
    memset(mesh->originals, -1, (size_t)vertexCount * sizeof *mesh->originals);
    memset(numbers, -1, (size_t)vertexCount * sizeof *numbers);
    for (int v = 0; v < vertexCount; v++) {
        int* number = &numbers[places[v]];
        if (isUsed[v] && *number < 0) {
            memcpy(mesh->positions + 3 * (size_t)mesh->vertexCount, positions + 3 * (size_t)v,
                   3 * sizeof *positions);
            *number = mesh->vertexCount++;
        }
        if (isUsed[v])
            mesh->originals[v] = *number;
    }
    for (size_t i = 0; i < 2 * count; i++)
        mesh->lines[i] = numbers[kept->tuples[i]];
    return gel_success;
}

gelStatus gelCreateLineMesh(const float* positions, int vertexCount, const int* lines, int lineCount,
                            gelLineMesh* mesh)
{
    assert(mesh != NULL && vertexCount >= 0 && lineCount >= 0);
    gelTupleSet kept = {0};
    int* places = gelAllocate((size_t)vertexCount, 2 * sizeof *places); // of vertices; then numbers of places
    bool* isUsed = gelAllocate((size_t)vertexCount, sizeof *isUsed);
    int placeCount;
    *mesh = (gelLineMesh){0};
    gelStatus status = places == NULL || isUsed == NULL
                           ? gelFailMemory((size_t)vertexCount, 2 * sizeof *places)
                           : checkLines(positions, vertexCount, lines, lineCount);
    if (status == gel_success)
        status = gelWeldVertices(positions, vertexCount, places, &placeCount);
    if (status == gel_success)
        status = gelCreateTupleSet(&kept, 2, lineCount);
    if (status == gel_success)
        status = collectLines(positions, lines, lineCount, places, &kept, isUsed);
    if (status == gel_success)
        status = fillLines(positions, vertexCount, places, isUsed, &kept, places + vertexCount, mesh);
    if (status != gel_success)
        gelDestroyLineMesh(mesh);
    gelDestroyTupleSet(&kept);
    gelFree(places);
    gelFree(isUsed);
    return status;
}

gelStatus gelCreateStraightLine(float length, int segments, gelLineMesh* mesh)
{
    enum { maxSegments = 100000 };
    *mesh = (gelLineMesh){0};
    if (!(length > 0.0f && length <= 1e6f))
        return gelFail(gel_invalidArgument, "length: expected more than 0, up to 1e6 m, found %g",
                       (double)length);
    if (segments < 1 || segments > maxSegments)
        return gelFail(gel_invalidArgument, "segments: expected 1 to %d, found %d", maxSegments, segments);
    float* positions = gelAllocate((size_t)segments + 1, 3 * sizeof *positions);
    int* lines = gelAllocate((size_t)segments, 2 * sizeof *lines);
    gelStatus status = positions != NULL && lines != NULL ? gel_success : gelFailMemory((size_t)segments, 20);
    for (int i = 0; i <= segments && status == gel_success; i++)
        positions[3 * i] = (float)((double)length * ((double)i / segments - 0.5));
    for (int i = 0; i < 2 * segments && status == gel_success; i++)
        lines[i] = i / 2 + i % 2;
    if (status == gel_success)
        status = gelCreateLineMesh(positions, segments + 1, lines, segments, mesh);
    gelFree(positions);
    gelFree(lines);
    return status;
}

gelStatus gelCopyLineMesh(const gelLineMesh* mesh, gelLineMesh* copy)
{
    *copy = (gelLineMesh){.vertexCount = mesh->vertexCount,
                          .lineCount = mesh->lineCount,
                          .positions = gelAllocate((size_t)mesh->vertexCount, 3 * sizeof(float)),
                          .lines = gelAllocate((size_t)mesh->lineCount, 2 * sizeof(int)),
                          .originalCount = mesh->originalCount,
                          .originals = gelAllocate((size_t)mesh->originalCount, sizeof(int))};
    if (copy->positions == NULL || copy->lines == NULL || copy->originals == NULL) {
        gelDestroyLineMesh(copy);
        return gelFailMemory((size_t)mesh->vertexCount, 4 * sizeof(float));
    }
    memcpy(copy->positions, mesh->positions, (size_t)mesh->vertexCount * 3 * sizeof(float));
    memcpy(copy->lines, mesh->lines, (size_t)mesh->lineCount * 2 * sizeof(int));
    memcpy(copy->originals, mesh->originals, (size_t)mesh->originalCount * sizeof(int));
    return gel_success;
}

bool gelLineMesh_IsEqual(const gelLineMesh* a, const gelLineMesh* b)
{
    return a->vertexCount == b->vertexCount && a->lineCount == b->lineCount &&
           a->originalCount == b->originalCount &&
           memcmp(a->originals, b->originals, (size_t)a->originalCount * sizeof(int)) == 0 &&
           memcmp(a->positions, b->positions, (size_t)a->vertexCount * 3 * sizeof(float)) == 0 &&
           memcmp(a->lines, b->lines, (size_t)a->lineCount * 2 * sizeof(int)) == 0;
}

void gelDestroyLineMesh(gelLineMesh* mesh)
{
    gelFree(mesh->positions);
    gelFree(mesh->lines);
    gelFree(mesh->originals);
    *mesh = (gelLineMesh){0};
}
