// The buffers of the two-level solver, and what its passes ask of a slot. two_level_passes.h says what the includer
// defines.
#ifndef GEL_TWO_LEVEL_SET_H
#define GEL_TWO_LEVEL_SET_H

#include "memory.h"
#include "physics/two_level.h"
#include "two_level_tables.h"

#ifdef GEL_DIALECT_OPENCL
typedef float4 LevelRecord;
#else
typedef Record LevelRecord;
#endif

typedef struct TwoLevelSet {
    TWO_LEVEL_BUFFERS(BUFFER_MEMBER)
    int slot_count;
    MEMORY LevelRecord *position, *velocity;
} TwoLevelSet;

static inline real mass_of(real inverse_mass)
{
    return inverse_mass > 0.0f ? 1.0f / inverse_mass : (real)0.0f;
}

static inline int body_of_slot(const TwoLevelSet* set, int slot)
{
    return set->aggregates[set->groups[slot / level_columns].aggregate].body;
}

#endif
