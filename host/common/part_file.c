#define _POSIX_C_SOURCE 200809L // S_ISDIR, access, dirfd, gethostname
#include "common/part_file.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// A process can be asked for only on its own machine.
static void markMachine(char mark[gel_partMarkSize])
{
    char host[256] = "";
    unsigned hash = 2166136261u;
    gethostname(host, sizeof host - 1);
    for (const char* c = host; *c != '\0'; c++)
        hash = (hash ^ (unsigned char)*c) * 16777619u;
    snprintf(mark, gel_partMarkSize, ".gel-%08x-", hash);
}

void gelMarkPart(char mark[gel_partMarkSize])
{
    markMachine(mark);
    size_t length = strlen(mark);
    snprintf(mark + length, gel_partMarkSize - length, "%ld", (long)getpid());
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

bool gelIsProtected(const char* path)
{
    struct stat found;
    return stat(path, &found) == 0 && ((found.st_mode & 0222) == 0 || access(path, W_OK) != 0);
}

// Creates PATH MARK.part, or PATH MARK.1.part and so on: never an existing file.
static FILE* createPart(const char* path, const char* mark, char* partPath, size_t capacity)
{
    enum { mostWriters = 100 };
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
    for (int i = 0; file == NULL && errno == EEXIST && i < mostWriters; i++) {
        int length = i == 0 ? snprintf(partPath, capacity, "%s%s.part", path, mark)
                            : snprintf(partPath, capacity, "%s%s.%d.part", path, mark, i);
        if (length < 0 || (size_t)length >= capacity)
            errno = ENAMETOOLONG;
        else
            file = fopen(partPath, "wbx");
    }
    return file;
}

FILE* gelOpenPartFile(const char* path, char* partPath, size_t capacity)
{
    char mark[gel_partMarkSize];
    gelMarkPart(mark);
    return createPart(path, mark, partPath, capacity);
}

FILE* gelOpenKeptPart(const char* path, char* partPath, size_t capacity)
{
    return createPart(path, "", partPath, capacity);
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

static bool isGone(long process)
{
    return kill((pid_t)process, 0) != 0 && errno == ESRCH;
}

static void nameFolderOf(const char* path, char folder[PATH_MAX])
{
    const char* slash = strrchr(path, '/');
    snprintf(folder, PATH_MAX, "%.*s", slash != NULL ? (int)(slash - path) + 1 : 2,
             slash != NULL ? path : "./");
}

void gelRemoveDeadParts(const char* path)
{
    char folder[PATH_MAX], mark[gel_partMarkSize];
    nameFolderOf(path, folder);
    DIR* directory = opendir(folder);
    if (directory == NULL)
        return;
    markMachine(mark);
    for (const struct dirent* entry = readdir(directory); entry != NULL; entry = readdir(directory)) {
        long process = processOf(entry->d_name, mark);
        if (process > 0 && isGone(process))
            unlinkat(dirfd(directory), entry->d_name, 0);
    }
    closedir(directory);
}

static bool isNothingToSync(void)
{
    return errno == EINVAL || errno == ENOTSUP || errno == EROFS;
}

bool gelSyncFile(FILE* file)
{
    return fflush(file) == 0 && (fsync(fileno(file)) == 0 || isNothingToSync());
}

bool gelSyncPath(const char* path)
{
    int file = open(path, O_RDONLY);
    if (file < 0)
        return false;
    bool done = fsync(file) == 0 || isNothingToSync();
    int error = errno;
    close(file);
    errno = error;
    return done;
}

void gelSyncFolderOf(const char* path)
{
    char folder[PATH_MAX];
    nameFolderOf(path, folder);
    gelSyncPath(folder);
}

static bool nameKept(const char* path, const char* ending, char* name, size_t capacity)
{
    int length = snprintf(name, capacity, "%s%s", path, ending);
    errno = ENAMETOOLONG;
    return length >= 0 && (size_t)length < capacity;
}

bool gelKeepPart(FILE* file, const char* path, const char* ending, char* partPath, size_t capacity)
{
    char before[PATH_MAX + gel_partNameRoom];
    snprintf(before, sizeof before, "%s", partPath);
    if (!(file != NULL ? gelSyncFile(file) : gelSyncPath(partPath)) ||
        !nameKept(path, ending, partPath, capacity))
        return false;
    if (strcmp(before, partPath) == 0 || rename(before, partPath) == 0)
        return true;
    int error = errno;
    snprintf(partPath, capacity, "%s", before);
    errno = error;
    return false;
}

FILE* gelReopenPart(const char* path, const char* ending, char* partPath, size_t capacity)
{
    return nameKept(path, ending, partPath, capacity) ? fopen(partPath, "rb+") : NULL;
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
    char own[gel_partMarkSize];
    markMachine(own);
    size_t length = strlen(own);
    long process = strncmp(mark, own, length) == 0 ? strtol(mark + length, NULL, 10) : 0;
    return process > 0 && process <= INT_MAX && process != (long)getpid() && !isGone(process) ? process : 0;
}
