// A folder for one test. Needs _XOPEN_SOURCE 700 before the first header.
#pragma once

#include "support/harness.h"

#include <dirent.h>
#include <sys/stat.h>

// Creates it if it is missing.
static inline void emptyFolder(const char* path)
{
    mkdir(path, 0777);
    DIR* folder = opendir(path);
    struct dirent* entry;
    while (folder != NULL && (entry = readdir(folder)) != NULL) {
        char name[1024];
        snprintf(name, sizeof name, "%s/%s", path, entry->d_name);
        if (entry->d_name[0] != '.')
            remove(name);
    }
    if (folder != NULL)
        closedir(folder);
}

static inline int countFiles(const char* path)
{
    DIR* folder = opendir(path);
    int count = 0;
    struct dirent* entry;
    while (folder != NULL && (entry = readdir(folder)) != NULL)
        count += entry->d_name[0] != '.';
    if (folder != NULL)
        closedir(folder);
    return count;
}
