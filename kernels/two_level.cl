// The program of the two-level solver: two_level_passes.h. Built when a world has such bodies. Its launches are over all of
// them. Each kernel has the same arguments.
#define GEL_DIALECT_OPENCL

#include "lanes.h"

#define load_vertex(set, state, slot) load_record((set)->state, (set)->vertices + (slot))
#define load_vertex_of(set, state, slot) load_broadcast((set)->state, (set)->vertices[slot] / 4)
#if GEL_LANES == 1
enum { item_columns = 1 };
#define store_part(parts, part, b, record) store_first(parts, 4 * (part) + (b), record)
#else
enum { item_columns = 16 / GEL_LANES };
static inline void store_part(__global float4* parts, int part, int b, Record record)
{
#define AT(k) parts[4 * (part + k) + b]
    STORE_LANES(record, AT);
#undef AT
}
#endif

#if GEL_LANES == 1
// All padding slots are of one vertex.
#define store_velocity(set, slot, inverse_mass, v)                                                           \
    if ((inverse_mass) > 0.0f)                                                                               \
    store_record((set)->velocity, (set)->vertices + (slot), v)
#define TEAM_WIDTH ((int)get_local_size(0) < level_columns ? (int)get_local_size(0) : level_columns)
#define TEAM_WAIT() barrier(CLK_GLOBAL_MEM_FENCE)
#else
#define store_velocity(set, slot, inverse_mass, v) store_record((set)->velocity, (set)->vertices + (slot), v)
#define TEAM_WIDTH 1 // a work-item, of all lanes
#define TEAM_WAIT()
#endif
#define FOR_TEAM(item, first, end)                                                                           \
    for (int item = (first) + (int)get_local_id(0); item < (end); item += (int)get_local_size(0))
#define FOR_TEAM_ROWS(row, first, end)                                                                       \
    for (int row = (first) + (int)get_local_id(0) / TEAM_WIDTH; row < (end);                                 \
         row += (int)get_local_size(0) / TEAM_WIDTH)
#define FIRST_LANE(column) (((column) & ~(level_columns - 1)) + (int)get_local_id(0) % TEAM_WIDTH)
#define TEAM_LANES (TEAM_WIDTH * GEL_LANES)
#include "two_level_solve.h"

#define TWO_LEVEL_KERNEL(name)                                                                               \
    __kernel void level_##name(TWO_LEVEL_BUFFERS(BUFFER_PARAMETER) __global float4* position,                \
                               __global float4* velocity, const int slot_count, const int part_count,        \
                               const int count, const int cycle, const StepParameters step)
#define TWO_LEVEL_SET()                                                                                      \
    const TwoLevelSet set = {TWO_LEVEL_BUFFERS(BUFFER_VALUE).slot_count = slot_count,                        \
                             .part_count = part_count, .position = position, .velocity = velocity};          \
    (void)cycle, (void)step;                                                                                 \
    const int id = (int)get_global_id(0)

// Kernels over slots, parts, or the constraints of a kind: `count` of them.
#define KERNEL_OF_LANES(name, call)                                                                          \
    TWO_LEVEL_KERNEL(name)                                                                                   \
    {                                                                                                        \
        TWO_LEVEL_SET();                                                                                     \
        const int item = id * GEL_LANES;                                                                     \
        if (item < count)                                                                                    \
            call;                                                                                            \
    }
KERNEL_OF_LANES(place, place_slots(&set, item, &step))
KERNEL_OF_LANES(begin, begin_slots(&set, item, &step))
KERNEL_OF_LANES(project, project_parts(&set, item))
KERNEL_OF_LANES(smooth, smooth_slots(&set, item, cycle, &step))
KERNEL_OF_LANES(prolong, prolong_slots(&set, item, cycle))
KERNEL_OF_LANES(finish, finish_slots(&set, item, &step))
#define KIND_KERNELS(name, arity, value_count)                                                               \
    KERNEL_OF_LANES(rows_##name, find_rows_##name(&set, item, &step))                                        \
    KERNEL_OF_LANES(apply_##name, apply_rows_##name(&set, item))
CONSTRAINT_LIST(KIND_KERNELS)

enum { groups_of_columns = level_columns / GEL_LANES };

// Kernels over columns of aggregates.
#define KERNEL_OF_COLUMNS(name, pass)                                                                        \
    TWO_LEVEL_KERNEL(name)                                                                                   \
    {                                                                                                        \
        TWO_LEVEL_SET();                                                                                     \
        if (id < count)                                                                                      \
            pass(&set, id / groups_of_columns, id % groups_of_columns * GEL_LANES, &step);                   \
    }
KERNEL_OF_COLUMNS(restrict, restrict_columns)
KERNEL_OF_COLUMNS(weigh_columns, weigh_columns)

TWO_LEVEL_KERNEL(multiply)
{
    enum { width = item_columns * GEL_LANES, groups_of_row = part_numbers / width };
    TWO_LEVEL_SET();
    int rest = id / groups_of_row;
    if (id < count)
        multiply_pairs(&set, rest / part_records, rest % part_records, id % groups_of_row * width);
}

TWO_LEVEL_KERNEL(add)
{
    enum { numbers = part_numbers * part_numbers };
    TWO_LEVEL_SET();
    const int number = id * GEL_LANES;
    if (number < count)
        add_chunks(&set, number / numbers, number % numbers);
}

TWO_LEVEL_KERNEL(assemble)
{
    TWO_LEVEL_SET();
    if (id < count)
        assemble_row(&set, id / aggregate_unknowns, id % aggregate_unknowns);
}

// A work-group per body.
TWO_LEVEL_KERNEL(factor)
{
    TWO_LEVEL_SET();
    const LevelBody body = set.bodies[get_group_id(0)];
    (void)id, (void)count;
    factor_body(&set, &body);
}

TWO_LEVEL_KERNEL(solve)
{
    TWO_LEVEL_SET();
    const LevelBody body = set.bodies[get_group_id(0)];
    (void)id, (void)count;
    solve_body(&set, &body);
}

TWO_LEVEL_KERNEL(weigh_bodies)
{
    TWO_LEVEL_SET();
    if (id < count)
        weigh_body(&set, id);
}
