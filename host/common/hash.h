// 64-bit FNV-1a: marks what has changed, and compares states.
#pragma once

#include <stddef.h>
#include <stdint.h>

#define GEL_HASH_START 0xcbf29ce484222325u
// Continues a hash, which starts with GEL_HASH_START.
uint64_t gelHashBytes(uint64_t hash, const void* bytes, size_t size);
