// The buffers of the two-level solver, and what its passes ask of a slot. two_level_passes.h says what the includer
// defines.
#ifndef GEL_TWO_LEVEL_SET_H
#define GEL_TWO_LEVEL_SET_H

#include "memory.h"
#include "physics/ground.h"
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

static inline vec3 part_across(vec3 a, vec3 n)
{
    return vec3_subtract(a, vec3_scale(n, vec3_dot(a, n)));
}

// Returns a gap at the start of a substep as rows see it: what overlaps comes out ever more slowly, as this is a velocity.
static inline real gap_of_rows(real gap, const StepParameters* step)
{
    real depth = (real)0.0f - gap;
    real out = push_out(depth, step), slow = depth * (step->h * depenetration_rate);
    out = out < slow ? out : slow;
    return gap < 0.0f ? (real)0.0f - out : gap;
}

// Returns the part of friction that its limit leaves: 1 where it sticks.
static inline real share_of_friction(vec3 across, real limit)
{
    real length = real_sqrt(vec3_dot(across, across));
    limit = limit > 0.0f ? limit : (real)0.0f; // also of a p that is rounded
    return length < limit ? (real)1.0f : limit / (length > 0.0f ? length : (real)1.0f);
}

#endif
