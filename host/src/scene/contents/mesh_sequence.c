#define _POSIX_C_SOURCE 200809L // opendir
#include "scene/contents/mesh_sequence.h"
#include "files/system.h"
#include "gel/surface.h"
#include "mesh/mesh.h"
#include "surface/surface.h"

#include <dirent.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { maxFrames = 10000, maxDigits = 9 };

// "folder/head*tail"; each ends after its length, not with a zero.
typedef struct Pattern {
    const char *folder, *head, *tail;
    int folderLength, headLength, tailLength;
} Pattern;

bool gelIsMeshSequence(const char* name)
{
    return strchr(name, '*') != NULL;
}

static gelStatus takeApart(const char* text, Pattern* pattern)
{
    const char* slash = gelLastSlash(text);
    const char* name = slash != NULL ? slash + 1 : text;
    const char* star = strchr(name, '*');
    if (star == NULL || strchr(star + 1, '*') != NULL)
        return gelFail(gel_formatError, "%s: expected one *, in the name of the file", text);
    *pattern = (Pattern){text, name, star + 1, (int)(name - text), (int)(star - name), (int)strlen(star + 1)};
    return gel_success;
}

// The number of the frame; -1 of other files.
static int numberOf(const Pattern* pattern, const char* name)
{
    int digits = (int)strlen(name) - pattern->headLength - pattern->tailLength, number = 0;
    if (digits < 1 || digits > maxDigits || strncmp(name, pattern->head, (size_t)pattern->headLength) != 0 ||
        strcmp(name + pattern->headLength + digits, pattern->tail) != 0)
        return -1;
    for (int i = 0; i < digits; i++) {
        char digit = name[pattern->headLength + i];
        if (digit < '0' || digit > '9')
            return -1;
        number = 10 * number + (digit - '0');
    }
    return number;
}

static gelStatus addFrame(const Pattern* pattern, const char* name, int number, gelMeshSequence* sequence)
{
    size_t size = (size_t)pattern->folderLength + strlen(name) + 1;
    if (sequence->count == maxFrames)
        return gelFail(gel_formatError, "%s: expected at most %d files, found more", pattern->folder,
                       maxFrames);
    gelStatus status =
        gelReserve(&sequence->frames, &sequence->capacity, sequence->count + 1, sizeof *sequence->frames);
    char* path = status == gel_success ? gelAllocate(size, 1) : NULL;
    if (path == NULL)
        return status == gel_success ? gelFailMemory(size, 1) : status;
    snprintf(path, size, "%.*s%s", pattern->folderLength, pattern->folder, name);
    sequence->frames[sequence->count++] = (gelMeshFrame){number, path};
    return gel_success;
}

static gelStatus takeFrames(const Pattern* pattern, DIR* folder, gelMeshSequence* sequence)
{
    for (;;) {
        errno = 0; // the end of the folder is no error, but returns NULL, too
        const struct dirent* file = readdir(folder);
        if (file == NULL)
            return errno == 0 ? gel_success
                              : gelFail(gel_fileError, "%s: the folder cannot be read: %s", pattern->folder,
                                        strerror(errno));
        int number = numberOf(pattern, file->d_name);
        gelStatus status = number >= 0 ? addFrame(pattern, file->d_name, number, sequence) : gel_success;
        if (status != gel_success)
            return status;
    }
}

static gelStatus readFolder(const Pattern* pattern, gelMeshSequence* sequence)
{
    size_t size = (size_t)pattern->folderLength + sizeof ".";
    char* name = gelAllocate(size, 1);
    if (name == NULL)
        return gelFailMemory(size, 1);
    snprintf(name, size, "%.*s.", pattern->folderLength, pattern->folder);
    DIR* folder = opendir(name);
    int error = errno;
    gelFree(name);
    if (folder == NULL)
        return gelFail(gel_fileError, "%s: the folder cannot be opened: %s", pattern->folder,
                       strerror(error));
    gelStatus status = takeFrames(pattern, folder, sequence);
    closedir(folder);
    return status;
}

static int compareFrames(const void* a, const void* b)
{
    const gelMeshFrame *first = a, *second = b;
    return first->number != second->number
               ? (first->number > second->number) - (first->number < second->number)
               : strcmp(first->path, second->path);
}

static gelStatus sortFrames(const char* pattern, gelMeshSequence* sequence)
{
    const gelMeshFrame* frames = sequence->frames;
    if (sequence->count == 0)
        return gelFail(gel_fileError, "%s: expected files with a number in place of *, found none", pattern);
    qsort(sequence->frames, (size_t)sequence->count, sizeof *frames, compareFrames);
    for (int i = 1; i < sequence->count; i++)
        if (frames[i].number == frames[i - 1].number)
            return gelFail(gel_formatError, "%s: expected one file for each frame, found %s and %s", pattern,
                           frames[i - 1].path, frames[i].path);
    return gel_success;
}

gelStatus gelListMeshSequence(const char* pattern, gelMeshSequence* sequence)
{
    Pattern parts = {0};
    *sequence = (gelMeshSequence){0};
    gelStatus status = takeApart(pattern, &parts);
    if (status == gel_success)
        status = readFolder(&parts, sequence);
    if (status == gel_success)
        status = sortFrames(pattern, sequence);
    if (status != gel_success)
        gelClearMeshSequence(sequence);
    return status;
}

void gelClearMeshSequence(gelMeshSequence* sequence)
{
    for (int i = 0; i < sequence->count; i++)
        gelFree(sequence->frames[i].path);
    gelFree(sequence->frames);
    *sequence = (gelMeshSequence){0};
}

// Allocates a cache of `frameCount` frames of `pointCount` points.
static gelStatus makeRoom(const char* path, int pointCount, int frameCount, gelPointCache* cache)
{
    size_t count = (size_t)pointCount * (size_t)frameCount, size = 3 * sizeof *cache->positions;
    if (count == 0)
        return gelFail(gel_formatError, "%s: expected vertices, found none", path);
    if ((double)count * (double)size >= 2147483648.0)
        return gelFail(gel_unsupported,
                       "%s: expected positions of less than 2 GiB, found %d frames of %d points", path,
                       frameCount, pointCount);
    cache->pointCount = pointCount;
    cache->frameCount = frameCount;
    cache->times = gelAllocate((size_t)frameCount, sizeof *cache->times);
    cache->positions = gelAllocate(count, size);
    return cache->times != NULL && cache->positions != NULL ? gel_success : gelFailMemory(count, size);
}

static gelStatus checkFrame(const gelMeshSequence* sequence, int frame, const float* positions, int count,
                            const gelPointCache* cache)
{
    const char* path = sequence->frames[frame].path;
    if (count != cache->pointCount)
        return gelFail(gel_formatError, "%s: expected %d vertices, as %s has, found %d", path,
                       cache->pointCount, sequence->frames[0].path, count);
    for (size_t i = 0; i < 3 * (size_t)count; i++)
        if (!(fabsf(positions[i]) <= 1e15f))
            return gelFail(gel_formatError, "%s: vertex %zu: expected coordinates within 1e15, found %g",
                           path, i / 3, (double)positions[i]);
    return gel_success;
}

gelStatus gelLoadMeshSequence(const gelMeshSequence* sequence, gelPointCache* cache)
{
    gelStatus status = gel_success;
    *cache = (gelPointCache){0};
    for (int f = 0; f < sequence->count && status == gel_success; f++) {
        const char* path = sequence->frames[f].path;
        float* positions = NULL;
        int count = 0;
        status = gelIsSurfacePath(path) ? gelLoadSurfacePoints(path, &positions, &count)
                                        : gelLoadTetPoints(path, &positions, &count);
        if (status == gel_success && f == 0)
            status = makeRoom(path, count, sequence->count, cache);
        if (status == gel_success)
            status = checkFrame(sequence, f, positions, count, cache);
        if (status == gel_success) {
            cache->times[f] = sequence->frames[f].number;
            memcpy(cache->positions + 3 * (size_t)f * (size_t)count, positions,
                   3 * (size_t)count * sizeof *positions);
        }
        gelFree(positions);
    }
    if (status != gel_success)
        gelDestroyPointCache(cache);
    return status;
}
