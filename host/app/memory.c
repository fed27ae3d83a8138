#include "app/memory.h"

#include <cjson/cJSON.h>
#include <stdlib.h>
#include <string.h>

static _Atomic bool ranOut; // cJSON may be used by a thread

static void* noted(void* block)
{
    if (block == NULL)
        ranOut = true;
    return block;
}

void* gelNew(size_t count, size_t size)
{
    return noted(calloc(count > 0 ? count : 1, size));
}

void* gelGrow(void* block, size_t count, size_t size)
{
    return noted(size > 0 && count > (size_t)-1 / size ? NULL : realloc(block, count * size));
}

char* gelCopyOf(const char* text)
{
    char* copy = gelNew(strlen(text) + 1, 1);
    return copy != NULL ? strcpy(copy, text) : NULL;
}

static void* allocate(size_t size)
{
    return noted(malloc(size));
}

void gelWatchMemory(void)
{
    cJSON_Hooks hooks = {allocate, free};
    cJSON_InitHooks(&hooks);
}

void gelNoteLackOfMemory(void)
{
    ranOut = true;
}

bool gelMemoryRanOut(void)
{
    return ranOut;
}

bool gelForgetMemory(void)
{
    bool was = ranOut;
    ranOut = false;
    return was;
}
