// What names a world and a body in every other header.
#pragma once

#include "gel/base.h"

// A simulation: gel/world.h creates it.
typedef struct gelWorld gelWorld;

// Names a body. All zero is the null id. The id of a destroyed body stays invalid for ever.
typedef struct gelBodyId {
    int32_t index1;      // 1-based slot
    uint32_t generation; // how often the slot had been used before
} gelBodyId;
