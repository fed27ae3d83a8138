// The passes that keep the momenta of bodies over their constraints, after the last of them: physics/balance.h.
//
//   1. Each column of a block adds up the terms of its vertices: every sixteenth.
//   2. Each body adds up its columns, sum by sum.
//   3. Each body finds its motion.
//   4. Each vertex moves: it takes its velocity with it, by what single precision cannot hold of the move.
//
// Plain C and OpenCL C. Columns and vertices are loaded and stored by the caller, who may take many at once.
#ifndef GEL_BALANCE_PASSES_H
#define GEL_BALANCE_PASSES_H

#include "balance_tables.h"
#include "memory.h"
#include "physics/balance.h"
#include "vertex.h"

typedef struct BalanceSet {
    BALANCE_LIST_BUFFERS(BUFFER_MEMBER)
} BalanceSet;

// Returns where the vertex was `lead` seconds before its predicted place, relative to the origin.
static inline vec3 arm_of(const Vertex* a, vec3 origin, scalar lead)
{
    return vec3_subtract(vec3_subtract(a->q.xyz, vec3_scale(a->v.xyz, (real)lead)), origin);
}

static inline void add_column_vertex(real* sum, const Vertex* a, vec3 origin, scalar lead, real present)
{
    add_moments(sum, arm_of(a, origin, lead), vec3_subtract(a->x.xyz, a->q.xyz), a->x.w, present);
}

// The velocity of the substep is found from the move (velocity.h), which is rounded as the position is. `v` takes the rest,
// or rounding would turn what is at rest.
static inline void move_balanced_vertex(Vertex* a, const scalar* motion, vec3 origin, scalar lead,
                                        const StepParameters* step)
{
    vec3 none = {(real)0.0f, (real)0.0f, (real)0.0f};
    vec3 move = motion_of_vertex(motion, arm_of(a, origin, lead));
    move = vec3_select(a->x.w, move, none);
    vec3 moved = vec3_add(a->x.xyz, move), rest = vec3_subtract(move, vec3_subtract(moved, a->x.xyz));
    a->x.xyz = moved;
    a->v.xyz = vec3_add(a->v.xyz, vec3_scale(rest, (real)step->inverse_h));
}

// Adds up one sum of a body.
static inline void add_columns(const BalanceSet* set, int body, int sum_number)
{
    int end = set->bodies[body].end_block;
    scalar total = 0.0f;
    for (int block = set->bodies[body].first_block; block < end; block++) {
        MEMORY const scalar* columns = set->columns + (block * balance_sums + sum_number) * balance_columns;
        scalar sum[8];
        for (int k = 0; k < 8; k++)
            sum[k] = columns[k] + columns[k + 8];
        for (int width = 4; width > 0; width /= 2)
            for (int k = 0; k < width; k++)
                sum[k] = sum[k] + sum[k + width];
        total = total + sum[0];
    }
    set->totals[body * balance_sums + sum_number] = total;
}

static inline void find_body_motion(const BalanceSet* set, int index)
{
    scalar sum[balance_sums], motion[balance_numbers];
    for (int k = 0; k < balance_sums; k++)
        sum[k] = set->totals[index * balance_sums + k];
    find_motion(sum, motion);
    for (int k = 0; k < balance_numbers; k++)
        set->motions[index * balance_numbers + k] = motion[k];
}

#endif
