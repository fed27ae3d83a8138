// Goals of bodies, tethers and attachments: a program of its own, for worlds that have any. A work-item has a vertex, or an
// attachment; bodies and tiles play no part, since attachments join bodies. Their buffers: link_tables.h; position
// and velocity are as in per_colour.cl.
#define GEL_DIALECT_OPENCL

#include "lanes.h"

#include "link_tables.h"
#include "links.h"
#include "points.h"

// Goals from `first` on, `count` of them; `progress` and `inverse_time` as in links.h. In the first kernel they are
// those that are followed exactly, whose vertices have inverse mass 0.
__kernel void follow_goals(GOAL_BUFFERS(BUFFER_PARAMETER) const StepParameters step, const float progress,
                           const int first, const int count)
{
    int item = first + (int)get_global_id(0);
    if (item >= first + count)
        return;
    __global const int* i = vertices + item;
    Record x = load_record(position, i);
    Vertex a = {x, x, load_record(velocity, i)};
    Record start = load_broadcast(from, item), end = load_broadcast(to, item);
    (void)slots;
    follow_goal(&a, &start, &end, progress, &step);
    store_record(velocity, i, a.v);
}

__kernel void apply_goal_springs(GOAL_BUFFERS(BUFFER_PARAMETER) const StepParameters step,
                                 const float progress, const int first, const int count,
                                 const float inverse_time)
{
    int item = first + (int)get_global_id(0);
    if (item >= first + count)
        return;
    __global const int* i = vertices + item;
    Record x = load_record(position, i);
    Vertex a = {x, x, load_record(velocity, i)};
    Record start = load_broadcast(from, item), end = load_broadcast(to, item);
    (void)slots;
    apply_goal_spring(&a, &start, &end, progress, inverse_time, &step);
    store_record(position, i, a.x);
    store_record(velocity, i, a.v);
}

// Adds the pull of each goal to those of its vertex: of vertices of the two-level solver, before it
// solves.
__kernel void pull_by_goals(GOAL_BUFFERS(BUFFER_PARAMETER) __global float4* pulls, const StepParameters step,
                            const float progress, const int first, const int count, const float inverse_time)
{
    int item = first + (int)get_global_id(0);
    if (item >= first + count)
        return;
    int slot = slots[item];
    __global const int* i = vertices + item;
    Record x = load_record(position, i), start = load_broadcast(from, item), end = load_broadcast(to, item);
    Record pull = load_broadcast(pulls, slot);
    Vertex a = {x, x, load_record(velocity, i)};
    add_goal_pull(&a, &start, &end, progress, inverse_time, &step, &pull);
    store_first(pulls, slot, pull);
}

__kernel void hold_tethers(TETHER_BUFFERS(BUFFER_PARAMETER) const StepParameters step, const int count)
{
    int item = (int)get_global_id(0);
    if (item >= count)
        return;
    __global const int *i = vertices + item, *j = pins + item;
    Record x = load_record(position, i), p = load_record(position, j);
    Vertex a = {x, x, load_record(velocity, i)};
    Vertex b = {p, p, p};
    vec3 move;
    hold_tether(&a, &b, lengths[item], &step, &move);
    store_record(position, i, a.x);
    store_record(velocity, i, a.v);
}

// Attachments of a colour: from `first` on, `count` of `all`. `begins`: in the first substep of a
// step.
__kernel void solve_attachments(ATTACHMENT_BUFFERS(BUFFER_PARAMETER) const StepParameters step, const int all,
                                const int first, const int count, const int begins)
{
    int item = first + (int)get_global_id(0);
    if (item >= first + count)
        return;
    Vertex a[attached_vertices];
    real c[attached_vertices];
    UNROLL for (int k = 0; k < attached_vertices; k++)
    {
        __global const int* i = vertices + k * all + item;
        a[k].x = load_record(position, i);
        a[k].q = a[k].x;
        a[k].v = load_record(velocity, i);
        c[k] = coefficients[k * all + item];
    }
    vec3 multiplier;
    real points[curve_points][curve_numbers];
    int of = curve[item];
    UNROLL for (int k = 0; k < curve_points; k++)
    {
        float4 point = of < 0 ? (float4)(0.0f) : curves[curve_points * of + k];
        points[k][0] = point.x;
        points[k][1] = point.y;
        points[k][2] = point.z;
    }
    float greatest = begins ? 0.0f : multipliers[item].w;
    bool is_in_system = false;
    for (int k = 0; k < attached_vertices; k++)
        is_in_system = is_in_system || slots[k * all + item] != slot_none;
    solve_attachment(a, c, terms[3 * item], terms[3 * item + 1], of >= 0, points, terms[3 * item + 2],
                     is_in_system, &step, &greatest, &multiplier);
    UNROLL for (int k = 0; k < attached_vertices; k++)
    {
        __global const int* i = vertices + k * all + item;
        if (c[k] == 0.0f || a[k].x.w == 0.0f) // others may have the vertices of obstacles, too
            continue;
        store_record(position, i, a[k].x);
        store_record(velocity, i, a[k].v);
    }
    multipliers[item] = (float4)(multiplier.x, multiplier.y, multiplier.z, greatest);
}

// Adds the pulls of attachments to those of their vertices: of those that the two-level solver
// solves, and which hold.
__kernel void pull_by_attachments(ATTACHMENT_BUFFERS(BUFFER_PARAMETER) __global float4* pulls,
                                  const StepParameters step, const int all, const int first, const int count,
                                  const int begins)
{
    int item = first + (int)get_global_id(0);
    if (item >= first + count)
        return;
    Vertex a[attached_vertices];
    real c[attached_vertices];
    (void)curve, (void)curves;
    UNROLL for (int k = 0; k < attached_vertices; k++)
    {
        __global const int* i = vertices + k * all + item;
        a[k].x = load_record(position, i);
        a[k].v = load_record(velocity, i);
        c[k] = coefficients[k * all + item];
    }
    vec3 force;
    real stiffness = find_anchor_force(a, c, terms[3 * item], step.h, &force);
    bool holds = begins || multipliers[item].w <= terms[3 * item + 2];
    for (int k = 0; k < attached_vertices && holds; k++) {
        int slot = slots[k * all + item];
        if (slot < 0)
            continue;
        Record pull = load_broadcast(pulls, slot);
        add_anchor_pull(&a[k], c[k], force, stiffness, &pull);
        store_first(pulls, slot, pull);
    }
}
