#include "position_source.h"

#include <math.h>
#include <stdlib.h>

int gelOpenPositionSource(gelOutput* output, gelWorld* world, gelPositionSource* source)
{
    gelCounters counters;
    gelStatus status = gelWorld_GetCounters(world, &counters);
    *source = (gelPositionSource){.vertexCount = counters.vertexCount};
    if (status != gel_success)
        return gelReportStatus(output, status, gel_activitySimulation);
    size_t count = (size_t)counters.vertexCount;
    source->host = calloc(4 * count + 1, sizeof(float));
    if (source->host == NULL)
        return gelReportError(output, gel_exitInternal, "memory ran out while the picture was set up");
    source->positions = gelCreateBufferTexture(GL_RGBA32F, 16 * count, source->host);
    source->speeds = gelCreateBufferTexture(GL_R32F, 4 * count, source->host);
    return gel_exitDone;
}

void gelClosePositionSource(gelPositionSource* source)
{
    gelDestroyBufferTexture(&source->positions);
    gelDestroyBufferTexture(&source->speeds);
    free(source->host);
    *source = (gelPositionSource){0};
}

typedef gelStatus ReadFunction(gelWorld* world, gelBodyId id, float* xyz, int vertexCapacity);

// Three floats a vertex, body after body, at the start of `host`.
static gelStatus readAll(gelPositionSource* source, gelWorld* world, ReadFunction* read)
{
    int bodyCount = gelWorld_GetBodyCount(world), first = 0;
    gelBodyId* ids = malloc(((size_t)bodyCount + 1) * sizeof *ids);
    gelStatus status = ids != NULL ? gel_success : gel_outOfMemory;
    if (ids != NULL)
        gelWorld_GetBodies(world, ids, bodyCount);
    for (int i = 0; i < bodyCount && status == gel_success; i++) {
        int count = gelBody_GetMesh(world, ids[i])->vertexCount;
        status = read(world, ids[i], &source->host[3 * first], count);
        first += count;
    }
    free(ids);
    return status;
}

static void widen(gelPositionSource* source)
{
    gelVec3 lower = {INFINITY, INFINITY, INFINITY}, upper = {-INFINITY, -INFINITY, -INFINITY};
    for (int i = source->vertexCount - 1; i >= 0; i--) { // from the back, as it grows in place
        float x = source->host[3 * i], y = source->host[3 * i + 1], z = source->host[3 * i + 2];
        float* wide = &source->host[4 * i];
        wide[3] = 1.0f;
        wide[2] = z;
        wide[1] = y;
        wide[0] = x;
        if (!isfinite(x) || !isfinite(y) || !isfinite(z))
            continue;
        lower = (gelVec3){fminf(lower.x, x), fminf(lower.y, y), fminf(lower.z, z)};
        upper = (gelVec3){fmaxf(upper.x, x), fmaxf(upper.y, y), fmaxf(upper.z, z)};
    }
    bool any = lower.x <= upper.x;
    source->lower = any ? lower : (gelVec3){-0.5f, 0.0f, -0.5f};
    source->upper = any ? upper : (gelVec3){0.5f, 1.0f, 0.5f};
}

static void send(const gelPositionSource* source, GLuint buffer, size_t floatsEach)
{
    if (source->vertexCount == 0)
        return;
    glBindBuffer(GL_TEXTURE_BUFFER, buffer);
    glBufferSubData(GL_TEXTURE_BUFFER, 0,
                    (GLsizeiptr)((size_t)source->vertexCount * floatsEach * sizeof(float)), source->host);
}

gelStatus gelPositionSource_Update(gelPositionSource* source, gelWorld* world, bool withSpeeds)
{
    gelStatus status = withSpeeds ? readAll(source, world, gelBody_ReadVelocities) : gel_success;
    if (withSpeeds && status == gel_success) {
        for (int i = 0; i < source->vertexCount; i++) {
            const float* v = &source->host[3 * i];
            source->host[i] = sqrtf(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
        }
        send(source, source->speeds.buffer, 1);
    }
    if (status == gel_success)
        status = readAll(source, world, gelBody_ReadPositions);
    if (status != gel_success)
        return status;
    widen(source);
    send(source, source->positions.buffer, 4);
    return gel_success;
}

const char* gelPositionSource_Mode(const gelPositionSource* source)
{
    (void)source;
    return "copy";
}
