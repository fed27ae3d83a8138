// Files that a checksum closes are not found by chance: a fuzzer of such a reader starts from a whole one, and its
// bytes say what is changed in it.
#pragma once

#include "bytes.h"

typedef struct Block {
    uint8_t* bytes; // of malloc
    size_t size;
} Block;

// The whole file.
Block readBlock(const char* path);
// A copy with changes, a few bytes of the input for each, until none is left.
Block alter(Bytes* bytes, const Block* original);
// Gives each entry of a file of snapshots the checksums that belong to it.
void sealSnapshots(Block* file);
