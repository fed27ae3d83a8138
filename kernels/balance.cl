// The program that keeps momenta over constraints: balance_passes.h. Built when a world has bodies under stress.
#define GEL_DIALECT_OPENCL

#include "lanes.h"
#include "solve.h"
#include "balance_passes.h"

#define BALANCE                                                                                              \
    BALANCE_LIST_BUFFERS(BUFFER_PARAMETER)                                                                   \
    __global float4 *position, __global const float4 *predicted, __global float4 *velocity, const int count
#define BALANCE_SET(set)                                                                                     \
    BalanceSet set = {BALANCE_LIST_BUFFERS(BUFFER_VALUE)};                                                   \
    (void)position, (void)predicted, (void)velocity

enum { work_of_block = balance_columns / GEL_LANES }; // work-items

#define FIRST_OF(set, block) (set).blocks[(set).bodies[(block).body].first_block].first

__kernel void add_block_columns(BALANCE)
{
    uint id = (uint)get_global_id(0);
    int column = (int)(id % work_of_block) * GEL_LANES, block_number = (int)(id / work_of_block);
    if (id >= (uint)count)
        return;
    BALANCE_SET(set);
    BalanceBlock block = set.blocks[block_number];
    Record first = load_broadcast(predicted, FIRST_OF(set, block));
    vec3 origin = first.xyz;
    scalar lead = bodies[block.body].lead;
    real sum[balance_sums];
    for (int k = 0; k < balance_sums; k++)
        sum[k] = (real)0.0f;
    for (int i = block.first + column; i < block.end; i += balance_columns) {
        Vertex a = {.x = load_contiguous(position, i, block.end),
                    .q = load_contiguous(predicted, i, block.end),
                    .v = load_contiguous(velocity, i, block.end)};
        add_column_vertex(sum, &a, origin, lead, PRESENT(block.end - i));
    }
    for (int k = 0; k < balance_sums; k++)
        store_real(set.columns, (block_number * balance_sums + k) * balance_columns + column, sum[k]);
}

__kernel void add_up_columns(BALANCE)
{
    uint id = (uint)get_global_id(0), sum_number = id % balance_sum_stride;
    BALANCE_SET(set);
    if (id < (uint)count && sum_number < balance_sums)
        add_columns(&set, (int)(id / balance_sum_stride), (int)sum_number);
}

__kernel void find_body_motions(BALANCE)
{
    int i = (int)get_global_id(0);
    BALANCE_SET(set);
    if (i < count)
        find_body_motion(&set, i);
}

__kernel void move_vertices(BALANCE, const StepParameters step)
{
    uint id = (uint)get_global_id(0);
    int column = (int)(id % work_of_block) * GEL_LANES, block_number = (int)(id / work_of_block);
    if (id >= (uint)count)
        return;
    BALANCE_SET(set);
    BalanceBlock block = set.blocks[block_number];
    scalar motion[balance_numbers];
    Record first = load_broadcast(predicted, FIRST_OF(set, block));
    vec3 origin = first.xyz;
    scalar lead = bodies[block.body].lead;
    for (int k = 0; k < balance_numbers; k++)
        motion[k] = set.motions[block.body * balance_numbers + k];
    for (int i = block.first + column; i < block.end; i += balance_columns) {
        Vertex a = {load_contiguous(position, i, block.end), load_contiguous(predicted, i, block.end),
                    load_contiguous(velocity, i, block.end)};
        move_balanced_vertex(&a, motion, origin, lead, &step);
        store_contiguous(position, i, block.end, a.x);
        store_contiguous(velocity, i, block.end, a.v);
    }
}
