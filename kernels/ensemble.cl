// The ensemble strategy: many bodies of one class side by side, one per lane; a work-item runs all substeps
// of a frame for its lanes. Indices and constants are shared, and nothing is gathered.
//
// Bodies are processed in scratch memory, as [vertex][component][lane] (with scalars, work-items act as
// lanes): first the {x, y, z, inverse mass} of all vertices, then {predicted, velocity, damping}.
#include "lanes.h"
#include "solve.h"
#include "tables.h"
#include "vertex.h"

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

// For SOLVE_CONSTRAINT: vertices are columns of `places`; offsets and values are the same in all lanes.
#define COLUMN_LOAD(k, position, inverse_mass)                                                               \
    Record record;                                                                                           \
    load_column(places, offsets[k], stride, &record);                                                        \
    position = record.xyz;                                                                                   \
    inverse_mass = record.w
#define COLUMN_STORE(k, position, inverse_mass) store_column(places, offsets[k], stride, position)
#define COLUMN_VALUE(k) (real) all_values[item + (uint)(k)*slots]

// One function per kind of constraint, as in sweep.h, for a single work-item. Numbers are found by index, not
// by pointers that walk along the list: compilers for GPUs would keep six of them, in two registers each.
#define SWEEP_COLUMNS(name, arity, value_count)                                                              \
    static inline void sweep_columns_##name(                                                                 \
        __global real* places, int stride, __global const ConstraintTable* table,                            \
        __global const int* indices, __global const float* numbers, scalar inverse_h2)                       \
    {                                                                                                        \
        uint slots = (uint)table->slot_count;                                                                \
        __global const int* all_vertices = indices + table->first_vertex;                                    \
        __global const float* all_values = numbers + table->first_number;                                    \
        __global const int* colours = indices + table->first_colour;                                         \
        for (int colour = 0; colour < table->colour_count; colour++) {                                       \
            uint first = (uint)colours[2 * colour], end = first + (uint)colours[2 * colour + 1];             \
            for (uint item = first; item < end; item++) {                                                    \
                int offsets[arity]; /* stores to `places` would make compilers read them again */            \
                UNROLL for (int k = 0; k < arity; k++) offsets[k] = all_vertices[item + (uint)k * slots];    \
                SOLVE_CONSTRAINT(COLUMN, lambda_##name, arity, value_count, inverse_h2)                      \
            }                                                                                                \
        }                                                                                                    \
    }
CONSTRAINT_LIST(SWEEP_COLUMNS)

static inline void sweep_all_columns(__global real* places, int stride, __global const Tile* tiles,
                                     int tile_count, __global const int* indices,
                                     __global const float* numbers, scalar inverse_h2)
{
    for (__global const Tile* tile = tiles; tile < tiles + tile_count; tile++) {
#define ROW(name, arity, value_count)                                                                        \
    sweep_columns_##name(places, stride, tile->constraints + constraint_##name, indices, numbers, inverse_h2);
        CONSTRAINT_LIST(ROW)
#undef ROW
    }
}

static inline void load_vertex(__global const real* places, __global const real* motions, int stride,
                               int vertex, Vertex* a)
{
    load_column(places, 4 * vertex, stride, &a->x);
    load_motion(motions, vertex, stride, &a->q, &a->v);
}

// One lane of three components.
static inline void store_lane(__global real* columns, int stride, int lane, vec3 xyz)
{
    __global float* a = (__global float*)columns + lane;
    int component = stride * GEL_LANES;
    a[0] = ((const float*)&xyz.x)[lane];
    a[component] = ((const float*)&xyz.y)[lane];
    a[2 * component] = ((const float*)&xyz.z)[lane];
}

// A goal belongs to one lane: all compute, and that one's result is stored.
static inline void pull_lane_to_goal(__global real* places, __global const real* motions, int stride,
                                     int vertex, int lane, float4 goal, const StepParameters* step)
{
    Vertex a;
    load_vertex(places, motions, stride, vertex, &a);
    vec3 g = {(real)goal.x, (real)goal.y, (real)goal.z};
    pull_to_goal(&a, g, (real)goal.w, step);
    store_lane(places + 4 * vertex * stride, stride, lane, a.x.xyz);
}

static inline void pull_lanes_to_goals(__global real* places, __global const real* motions, int stride,
                                       __global const int* first_vertex, int vertex_count,
                                       __global const int* goal_vertex, __global const float4* goal,
                                       int goal_count, const StepParameters* step)
{
    for (int i = 0; i < goal_count; i++)
        for (int lane = 0; lane < GEL_LANES; lane++) {
            int offset = goal_vertex[i] - first_vertex[lane];
            if (offset >= 0 && offset < 4 * vertex_count)
                pull_lane_to_goal(places, motions, stride, offset / 4, lane, goal[i], step);
        }
}

static inline void pass_columns(__global real* places, __global real* motions, int stride, int vertex_count,
                                const StepParameters* step, int substep, int substep_count)
{
    for (int i = 0; i < vertex_count; i++) {
        Vertex a;
        load_vertex(places, motions, stride, i, &a);
        finish_and_begin_substep(&a, step, substep, substep_count);
        store_column(places, 4 * i, stride, a.x.xyz);
        store_motion(motions, i, stride, a.q.xyz, a.v.xyz);
    }
}

// `stops`: the first substep ends after its constraints; `predicted` is written then.
//
// `entries` of the work-items, and the first vertices of the bodies of their lanes, [entry_count][GEL_LANES].
__kernel void step_ensembles(__global float4* position, __global float4* velocity,
                             __global const BodyClass* classes, __global const Tile* tiles,
                             __global const int* indices, __global const float* numbers,
                             __global const EnsembleEntry* entries, __global const int* first_vertices,
                             __global const int* goal_vertex, __global const float4* goal,
                             __global real* scratch, __global float4* predicted, const int entry_count,
                             const StepParameters step, const int substep_count, const int goal_count,
                             const int stops)
{
    int id = (int)get_global_id(0);
    if (id >= entry_count)
        return;
    EnsembleEntry entry = entries[id];
    __global const BodyClass* constants = classes + entry.body_class;
    __global const int* first_vertex = first_vertices + id * GEL_LANES;
    int count = constants->vertex_count, stride = entry.stride;
    __global real* places = scratch + entry.first_real;
    __global real* motions = places + 4 * count * stride;

    for (int i = 0; i < count; i++) {
        Record x = load_record(position + i, first_vertex), v = load_record(velocity + i, first_vertex);
        store_column(places, 4 * i, stride, x.xyz);
        places[(4 * i + 3) * stride] = x.w;
        store_motion(motions, i, stride, x.xyz, v.xyz);
        motions[(7 * i + 6) * stride] = v.w;
    }
    for (int substep = 0; substep <= substep_count; substep++) {
        pass_columns(places, motions, stride, count, &step, substep, substep_count);
        if (substep == substep_count)
            break;
        sweep_all_columns(places, stride, tiles + constants->first_tile, constants->tile_count, indices,
                          numbers, step.inverse_h2);
        if (stops != 0)
            break;
        pull_lanes_to_goals(places, motions, stride, first_vertex, count, goal_vertex, goal, goal_count,
                            &step);
    }
    for (int i = 0; i < count; i++) {
        Vertex a;
        load_vertex(places, motions, stride, i, &a);
        store_record(position + i, first_vertex, a.x);
        store_record(velocity + i, first_vertex, a.v);
        if (stops != 0)
            store_record(predicted + i, first_vertex, a.q);
    }
}
