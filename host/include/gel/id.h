// The types that identify worlds and bodies in every other header.
#pragma once

#include "gel/base.h"

// A simulation. gelCreateWorld (gel/world.h) creates one.
typedef struct gelWorld gelWorld;

// Identifies a body. All zero is the null id. The id of a destroyed body never becomes valid again.
typedef struct gelBodyId {
    int32_t index1;      // 1-based slot
    uint32_t generation; // number of earlier uses of the slot
} gelBodyId;
