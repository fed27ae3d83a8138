#define _POSIX_C_SOURCE 200809L // S_ISREG
#include "files/generated_file.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

bool gelIsFormerSnapshot(const char* start)
{
    static const char* const former[] = {"gel state\n\x1a", "gel keyframes\n\x1a"};
    return strncmp(start, former[0], strlen(former[0])) == 0 ||
           strncmp(start, former[1], strlen(former[1])) == 0;
}

bool gelMayOverwrite(const char* path, const char* start)
{
    char found[32] = "";
    struct stat file;
    size_t size = strlen(start);
    if (stat(path, &file) != 0)
        return errno == ENOENT;
    FILE* opened = S_ISREG(file.st_mode) ? fopen(path, "rb") : NULL;
    if (opened == NULL)
        return false;
    bool isOwn = (fread(found, 1, size, opened) == size && memcmp(found, start, size) == 0) ||
                 (strcmp(start, GEL_SNAPSHOTS_START) == 0 && gelIsFormerSnapshot(found));
    fclose(opened);
    return isOwn;
}

bool gelNameRestShape(const char* cache, char* name, size_t capacity)
{
    const char* ending = strrchr(cache, '.');
    int stem = (int)(ending != NULL ? (size_t)(ending - cache) : strlen(cache));
    int length = snprintf(name, capacity, "%.*s_rest.obj", stem, cache);
    return length >= 0 && (size_t)length < capacity;
}

bool gelNameKeyframes(const char* recording, char* name, size_t capacity)
{
    int length = snprintf(name, capacity, "%s.states", recording);
    return length >= 0 && (size_t)length < capacity;
}
