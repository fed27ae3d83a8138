#include "difference.h"

#include <math.h>
#include <stdlib.h>

int gelOpenDifferenceMap(gelOutput* output, gelWorld* world, gelDifferenceMap* map)
{
    int bodyCount = gelWorld_GetBodyCount(world);
    *map = (gelDifferenceMap){.measured.equal = true};
    for (int i = 0; i < bodyCount; i++) {
        int count = gelBody_GetMesh(world, gelWorld_GetBody(world, i))->vertexCount;
        map->vertexCount += count;
        map->mostVertices = count > map->mostVertices ? count : map->mostVertices;
    }
    map->host = calloc((size_t)map->vertexCount + 1, sizeof *map->host);
    map->positions = calloc(6 * (size_t)map->mostVertices + 1, sizeof *map->positions);
    if (map->host != NULL && map->positions != NULL) {
        map->distances = gelCreateBufferTexture(GL_R32F, 4 * (size_t)map->vertexCount, map->host);
        return gel_exitDone;
    }
    gelCloseDifferenceMap(map);
    return gelReportError(output, gel_exitInternal, "out of memory while setting up the picture");
}

void gelCloseDifferenceMap(gelDifferenceMap* map)
{
    gelDestroyBufferTexture(&map->distances);
    free(map->host);
    free(map->positions);
    *map = (gelDifferenceMap){0};
}

static gelStatus compareBody(gelDifferenceMap* map, const gelSession* session, int index)
{
    gelBodyId id = gelWorld_GetBody(session->world, index),
              besideId = gelWorld_GetBody(session->beside, index);
    float* distances = &map->host[gelBody_GetFirstVertex(session->world, id)];
    int count = gelBody_GetMesh(session->world, id)->vertexCount;
    double *p = map->positions, *q = p + 3 * (size_t)map->mostVertices;
    gelStatus status = gelBody_ReadPositionsDouble(session->world, id, p, count);
    if (status == gel_success)
        status = gelBody_ReadPositionsDouble(session->beside, besideId, q, count);
    for (int i = 0; i < count && status == gel_success; i++) {
        double d[3] = {p[3 * i] - q[3 * i], p[3 * i + 1] - q[3 * i + 1], p[3 * i + 2] - q[3 * i + 2]};
        distances[i] = (float)sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
    }
    return status;
}

gelStatus gelDifferenceMap_Update(gelDifferenceMap* map, const gelSession* session)
{
    int bodyCount = gelWorld_GetBodyCount(session->world);
    gelStatus status = gelMeasureDifference(session->world, session->beside, &map->measured);
    for (int i = 0; i < bodyCount && status == gel_success; i++)
        status = compareBody(map, session, i);
    if (status == gel_success && map->vertexCount > 0) {
        glBindBuffer(GL_TEXTURE_BUFFER, map->distances.buffer);
        glBufferSubData(GL_TEXTURE_BUFFER, 0, (GLsizeiptr)((size_t)map->vertexCount * sizeof(float)),
                        map->host);
    }
    return status;
}
