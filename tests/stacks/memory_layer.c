// Loaded before the C library, lets one allocation of the program itself fail: the one with the number GEL_MEMORY_FAULT_AT.
// Those of shared libraries are left alone. How many there were goes to GEL_MEMORY_FAULT_COUNT.
#define _GNU_SOURCE // RTLD_NEXT, dl_iterate_phdr
#include <dlfcn.h>
#include <errno.h>
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

static _Atomic int count;
static int failsAt, ownProcess;
static uintptr_t programStart, programEnd;

// The first object is the program.
static int noteProgram(struct dl_phdr_info* info, size_t size, void* unused)
{
    (void)size;
    (void)unused;
    for (int i = 0; i < info->dlpi_phnum; i++)
        if (info->dlpi_phdr[i].p_type == PT_LOAD && (info->dlpi_phdr[i].p_flags & PF_X) != 0) {
            programStart = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr;
            programEnd = programStart + info->dlpi_phdr[i].p_memsz;
        }
    return 1;
}

__attribute__((constructor)) static void begin(void)
{
    const char* at = getenv("GEL_MEMORY_FAULT_AT");
    failsAt = at != NULL ? atoi(at) : 0;
    ownProcess = (int)getpid();
    dl_iterate_phdr(noteProgram, NULL);
}

static bool fails(void* caller)
{
    uintptr_t address = (uintptr_t)caller;
    if (address < programStart || address >= programEnd || ++count != failsAt)
        return false;
    errno = ENOMEM;
    return true;
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

__attribute__((destructor)) static void tell(void)
{
    const char* path = getenv("GEL_MEMORY_FAULT_COUNT");
    FILE* file = path != NULL && (int)getpid() == ownProcess ? fopen(path, "w") : NULL;
    if (file != NULL) {
        fprintf(file, "%d\n", count);
        fclose(file);
    }
}
