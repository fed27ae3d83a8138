#define _POSIX_C_SOURCE 200809L // S_ISDIR, fileno
#include "files/temporary_file.h"
#include "files/permissions.h"
#include "files/system.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// A process can be asked for only on its own machine.
static void markMachine(char mark[gel_temporaryMarkSize])
{
    char host[256] = "";
    unsigned hash = 2166136261u;
    gelNameMachine(host, sizeof host);
    for (const char* c = host; *c != '\0'; c++)
        hash = (hash ^ (unsigned char)*c) * 16777619u;
    snprintf(mark, gel_temporaryMarkSize, ".gel-%08x-", hash);
}

void gelMarkTemporary(char mark[gel_temporaryMarkSize])
{
    markMachine(mark);
    size_t length = strlen(mark);
    snprintf(mark + length, gel_temporaryMarkSize - length, "%ld", gelOwnProcess());
}

bool gelIsFolder(const char* path)
{
    struct stat found;
    return stat(path, &found) == 0 && S_ISDIR(found.st_mode);
}

bool gelIsRegular(const char* path)
{
    struct stat found;
    return stat(path, &found) == 0 && S_ISREG(found.st_mode);
}

static size_t lengthOfFolder(const char* path)
{
    const char* slash = gelLastSlash(path);
    return slash != NULL ? (size_t)(slash - path) + 1 : 0;
}

bool gelFollowLinks(const char* path, char* target, size_t capacity)
{
    enum { maxLinks = 40 }; // as the system
    char link[gel_pathSize];
    size_t length = strlen(path);
    errno = ENAMETOOLONG;
    if (length >= capacity)
        return false;
    memcpy(target, path, length + 1);
    for (int i = 0; i < maxLinks; i++) {
        if (!gelReadLink(target, link, sizeof link))
            return true; // no link, or nothing
        size_t size = strlen(link);
        size_t folder = link[0] == '/' ? 0 : lengthOfFolder(target); // it counts from its own
        errno = ENAMETOOLONG;
        if (folder + size >= capacity)
            return false;
        memcpy(target + folder, link, size + 1);
    }
    errno = ELOOP;
    return false;
}

// Creates TARGET MARK.part, or TARGET MARK.1.part and so on: never an existing file. Nobody may read it who may not
// read the target, or `with`.
static FILE* createPart(const char* path, const char* mark, const char* with, char* partPath, size_t capacity)
{
    char target[gel_pathSize];
    enum { maxWriters = 100 };
    if (!gelFollowLinks(path, target, sizeof target))
        return NULL;
    if (gelIsFolder(path)) {
        errno = EISDIR;
        return NULL;
    }
    if (gelIsProtected(path)) {
        errno = EACCES;
        return NULL;
    }
    FILE* file = NULL;
    errno = EEXIST;
    for (int i = 0; file == NULL && errno == EEXIST && i < maxWriters; i++) {
        int length = i == 0 ? snprintf(partPath, capacity, "%s%s.part", target, mark)
                            : snprintf(partPath, capacity, "%s%s.%d.part", target, mark, i);
        if (length < 0 || (size_t)length >= capacity)
            errno = ENAMETOOLONG;
        else
            file = gelCreateLike(partPath, target, with);
    }
    return file;
}

static FILE* openPart(const char* path, const char* with, char* partPath, size_t capacity)
{
    char mark[gel_temporaryMarkSize];
    gelMarkTemporary(mark);
    return createPart(path, mark, with, partPath, capacity);
}

FILE* gelOpenTemporaryFile(const char* path, char* partPath, size_t capacity)
{
    return openPart(path, NULL, partPath, capacity);
}

static bool copyBytes(FILE* from, FILE* to)
{
    char block[1 << 14];
    size_t size;
    while ((size = fread(block, 1, sizeof block, from)) > 0)
        if (fwrite(block, 1, size, to) != size)
            return false;
    return ferror(from) == 0;
}

// To another file system, where it gets its name when it is complete, too.
static bool copyPart(const char* partPath, const char* target)
{
    char copyPath[gel_pathSize + gel_temporaryNameRoom];
    FILE* from = fopen(partPath, "rb");
    FILE* to = from != NULL ? openPart(target, partPath, copyPath, sizeof copyPath) : NULL;
    bool ok = to != NULL && copyBytes(from, to);
    int error = errno;
    if (from != NULL)
        fclose(from);
    if (to == NULL) {
        errno = error;
        return false;
    }
    bool isClosed = fclose(to) == 0; // a full disk may not show until here
    if (ok && isClosed && gelCopyPermissions(copyPath, target) && gelRenameFile(copyPath, target)) {
        remove(partPath);
        return true;
    }
    error = ok ? errno : error;
    remove(copyPath);
    errno = error;
    return false;
}

bool gelPublishTemporary(const char* partPath, const char* path)
{
    char target[gel_pathSize];
    if (!gelFollowLinks(path, target, sizeof target) || !gelCopyPermissions(partPath, target))
        return false;
    return gelRenameFile(partPath, target) || (errno == EXDEV && copyPart(partPath, target));
}

FILE* gelOpenKeptTemporary(const char* path, char* partPath, size_t capacity)
{
    return createPart(path, "", NULL, partPath, capacity);
}

// The number of the process in the name of a part file of this machine; 0 if it is none.
static long processOf(const char* name, const char* mark)
{
    const char* last = NULL;
    for (const char* found = strstr(name, mark); found != NULL; found = strstr(found + 1, mark))
        last = found + strlen(mark);
    if (last == NULL || !isdigit((unsigned char)last[0]))
        return 0;
    char* end;
    long process = strtol(last, &end, 10);
    if (*end == '.' && isdigit((unsigned char)end[1]))
        strtol(end + 1, &end, 10);
    bool isPart = strcmp(end, ".part") == 0 || strcmp(end, ".part.png") == 0;
    return isPart && process > 0 && process <= INT_MAX ? process : 0;
}

// Does something in the folder of the path, and in that of what it links to.
static void visitFoldersOf(const char* path, void (*visit)(const char* folder))
{
    char target[gel_pathSize], folder[gel_pathSize];
    bool isLink = gelFollowLinks(path, target, sizeof target) && strcmp(path, target) != 0;
    for (int i = 0; i <= isLink; i++) {
        const char* file = i == 0 ? path : target;
        int length = (int)lengthOfFolder(file);
        snprintf(folder, sizeof folder, "%.*s", length > 0 ? length : 2, length > 0 ? file : "./");
        visit(folder);
    }
}

static void removeDeadPartsIn(const char* folder)
{
    char mark[gel_temporaryMarkSize], path[2 * gel_pathSize];
    DIR* directory = opendir(folder);
    if (directory == NULL)
        return;
    markMachine(mark);
    for (const struct dirent* entry = readdir(directory); entry != NULL; entry = readdir(directory)) {
        long process = processOf(entry->d_name, mark);
        int length = snprintf(path, sizeof path, "%s%s", folder, entry->d_name);
        if (process > 0 && gelIsProcessGone(process) && length < (int)sizeof path)
            remove(path);
    }
    closedir(directory);
}

void gelRemoveDeadTemporaries(const char* path)
{
    visitFoldersOf(path, removeDeadPartsIn);
}

bool gelSyncFile(FILE* file)
{
    return fflush(file) == 0 && gelSyncDescriptor(fileno(file));
}

bool gelSyncPath(const char* path)
{
    int file = open(path, O_RDONLY);
    if (file < 0)
        return false;
    bool done = gelSyncDescriptor(file);
    int error = errno;
    close(file);
    errno = error;
    return done;
}

static void syncFolder(const char* folder)
{
    gelSyncPath(folder);
}

void gelSyncFolderOf(const char* path)
{
    visitFoldersOf(path, syncFolder);
}

bool gelNameKeptTemporary(const char* path, const char* ending, char* name, size_t capacity)
{
    char target[gel_pathSize];
    if (!gelFollowLinks(path, target, sizeof target))
        return false;
    int length = snprintf(name, capacity, "%s%s", target, ending);
    errno = ENAMETOOLONG;
    return length >= 0 && (size_t)length < capacity;
}

bool gelKeepTemporary(FILE* file, const char* path, const char* ending, char* partPath, size_t capacity)
{
    char before[gel_pathSize + gel_temporaryNameRoom];
    snprintf(before, sizeof before, "%s", partPath);
    if (!(file != NULL ? gelSyncFile(file) : gelSyncPath(partPath)) ||
        !gelNameKeptTemporary(path, ending, partPath, capacity))
        return false;
    if (strcmp(before, partPath) == 0 || gelRenameFile(before, partPath))
        return true;
    int error = errno;
    snprintf(partPath, capacity, "%s", before);
    errno = error;
    return false;
}

FILE* gelReopenTemporary(const char* path, const char* ending, char* partPath, size_t capacity)
{
    return gelNameKeptTemporary(path, ending, partPath, capacity) ? fopen(partPath, "rb+") : NULL;
}

bool gelCutFile(FILE* file, int64_t size)
{
    struct stat found;
    if (fflush(file) != 0 || fstat(fileno(file), &found) != 0)
        return false;
    errno = EINVAL;
    return size >= 0 && size <= LONG_MAX && size <= found.st_size &&
           ftruncate(fileno(file), (off_t)size) == 0 && fseek(file, (long)size, SEEK_SET) == 0;
}

long gelLivingProcessOf(const char* mark)
{
    char own[gel_temporaryMarkSize];
    markMachine(own);
    size_t length = strlen(own);
    long process = strncmp(mark, own, length) == 0 ? strtol(mark + length, NULL, 10) : 0;
    return process > 0 && process <= INT_MAX && process != gelOwnProcess() && !gelIsProcessGone(process)
               ? process
               : 0;
}
