// Loaded before the C library, lets one allocation fail: the one with the number GEL_MEMORY_FAULT_AT. Counted are those of the
// program itself, with what is linked into it, of zlib and stb, which it calls, and its `new`s. Those of other shared libraries,
// drivers above all, are left alone. With GEL_MEMORY_FAULT_SAME, of those from one place in the code only so many count, and
// then each hundredth. How many there were goes to GEL_MEMORY_FAULT_COUNT.
#define _GNU_SOURCE // RTLD_NEXT, dl_iterate_phdr
#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <link.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// glibc's own, which need no look-up: dlsym allocates.
void* __libc_malloc(size_t size);
void* __libc_calloc(size_t count, size_t size);
void* __libc_realloc(void* block, size_t size);
void* __libc_memalign(size_t alignment, size_t size);
void* _Znwm(size_t size); // C++'s new

typedef struct Code {
    uintptr_t start, end;
} Code;

static Code counted[3], cxx; // the program, zlib, stb; C++'s library
static _Atomic int count;
static int failsAt, maxSame, ownProcess;
static _Thread_local bool newFails;

static Code codeOf(const struct dl_phdr_info* info)
{
    for (int i = 0; i < info->dlpi_phnum; i++)
        if (info->dlpi_phdr[i].p_type == PT_LOAD && (info->dlpi_phdr[i].p_flags & PF_X) != 0) {
            uintptr_t start = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr;
            return (Code){start, start + info->dlpi_phdr[i].p_memsz};
        }
    return (Code){0};
}

// The first object is the program.
static int noteObject(struct dl_phdr_info* info, size_t size, void* unused)
{
    (void)size;
    (void)unused;
    if (counted[0].end == 0)
        counted[0] = codeOf(info);
    else if (strstr(info->dlpi_name, "/libz.so") != NULL)
        counted[1] = codeOf(info);
    else if (strstr(info->dlpi_name, "/libstb.so") != NULL)
        counted[2] = codeOf(info);
    else if (strstr(info->dlpi_name, "/libstdc++.so") != NULL)
        cxx = codeOf(info);
    return 0;
}

__attribute__((constructor)) static void begin(void)
{
    const char* at = getenv("GEL_MEMORY_FAULT_AT");
    const char* same = getenv("GEL_MEMORY_FAULT_SAME");
    failsAt = at != NULL ? atoi(at) : 0;
    maxSame = same != NULL ? atoi(same) : 0;
    ownProcess = (int)getpid();
    unsetenv("LD_PRELOAD"); // not for programs that it starts
    dl_iterate_phdr(noteObject, NULL);
}

static bool isOf(Code code, void* caller)
{
    return (uintptr_t)caller >= code.start && (uintptr_t)caller < code.end;
}

static bool isNew(const void* caller)
{
    enum { placeCount = 4096 };
    static struct {
        const void* caller;
        int count;
    } places[placeCount];
    size_t i = ((uintptr_t)caller >> 2) % placeCount;
    while (places[i].caller != NULL && places[i].caller != caller)
        i = (i + 1) % placeCount;
    places[i].caller = caller;
    int before = places[i].count++;
    return before < maxSame || before % 100 == 0;
}

static bool isCounted(void* caller)
{
    bool isOurs = isOf(counted[0], caller) || isOf(counted[1], caller) || isOf(counted[2], caller);
    return isOurs && (maxSame == 0 || isNew(caller));
}

static bool fails(void* caller)
{
    bool fail = newFails || (isCounted(caller) && ++count == failsAt);
    newFails = false;
    if (fail)
        errno = ENOMEM;
    return fail;
}

void* malloc(size_t size)
{
    return fails(__builtin_return_address(0)) ? NULL : __libc_malloc(size);
}

void* calloc(size_t number, size_t size)
{
    return fails(__builtin_return_address(0)) ? NULL : __libc_calloc(number, size);
}

void* realloc(void* block, size_t size)
{
    return fails(__builtin_return_address(0)) ? NULL : __libc_realloc(block, size);
}

void* aligned_alloc(size_t alignment, size_t size)
{
    return fails(__builtin_return_address(0)) ? NULL : __libc_memalign(alignment, size);
}

// For whom C++'s library calls `new`.
static void* callerOf(void* caller)
{
    void* frames[16];
    int depth = isOf(cxx, caller) ? backtrace(frames, 16) : 0, i = 0;
    while (i < depth && frames[i] != caller)
        i++;
    while (i < depth && isOf(cxx, frames[i]))
        i++;
    return i < depth ? frames[i] : caller;
}

// The library's own then finds no memory.
void* _Znwm(size_t size)
{
    static void* (*next)(size_t size);
    if (next == NULL)
        *(void**)&next = dlsym(RTLD_NEXT, "_Znwm");
    newFails = fails(callerOf(__builtin_return_address(0)));
    return next(size);
}

__attribute__((destructor)) static void tell(void)
{
    const char* path = getenv("GEL_MEMORY_FAULT_COUNT");
    FILE* file = path != NULL && (int)getpid() == ownProcess ? fopen(path, "w") : NULL;
    if (file != NULL) {
        fprintf(file, "%d\n", count);
        fclose(file);
    }
}
