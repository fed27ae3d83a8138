// WebAssembly with WASI: only files, those that the page or node gives it. There are no links, processes or libraries.
#define _POSIX_C_SOURCE 200809L // fileno
#include "files/system.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// Takes "x/.." out of a whole path, in place.
static void simplify(char* path)
{
    char* end = path;
    for (const char* part = path; *part != '\0';) {
        size_t length = strcspn(part + 1, "/") + 1; // with the slash before it
        if (length == 3 && memcmp(part, "/..", 3) == 0) {
            while (end > path && *--end != '/') {
            }
        } else if (length > 1 && !(length == 2 && part[1] == '.')) {
            memmove(end, part, length);
            end += length;
        }
        part += length;
    }
    if (end == path)
        *end++ = '/';
    *end = '\0';
}

char* gelRealPath(const char* path)
{
    struct stat found;
    if (stat(path, &found) != 0)
        return NULL;
    size_t length = strlen(path);
    char* whole = malloc(length + 2);
    if (whole == NULL)
        return NULL;
    whole[0] = '/'; // the folder of the process
    memcpy(whole + 1, path, length + 1);
    simplify(whole);
    return whole;
}

const char* gelLastSlash(const char* path)
{
    return strrchr(path, '/');
}

bool gelIsSameFile(const char* a, const char* b)
{
    char *first = gelRealPath(a), *second = gelRealPath(b);
    bool isSame = first != NULL && second != NULL && strcmp(first, second) == 0;
    free(first);
    free(second);
    return isSame;
}

bool gelReadLink(const char* path, char* target, size_t capacity)
{
    (void)path;
    (void)capacity;
    target[0] = '\0';
    errno = EINVAL;
    return false;
}

bool gelRenameFile(const char* from, const char* to)
{
    return rename(from, to) == 0;
}

int64_t gelWriteAt(FILE* file, const void* bytes, size_t size, uint64_t position)
{
    return pwrite(fileno(file), bytes, size, (off_t)position);
}

char* gelMapFile(const char* path, size_t* size)
{
    struct stat found;
    FILE* file =
        stat(path, &found) == 0 && S_ISREG(found.st_mode) && found.st_size > 0 ? fopen(path, "rb") : NULL;
    char* bytes = file != NULL ? malloc((size_t)found.st_size) : NULL;
    *size = bytes != NULL ? fread(bytes, 1, (size_t)found.st_size, file) : 0;
    if (file != NULL)
        fclose(file);
    if (bytes == NULL || *size == (size_t)found.st_size)
        return bytes;
    free(bytes);
    *size = 0;
    errno = EIO;
    return NULL;
}

void gelUnmapFile(char* bytes, size_t size)
{
    (void)size;
    free(bytes);
}

bool gelSyncDescriptor(int file)
{
    (void)file;
    return true;
}

void* gelOpenLibrary(const char* name)
{
    (void)name;
    return NULL;
}

const char* gelLibraryError(void)
{
    return "WebAssembly loads no libraries";
}

bool gelFindFunction(void* library, const char* name, void* variable)
{
    (void)library;
    (void)name;
    *(void**)variable = NULL;
    return false;
}

bool gelFindProgram(char* path, size_t capacity)
{
    (void)capacity;
    path[0] = '\0';
    return false;
}

void gelNameMachine(char* name, size_t capacity)
{
    (void)capacity;
    name[0] = '\0';
}

long gelOwnProcess(void)
{
    return 1;
}

bool gelIsProcessGone(long process)
{
    (void)process;
    return false;
}

int gelCountProcessors(void)
{
    return 1;
}

uint64_t gelMemoryBytes(void)
{
    return (uint64_t)1 << 32; // that of 32-bit addresses
}

int64_t gelResidentBytes(void)
{
    return (int64_t)__builtin_wasm_memory_size(0) * 65536;
}

int gelCountColumns(int file)
{
    (void)file;
    return 0;
}

void gelCatchEnd(void (*note)(int signal))
{
    (void)note;
}
