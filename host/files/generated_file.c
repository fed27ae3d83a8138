#define _POSIX_C_SOURCE 200809L // S_ISREG
#include "files/generated_file.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

bool gelMayOverwrite(const char* path, const char* start)
{
    char found[32];
    struct stat file;
    size_t size = strlen(start);
    if (stat(path, &file) != 0)
        return errno == ENOENT;
    FILE* opened = S_ISREG(file.st_mode) ? fopen(path, "rb") : NULL;
    if (opened == NULL)
        return false;
    bool isOwn = fread(found, 1, size, opened) == size && memcmp(found, start, size) == 0;
    fclose(opened);
    return isOwn;
}

bool gelNameKeyframes(const char* recording, char* name, size_t capacity)
{
    int length = snprintf(name, capacity, "%s.states", recording);
    return length >= 0 && (size_t)length < capacity;
}
