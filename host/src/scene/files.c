#include "scene/files.h"
#include "base/path.h"
#include "base/text_reader.h"

#include <string.h>

static gelStatus add(gelScene* scene, const char* path, size_t length, const char* ending)
{
    size_t count = (size_t)scene->fileCount, size = length + strlen(ending) + 1;
    char** files = gelResize(scene->files, count + 1, sizeof *files);
    if (files == NULL)
        return gelFailMemory(count + 1, sizeof *files);
    scene->files = files;
    char* name = gelAllocate(size, 1);
    if (name == NULL)
        return gelFailMemory(size, 1);
    memcpy(name, path, length);
    strcpy(name + length, ending);
    files[scene->fileCount++] = name;
    return gel_success;
}

gelStatus gelNoteSceneFile(gelScene* scene, const char* path)
{
    static const char* const pairs[][2] = {
        {".node", ".ele"}, {".ele", ".node"}, {".NODE", ".ELE"}, {".ELE", ".NODE"}};
    size_t dot = gelEndingOf(path);
    gelStatus status = add(scene, path, strlen(path), "");
    for (int i = 0; i < 4 && status == gel_success; i++)
        if (strcmp(path + dot, pairs[i][0]) == 0)
            status = add(scene, path, dot, pairs[i][1]);
    return status;
}

void gelForgetSceneFiles(gelScene* scene)
{
    for (int i = 0; i < scene->fileCount; i++)
        gelFree(scene->files[i]);
    gelFree(scene->files);
}

const char* gelScene_GetFileName(const gelScene* scene, int index)
{
    return index >= 0 && index < scene->fileCount ? scene->files[index] : NULL;
}

uint64_t gelScene_HashFile(const gelScene* scene, int index)
{
    gelTextReader reader;
    const char* name = gelScene_GetFileName(scene, index);
    if (name == NULL || gelOpenText(name, &reader) != gel_success)
        return 0;
    uint64_t hash = gelHashBytes(GEL_HASH_START, reader.bytes, reader.size);
    gelCloseText(&reader);
    return hash;
}
