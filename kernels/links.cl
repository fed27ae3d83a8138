// Goals of bodies, tethers and attachments: a program of its own, for worlds that have any. A work-item has a vertex, or an
// attachment; bodies and tiles play no part, since attachments join bodies.
//
//   position, velocity, low_parts    as in per_colour.cl
//   vertex                           offsets of records, as lanes.h explains
//   from, to                         {goal, stiffness}, {goal, damping}: physics/link.h
#define GEL_DIALECT_OPENCL

#include "lanes.h"

#include "links.h"

// Goals from `first` on, `count` of them; `progress` and `inverse_time` as in links.h. In the first kernel they are
// those that are followed exactly, whose vertices have inverse mass 0.
__kernel void lead_to_goals(__global const float4* position, __global float4* velocity,
                            __global const int* vertex, __global const float4* from,
                            __global const float4* to, const StepParameters step, const float progress,
                            const int first, const int count WITH_LOW(__global const float4* low_parts))
{
    int item = first + (int)get_global_id(0);
    if (item >= first + count)
        return;
    __global const int* i = vertex + item;
    Record x = load_record(position, i);
    Vertex a = {x, x, load_record(velocity, i) WITH_LOW(load_record(low_parts, i))};
    Record start = load_broadcast(from, item), end = load_broadcast(to, item);
    lead_to_goal(&a, &start, &end, progress, &step);
    store_record(velocity, i, a.v);
}

__kernel void draw_to_goals(__global float4* position, __global float4* velocity, __global const int* vertex,
                            __global const float4* from, __global const float4* to, const StepParameters step,
                            const float progress, const float inverse_time, const int first,
                            const int count WITH_LOW(__global float4* low_parts))
{
    int item = first + (int)get_global_id(0);
    if (item >= first + count)
        return;
    __global const int* i = vertex + item;
    Record x = load_record(position, i);
    Vertex a = {x, x, load_record(velocity, i) WITH_LOW(load_record(low_parts, i))};
    Record start = load_broadcast(from, item), end = load_broadcast(to, item);
    draw_to_goal(&a, &start, &end, progress, inverse_time, &step);
    store_record(position, i, a.x);
    store_record(velocity, i, a.v);
    STORE_LOW(store_record(low_parts, i, a.c));
}

// Tethers, `count` of them, each of a vertex of its own, which no other reads: `pin` are those that nothing moves, `length`
// how far away it may be.
__kernel void hold_tethers(__global float4* position, __global float4* velocity, __global const int* vertex,
                           __global const int* pin, __global const float* length, const StepParameters step,
                           const int count WITH_LOW(__global float4* low_parts))
{
    int item = (int)get_global_id(0);
    if (item >= count)
        return;
    __global const int *i = vertex + item, *j = pin + item;
    Record x = load_record(position, i), p = load_record(position, j);
    Vertex a = {x, x, load_record(velocity, i) WITH_LOW(load_record(low_parts, i))};
    Vertex b = {p, p, p WITH_LOW(load_record(low_parts, j))};
    vec3 move;
    hold_tether(&a, &b, length[item], &step, &move);
    store_record(position, i, a.x);
    store_record(velocity, i, a.v);
    STORE_LOW(store_record(low_parts, i, a.c));
}

// Attachments of a colour, which share no vertex: from `first` on, `count` of all `slots`. Vertices and coefficients
// are [attached_vertices][slots]; a coefficient of 0 has no vertex of its own. `terms`: {compliance, length}. `curve`: which
// of `curves` it has, [][curve_points] of {stretch, force, slope, 0}; -1: none. Multipliers are what holds the points
// together, times h^2.
__kernel void solve_attachments(__global float4* position, __global float4* velocity,
                                __global const int* vertex, __global const float* coefficient,
                                __global const float2* terms, __global const int* curve,
                                __global const float4* curves, __global float4* multipliers,
                                const StepParameters step, const int slots, const int first,
                                const int count WITH_LOW(__global float4* low_parts))
{
    int item = first + (int)get_global_id(0);
    if (item >= first + count)
        return;
    Vertex a[attached_vertices];
    real c[attached_vertices];
    UNROLL for (int k = 0; k < attached_vertices; k++)
    {
        __global const int* i = vertex + k * slots + item;
        a[k].x = load_record(position, i);
        a[k].q = a[k].x;
        a[k].v = load_record(velocity, i);
        STORE_LOW(a[k].c = load_record(low_parts, i));
        c[k] = coefficient[k * slots + item];
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
    solve_attachment(a, c, terms[item].x, terms[item].y, of >= 0, points, &step, &multiplier);
    UNROLL for (int k = 0; k < attached_vertices; k++)
    {
        __global const int* i = vertex + k * slots + item;
        if (c[k] == 0.0f || a[k].x.w == 0.0f) // others may have the vertices of obstacles, too
            continue;
        store_record(position, i, a[k].x);
        store_record(velocity, i, a[k].v);
        STORE_LOW(store_record(low_parts, i, a[k].c));
    }
    multipliers[item] = (float4)(multiplier.x, multiplier.y, multiplier.z, 0.0f);
}
