#include "common/hash.h"

uint64_t gelHashBytes(uint64_t hash, const void* bytes, size_t size)
{
    const unsigned char* byte = bytes;
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ byte[i]) * 0x100000001b3u;
    return hash;
}
