// A state as bytes, which state files and keyframes hold.
#pragma once

#include "base/archive.h"
#include "base/text_reader.h"
#include "gel/input.h"

// Errors as of gelTakeSnapshot. `player` is nullable.
gelStatus gelPackState(gelArchive* archive, gelWorld* world, gelPlayer* player, const void* notes,
                       size_t noteSize);
// What must have been read, or it is refused.
typedef struct gelExpectedState {
    int64_t frame;
    uint64_t hash;
} gelExpectedState;

// As gelReadSnapshot, of all the bytes of the text, which is of a file or a part of one. `expected` is nullable.
gelStatus gelUnpackState(const gelTextReader* text, gelWorld* world, gelPlayer* player,
                         const gelExpectedState* expected, void** notes, size_t* noteSize);
