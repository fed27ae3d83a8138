// Events that put a body's vertices elsewhere, to see it find back to its shape.
#include "gel/body.h"
#include "mesh/mesh.h"
#include "replay/player.h"

#include <math.h>

// All but the pinned ones, at rest.
typedef struct Vertices {
    float *places, *velocities; // [count][3]
    bool* pinned;
    int count;
} Vertices;

static void clear(Vertices* vertices)
{
    gelFree(vertices->places);
    gelFree(vertices->velocities);
    gelFree(vertices->pinned);
}

static gelStatus read(gelWorld* world, gelBodyId id, Vertices* vertices)
{
    const gelTetMesh* mesh = gelBody_GetMesh(world, id);
    if (mesh == NULL)
        return gel_invalidHandle;
    size_t count = (size_t)mesh->vertexCount;
    vertices->count = mesh->vertexCount;
    vertices->places = gelAllocate(count, 3 * sizeof *vertices->places);
    vertices->velocities = gelAllocate(count, 3 * sizeof *vertices->velocities);
    vertices->pinned = gelAllocate(count, sizeof *vertices->pinned);
    if (vertices->places == NULL || vertices->velocities == NULL || vertices->pinned == NULL)
        return gelFailMemory(count, 7 * sizeof *vertices->places);
    gelStatus status = gelBody_GetPinned(world, id, vertices->pinned, vertices->count);
    return status == gel_success ? gelBody_ReadPositions(world, id, vertices->places, vertices->count)
                                 : status;
}

static gelStatus write(gelWorld* world, gelBodyId id, const Vertices* vertices)
{
    gelStatus status = gelBody_WritePositions(world, id, vertices->places, vertices->count);
    return status == gel_success ? gelBody_WriteVelocities(world, id, vertices->velocities, vertices->count)
                                 : status;
}

gelStatus gelFlattenBody(gelWorld* world, gelBodyId id, float height)
{
    Vertices vertices = {0};
    gelStatus status = read(world, id, &vertices);
    for (int i = 0; i < vertices.count && status == gel_success; i++)
        if (!vertices.pinned[i])
            vertices.places[3 * i + 1] = height;
    if (status == gel_success)
        status = write(world, id, &vertices);
    clear(&vertices);
    return status;
}

// The numbers follow from the seed alone, exactly in single precision.
static float nextShare(uint32_t* state)
{
    *state = *state * 1664525u + 1013904223u;
    return (float)(*state >> 8) / 16777216.0f;
}

static void scatter(Vertices* vertices, uint32_t seed)
{
    float lower[3], upper[3];
    gelFindBox(vertices->places, vertices->count, lower, upper);
    for (int i = 0; i < 3 * vertices->count; i++) {
        float place = lower[i % 3] + nextShare(&seed) * (upper[i % 3] - lower[i % 3]);
        if (!vertices->pinned[i / 3])
            vertices->places[i] = place;
    }
}

gelStatus gelScrambleBody(gelWorld* world, gelBodyId id, int seed)
{
    Vertices vertices = {0};
    gelStatus status = read(world, id, &vertices);
    if (status == gel_success) {
        scatter(&vertices, (uint32_t)seed);
        status = write(world, id, &vertices);
    }
    clear(&vertices);
    return status;
}
