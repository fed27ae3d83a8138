#include "vertex_map.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

int gelOpenVertexMap(gelOutput* output, gelWorld* world, gelVertexMap* map)
{
    int bodyCount = gelWorld_GetBodyCount(world);
    *map = (gelVertexMap){.measured.equal = true};
    for (int i = 0; i < bodyCount; i++) {
        int count = gelBody_GetMesh(world, gelWorld_GetBody(world, i))->vertexCount;
        map->vertexCount += count;
        map->maxVertices = count > map->maxVertices ? count : map->maxVertices;
    }
    map->host = calloc((size_t)map->vertexCount + 1, sizeof *map->host);
    map->positions = calloc(6 * (size_t)map->maxVertices + 1, sizeof *map->positions);
    if (map->host != NULL && map->positions != NULL) {
        map->values = gelCreateBufferTexture(GL_R32F, 4 * (size_t)map->vertexCount, map->host);
        return gel_exitDone;
    }
    gelCloseVertexMap(map);
    return gelReportError(output, gel_exitInternal, "out of memory while setting up the picture");
}

void gelCloseVertexMap(gelVertexMap* map)
{
    gelDestroyBufferTexture(&map->values);
    free(map->host);
    free(map->positions);
    *map = (gelVertexMap){0};
}

static gelStatus compareBody(gelVertexMap* map, const gelSession* session, int index)
{
    gelBodyId id = gelWorld_GetBody(session->world, index),
              besideId = gelWorld_GetBody(session->beside, index);
    float* distances = &map->host[gelBody_GetFirstVertex(session->world, id)];
    int count = gelBody_GetMesh(session->world, id)->vertexCount;
    double *p = map->positions, *q = p + 3 * (size_t)map->maxVertices;
    gelStatus status = gelBody_ReadPositionsDouble(session->world, id, p, count);
    if (status == gel_success)
        status = gelBody_ReadPositionsDouble(session->beside, besideId, q, count);
    for (int i = 0; i < count && status == gel_success; i++) {
        double d[3] = {p[3 * i] - q[3 * i], p[3 * i + 1] - q[3 * i + 1], p[3 * i + 2] - q[3 * i + 2]};
        distances[i] = (float)sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
    }
    return status;
}

static void upload(const gelVertexMap* map)
{
    if (map->vertexCount == 0)
        return;
    glBindBuffer(GL_TEXTURE_BUFFER, map->values.buffer);
    glBufferSubData(GL_TEXTURE_BUFFER, 0, (GLsizeiptr)((size_t)map->vertexCount * sizeof(float)), map->host);
}

gelStatus gelVertexMap_ShowDifference(gelVertexMap* map, const gelSession* session)
{
    int bodyCount = gelWorld_GetBodyCount(session->world);
    gelStatus status = gelMeasureDifference(session->world, session->beside, &map->measured);
    for (int i = 0; i < bodyCount && status == gel_success; i++)
        status = compareBody(map, session, i);
    if (status == gel_success)
        upload(map);
    return status;
}

static gelStatus readPins(const gelVertexMap* map, const gelWorld* world, gelBodyId id, float* values,
                          int count)
{
    bool* pinned = (bool*)map->positions; // room enough
    gelStatus status = gelBody_GetPinned(world, id, pinned, count);
    for (int i = 0; i < count; i++)
        values[i] = status == gel_success && pinned[i] ? 1.0f : 0.0f;
    return status;
}

// Reads the values of a body's vertices, as logarithms unless they are goal weights. The lower
// bound avoids log 0: values beyond the gradient have the colour of its end anyway.
static gelStatus readValues(const gelWorld* world, gelBodyId id, gelVertexValue kind,
                            const gelShownValues* other, float* values, int count)
{
    gelStatus status = gel_success;
    if (other->values != NULL && other->kind == kind && other->count == count &&
        gelBody_GetIndex(world, id) == other->body)
        memcpy(values, other->values, (size_t)count * sizeof *values);
    else
        status = gelBody_GetVertexValues(world, id, kind, values, count);
    if (kind == gel_goalWeight)
        return gel_success; // 0 without goals
    for (int i = 0; i < count && status == gel_success; i++)
        values[i] = log10f(fmaxf(values[i], 1e-9f));
    return status;
}

gelStatus gelVertexMap_ShowValues(gelVertexMap* map, const gelWorld* world, gelDisplayMode mode,
                                  const gelShownValues* other)
{
    gelStatus status = gel_success;
    for (int i = 0; i < gelWorld_GetBodyCount(world) && status == gel_success; i++) {
        gelBodyId id = gelWorld_GetBody(world, i);
        float* values = &map->host[gelBody_GetFirstVertex(world, id)];
        int count = gelBody_GetMesh(world, id)->vertexCount;
        memset(values, 0, (size_t)count * sizeof *values); // of an obstacle, and without goals
        if (gelBody_IsObstacle(world, id))
            continue;
        if (mode == gel_displayPins)
            status = readPins(map, world, id, values, count);
        else
            status = readValues(world, id, (gelVertexValue)(mode - gel_displayDensity), other, values, count);
    }
    if (status == gel_success)
        upload(map);
    return status;
}
