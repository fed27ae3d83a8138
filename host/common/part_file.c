#define _POSIX_C_SOURCE 200809L // S_ISDIR, access
#include "common/part_file.h"

#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

bool gelIsFolder(const char* path)
{
    struct stat found;
    return stat(path, &found) == 0 && S_ISDIR(found.st_mode);
}

bool gelIsProtected(const char* path)
{
    struct stat found;
    return stat(path, &found) == 0 && ((found.st_mode & 0222) == 0 || access(path, W_OK) != 0);
}

FILE* gelOpenPartFile(const char* path, char* partPath, size_t capacity)
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
        int length = i == 0 ? snprintf(partPath, capacity, "%s.part", path)
                            : snprintf(partPath, capacity, "%s.%d.part", path, i);
        if (length < 0 || (size_t)length >= capacity)
            errno = ENAMETOOLONG;
        else
            file = fopen(partPath, "wbx"); // never an existing file
    }
    return file;
}
