#define _POSIX_C_SOURCE 200809L // strdup
#include "app/scene_files.h"
#include "app/references.h"
#include "app/scene_name.h"
#include "files/system.h"

#include "gel/surface.h"

#include <stdlib.h>
#include <string.h>

static bool has(const gelSceneFiles* files, const char* path)
{
    for (int i = 0; i < files->count; i++)
        if (strcmp(files->paths[i], path) == 0)
            return true;
    return false;
}

static bool add(gelSceneFiles* files, const char* path)
{
    char* whole = gelRealPath(path);
    bool ok = whole == NULL || has(files, whole) || gelAddText(&files->paths, &files->count, whole);
    free(whole);
    return ok;
}

static bool addReference(void* files, const char* path)
{
    return add(files, path);
}

bool gelAddSceneFiles(const gelScene* scene, gelSceneFiles* files)
{
    const char* name;
    for (int i = 0; (name = gelScene_GetFileName(scene, i)) != NULL; i++)
        if (!add(files, name) || (gelIsSurfacePath(name) && !gelVisitReferences(name, addReference, files)))
            return false;
    return true;
}

void gelClearSceneFiles(gelSceneFiles* files)
{
    gelClearTexts(files->paths, files->count);
    *files = (gelSceneFiles){0};
}
