// Ruined bodies of the two-level solver. A body is ruined while one of its tets is wrong: inverted, or with less than a
// twentieth of its volume. One linear system says little about it then, and the solver may fling it apart. So it is stepped
// in turns, of half a second each:
//
//   swept     by XPBD, which no state makes unstable
//   guarded   by this solver; but its energy must not grow:
//
//                 E(x + p) + sum m |p|^2 / (2 h^2) - f . p <= E(x) + sum m |v|^2 / 2,  E = sum (s^2 + |V|^2) / 2
//
//             f are weight and loads. The motion p = h v + h^2 a is halved up to three times; if that does not help, it
//             is 0. Each time the rigid motion of the last level gives back what the momenta lack.
//
// Many tangles hold against one of them alone. Sums are those of 64 interleaved columns, added in their order.
//
// Plain C and OpenCL C, with the macros of two_level_passes.h. The includer also defines load_corner for the world's state.
#ifndef GEL_TWO_LEVEL_GUARD_H
#define GEL_TWO_LEVEL_GUARD_H

#include "two_level_passes.h"

// Counts the wrong tets of a chunk, in a column, or GEL_LANES of them.
static inline void count_ruins(const TwoLevelSet* set, int chunk, int column)
{
    real sum = (real)0.0f;
    for (int i = column; i < tet_chunk; i += level_columns) {
        MEMORY const int* tet = set->tets + chunk * (max_vertices * tet_chunk) + i;
        Record a = load_corner(set, tet), b = load_corner(set, tet + tet_chunk),
               c = load_corner(set, tet + 2 * tet_chunk), d = load_corner(set, tet + 3 * tet_chunk);
        vec3 area = vec3_cross(vec3_subtract(b.xyz, a.xyz), vec3_subtract(c.xyz, a.xyz));
        real volume = vec3_dot(area, vec3_subtract(d.xyz, a.xyz)),
             least = load_real(set->least_volumes, chunk * tet_chunk + i);
        sum = sum + (volume >= least ? (real)0.0f : (real)1.0f);
    }
    store_real(set->ruins, chunk * level_columns + column, sum);
}

static inline int guard_of_slot(const TwoLevelSet* set, int slot)
{
    return set->aggregates[set->groups[slot / level_columns].aggregate].guard;
}

// Whether the body is guarded, and no motion of it has been taken yet.
static inline bool is_tried(const TwoLevelSet* set, int guard)
{
    return set->guards[guard].turn == level_guarded && set->energies[guard * energy_numbers + 1] == 0.0f;
}

// Halves the motion for the next attempt; for the last it is 0.
static inline void shorten_slots(const TwoLevelSet* set, int slot, int attempt, const StepParameters* step)
{
    Record move = load_contiguous(set->moves, slot, set->slot_count),
           v = load_contiguous(set->kept, slot, set->slot_count);
    scalar share = attempt < guard_tries ? 0.5f : 0.0f;
    vec3 inertial_move = vec3_scale(v.xyz, (real)step->h),
         motion = vec3_scale(vec3_add(inertial_move, move.xyz), (real)share);
    if (attempt > 0 && is_tried(set, guard_of_slot(set, slot)))
        store_vector(set, set->moves, slot, vec3_subtract(motion, inertial_move));
}

// Moves the vertices of guarded bodies to x, x + h v, or x + p, and keeps p and the work per mass
// of weight and loads.
static inline void try_slots(const TwoLevelSet* set, int slot, int attempt, const StepParameters* step)
{
    int body = body_of_slot(set, slot);
    Record x = load_vertex(set, position, slot), v = load_contiguous(set->kept, slot, set->slot_count);
    vec3 inertial_move = vec3_scale(v.xyz, (real)step->h), none = {(real)0.0f, (real)0.0f, (real)0.0f},
         moved = vec3_select(x.w, vec3_add(inertial_move, move_of_slot(set, slot, x.xyz, body)), none),
         load = vec3_scale(added_velocity(set, slot), (real)step->inverse_h);
    Record motion = {attempt < 0 ? inertial_move : moved, (real)0.0f};
    if (set->guards[guard_of_slot(set, slot)].turn != level_guarded)
        return;
    if (attempt >= 0)
        motion.w = vec3_dot(motion.xyz, vec3_add(gravity_of(x.w, step), load));
    if (attempt != attempt_none)
        x.xyz = vec3_add(x.xyz, motion.xyz);
    store_contiguous(set->places, slot, set->slot_count, x);
    store_contiguous(set->steps, slot, set->slot_count, motion);
}

// Adds the energy of a body's rows of a kind, in a column.
static inline scalar add_row_energy(const TwoLevelSet* set, const LevelGuard* guard, int kind, int rows,
                                    int column, scalar sum)
{
    const LevelKind of = set->kinds[kind];
    for (int row = 0; row < rows; row++)
        for (int i = guard->first[kind] + column; i < guard->end[kind]; i += energy_columns) {
            MEMORY const scalar* r =
                (MEMORY const scalar*)(set->residuals) + 4 * (of.first_residual + row * of.count + i);
            sum = sum + 0.5f * (((r[0] * r[0] + r[1] * r[1]) + r[2] * r[2]) + r[3] * r[3]);
        }
    return sum;
}

// Adds up the energy of a guarded body in a column.
static inline void add_energy(const TwoLevelSet* set, int body, int column, const StepParameters* step)
{
    const LevelGuard guard = set->guards[body];
    scalar sum = 0.0f;
    if (guard.turn != level_guarded)
        return;
#define ADD(name, arity, value_count)                                                                        \
    sum = add_row_energy(set, &guard, constraint_##name, rows_of_##name, column, sum);
    CONSTRAINT_LIST(ADD)
#undef ADD
    for (int slot = guard.first_slot + column; slot < guard.end_slot; slot += energy_columns) {
        MEMORY const scalar* p = (MEMORY const scalar*)(set->steps) + 4 * slot;
        scalar w = ((MEMORY const scalar*)(set->places))[4 * slot + 3],
               mass = w > 0.0f ? 1.0f / w : (scalar)0.0f, square = (p[0] * p[0] + p[1] * p[1]) + p[2] * p[2];
        sum = sum + mass * (0.5f * step->inverse_h2 * square - p[3]);
    }
    set->energies[body * energy_numbers + 2 + column] = sum;
}

// Decides whether a motion is taken.
static inline void judge_body(const TwoLevelSet* set, int body, int attempt)
{
    MEMORY scalar* energies = set->energies + body * energy_numbers;
    scalar sum = 0.0f;
    if (set->guards[body].turn != level_guarded)
        return;
    for (int i = 0; i < energy_columns; i++)
        sum = sum + energies[2 + i];
    energies[0] = attempt < 0 ? sum : energies[0];
    energies[1] = attempt < 0 ? (scalar)0.0f : sum <= energies[0] ? (scalar)1.0f : energies[1];
}

#endif
