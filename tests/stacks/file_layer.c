// Loaded before the C library, makes a call on files fail: that of GEL_FILE_FAULT_CALL (open, write, close, sync, rename,
// mkdir or read) with the number GEL_FILE_FAULT_AT, of those below the folder GEL_FILE_FAULT_IN. A file that could not be
// written or read once cannot be any more. How often each was called goes to GEL_FILE_FAULT_COUNTS. Only the program
// GEL_FILE_FAULT_PROGRAM is meant: by default gel, and not what it starts; of another one, the process that writes.
#define _GNU_SOURCE // RTLD_NEXT
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { callOpen, callWrite, callClose, callSync, callRename, callMkdir, callRead, callCount };
static const char* const names[callCount] = {"open", "write", "close", "sync", "rename", "mkdir", "read"};
static _Atomic int counts[callCount];

static void findNext(const char* name, void* function, size_t size)
{
    void* address = dlsym(RTLD_NEXT, name);
    memcpy(function, &address, size);
}

#define NEXT(name)                                                                                           \
    static __typeof__(name)* next;                                                                           \
    if (next == NULL)                                                                                        \
    findNext(#name, &next, sizeof next)

static bool isMeant(void)
{
    const char* program = getenv("GEL_FILE_FAULT_PROGRAM");
    return strcmp(program_invocation_short_name, program != NULL ? program : "gel") == 0;
}

// Whether this call is the one that fails.
static bool fails(int call, const char* path)
{
    const char *folder = getenv("GEL_FILE_FAULT_IN"), *wanted = getenv("GEL_FILE_FAULT_CALL"),
               *at = getenv("GEL_FILE_FAULT_AT");
    if (folder == NULL || path == NULL || strncmp(path, folder, strlen(folder)) != 0 || !isMeant())
        return false;
    return ++counts[call] == (at != NULL ? atoi(at) : 0) && wanted != NULL &&
           strcmp(wanted, names[call]) == 0;
}

static bool failsOn(int call, int file)
{
    char link[64], path[1024];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, sizeof path - 1);
    path[length > 0 ? length : 0] = '\0';
    return fails(call, path);
}

// From now on writing fails with ENOSPC: /dev/full; reading with EISDIR: a folder.
static void spoil(int file, const char* with, int flags)
{
    int other = (int)syscall(SYS_openat, AT_FDCWD, with, flags, 0);
    dup2(other, file);
    close(other);
}

static void spoilIfDue(int call, int file)
{
    if (failsOn(call, file))
        spoil(file, call == callWrite ? "/dev/full" : "/", call == callWrite ? O_WRONLY : O_RDONLY);
}

FILE* fopen(const char* path, const char* mode)
{
    NEXT(fopen);
    if (!fails(callOpen, path))
        return next(path, mode);
    errno = EACCES;
    return NULL;
}

int open(const char* path, int flags, ...)
{
    NEXT(open);
    va_list arguments;
    va_start(arguments, flags);
    int mode = va_arg(arguments, int);
    va_end(arguments);
    if (!fails(callOpen, path))
        return next(path, flags, mode);
    errno = EACCES;
    return -1;
}

int open64(const char* path, int flags, ...)
{
    va_list arguments;
    va_start(arguments, flags);
    int mode = va_arg(arguments, int);
    va_end(arguments);
    return open(path, flags, mode);
}

ssize_t write(int file, const void* bytes, size_t size)
{
    NEXT(write);
    if (!failsOn(callWrite, file))
        return next(file, bytes, size);
    ssize_t taken = getenv("GEL_FILE_FAULT_SHORT") != NULL ? next(file, bytes, size / 2) : 0;
    spoil(file, "/dev/full", O_WRONLY);
    return taken > 0 ? taken : next(file, bytes, size);
}

ssize_t pwrite(int file, const void* bytes, size_t size, off_t position)
{
    NEXT(pwrite);
    if (!failsOn(callWrite, file))
        return next(file, bytes, size, position);
    ssize_t taken = getenv("GEL_FILE_FAULT_SHORT") != NULL ? next(file, bytes, size / 2, position) : 0;
    spoil(file, "/dev/full", O_WRONLY);
    return taken > 0 ? taken : next(file, bytes, size, position);
}

// With GEL_FILE_FAULT_SHORT the disk takes half of what is written before it is full.
size_t fwrite(const void* bytes, size_t size, size_t count, FILE* file)
{
    NEXT(fwrite);
    bool isDue = failsOn(callWrite, fileno(file));
    size_t taken = 0;
    if (isDue && getenv("GEL_FILE_FAULT_SHORT") != NULL) {
        taken = count / 2;
        next(bytes, size, taken, file);
        fflush(file);
    }
    if (isDue)
        spoil(fileno(file), "/dev/full", O_WRONLY);
    return taken + next((const char*)bytes + taken * size, size, count - taken, file);
}

int fputs(const char* text, FILE* file)
{
    NEXT(fputs);
    spoilIfDue(callWrite, fileno(file));
    return next(text, file);
}

int vfprintf(FILE* file, const char* format, va_list arguments)
{
    NEXT(vfprintf);
    spoilIfDue(callWrite, fileno(file));
    return next(file, format, arguments);
}

int fprintf(FILE* file, const char* format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = vfprintf(file, format, arguments);
    va_end(arguments);
    return length;
}

size_t fread(void* bytes, size_t size, size_t count, FILE* file)
{
    NEXT(fread);
    spoilIfDue(callRead, fileno(file));
    return next(bytes, size, count, file);
}

int fclose(FILE* file)
{
    NEXT(fclose);
    bool failing = failsOn(callClose, fileno(file));
    int code = next(file);
    if (!failing)
        return code;
    errno = EIO;
    return EOF;
}

int fsync(int file)
{
    NEXT(fsync);
    if (!failsOn(callSync, file))
        return next(file);
    errno = EIO;
    return -1;
}

int rename(const char* from, const char* to)
{
    NEXT(rename);
    if (!fails(callRename, to))
        return next(from, to);
    errno = EACCES;
    return -1;
}

int mkdir(const char* path, mode_t mode)
{
    NEXT(mkdir);
    if (!fails(callMkdir, path))
        return next(path, mode);
    errno = ENOSPC;
    return -1;
}

__attribute__((destructor)) static void tell(void)
{
    const char* path = getenv("GEL_FILE_FAULT_COUNTS");
    int all[callCount];
    for (int i = 0; i < callCount; i++)
        all[i] = counts[i];
    unsetenv("GEL_FILE_FAULT_IN");
    bool tells = isMeant() && (all[callWrite] > 0 || getenv("GEL_FILE_FAULT_PROGRAM") == NULL);
    FILE* file = path != NULL && tells ? fopen(path, "w") : NULL;
    for (int i = 0; i < callCount && file != NULL; i++)
        fprintf(file, "%d\n", all[i]);
    if (file != NULL)
        fclose(file);
}
