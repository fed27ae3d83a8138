#define _DEFAULT_SOURCE // TIOCGWINSZ
#define _XOPEN_SOURCE 700
#define _DARWIN_C_SOURCE
#include "files/system.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#ifdef __APPLE__
#include <mach-o/dyld.h>
#endif

char* gelRealPath(const char* path)
{
    return realpath(path, NULL);
}

const char* gelLastSlash(const char* path)
{
    return strrchr(path, '/');
}

bool gelIsSameFile(const char* a, const char* b)
{
    struct stat first, second;
    return stat(a, &first) == 0 && stat(b, &second) == 0 && first.st_dev == second.st_dev &&
           first.st_ino == second.st_ino;
}

bool gelReadLink(const char* path, char* target, size_t capacity)
{
    ssize_t size = readlink(path, target, capacity - 1);
    target[size > 0 ? size : 0] = '\0';
    return size >= 0;
}

bool gelRenameFile(const char* from, const char* to)
{
    return rename(from, to) == 0;
}

bool gelReplacesOpenFiles(void)
{
    return true;
}

bool gelLockFile(FILE* file, const char* path)
{
    struct stat own, named;
    int number = fileno(file); // programs that this one starts must not keep the lock
    if (fcntl(number, F_SETFD, FD_CLOEXEC) != 0 || fstat(number, &own) != 0 ||
        (flock(number, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK))
        return false;
    errno = EAGAIN;
    return stat(path, &named) == 0 && own.st_dev == named.st_dev && own.st_ino == named.st_ino;
}

int64_t gelWriteAt(FILE* file, const void* bytes, size_t size, uint64_t position)
{
    return pwrite(fileno(file), bytes, size, (off_t)position);
}

char* gelMapFile(const char* path, size_t* size)
{
    struct stat found;
    int file =
        stat(path, &found) == 0 && S_ISREG(found.st_mode) && found.st_size > 0 ? open(path, O_RDONLY) : -1;
    if (file < 0)
        return NULL;
    *size = (size_t)found.st_size;
    void* bytes = mmap(NULL, *size, PROT_READ | PROT_WRITE, MAP_PRIVATE, file, 0);
    close(file);
    return bytes != MAP_FAILED ? bytes : NULL;
}

void gelUnmapFile(char* bytes, size_t size)
{
    if (bytes != NULL)
        munmap(bytes, size);
}

bool gelSyncDescriptor(int file)
{
#ifdef F_FULLFSYNC // of macOS, where fsync leaves it to the disk when to write
    if (fcntl(file, F_FULLFSYNC) == 0)
        return true;
#endif
    return fsync(file) == 0 || errno == EINVAL || errno == ENOTSUP || errno == EROFS; // nothing to force
}

void* gelOpenLibrary(const char* name)
{
    return dlopen(name, RTLD_NOW | RTLD_LOCAL);
}

const char* gelLibraryError(void)
{
    return dlerror();
}

bool gelFindFunction(void* library, const char* name, void* variable)
{
    *(void**)variable = dlsym(library, name);
    return *(void**)variable != NULL;
}

bool gelFindProgram(char* path, size_t capacity)
{
#ifdef __APPLE__
    uint32_t size = (uint32_t)capacity;
    return _NSGetExecutablePath(path, &size) == 0;
#else
    return gelReadLink("/proc/self/exe", path, capacity) && path[0] != '\0';
#endif
}

void gelNameMachine(char* name, size_t capacity)
{
    name[0] = '\0';
    gethostname(name, capacity - 1);
    name[capacity - 1] = '\0';
}

long gelOwnProcess(void)
{
    return (long)getpid();
}

// A zombie has ended, but its parent has not collected its exit code. In some containers the first process, which inherits
// the processes of a launcher, never does.
static bool isZombie(long process)
{
    char path[64], state = ' ';
    snprintf(path, sizeof path, "/proc/%ld/stat", process);
    FILE* file = fopen(path, "r"); // only Linux has it
    if (file == NULL)
        return false;
    bool isRead = fscanf(file, "%*d (%*[^)]) %c", &state) == 1;
    fclose(file);
    return isRead && state == 'Z';
}

bool gelIsProcessGone(long process)
{
    return (kill((pid_t)process, 0) != 0 && errno == ESRCH) || isZombie(process);
}

int gelCountProcessors(void)
{
    return (int)sysconf(_SC_NPROCESSORS_ONLN);
}

uint64_t gelMemoryBytes(void)
{
#ifdef _SC_PHYS_PAGES
    long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
    return pages > 0 && size > 0 ? (uint64_t)pages * (uint64_t)size : 0;
#else
    return 0;
#endif
}

int64_t gelResidentBytes(void)
{
    long pages = -1;
    FILE* file = fopen("/proc/self/statm", "r");
    if (file == NULL || fscanf(file, "%*d %ld", &pages) != 1)
        pages = -1;
    if (file != NULL)
        fclose(file);
    return pages < 0 ? -1 : (int64_t)pages * sysconf(_SC_PAGESIZE);
}

int gelCountColumns(int file)
{
    struct winsize size;
    return ioctl(file, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

void gelCatchEnd(void (*note)(int signal))
{
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP}; // the last: the terminal was closed
    struct sigaction before, action = {.sa_handler = note, .sa_flags = (int)SA_RESETHAND};
    sigemptyset(&action.sa_mask);
    for (int i = 0; i < 3; i++)
        if (sigaction(signals[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN) // as under nohup
            sigaction(signals[i], &action, NULL);
}
