// The passes of the two-level solver: physics/two_level.h.
//
//   1. place     slots: y = x + h v
//   2. rows      constraints of a kind: residuals and derivatives
//   3. begin     slots: r, D^-1, coordinates, z = D^-1 r
//   4. project   constraints by aggregates: P^T of a row
//   5. multiply  chunks of pairs of these parts: sums of products
//   6. add       blocks: sums of chunks; then assemble, rows of blocks: P^T A P
//   7. apply     constraints of a kind: rows times z
//   8. restrict  columns of aggregates: r -= A z, P^T r
//   9. solve     bodies: factor (in the first cycle) and solve
//  10. prolong   slots: z = P times the solution, d += z
//      for another cycle: apply, then smooth, slots: r -= A z, z = D^-1 r, d += z; from 7 on
//  11. weigh     columns of aggregates, then their sums per body: what is missing of the momentum
//  12. finish    slots: v
//
// Every sum has one order: of the corners of a slot, of pairs in a chunk, of columns, of chunks and aggregates.
//
// Plain C and OpenCL C. The includer defines load_record, load_contiguous, store_contiguous, load_real, store_real,
// load_broadcast and PRESENT as in lanes.h; load_vertex, load_vertex_of and store_velocity for the world's state;
// store_part and item_columns.
#ifndef GEL_TWO_LEVEL_PASSES_H
#define GEL_TWO_LEVEL_PASSES_H

#include "balance_tables.h"
#include "memory.h"
#include "physics/two_level.h"
#include "solve.h"
#include "two_level_tables.h"

#ifdef GEL_DIALECT_OPENCL
typedef float4 LevelRecord;
#else
typedef Record LevelRecord;
#endif

typedef struct TwoLevelSet {
    TWO_LEVEL_BUFFERS(BUFFER_MEMBER)
    int slot_count, part_count; // parts are those of slots, then those of rows
    MEMORY LevelRecord *position, *velocity;
} TwoLevelSet;

#define PART_NUMBERS(parts, part) ((MEMORY const scalar*)(parts) + part_numbers * (part))

static inline vec3 gravity_of(real inverse_mass, const StepParameters* step)
{
    vec3 gravity = {(real)step->gravity_x, (real)step->gravity_y, (real)step->gravity_z};
    vec3 none = {(real)0.0f, (real)0.0f, (real)0.0f};
    return vec3_select(inverse_mass, gravity, none);
}

// The first group also stores the zeros that short columns of corners end in.
static inline void place_slots(const TwoLevelSet* set, int slot, const StepParameters* step)
{
    Record zero = {{(real)0.0f, (real)0.0f, (real)0.0f}, (real)0.0f};
    if (slot < level_columns) {
        store_contiguous(set->derivatives, slot, level_columns, zero);
        store_contiguous(set->residuals, slot, level_columns, zero);
        store_contiguous(set->answers, slot, level_columns, zero);
    }
    Record x = load_vertex(set, position, slot), v = load_vertex(set, velocity, slot);
    x.xyz = vec3_add(x.xyz, vec3_scale(v.xyz, (real)step->h));
    store_contiguous(set->places, slot, set->slot_count, x);
}

// One function per kind: find_rows_distance and so on.
#define FIND_ROWS(name, arity, value_count)                                                                  \
    static inline void find_rows_##name(const TwoLevelSet* set, int item, const StepParameters* step)        \
    {                                                                                                        \
        const LevelKind kind = set->kinds[constraint_##name];                                                \
        MEMORY const int* ends = set->ends + kind.first_slot + item;                                         \
        MEMORY const float* values = set->values + kind.first_number + item;                                 \
        vec3 x[arity];                                                                                       \
        real w[arity], value[value_count];                                                                   \
        Residual residuals[rows_of_##name];                                                                  \
        Derivative derivatives[rows_of_##name * arity];                                                      \
        UNROLL for (int k = 0; k < arity; k++)                                                               \
        {                                                                                                    \
            Record record = load_record(set->places, ends + k * kind.count);                                 \
            x[k] = record.xyz;                                                                               \
            w[k] = record.w;                                                                                 \
        }                                                                                                    \
        UNROLL for (int k = 0; k < value_count; k++) value[k] = load_real(values, k * kind.count);           \
        row_##name(x, w, value, step->h2, load_real(values, value_count* kind.count), residuals,             \
                   derivatives);                                                                             \
        UNROLL for (int k = 0; k < rows_of_##name * arity; k++)                                              \
        {                                                                                                    \
            Record record = {derivatives[k].gradient, derivatives[k].weight};                                \
            int to = kind.first_derivative + k * kind.count + item;                                          \
            store_contiguous(set->derivatives, to, to + level_columns, record);                              \
        }                                                                                                    \
        UNROLL for (int k = 0; k < rows_of_##name; k++)                                                      \
        {                                                                                                    \
            Record record = {residuals[k].vector, residuals[k].number};                                      \
            int to = kind.first_residual + k * kind.count + item;                                            \
            store_contiguous(set->residuals, to, to + level_columns, record);                                \
        }                                                                                                    \
    }
CONSTRAINT_LIST(FIND_ROWS)
#undef FIND_ROWS

// One function per kind: apply_rows_distance and so on.
#define APPLY_ROWS(name, arity, value_count)                                                                 \
    static inline void apply_rows_##name(const TwoLevelSet* set, int item)                                   \
    {                                                                                                        \
        const LevelKind kind = set->kinds[constraint_##name];                                                \
        MEMORY const int* ends = set->ends + kind.first_slot + item;                                         \
        vec3 z[arity];                                                                                       \
        UNROLL for (int k = 0; k < arity; k++)                                                               \
        {                                                                                                    \
            Record step = load_record(set->steps, ends + k * kind.count);                                    \
            z[k] = step.xyz;                                                                                 \
        }                                                                                                    \
        for (int row = 0; row < rows_of_##name; row++) {                                                     \
            Record answer = {{(real)0.0f, (real)0.0f, (real)0.0f}, (real)0.0f};                              \
            UNROLL for (int k = 0; k < arity; k++)                                                           \
            {                                                                                                \
                int from = kind.first_derivative + (row * arity + k) * kind.count + item;                    \
                Record d = load_contiguous(set->derivatives, from, from + level_columns);                    \
                answer.xyz = vec3_add(answer.xyz, vec3_scale(z[k], d.w));                                    \
                answer.w = answer.w + vec3_dot(d.xyz, z[k]);                                                 \
            }                                                                                                \
            int to = kind.first_residual + row * kind.count + item;                                          \
            store_contiguous(set->answers, to, to + level_columns, answer);                                  \
        }                                                                                                    \
    }
CONSTRAINT_LIST(APPLY_ROWS)
#undef APPLY_ROWS

// The corners of a slot, kind by kind. `body` sees the derivative and what the row has in `answers`.
#define FOR_CORNERS(set, slot, answers, body)                                                                \
    {                                                                                                        \
        MEMORY const LevelGroup* group = (set)->groups + (slot) / level_columns;                             \
        int lane = (slot) & (level_columns - 1);                                                             \
        for (int kind = 0; kind < constraint_kinds; kind++)                                                  \
            for (int i = 0; i < group->rows[kind]; i++) {                                                    \
                int corner = group->first[kind] + i * level_columns + lane;                                  \
                Record corner_record = load_record((set)->derivatives, (set)->corners + corner),             \
                       answer_record = load_record(answers, (set)->answers_of + corner);                     \
                Derivative derivative = {corner_record.xyz, corner_record.w};                                \
                Residual answer = {answer_record.xyz, answer_record.w};                                      \
                body                                                                                         \
            }                                                                                                \
    }

static inline real mass_of(real inverse_mass)
{
    return inverse_mass > 0.0f ? 1.0f / inverse_mass : (real)0.0f;
}

static inline void store_vector(const TwoLevelSet* set, MEMORY LevelRecord* array, int slot, vec3 a)
{
    Record record = {a, (real)0.0f};
    store_contiguous(array, slot, set->slot_count, record);
}

// Stores record b of a part: `f` and `h`.
#define STORE_PART(set, part, b, f, h)                                                                       \
    do {                                                                                                     \
        Record part_record = {f, h};                                                                         \
        store_part((set)->parts, part, b, part_record);                                                      \
    } while (0)

// The mass of a vertex is a row, too, of the weight sqrt(m) / h.
static inline void begin_slots(const TwoLevelSet* set, int slot, const StepParameters* step)
{
    Record place = load_contiguous(set->places, slot, set->slot_count);
    MEMORY const Aggregate* aggregate = set->aggregates + set->groups[slot / level_columns].aggregate;
    Record anchor = load_broadcast(set->places, aggregate->anchor);
    real mass = mass_of(place.w), inertia = mass * step->inverse_h2;
    real isFree = place.w > 0.0f ? (real)1.0f : (real)0.0f;
    vec3 force = vec3_scale(gravity_of(place.w, step), mass);
    VertexBlock block = {inertia, (real)0.0f, (real)0.0f, inertia, (real)0.0f, inertia};
    FOR_CORNERS(set, slot, set->residuals, {
        force = vec3_subtract(force, apply_derivative(derivative, answer));
        add_derivative(&block, derivative, (real)set->kinds[kind].arity);
    })
    vec3 u = vec3_scale(vec3_subtract(place.xyz, anchor.xyz), isFree * aggregate->inverse_size);
    BlockFactor factor = factor_block(block, inertia);
    vec3 none = {(real)0.0f, (real)0.0f, (real)0.0f},
         z = vec3_select(place.w, solve_block(factor, force), none);
    real weight = real_sqrt(inertia);
    Record first = {{factor.xy, factor.xz, factor.yz}, factor.x},
           second = {{factor.y, factor.z, (real)0.0f}, isFree}, coordinates = {u, isFree};
    store_contiguous(set->inverses, slot, set->slot_count, first);
    store_contiguous(set->inverses, set->slot_count + slot, 2 * set->slot_count, second);
    store_contiguous(set->coordinates, slot, set->slot_count, coordinates);
    store_vector(set, set->forces, slot, force);
    store_vector(set, set->steps, slot, z);
    store_vector(set, set->motions, slot, z);
    STORE_PART(set, slot, 0, none, weight * isFree);
    STORE_PART(set, slot, 1, none, weight * u.x);
    STORE_PART(set, slot, 2, none, weight * u.y);
    STORE_PART(set, slot, 3, none, weight * u.z);
}

static inline void project_parts(const TwoLevelSet* set, int part)
{
    vec3 none = {(real)0.0f, (real)0.0f, (real)0.0f}, f[part_records] = {none, none, none, none};
    real h[part_records] = {(real)0.0f, (real)0.0f, (real)0.0f, (real)0.0f};
    for (int k = 0; k < max_vertices; k++) {
        int at = k * set->part_count + part;
        Record d = load_record(set->derivatives, set->part_corners + at),
               u = load_record(set->coordinates, set->part_slots + at);
        const real basis[part_records] = {u.w, u.xyz.x, u.xyz.y, u.xyz.z};
        UNROLL for (int b = 0; b < part_records; b++)
        {
            f[b] = vec3_add(f[b], vec3_scale(d.xyz, basis[b]));
            h[b] = h[b] + d.w * basis[b];
        }
    }
    UNROLL for (int b = 0; b < part_records; b++) STORE_PART(set, set->slot_count + part, b, f[b], h[b]);
}

// Four rows of a chunk's 16 x 16 sums, with `item_columns` times GEL_LANES columns of them from `column` on.
static inline void multiply_pairs(const TwoLevelSet* set, int chunk_number, int b, int column)
{
    const LevelChunk chunk = set->chunks[chunk_number];
    real sum[part_records][item_columns];
    for (int k = 0; k < part_records; k++)
        for (int c = 0; c < item_columns; c++)
            sum[k][c] = (real)0.0f;
    for (int i = chunk.first_pair; i < chunk.end_pair; i++) {
        MEMORY const scalar *rows = PART_NUMBERS(set->parts, set->pairs[2 * i]) + part_records * b,
                            *columns = PART_NUMBERS(set->parts, set->pairs[2 * i + 1]) + column;
        UNROLL for (int c = 0; c < item_columns; c++)
        {
            real number = load_real(columns, c * GEL_LANES);
            UNROLL for (int k = 0; k < part_records; k++) sum[k][c] = sum[k][c] + (real)(rows[k]) * number;
        }
    }
    for (int k = 0; k < part_records; k++)
        for (int c = 0; c < item_columns; c++)
            store_real(set->sums,
                       (chunk_number * part_numbers + part_records * b + k) * part_numbers + column +
                           c * GEL_LANES,
                       sum[k][c]);
}

// Adds the sums of a block's chunks to those of its first one, GEL_LANES numbers from `number` on.
static inline void add_chunks(const TwoLevelSet* set, int block_number, int number)
{
    enum { numbers = part_numbers * part_numbers };
    const LevelBlock block = set->blocks[block_number];
    real sum = (real)0.0f;
    for (int chunk = block.first_chunk; chunk < block.end_chunk; chunk++)
        sum = sum + load_real(set->sums, chunk * numbers + number);
    if (block.first_chunk < block.end_chunk)
        store_real(set->sums, block.first_chunk * numbers + number, sum);
}

// A row of the matrix in a block, and the same below the diagonal. The f of a part are the first three numbers of its
// records. Its weights h are the fourth: a motion in each of three directions has them, with those in the same one alone.
static inline void assemble_row(const TwoLevelSet* set, int block_number, int i)
{
    const LevelBlock block = set->blocks[block_number];
    const LevelBody body = set->bodies[block.body];
    MEMORY const scalar* sums = set->sums + block.first_chunk * part_numbers * part_numbers;
    int row = part_records * (i / 3) + i % 3, place = aggregate_unknowns * block.row + i;
    bool isThere = block.first_chunk < block.end_chunk;
    for (int j = 0; j < aggregate_unknowns; j++) {
        int column = part_records * (j / 3) + j % 3, other = aggregate_unknowns * block.column + j;
        scalar found = 0.0f;
        if (isThere)
            found = sums[row * part_numbers + column];
        if (isThere && i % 3 == j % 3)
            found = found + sums[(row | 3) * part_numbers + (column | 3)];
        set->matrix[body.first_number + place * body.stride + other] = found;
        if (block.row != block.column)
            set->matrix[body.first_number + other * body.stride + place] = found;
    }
}

// Subtracts A z from the residual.
static inline vec3 subtract_product(const TwoLevelSet* set, int slot, int end, const StepParameters* step)
{
    Record place = load_contiguous(set->places, slot, end), r = load_contiguous(set->forces, slot, end),
           z = load_contiguous(set->steps, slot, end);
    real inertia = mass_of(place.w) * step->inverse_h2;
    vec3 rest = vec3_subtract(r.xyz, vec3_scale(z.xyz, inertia));
    FOR_CORNERS(set, slot, set->answers,
                { rest = vec3_subtract(rest, apply_derivative(derivative, answer)); })
    return rest;
}

static inline void smooth_slots(const TwoLevelSet* set, int slot, int cycle, const StepParameters* step)
{
    int end = set->slot_count;
    MEMORY const Aggregate* aggregate = set->aggregates + set->groups[slot / level_columns].aggregate;
    vec3 r = subtract_product(set, slot, end, step), none = {(real)0.0f, (real)0.0f, (real)0.0f};
    Record first = load_contiguous(set->inverses, slot, end),
           second = load_contiguous(set->inverses, end + slot, 2 * end),
           d = load_contiguous(set->motions, slot, end);
    BlockFactor factor = {first.xyz.x, first.xyz.y, first.xyz.z, first.w, second.xyz.x, second.xyz.y};
    vec3 z = vec3_select(second.w, solve_block(factor, r), none);
    z = cycle < set->bodies[aggregate->body].cycles ? z : none;
    store_vector(set, set->forces, slot, r);
    store_vector(set, set->steps, slot, z);
    store_vector(set, set->motions, slot, vec3_add(d.xyz, z));
}

// A column of an aggregate, or GEL_LANES of them.
static inline void restrict_columns(const TwoLevelSet* set, int number, int column,
                                    const StepParameters* step)
{
    const Aggregate aggregate = set->aggregates[number];
    real sum[aggregate_unknowns];
    for (int k = 0; k < aggregate_unknowns; k++)
        sum[k] = (real)0.0f;
    for (int slot = aggregate.first_slot + column; slot < aggregate.end_slot; slot += level_columns) {
        vec3 r = subtract_product(set, slot, set->slot_count, step);
        Record u = load_contiguous(set->coordinates, slot, set->slot_count);
        const real basis[part_records] = {u.w, u.xyz.x, u.xyz.y, u.xyz.z};
        store_vector(set, set->forces, slot, r);
        UNROLL for (int b = 0; b < part_records; b++)
        {
            sum[3 * b] = sum[3 * b] + basis[b] * r.x;
            sum[3 * b + 1] = sum[3 * b + 1] + basis[b] * r.y;
            sum[3 * b + 2] = sum[3 * b + 2] + basis[b] * r.z;
        }
    }
    for (int k = 0; k < aggregate_unknowns; k++)
        store_real(set->columns, (number * rigid_sums + k) * level_columns + column, sum[k]);
}

static inline scalar add_level_columns(MEMORY const scalar* columns)
{
    scalar sum[level_columns / 2];
    for (int k = 0; k < level_columns / 2; k++)
        sum[k] = columns[k] + columns[k + level_columns / 2];
    for (int width = level_columns / 4; width > 0; width /= 2)
        for (int k = 0; k < width; k++)
            sum[k] = sum[k] + sum[k + width];
    return sum[0];
}

static inline void prolong_slots(const TwoLevelSet* set, int slot, int cycle)
{
    int number = set->groups[slot / level_columns].aggregate, end = set->slot_count;
    bool takesPart = cycle < set->bodies[set->aggregates[number].body].cycles;
    MEMORY const scalar* y = set->unknowns + aggregate_unknowns * number;
    Record u = load_contiguous(set->coordinates, slot, end), d = load_contiguous(set->motions, slot, end);
    vec3 z[part_records], none = {(real)0.0f, (real)0.0f, (real)0.0f};
    for (int b = 0; b < part_records; b++) {
        vec3 unknowns = {(real)y[3 * b], (real)y[3 * b + 1], (real)y[3 * b + 2]};
        z[b] = vec3_scale(unknowns, b == 0 ? u.w : b == 1 ? u.xyz.x : b == 2 ? u.xyz.y : u.xyz.z);
    }
    vec3 step = takesPart ? vec3_add(vec3_add(z[0], z[1]), vec3_add(z[2], z[3])) : none;
    store_vector(set, set->steps, slot, step);
    store_vector(set, set->motions, slot, vec3_add(d.xyz, step));
}

// Places of a body are taken relative to its first anchor, so that little is lost to rounding.
#define LEVEL_ORIGIN(set, body)                                                                              \
    load_vertex_of((set), position, (set)->aggregates[(set)->bodies[body].first_aggregate].anchor)

static inline void weigh_columns(const TwoLevelSet* set, int number, int column, const StepParameters* step)
{
    const Aggregate aggregate = set->aggregates[number];
    Record origin = LEVEL_ORIGIN(set, aggregate.body);
    real sum[rigid_sums];
    for (int k = 0; k < rigid_sums; k++)
        sum[k] = (real)0.0f;
    for (int slot = aggregate.first_slot + column; slot < aggregate.end_slot; slot += level_columns) {
        Record x = load_vertex(set, position, slot), d = load_contiguous(set->motions, slot, set->slot_count);
        vec3 pushed = vec3_scale(gravity_of(x.w, step), (real)step->h2);
        add_moments(sum, vec3_subtract(x.xyz, origin.xyz), vec3_subtract(d.xyz, pushed), x.w,
                    PRESENT(aggregate.first_slot + aggregate.slot_count - slot));
    }
    for (int k = 0; k < rigid_sums; k++)
        store_real(set->columns, (number * rigid_sums + k) * level_columns + column, sum[k]);
}

static inline void weigh_body(const TwoLevelSet* set, int number)
{
    const LevelBody body = set->bodies[number];
    scalar sum[rigid_sums], motion[balance_numbers];
    for (int k = 0; k < rigid_sums; k++) {
        sum[k] = 0.0f;
        for (int i = body.first_aggregate; i < body.first_aggregate + body.aggregate_count; i++)
            sum[k] = sum[k] + add_level_columns(set->columns + (i * rigid_sums + k) * level_columns);
    }
    find_motion(sum, motion);
    for (int k = 0; k < balance_numbers; k++)
        set->rigid[number * balance_numbers + k] = motion[k];
}

// Stores the velocity that takes the vertex to y + d, once the stage after this has added the weight's.
static inline void finish_slots(const TwoLevelSet* set, int slot, const StepParameters* step)
{
    int number = set->aggregates[set->groups[slot / level_columns].aggregate].body;
    Record x = load_vertex(set, position, slot), v = load_vertex(set, velocity, slot),
           d = load_contiguous(set->motions, slot, set->slot_count), origin = LEVEL_ORIGIN(set, number);
    scalar motion[balance_numbers];
    for (int k = 0; k < balance_numbers; k++)
        motion[k] = set->rigid[number * balance_numbers + k];
    vec3 move = vec3_add(d.xyz, motion_of_vertex(motion, vec3_subtract(x.xyz, origin.xyz)));
    vec3 change = vec3_subtract(vec3_scale(move, (real)step->inverse_h),
                                vec3_scale(gravity_of(x.w, step), (real)step->h));
    v.xyz = vec3_select(x.w, vec3_add(v.xyz, change), v.xyz);
    store_velocity(set, slot, x.w, v);
}

#endif
