#define _POSIX_C_SOURCE 200809L // getcwd
#include "app/scene_files.h"
#include "app/memory.h"
#include "app/references.h"
#include "files/system.h"

#include "gel/surface.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { pathSize = 4096 };

static bool isSlash(char c)
{
    return c == '/' || c == '\\';
}

static bool isWhole(const char* path)
{
    return isSlash(path[0]) || (path[0] != '\0' && path[1] == ':');
}

// Appends a path to a name, part by part: "." is left out, and ".." takes the last part away, as a page does it.
static size_t append(char* name, size_t length, const char* path)
{
    for (const char *part = path, *end; *part != '\0'; part = *end != '\0' ? end + 1 : end) {
        end = part;
        while (*end != '\0' && !isSlash(*end))
            end++;
        size_t size = (size_t)(end - part);
        if (size == 2 && part[0] == '.' && part[1] == '.') {
            while (length > 0 && name[--length] != '/') {
            }
        } else if (size > 0 && !(size == 1 && part[0] == '.')) {
            name[length++] = '/';
            memcpy(name + length, part, size);
            length += size;
        }
    }
    return length;
}

// NULL if out of memory.
static char* wholeName(const char* path)
{
    char folder[pathSize] = "";
    if (!isWhole(path) && getcwd(folder, sizeof folder) == NULL)
        folder[0] = '\0';
    char* name = gelNew(strlen(folder) + strlen(path) + 3, 1);
    if (name != NULL)
        append(name, append(name, 0, folder), path);
    return name;
}

static bool has(const gelSceneFiles* files, const gelSceneFile* file)
{
    for (int i = 0; i < files->count; i++)
        if (strcmp(files->files[i].name, file->name) == 0 && files->files[i].isFixed == file->isFixed)
            return true;
    return false;
}

// Whether a scene names the file by its whole path: else its path begins as that of the scene does.
static bool isFixed(const gelSceneFiles* files, const char* path)
{
    const char* scene = files->count > 0 ? files->files[0].path : path;
    const char* slash = gelLastSlash(scene);
    size_t folder = slash != NULL ? (size_t)(slash - scene) + 1 : 0;
    return isWhole(path) && (folder == 0 || strncmp(path, scene, folder) != 0);
}

static bool add(gelSceneFiles* files, const char* path)
{
    char* real = gelRealPath(path);
    if (real == NULL)
        return true;
    free(real);
    gelSceneFile file = {gelCopyOf(path), wholeName(path), isFixed(files, path)};
    bool ok = file.path != NULL && file.name != NULL;
    if (ok && !has(files, &file)) {
        gelSceneFile* grown = gelGrow(files->files, (size_t)files->count + 1, sizeof *grown);
        ok = grown != NULL;
        if (ok) {
            files->files = grown;
            grown[files->count++] = file;
            return true;
        }
    }
    free(file.path);
    free(file.name);
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

size_t gelSceneFolder(const gelSceneFiles* files)
{
    size_t length = 0;
    for (int i = 0; i < files->count; i++) {
        const char *name = files->files[i].name, *first = files->files[0].name;
        size_t own = (size_t)(strrchr(name, '/') - name) + 1, same = 0;
        for (size_t k = 0; k < own && (i == 0 || k < length) && name[k] == first[k]; k++)
            if (name[k] == '/')
                same = k + 1;
        if (i == 0 || !files->files[i].isFixed)
            length = same;
    }
    return length;
}

void gelClearSceneFiles(gelSceneFiles* files)
{
    for (int i = 0; i < files->count; i++) {
        free(files->files[i].path);
        free(files->files[i].name);
    }
    free(files->files);
    *files = (gelSceneFiles){0};
}
