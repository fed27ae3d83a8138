// The program of the two-level solver: two_level_passes.h. Built when a world has such bodies. Its launches are over all of
// them. Each kernel has the same arguments.
#define GEL_DIALECT_OPENCL

#include "lanes.h"

#define load_vertex(set, state, slot) load_record((set)->state, (set)->vertices + (slot))
#define load_corner(set, offsets) load_record((set)->position, offsets)
#define load_vertex_of(set, state, slot) load_broadcast((set)->state, (set)->vertices[slot] / 4)
#if GEL_LANES == 1
// All padding slots are of one vertex.
#define store_velocity(set, slot, inverse_mass, v)                                                           \
    if ((inverse_mass) > 0.0f)                                                                               \
    store_record((set)->velocity, (set)->vertices + (slot), v)
#define store_position(set, slot, inverse_mass, x)                                                           \
    if ((inverse_mass) > 0.0f)                                                                               \
    store_record((set)->position, (set)->vertices + (slot), x)
#define TEAM_WIDTH ((int)get_local_size(0) < level_columns ? (int)get_local_size(0) : level_columns)
#define TEAM_WAIT() barrier(CLK_GLOBAL_MEM_FENCE)
#else
#define store_velocity(set, slot, inverse_mass, v) store_record((set)->velocity, (set)->vertices + (slot), v)
#define store_position(set, slot, inverse_mass, x) store_record((set)->position, (set)->vertices + (slot), x)
#define TEAM_WIDTH 1 // a work-item, of all lanes
#define TEAM_WAIT()
#endif

// Sums of products in columns, and the sum of the eight.
#if GEL_LANES == 16
typedef float8 ColumnSum;
#define ADD_PRODUCT(sum, a, b, side) (sum) = (sum) + ((side) == 0 ? (a).lo * (b).lo : (a).hi * (b).hi)
#else
typedef real ColumnSum;
#define ADD_PRODUCT(sum, a, b, side) ((void)(side), (sum) = (sum) + (a) * (b))
#endif
#if GEL_LANES == 1
#define add_vector_columns(sum) (sum)
#else
static inline float add_vector_columns(float8 a)
{
    float4 fours = a.lo + a.hi;
    float2 twos = fours.lo + fours.hi;
    return twos.x + twos.y;
}
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
                               __global float4* velocity, const int slot_count, const int count,             \
                               const int cycle, const StepParameters step)
#define TWO_LEVEL_SET()                                                                                      \
    const TwoLevelSet set = {TWO_LEVEL_BUFFERS(BUFFER_VALUE).slot_count = slot_count, .position = position,  \
                             .velocity = velocity};                                                          \
    (void)cycle, (void)step;                                                                                 \
    const int id = (int)get_global_id(0)

// Kernels over slots, or constraints of all kinds: `count` of them.
#define KERNEL_OF_LANES(name, call)                                                                          \
    TWO_LEVEL_KERNEL(name)                                                                                   \
    {                                                                                                        \
        TWO_LEVEL_SET();                                                                                     \
        const int item = id * GEL_LANES;                                                                     \
        if (item < count)                                                                                    \
            call;                                                                                            \
    }
KERNEL_OF_LANES(place, place_slots(&set, item, cycle != 0, &step))
KERNEL_OF_LANES(smooth, smooth_slots(&set, item, cycle, &step))
KERNEL_OF_LANES(try_motion, try_slots(&set, item, cycle, &step))
KERNEL_OF_LANES(shorten, shorten_slots(&set, item, cycle, &step))
KERNEL_OF_LANES(finish, finish_slots(&set, item, &step))
KERNEL_OF_LANES(apply, apply_rows(&set, item))
KERNEL_OF_LANES(touch, keep_contact(&set, item, &step))

enum { groups_of_columns = level_columns / GEL_LANES };

// Kernels over columns of pieces.
TWO_LEVEL_KERNEL(restrict)
{
    TWO_LEVEL_SET();
    if (id < count)
        restrict_columns(&set, id / groups_of_columns, id % groups_of_columns * GEL_LANES, &step);
}

TWO_LEVEL_KERNEL(prolong)
{
    TWO_LEVEL_SET();
    if (id < count)
        prolong_columns(&set, id / groups_of_columns, id % groups_of_columns * GEL_LANES, cycle, &step);
}

TWO_LEVEL_KERNEL(count_ruins)
{
    TWO_LEVEL_SET();
    if (id < count)
        count_ruins(&set, id / groups_of_columns, id % groups_of_columns * GEL_LANES);
}

// The columns of a body are scalar.
TWO_LEVEL_KERNEL(add_energy)
{
    TWO_LEVEL_SET();
    if (id < count)
        add_energy(&set, id / energy_columns, id % energy_columns, &step);
}

TWO_LEVEL_KERNEL(judge)
{
    TWO_LEVEL_SET();
    if (id < count)
        judge_body(&set, id, cycle);
}

TWO_LEVEL_KERNEL(rows)
{
    TWO_LEVEL_SET();
    if (id < count)
        find_rows(&set, id / kept_columns, id % kept_columns, cycle, &step);
}

// Slots, and then rows of blocks: both follow the rows of constraints.
TWO_LEVEL_KERNEL(begin)
{
    TWO_LEVEL_SET();
    int item = id - slot_count / GEL_LANES;
    if (item < 0)
        begin_slots(&set, id * GEL_LANES, &step);
    else if (id < count)
        assemble_rows(&set, item);
}

// Kernels with a work-group per system.
TWO_LEVEL_KERNEL(solve)
{
    TWO_LEVEL_SET();
    const LevelSystem system = set.systems[get_group_id(0)];
    (void)id, (void)count;
    if (cycle == 0)
        factor_system(&set, &system);
    solve_system(&set, &system);
}

TWO_LEVEL_KERNEL(rigid_motions)
{
    TWO_LEVEL_SET();
    (void)id, (void)count;
    find_rigid_motion(&set, (int)get_group_id(0), &step);
}
