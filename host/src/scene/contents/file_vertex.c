#include "scene/contents/file_vertex.h"

#include <math.h>
#include <string.h>

static gelStatus invertSources(gelFileVertices* vertices)
{
    const gelTetMesh* mesh = vertices->mesh;
    vertices->count = mesh->sourceVertexCount;
    int* numbers = vertices->made = gelAllocate((size_t)vertices->count, sizeof *numbers);
    if (numbers == NULL)
        return gelFailMemory((size_t)vertices->count, sizeof *numbers);
    memset(numbers, -1, (size_t)vertices->count * sizeof *numbers);
    for (int i = 0; i < mesh->vertexCount; i++)
        numbers[mesh->sourceVertices[i]] = i;
    vertices->numbers = numbers;
    return gel_success;
}

gelStatus gelOpenFileVertices(const gelScene* scene, int mesh, gelFileVertices* vertices)
{
    const gelSceneMesh* entry = &scene->meshes[mesh];
    const gelSceneSkin* skin = entry->skin1 > 0 ? &scene->skins[entry->skin1 - 1] : NULL;
    const gelSurfaceMesh* surface = skin != NULL                       ? &skin->surface
                                    : entry->surface.triangleCount > 0 ? &entry->surface
                                                                       : NULL;
    *vertices = (gelFileVertices){.mesh = &entry->mesh,
                                  .embedding = skin != NULL ? &skin->embedding : NULL,
                                  .element = surface != NULL              ? "a triangle"
                                             : entry->lines.lineCount > 0 ? "a line"
                                                                          : "a tet"};
    if (surface == NULL && entry->lines.lineCount == 0)
        return invertSources(vertices);
    vertices->numbers = surface != NULL ? surface->originals : entry->lines.originals;
    vertices->count = surface != NULL ? surface->originalCount : entry->lines.originalCount;
    return gel_success;
}

void gelCloseFileVertices(gelFileVertices* vertices)
{
    gelFree(vertices->made);
    *vertices = (gelFileVertices){0};
}

int gelFindCarriers(const gelFileVertices* vertices, int number, int carriers[4], float weights[4])
{
    static const float leastWeight = 1e-5f; // below, it is the rounding of a point in a corner
    const int vertex = vertices->numbers[number];
    int count = 0;
    if (vertex < 0)
        return 0;
    carriers[0] = vertex;
    weights[0] = 1.0f;
    if (vertices->embedding == NULL)
        return 1;
    const int* tet = vertices->mesh->tets + 4 * (size_t)vertices->embedding->tets[vertex];
    for (size_t i = 0; i < 4; i++) {
        const float weight = vertices->embedding->weights[4 * (size_t)vertex + i];
        if (fabsf(weight) < leastWeight)
            continue;
        carriers[count] = tet[i];
        weights[count++] = weight;
    }
    return count;
}
