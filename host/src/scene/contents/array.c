#include "scene/contents/array.h"
#include "gel/values.h"

// Vertices of one place are one: the first of them counts.
static gelStatus carryFromSurface(const gelSurfaceMesh* surface, const gelTetMesh* mesh, const float* ofFile,
                                  float* values)
{
    float* ofSurface = gelAllocate((size_t)surface->vertexCount, sizeof *ofSurface);
    if (ofSurface == NULL)
        return gelFailMemory((size_t)surface->vertexCount, sizeof *ofSurface);
    for (int i = surface->originalCount - 1; i >= 0; i--)
        if (surface->originals[i] >= 0)
            ofSurface[surface->originals[i]] = ofFile[i];
    gelStatus status = gelCarryVertexValues(surface, ofSurface, mesh, values);
    gelFree(ofSurface);
    return status;
}

static gelStatus takeArray(const gelScene* scene, const gelSceneMesh* source, const float* ofFile, int count,
                           float** result)
{
    const gelTetMesh* mesh = &source->mesh;
    const gelSurfaceMesh* surface = source->skin1 > 0 ? &scene->skins[source->skin1 - 1].surface : NULL;
    int needed = surface != NULL ? surface->originalCount : 0;
    for (int i = 0; i < mesh->vertexCount && surface == NULL; i++)
        needed = mesh->sourceVertices[i] >= needed ? mesh->sourceVertices[i] + 1 : needed;
    if (count < needed)
        return gelFail(gel_formatError, "%s: expected values of %d vertices, found %d", source->file, needed,
                       count);
    float* values = gelAllocate((size_t)mesh->vertexCount, sizeof *values);
    if (values == NULL)
        return gelFailMemory((size_t)mesh->vertexCount, sizeof *values);
    gelStatus status = surface != NULL ? carryFromSurface(surface, mesh, ofFile, values) : gel_success;
    for (int i = 0; i < mesh->vertexCount && surface == NULL; i++)
        values[i] = ofFile[mesh->sourceVertices[i]];
    if (status == gel_success)
        *result = values;
    else
        gelFree(values);
    return status;
}

gelStatus gelLoadSceneArray(const gelScene* scene, const gelSceneBody* body, const char* name, float** values)
{
    const gelSceneMesh* mesh = &scene->meshes[body->mesh];
    float* ofFile;
    int count;
    if (mesh->file == NULL)
        return gelFail(gel_formatError,
                       "there is no \"%.60s\": only meshes of files have arrays, and this is a shape", name);
    gelStatus status = gelLoadVertexArray(mesh->file, name, &ofFile, &count);
    if (status != gel_success)
        return status;
    status = takeArray(scene, mesh, ofFile, count, values);
    gelFree(ofFile);
    return status;
}

gelStatus gelReadSceneArray(const gelJsonNode* node, const gelScene* scene, const gelSceneBody* body,
                            float** values)
{
    if (!gelIsName(node->item))
        return gelFailJson(node, "a name");
    gelStatus status = gelLoadSceneArray(scene, body, node->item->valuestring, values);
    return status == gel_success ? status : gelFailJsonCause(node, status);
}
