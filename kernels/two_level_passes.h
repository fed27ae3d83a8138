// The passes of the two-level solver: physics/two_level.h.
//
//   1. place     slots: move = h^2 (6 a_1 - a_2) / 9, y = x + h v + move, as the substep starts; rows of planes. Where
//                these begin, x goes back to where the plane would have been reached
//   2. rows      chunks of terms: residuals and derivatives of constraints, and sums of products of P^T of these rows
//   3. begin     slots: r, D^-1, coordinates, z = D^-1 r, move += z
//   4. assemble  blocks: sums of chunks, P^T A P; in one launch with these slots
//   5. apply     constraints: rows times z
//   6. restrict  columns of pieces: r -= A z, P^T r
//   7. solve     bodies: factor, in the first cycle, and solve
//   8. prolong   columns of pieces: z = P times the solution, move += z, sums of what it lacks of the momenta, and how many
//                vertices touch a plane
//      for another cycle: apply, then smooth, slots: r -= A z, z = D^-1 r, move += z; from 5 on
//   9. rigid     bodies: the rigid motion that makes up for it, and how they stand in the next substep
//  10. finish    slots: v, and the push of planes
//  11. touch     contacts between bodies: their pushes (two_level_contact.h)
//
// The move of a slot is h^2 a = x_new - x - h v: the solution d = x_new - y, and y - x - h v, which is 0 with Euler.
//
// Passes 2 and 5 are in two_level_rows.h, planes in two_level_planes.h. Ruined bodies have passes of their own:
// two_level_guard.h.
//
// Every sum has one order: of the corners of a slot, of terms in a chunk, of chunks, columns and aggregates.
//
// Plain C and OpenCL C. The includer defines load_record, load_contiguous, store_contiguous, load_real, store_real,
// load_broadcast, PRESENT and IS_AMONG as in lanes.h; load_vertex, load_vertex_of, store_velocity and store_position for
// the world's state; ColumnSum, ADD_PRODUCT and add_vector_columns for sums of products.
#ifndef GEL_TWO_LEVEL_PASSES_H
#define GEL_TWO_LEVEL_PASSES_H

#include "two_level_rows.h"

static inline vec3 gravity_of(real inverse_mass, const StepParameters* step)
{
    vec3 gravity = {(real)step->gravity_x, (real)step->gravity_y, (real)step->gravity_z};
    vec3 none = {(real)0.0f, (real)0.0f, (real)0.0f};
    return vec3_select(inverse_mass, gravity, none);
}

static inline void store_vector(const TwoLevelSet* set, MEMORY LevelRecord* array, int slot, vec3 a)
{
    Record record = {a, (real)0.0f};
    store_contiguous(array, slot, set->slot_count, record);
}

// The first group also stores the zeros that short columns of corners end in, and the place of padding. A vertex that has
// just been pinned has accelerations of before.
static inline void place_slots(const TwoLevelSet* set, int slot, bool hasOffers, const StepParameters* step)
{
    Record zero = {{(real)0.0f, (real)0.0f, (real)0.0f}, (real)0.0f};
    if (slot < level_columns) {
        store_contiguous(set->derivatives, slot, level_columns, zero);
        store_contiguous(set->residuals, slot, level_columns, zero);
        store_contiguous(set->products, slot, level_columns, zero);
        store_first(set->places, set->slot_count, zero);
        store_first(set->steps, set->slot_count, zero);
        store_first(set->kept, set->slot_count, zero);
    }
    int end = set->slot_count;
    Record x = load_vertex(set, position, slot), v = load_vertex(set, velocity, slot),
           last = load_contiguous(set->history, slot, end),
           before = load_contiguous(set->history, end + slot, 2 * end);
    int body = body_of_slot(set, slot), standing = begin_standing(set, slot, body, step);
    bool touches = standing != stands_not || set->systems[body].contact_mass > 0.0f;
    scalar inertia = touches ? (scalar)1.0f : (scalar)set->systems[body].inertia;
    vec3 carried = vec3_select(x.w, carried_move(last.xyz, before.xyz, step), zero.xyz);
    if (touches) { // BDF2 restarts
        last = zero;
        carried = zero.xyz;
    }
    if (may_stand(set, body, step))
        begin_hold(set, slot, body, standing == stands_on_rows, hasOffers, &x, v, step);
    x.xyz = vec3_add(x.xyz, vec3_add(vec3_scale(v.xyz, (real)step->h), carried));
    store_contiguous(set->places, slot, end, x);
    store_contiguous(set->kept, slot, end, v);
    store_contiguous(set->history, end + slot, 2 * end, last);
    store_contiguous(set->pulls, slot, end, zero);
    store_vector(set, set->moves, slot, carried);
    if (step->spring_damping > 0.0f) { // for the rows
        real share = (real)(step->h / slope_of_inertia(inertia));
        store_vector(set, set->steps, slot, vec3_add(vec3_scale(v.xyz, share), carried));
    }
}

// Returns what fields and pressures have added to the velocity of a slot: h times their force over the mass.
static inline ALWAYS vec3 added_velocity(const TwoLevelSet* set, int slot)
{
    Record v = load_vertex(set, velocity, slot), kept = load_contiguous(set->kept, slot, set->slot_count);
    return vec3_subtract(v.xyz, kept.xyz);
}

// Returns what springs to places give a slot that has made this move, per mass: p - K h^2 a
// (physics/link.h).
static inline vec3 pull_of_slot(const TwoLevelSet* set, int slot, vec3 move)
{
    Record pull = load_contiguous(set->pulls, slot, set->slot_count);
    return vec3_subtract(pull.xyz, vec3_scale(move, pull.w));
}

// The corners of a slot, kind by kind.
#define FOR_CORNERS(set, slot, body)                                                                         \
    {                                                                                                        \
        MEMORY const LevelGroup* group = (set)->groups + (slot) / level_columns;                             \
        int lane = (slot) & (level_columns - 1);                                                             \
        for (int kind = 0; kind < level_kinds; kind++)                                                       \
            for (int i = 0; i < group->rows[kind]; i++) {                                                    \
                int corner = group->first[kind] + i * level_columns + lane;                                  \
                body                                                                                         \
            }                                                                                                \
    }

static inline void begin_slots(const TwoLevelSet* set, int slot, const StepParameters* step)
{
    Record place = load_contiguous(set->places, slot, set->slot_count);
    int number = set->groups[slot / level_columns].aggregate;
    MEMORY const Aggregate* aggregate = set->aggregates + number;
    Record anchor = load_broadcast(set->places, aggregate->anchor),
           carried = load_contiguous(set->moves, slot, set->slot_count);
    real mass = mass_of(place.w), inertia = inertia_of(set, number, slot, place.w, step);
    real isFree = place.w > 0.0f ? (real)1.0f : (real)0.0f;
    vec3 pull = pull_of_slot(set, slot, carried.xyz);
    if (has_plane_rows(set, aggregate->body))
        pull = vec3_add(pull, foreseen_push(set, slot, carried.xyz, step));
    vec3 load = vec3_add(vec3_scale(added_velocity(set, slot), (real)step->inverse_h), pull),
         force = vec3_scale(vec3_add(gravity_of(place.w, step), load), mass);
    VertexBlock block = {inertia, (real)0.0f, (real)0.0f, inertia, (real)0.0f, inertia};
    FOR_CORNERS(set, slot, {
        real arity = (real)set->kinds[kind].arity;
        Record d = load_record(set->derivatives, set->corners + corner);
        if (set->kinds[kind].has_weights) {
            Record found = load_record(set->residuals, set->residuals_of + corner);
            Derivative derivative;
            Residual residual = number_residual(found.w);
            derivative.gradient = d.xyz;
            derivative.weight = d.w;
            residual.vector = found.xyz;
            force = vec3_subtract(force, apply_derivative(derivative, residual));
            add_derivative(&block, derivative, arity);
        } else {
            force = vec3_subtract(force, vec3_scale(d.xyz, d.w));
            add_gradient(&block, d.xyz, arity);
        }
    })
    if (has_plane_rows(set, aggregate->body))
        add_derivative(&block, plane_row(set, slot, place.w), (real)1.0f);
    vec3 u = vec3_scale(vec3_subtract(place.xyz, anchor.xyz), isFree * aggregate->inverse_size);
    BlockFactor factor = factor_block(block, inertia);
    vec3 none = {(real)0.0f, (real)0.0f, (real)0.0f},
         z = vec3_select(place.w, solve_block(factor, force), none);
    Record first = {{factor.xy, factor.xz, factor.yz}, factor.x},
           second = {{factor.y, factor.z, (real)0.0f}, isFree}, coordinates = {u, isFree};
    store_contiguous(set->inverses, slot, set->slot_count, first);
    store_contiguous(set->inverses, set->slot_count + slot, 2 * set->slot_count, second);
    store_contiguous(set->coordinates, slot, set->slot_count, coordinates);
    store_vector(set, set->forces, slot, force);
    store_vector(set, set->steps, slot, z);
    store_vector(set, set->moves, slot, vec3_add(carried.xyz, z));
}

// Returns sum k of an aggregate, or of some that follow one another.
static inline scalar add_pieces(const TwoLevelSet* set, int first, int end, int k)
{
    scalar total = 0.0f;
    for (int i = first; i < end; i++) {
        MEMORY const scalar* columns = set->columns + (i * level_sums + k) * level_columns;
        scalar sum[level_columns / 2];
        for (int c = 0; c < level_columns / 2; c++)
            sum[c] = columns[c] + columns[c + level_columns / 2];
        for (int width = level_columns / 4; width > 0; width /= 2)
            for (int c = 0; c < width; c++)
                sum[c] = sum[c] + sum[c + width];
        total = total + sum[0];
    }
    return total;
}

// Adds up the columns of a chunk as add_vector_columns does.
static inline scalar add_kept_columns(MEMORY const scalar* a)
{
    return kept_columns == 1 ? a[0] : ((a[0] + a[4]) + (a[2] + a[6])) + ((a[1] + a[5]) + (a[3] + a[7]));
}

// Returns a sum of products of chunks.
static inline scalar add_chunks(const TwoLevelSet* set, int first, int end, int number)
{
    scalar sum = 0.0f;
    for (int i = first; i < end; i++)
        sum = sum + add_kept_columns(set->sums + (i * row_products + number) * kept_columns);
    return sum;
}

// Returns an entry of a block. The products of gradients are for three directions each; weights resist a motion in each
// direction alike. Chunks that are inside have strains, of coordinates in m; `scale` makes them those of the basis.
static inline scalar entry_of_block(const TwoLevelSet* set, const LevelBlock* block, scalar scale, int i,
                                    int j)
{
    int a = i / 3, b = j / 3, first = block->first_chunk, outer = block->end_inside, end = block->end_chunk;
    bool hasStrains = outer > first && a > 0 && b > 0;
    scalar entry = add_chunks(set, outer, end, aggregate_unknowns * i + j);
    if (hasStrains) {
        int product = strain_product(strain_number(a - 1, i % 3), strain_number(b - 1, j % 3));
        entry = entry + scale * add_chunks(set, first, outer, product);
    }
    if (i % 3 != j % 3)
        return entry;
    scalar weight = add_chunks(set, outer, end, gradient_products + basis_size * a + b);
    if (hasStrains)
        weight =
            weight + scale * add_chunks(set, first, outer, strain_products + strain_number(a - 1, b - 1));
    return entry + weight;
}

// Assembles row i of a block, and what is across the diagonal. Aggregates that share no constraint have no chunks.
static inline void assemble_row(const TwoLevelSet* set, const LevelSystem* system, const LevelBlock* block,
                                int i)
{
    MEMORY scalar* matrix = set->matrix + system->first_number;
    scalar inverse = set->aggregates[system->first_aggregate + block->row].inverse_size,
           scale = inverse * inverse;
    int row = aggregate_unknowns * block->row + i, column = aggregate_unknowns * block->column,
        count = block->row == block->column ? i + 1 : aggregate_unknowns;
    bool isCoupled = block->end_chunk > block->first_chunk;
    for (int j = 0; j < count; j++) {
        scalar entry = isCoupled ? entry_of_block(set, block, scale, i, j) : (scalar)0.0f;
        matrix[row * system->stride + column + j] = entry;
        matrix[(column + j) * system->stride + row] = entry;
    }
}

enum { rows_of_item = GEL_LANES == 1 ? 1 : aggregate_unknowns }; // that a work-item assembles

static inline void assemble_rows(const TwoLevelSet* set, int item)
{
    const LevelBlock block = set->blocks[item * rows_of_item / aggregate_unknowns];
    const LevelSystem system = set->systems[block.body];
    for (int i = 0; i < rows_of_item; i++)
        assemble_row(set, &system, &block, (item * rows_of_item + i) % aggregate_unknowns);
}

// Subtracts A z from the residual.
static inline ALWAYS vec3 subtract_product(const TwoLevelSet* set, int slot, int end,
                                           const StepParameters* step)
{
    Record place = load_contiguous(set->places, slot, end), r = load_contiguous(set->forces, slot, end),
           z = load_contiguous(set->steps, slot, end);
    real inertia = inertia_of(set, set->groups[slot / level_columns].aggregate, slot, place.w, step);
    vec3 rest = vec3_subtract(r.xyz, vec3_scale(z.xyz, inertia));
    if (has_plane_rows(set, body_of_slot(set, slot))) {
        Derivative row = plane_row(set, slot, place.w);
        rest = vec3_subtract(rest, vec3_scale(row.gradient, vec3_dot(row.gradient, z.xyz)));
    }
    FOR_CORNERS(set, slot, {
        Record product = load_record(set->products, set->corners + corner);
        rest = vec3_subtract(rest, product.xyz);
    })
    return rest;
}

static inline void smooth_slots(const TwoLevelSet* set, int slot, int cycle, const StepParameters* step)
{
    int end = set->slot_count;
    MEMORY const Aggregate* aggregate = set->aggregates + set->groups[slot / level_columns].aggregate;
    vec3 r = subtract_product(set, slot, end, step), none = {(real)0.0f, (real)0.0f, (real)0.0f};
    Record first = load_contiguous(set->inverses, slot, end),
           second = load_contiguous(set->inverses, end + slot, 2 * end),
           move = load_contiguous(set->moves, slot, end);
    BlockFactor factor = {first.xyz.x, first.xyz.y, first.xyz.z, first.w, second.xyz.x, second.xyz.y};
    vec3 z = vec3_select(second.w, solve_block(factor, r), none);
    z = cycle < set->systems[aggregate->body].cycles ? z : none;
    store_vector(set, set->forces, slot, r);
    store_vector(set, set->steps, slot, z);
    store_vector(set, set->moves, slot, vec3_add(move.xyz, z));
}

// A column of a piece, or GEL_LANES of them.
static inline void restrict_columns(const TwoLevelSet* set, int number, int column,
                                    const StepParameters* step)
{
    const LevelPiece piece = set->pieces[number];
    real sum[aggregate_unknowns];
    for (int k = 0; k < aggregate_unknowns; k++)
        sum[k] = (real)0.0f;
    for (int slot = piece.first_slot + column; slot < piece.end_slot; slot += level_columns) {
        vec3 r = subtract_product(set, slot, set->slot_count, step);
        Record u = load_contiguous(set->coordinates, slot, set->slot_count);
        const real basis[basis_size] = {u.w, u.xyz.x, u.xyz.y, u.xyz.z};
        store_vector(set, set->forces, slot, r);
        UNROLL for (int b = 0; b < basis_size; b++)
        {
            sum[3 * b] = sum[3 * b] + basis[b] * r.x;
            sum[3 * b + 1] = sum[3 * b + 1] + basis[b] * r.y;
            sum[3 * b + 2] = sum[3 * b + 2] + basis[b] * r.z;
        }
    }
    for (int k = 0; k < aggregate_unknowns; k++)
        store_real(set->columns, (number * level_sums + k) * level_columns + column, sum[k]);
}

// Places of a body are taken relative to its first anchor, so that little is lost to rounding.
#define LEVEL_ORIGIN(set, body)                                                                              \
    load_vertex_of((set), position, (set)->aggregates[(set)->systems[body].first_aggregate].anchor)

// Adds what a slot's move lacks of the momenta. With springs to places the slot has the mass (1 + h^2 K) m. So it has on a
// plane; where it slides, along the normal alone.
static inline void add_missing_momenta(const TwoLevelSet* set, const LevelPiece* piece, int slot, vec3 origin,
                                       vec3 move, const StepParameters* step, real* sum)
{
    int body = set->aggregates[piece->aggregate].body;
    Record x = load_vertex(set, position, slot), v = load_contiguous(set->kept, slot, set->slot_count);
    Record pull = load_contiguous(set->pulls, slot, set->slot_count);
    real present = PRESENT(piece->first_slot + piece->slot_count - slot);
    PlanePull held = plane_pull(set, slot, move, step);
    real share = 1.0f / (1.0f + step->h2 * (pull.w + held.stiffness)), w = x.w * share;
    vec3 push = vec3_add(held.push, vec3_scale(move, held.stiffness)), // of a slot that does not move
        force = vec3_add(vec3_add(gravity_of(x.w, step), pull.xyz), push), r = vec3_subtract(x.xyz, origin);
    vec3 pushed = vec3_scale(force, share * step->h2),
         loaded = vec3_scale(added_velocity(set, slot), share * step->h);
    add_moments(sum, r, vec3_subtract(vec3_subtract(move, pushed), loaded), w, present);
    add_load(sum, vec3_scale(v.xyz, (real)step->h), loaded, w, present);
    if (has_plane_rows(set, body))
        add_held_moments(sum + held_sum, r, plane_of_slot(set, slot).normal,
                         mass_of(x.w) * (step->h2 * held.along_only) * present);
    if (may_stand(set, body, step))
        count_touch(set, slot, move, present, step, sum);
}

// Returns z = P times the solution.
static inline vec3 prolong_slot(const TwoLevelSet* set, int aggregate, int slot)
{
    MEMORY const scalar* y = set->unknowns + aggregate_unknowns * aggregate;
    Record u = load_contiguous(set->coordinates, slot, set->slot_count);
    vec3 z[basis_size];
    for (int b = 0; b < basis_size; b++) {
        vec3 unknowns = {(real)y[3 * b], (real)y[3 * b + 1], (real)y[3 * b + 2]};
        z[b] = vec3_scale(unknowns, b == 0 ? u.w : b == 1 ? u.xyz.x : b == 2 ? u.xyz.y : u.xyz.z);
    }
    return vec3_add(vec3_add(z[0], z[1]), vec3_add(z[2], z[3]));
}

// Returns how many sums a body has.
static inline int count_sums(const TwoLevelSet* set, int body, const StepParameters* step)
{
    return may_stand(set, body, step) ? level_sums : touching_sum;
}

// Adds z to the moves, and to the columns what these lack of the momenta; with no_cycle, z is 0.
static inline void prolong_columns(const TwoLevelSet* set, int number, int column, int cycle,
                                   const StepParameters* step)
{
    const LevelPiece piece = set->pieces[number];
    int body = set->aggregates[piece.aggregate].body;
    bool takesPart = cycle < set->systems[body].cycles;
    Record origin = LEVEL_ORIGIN(set, body);
    vec3 none = {(real)0.0f, (real)0.0f, (real)0.0f};
    const int sums = count_sums(set, body, step);
    real sum[level_sums];
    for (int k = 0; k < level_sums; k++)
        sum[k] = (real)0.0f;
    for (int slot = piece.first_slot + column; slot < piece.end_slot; slot += level_columns) {
        Record move = load_contiguous(set->moves, slot, set->slot_count);
        vec3 z = takesPart ? prolong_slot(set, piece.aggregate, slot) : none;
        move.xyz = vec3_add(move.xyz, z);
        store_vector(set, set->steps, slot, z);
        store_vector(set, set->moves, slot, move.xyz);
        add_missing_momenta(set, &piece, slot, origin.xyz, move.xyz, step, sum);
    }
    for (int k = 0; k < sums; k++)
        store_real(set->columns, (number * level_sums + k) * level_columns + column, sum[k]);
}

// Returns the move of a vertex at x, with the rigid motion of its body.
static inline ALWAYS vec3 move_of_slot(const TwoLevelSet* set, int slot, vec3 x, int body)
{
    Record move = load_contiguous(set->moves, slot, set->slot_count), origin = LEVEL_ORIGIN(set, body);
    scalar motion[balance_numbers];
    for (int k = 0; k < balance_numbers; k++)
        motion[k] = set->rigid[body * balance_numbers + k];
    return vec3_add(move.xyz, motion_of_vertex(motion, vec3_subtract(x, origin.xyz)));
}

// Stores the velocity that takes the vertex to x + h v + h^2 a, once the stage after this has added the weight's: loads are
// in a. What contact, tethers and other attachments do to the velocity afterwards is no part of the acceleration that is
// kept.
static inline void finish_slots(const TwoLevelSet* set, int slot, const StepParameters* step)
{
    const Aggregate aggregate = set->aggregates[set->groups[slot / level_columns].aggregate];
    int number = aggregate.body;
    Record x = load_vertex(set, position, slot), v = load_contiguous(set->kept, slot, set->slot_count);
    vec3 move = move_of_slot(set, slot, x.xyz, number);
    vec3 change = vec3_subtract(vec3_scale(move, (real)step->inverse_h),
                                vec3_scale(gravity_of(x.w, step), (real)step->h));
    vec3 none = {(real)0.0f, (real)0.0f, (real)0.0f}, acceleration = vec3_scale(move, (real)step->inverse_h2);
    acceleration = has_touches(set, number) ? none : acceleration;
    if (set->guards[aggregate.guard].turn == level_swept)
        return;
    if (set->systems[number].inertia == bdf2_inertia) {
        store_vector(set, set->history, slot, vec3_select(x.w, acceleration, none));
        keep_touch(set, slot, number, move, step);
    }
    if (set->systems[number].contact_mass > 0.0f) // for keep_contact
        store_vector(set, set->steps, slot, vec3_select(x.w, move, none));
    v.xyz = vec3_select(x.w, vec3_add(v.xyz, change), v.xyz);
    store_velocity(set, slot, x.w, v);
}

#endif
