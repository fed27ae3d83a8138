#define _POSIX_C_SOURCE 200809L // mkdir
#include "files/cache_folder.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#ifdef _WIN32
#include <direct.h>
#define makeFolder(path) _mkdir(path)
#else
#define makeFolder(path) mkdir((path), 0755)
#endif

static const char* setting(const char* name)
{
    const char* value = getenv(name);
    return value != NULL && value[0] != '\0' ? value : NULL;
}

bool gelFindCacheFolder(char* path, size_t capacity)
{
    const char *own = setting("GEL_CACHE_DIR"), *base = setting("XDG_CACHE_HOME"), *home = setting("HOME");
    int length = -1;
#ifdef _WIN32
    base = setting("LOCALAPPDATA");
    home = NULL;
#endif
    if (own != NULL)
        length = snprintf(path, capacity, "%s", own);
    else if (base != NULL)
        length = snprintf(path, capacity, "%s/gel", base);
    else if (home != NULL)
        length = snprintf(path, capacity, "%s/.cache/gel", home);
    return length >= 0 && (size_t)length < capacity;
}

// Creates the folder and its parents. An existing one is not a failure; real failures show when the file is
// created.
void gelMakeFolders(const char* folder)
{
    char path[1024];
    snprintf(path, sizeof path, "%s", folder);
    for (char* c = path + 1; *c != '\0'; c++)
        if (*c == '/') {
            *c = '\0';
            makeFolder(path);
            *c = '/';
        }
    makeFolder(path);
}
