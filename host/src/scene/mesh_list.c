#include "scene/mesh_list.h"

#include <string.h>

int gelFindSceneMesh(const gelScene* scene, const char* key)
{
    for (int i = 0; i < scene->meshCount; i++) {
        if (scene->meshes[i].key != NULL && strcmp(scene->meshes[i].key, key) == 0)
            return i;
    }
    return -1;
}

int gelFindSceneSkin(const gelScene* scene, const char* key)
{
    for (int i = 0; i < scene->skinCount; i++)
        if (strcmp(scene->skins[i].key, key) == 0)
            return i;
    return -1;
}

static char* copyText(const char* text)
{
    size_t size = strlen(text) + 1;
    char* copy = gelAllocate(size, 1);
    if (copy == NULL)
        gelFailMemory(size, 1);
    return copy != NULL ? memcpy(copy, text, size) : NULL;
}

gelStatus gelAddSceneMesh(gelScene* scene, const char* key, gelTetMesh* mesh, int* index)
{
    gelSceneMesh* entry = &scene->meshes[scene->meshCount];
    *entry = (gelSceneMesh){.key = key != NULL ? copyText(key) : NULL, .mesh = *mesh};
    if (key != NULL && entry->key == NULL) {
        gelDestroyTetMesh(mesh);
        return gel_outOfMemory;
    }
    *index = scene->meshCount++;
    return gel_success;
}

void gelRecordMeshFile(gelScene* scene, int mesh, char* file, int skin1)
{
    gelSceneMesh* entry = &scene->meshes[mesh];
    gelFree(entry->file);
    entry->file = file;
    entry->skin1 = skin1;
}

gelStatus gelAddSceneSurface(gelScene* scene, const char* key, gelSceneSkin* skin, int* index)
{
    skin->key = copyText(key);
    if (skin->key == NULL) {
        gelDestroySurfaceMesh(&skin->surface);
        gelDestroyEmbedding(&skin->embedding);
        return gel_outOfMemory;
    }
    *index = scene->skinCount;
    scene->skins[scene->skinCount++] = *skin;
    return gel_success;
}
