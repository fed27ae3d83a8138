// The ensemble strategy: many bodies of one class side by side, a lane for each; a work-item does all substeps
// of a frame for its lanes. Indices and constants are shared, and nothing is gathered.
//
// The bodies are worked on in scratch memory, as [vertex][component][lane] (with scalars, work-items stand in
// for lanes): first the {x, y, z, inverse mass} of all vertices, then {predicted, velocity, damping}.
#include "frame.h"

// A vertex of all lanes; `offset` is 4 times its number.
static inline void load_column(__global const real* places, int offset, int stride, Record* record)
{
    __global const real* a = places + offset * stride;
    record->xyz.x = a[0];
    record->xyz.y = a[stride];
    record->xyz.z = a[2 * stride];
    record->w = a[3 * stride];
}

static inline void store_column(__global real* places, int offset, int stride, vec3 xyz)
{
    __global real* a = places + offset * stride;
    a[0] = xyz.x;
    a[stride] = xyz.y;
    a[2 * stride] = xyz.z;
}

// {predicted, velocity, damping} of a vertex of all lanes.
static inline void load_motion(__global const real* motions, int vertex, int stride, Record* q, Record* v)
{
    __global const real* a = motions + 7 * vertex * stride;
    q->w = (real)0.0f;
    q->xyz.x = a[0];
    q->xyz.y = a[stride];
    q->xyz.z = a[2 * stride];
    v->xyz.x = a[3 * stride];
    v->xyz.y = a[4 * stride];
    v->xyz.z = a[5 * stride];
    v->w = a[6 * stride];
}

static inline void store_motion(__global real* motions, int vertex, int stride, vec3 q, vec3 v)
{
    __global real* a = motions + 7 * vertex * stride;
    a[0] = q.x;
    a[stride] = q.y;
    a[2 * stride] = q.z;
    a[3 * stride] = v.x;
    a[4 * stride] = v.y;
    a[5 * stride] = v.z;
}

static inline void sweep_shared_edges(__global real* places, int stride,
                                      __global const ConstraintTable* table, __global const int* indices,
                                      __global const float* numbers, scalar inverse_h2)
{
    int slots = table->slot_count;
    __global const int *vertex0 = indices + table->first_vertex, *vertex1 = vertex0 + slots;
    __global const float *rest = numbers + table->first_number, *compliance = rest + slots;
    for (int colour = 0; colour < table->colour_count; colour++) {
        int first = indices[table->first_colour + 2 * colour];
        int end = first + indices[table->first_colour + 2 * colour + 1];
        for (int i = first; i < end; i++) {
            int i0 = vertex0[i], i1 = vertex1[i];
            Record x0, x1;
            load_column(places, i0, stride, &x0);
            load_column(places, i1, stride, &x1);
            solve_distance(&x0.xyz, &x1.xyz, x0.w, x1.w, (real)rest[i], (real)compliance[i], inverse_h2);
            store_column(places, i0, stride, x0.xyz);
            store_column(places, i1, stride, x1.xyz);
        }
    }
}

static inline void sweep_shared_tets(__global real* places, int stride, __global const ConstraintTable* table,
                                     __global const int* indices, __global const float* numbers,
                                     scalar inverse_h2)
{
    int slots = table->slot_count;
    __global const int *vertex0 = indices + table->first_vertex, *vertex1 = vertex0 + slots,
                       *vertex2 = vertex1 + slots, *vertex3 = vertex2 + slots;
    __global const float *rest = numbers + table->first_number, *compliance = rest + slots;
    for (int colour = 0; colour < table->colour_count; colour++) {
        int first = indices[table->first_colour + 2 * colour];
        int end = first + indices[table->first_colour + 2 * colour + 1];
        for (int i = first; i < end; i++) {
            int i0 = vertex0[i], i1 = vertex1[i], i2 = vertex2[i], i3 = vertex3[i];
            Record x0, x1;
            load_column(places, i0, stride, &x0);
            load_column(places, i1, stride, &x1);
            Record x2, x3;
            load_column(places, i2, stride, &x2);
            load_column(places, i3, stride, &x3);
            TetPositions x = {x0.xyz, x1.xyz, x2.xyz, x3.xyz};
            TetInverseMasses w = {x0.w, x1.w, x2.w, x3.w};
            solve_volume(&x, w, (real)rest[i], (real)compliance[i], inverse_h2);
            store_column(places, i0, stride, x.x0);
            store_column(places, i1, stride, x.x1);
            store_column(places, i2, stride, x.x2);
            store_column(places, i3, stride, x.x3);
        }
    }
}

// A goal is one lane's: its numbers are taken by all lanes, and the first one's result is put back.
static inline void pull_lane_to_goal(__global real* places, __global const real* motions, int stride,
                                     int offset, int lane, float4 goal, GoalTimes times)
{
    __global float* a = (__global float*)(places + offset * stride) + lane;
    __global const float* m = (__global const float*)(motions + 7 * (offset / 4) * stride) + lane;
    int step = stride * GEL_LANES;
    vec3 x = {(real)a[0], (real)a[step], (real)a[2 * step]}, g = {(real)goal.x, (real)goal.y, (real)goal.z};
    vec3 q = {(real)m[0], (real)m[step], (real)m[2 * step]};
    vec3 v = {(real)m[3 * step], (real)m[4 * step], (real)m[5 * step]};
    solve_goal(&x, q, v, g, (real)a[3 * step], (real)goal.w, times);
    a[0] = FIRST_LANE(x.x);
    a[step] = FIRST_LANE(x.y);
    a[2 * step] = FIRST_LANE(x.z);
}

static inline void pull_lanes_to_goals(__global real* places, __global const real* motions, int stride,
                                       __global const int* first_vertex, int vertex_count,
                                       __global const int* goal_vertex, __global const float4* goal,
                                       const Frame* frame)
{
    for (int i = 0; i < frame->goal_count; i++)
        for (int lane = 0; lane < GEL_LANES; lane++) {
            int offset = goal_vertex[i] - first_vertex[lane];
            if (offset >= 0 && offset < 4 * vertex_count)
                pull_lane_to_goal(places, motions, stride, offset, lane, goal[i], frame->goal_times);
        }
}

static inline void pass_columns(__global real* places, __global real* motions, int stride, int vertex_count,
                                const Frame* frame, int substep)
{
    for (int i = 0; i < vertex_count; i++) {
        Record x, q, v;
        load_column(places, 4 * i, stride, &x);
        load_motion(motions, i, stride, &q, &v);
        pass_substep(&x, &q, &v, frame, substep);
        store_column(places, 4 * i, stride, x.xyz);
        store_motion(motions, i, stride, q.xyz, v.xyz);
    }
}

// `entries` of the work-items, and the first vertices of the bodies of their lanes, [entry_count][GEL_LANES].
__kernel void step_ensembles(__global float4* position, __global float4* velocity,
                             __global const BodyClass* classes, __global const int* indices,
                             __global const float* numbers, __global const EnsembleEntry* entries,
                             __global const int* first_vertices, __global const int* goal_vertex,
                             __global const float4* goal, __global real* scratch, const int entry_count,
                             FRAME_PARAMETERS)
{
    int id = (int)get_global_id(0);
    if (id >= entry_count)
        return;
    EnsembleEntry entry = entries[id];
    __global const BodyClass* constants = classes + entry.body_class;
    __global const int* first_vertex = first_vertices + id * GEL_LANES;
    int count = constants->vertex_count, stride = entry.stride;
    Frame frame = FRAME_OF_PARAMETERS;
    __global real* places = scratch + entry.first_real;
    __global real* motions = places + 4 * count * stride;

    for (int i = 0; i < count; i++) {
        Record x = load_record(position + i, first_vertex), v = load_record(velocity + i, first_vertex);
        store_column(places, 4 * i, stride, x.xyz);
        places[(4 * i + 3) * stride] = x.w;
        store_motion(motions, i, stride, x.xyz, v.xyz);
        motions[(7 * i + 6) * stride] = v.w;
    }
    for (int substep = 0; substep <= frame.substep_count; substep++) {
        pass_columns(places, motions, stride, count, &frame, substep);
        if (substep == frame.substep_count)
            break;
        sweep_shared_edges(places, stride, &constants->edges, indices, numbers, frame.inverse_h2);
        sweep_shared_tets(places, stride, &constants->tets, indices, numbers, frame.inverse_h2);
        pull_lanes_to_goals(places, motions, stride, first_vertex, count, goal_vertex, goal, &frame);
    }
    for (int i = 0; i < count; i++) {
        Record x, q, v;
        load_column(places, 4 * i, stride, &x);
        load_motion(motions, i, stride, &q, &v);
        store_record(position + i, first_vertex, x);
        store_record(velocity + i, first_vertex, v);
    }
}
