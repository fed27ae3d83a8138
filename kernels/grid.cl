// The grid strategy: one launch per stage and colour over all bodies at once; a work-item does GEL_LANES
// vertices or constraints. Physics is in physics/: a kernel here computes the index, loads, calls, stores.
//
//   position   {x, y, z, inverse mass}     of each vertex
//   predicted  {x, y, z, unused}
//   velocity   {x, y, z, damping}
//
// Lanes that are left over at the end of a colour or of the vertices do the last one again: they load, compute and
// store the same. Goals are padded with a vertex of inverse mass 0 behind the last.
//
// A launch covers `count` items of its arrays, from `first` on; surplus work-items return.
#include "physics/distance.h"
#include "physics/goal.h"
#include "physics/ground.h"
#include "physics/integrate.h"
#include "physics/velocity.h"
#include "physics/volume.h"
#include "lanes.h"

__kernel void integrate_vertices(__global float4* position, __global float4* predicted,
                                 __global float4* velocity, const float4 gravity, const float h,
                                 const int first, const int count)
{
    int item = (int)get_global_id(0) * GEL_LANES;
    if (item >= count)
        return;
    item += first;
    int end = first + count;
    Record x = load_run(position, item, end), v = load_run(velocity, item, end);
    Gravity g = {gravity.x, gravity.y, gravity.z};
    integrate(&x.xyz, &v.xyz, x.w, g, h);
    store_run(position, item, end, x);
    store_run(predicted, item, end, x);
    store_run(velocity, item, end, v);
}

__kernel void solve_distances(__global float4* position, __global const int* vertex0,
                              __global const int* vertex1, __global const float* rest_length,
                              __global const float* compliance, const float inverse_h2, const int first,
                              const int count)
{
    int item = (int)get_global_id(0) * GEL_LANES;
    if (item >= count)
        return;
    item += first;
    __global const int *i0 = vertex0 + item, *i1 = vertex1 + item;
    Record x0 = load_record(position, i0), x1 = load_record(position, i1);
    solve_distance(&x0.xyz, &x1.xyz, x0.w, x1.w, load_real(rest_length, item), load_real(compliance, item),
                   inverse_h2);
    store_record(position, i0, x0);
    store_record(position, i1, x1);
}

__kernel void solve_volumes(__global float4* position, __global const int* vertex0,
                            __global const int* vertex1, __global const int* vertex2,
                            __global const int* vertex3, __global const float* rest_volume,
                            __global const float* compliance, const float inverse_h2, const int first,
                            const int count)
{
    int item = (int)get_global_id(0) * GEL_LANES;
    if (item >= count)
        return;
    item += first;
    __global const int *i0 = vertex0 + item, *i1 = vertex1 + item;
    __global const int *i2 = vertex2 + item, *i3 = vertex3 + item;
    Record x0 = load_record(position, i0), x1 = load_record(position, i1);
    Record x2 = load_record(position, i2), x3 = load_record(position, i3);
    TetPositions x = {x0.xyz, x1.xyz, x2.xyz, x3.xyz};
    TetInverseMasses w = {x0.w, x1.w, x2.w, x3.w};
    solve_volume(&x, w, load_real(rest_volume, item), load_real(compliance, item), inverse_h2);
    x0.xyz = x.x0;
    x1.xyz = x.x1;
    x2.xyz = x.x2;
    x3.xyz = x.x3;
    store_record(position, i0, x0);
    store_record(position, i1, x1);
    store_record(position, i2, x2);
    store_record(position, i3, x3);
}

// goal = {x, y, z, stiffness}; no vertex has two, and padding joins padding vertices.
__kernel void solve_goals(__global float4* position, __global const float4* predicted,
                          __global const float4* velocity, __global const int* vertex,
                          __global const float4* goal, const float h, const float h2, const float damping,
                          const int first, const int count)
{
    int item = (int)get_global_id(0) * GEL_LANES;
    if (item >= count)
        return;
    item += first;
    __global const int* i = vertex + item;
    Record x = load_record(position, i), q = load_record(predicted, i), v = load_record(velocity, i);
    Record g = load_run(goal, item, first + count);
    GoalTimes times = {h, h2, damping};
    solve_goal(&x.xyz, q.xyz, v.xyz, g.xyz, x.w, g.w, times);
    store_record(position, i, x);
}

// plane = {unit normal, offset}; contact = {friction, restitution, slowest bounce, unused}
__kernel void solve_grounds(__global float4* position, __global float4* predicted,
                            __global const float4* velocity, const float4 plane, const float4 contact,
                            const float h, const int first, const int count)
{
    int item = (int)get_global_id(0) * GEL_LANES;
    if (item >= count)
        return;
    item += first;
    int end = first + count;
    Record x = load_run(position, item, end), q = load_run(predicted, item, end),
           v = load_run(velocity, item, end);
    Ground ground = {plane.x, plane.y, plane.z, plane.w, contact.x, contact.y, contact.z};
    solve_ground(&x.xyz, &q.xyz, v.xyz, x.w, ground, h);
    store_run(position, item, end, x);
    store_run(predicted, item, end, q);
}

__kernel void update_velocities(__global const float4* position, __global const float4* predicted,
                                __global float4* velocity, const float h, const float inverse_h,
                                const int first, const int count)
{
    int item = (int)get_global_id(0) * GEL_LANES;
    if (item >= count)
        return;
    item += first;
    int end = first + count;
    Record x = load_run(position, item, end), q = load_run(predicted, item, end),
           v = load_run(velocity, item, end);
    v.xyz = new_velocity(v.xyz, x.xyz, q.xyz, v.w, h, inverse_h);
    store_run(velocity, item, end, v);
}
