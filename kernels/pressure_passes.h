// The pressure of the gas or liquid in a closed surface changes velocities at the start of a
// substep. It acts where the velocities take the surface, as the constraints do: at the start of the substep it would
// brake what spins, since the skin holds against it at the end. The places are those of the velocities before the fields,
// which act there, too: where a field's push leads, gas would not press against the same surface as water outside it.
//
//   1. Before the fields, each vertex computes its gradient of the volume, from its triangles in the order of their
//      numbers, and three terms.
//   2. The terms, and what the fields change of the volume, are added up in the order of the vertices, first by parts, then by
//      bodies.
//   3. Each body computes its pressure from the sums.
//   4. Each vertex is pushed along its gradient.
//
// The pushes on a closed surface add up to 0, as do their moments, so the pressure changes no
// body's momentum. Plain C and OpenCL C.
#ifndef GEL_PRESSURE_PASSES_H
#define GEL_PRESSURE_PASSES_H

#include "memory.h"
#include "physics/parameters.h"
#include "physics/pressure.h"
#include "points.h"
#include "pressure_tables.h"

typedef struct PressureSet {
    PRESSURE_BUFFERS(BUFFER_MEMBER)
} PressureSet;

// Stores where the velocity of a vertex takes it.
static inline void foresee_vertex(const PressureSet* set, int vertex, const StepParameters* step, vec3* place)
{
    Point now = set->position[vertex], moving = set->velocity[vertex];
    vec3 x = TAKE_POINT(now), v = TAKE_POINT(moving);
    *place = vec3_add(x, vec3_scale(v, (real)step->h));
}

static inline void measure_vertex(const PressureSet* set, int index, const StepParameters* step)
{
    Point place = set->position[set->vertices[index]], moving = set->velocity[set->vertices[index]];
    vec3 x, v = TAKE_POINT(moving), origin;
    foresee_vertex(set, set->vertices[index], step, &x);
    foresee_vertex(set, set->vertices[set->records[set->owners[index]].first], step, &origin);
    vec3 gradient = {(real)0.0f, (real)0.0f, (real)0.0f};
    for (int k = set->starts[index]; k < set->starts[index + 1]; k++) {
        vec3 b, c;
        foresee_vertex(set, set->rings[2 * k], step, &b);
        foresee_vertex(set, set->rings[2 * k + 1], step, &c);
        gradient = vec3_add(gradient, volume_gradient(x, b, c));
    }
    gradient = vec3_scale(gradient, (real)1.0f / (real)6.0f);
    set->gradients[index].x = gradient.x;
    set->gradients[index].y = gradient.y;
    set->gradients[index].z = gradient.z;
    set->gradients[index].w = place.w;
    set->terms[index].x = vec3_dot(vec3_subtract(x, origin), gradient);
    set->terms[index].y = vec3_dot(v, gradient);
    set->terms[index].z = place.w * vec3_dot(gradient, gradient);
    set->terms[index].w = (real)0.0f;
}

static inline void add_point(vec3* sum, Point term)
{
    vec3 added = TAKE_POINT(term);
    *sum = vec3_add(*sum, added);
}

// By how much the velocity of a vertex along its gradient has changed since it was measured.
static inline real pushed_since(const PressureSet* set, int index)
{
    Point moving = set->velocity[set->vertices[index]], gradient = set->gradients[index];
    vec3 v = TAKE_POINT(moving), along = TAKE_POINT(gradient);
    return vec3_dot(v, along) - set->terms[index].y;
}

static inline void add_terms(const PressureSet* set, int index)
{
    vec3 sum = {(real)0.0f, (real)0.0f, (real)0.0f};
    real pushed = (real)0.0f;
    for (int i = set->sum_starts[index]; i < set->sum_starts[index + 1]; i++) {
        add_point(&sum, set->terms[i]);
        pushed = pushed + pushed_since(set, i);
    }
    set->sums[index].x = sum.x;
    set->sums[index].y = sum.y;
    set->sums[index].z = sum.z;
    set->sums[index].w = pushed;
}

// A body that cannot move, since it sleeps or is pinned, leaves what the next that can begins with.
static inline void find_pressure(const PressureSet* set, int index, const StepParameters* step)
{
    MEMORY PressureRecord* body = set->records + index;
    vec3 sum = {(real)0.0f, (real)0.0f, (real)0.0f};
    real expected = (real)body->expected, h = (real)step->h, rest = (real)body->rest, pushed = (real)0.0f;
    for (int i = body->first_sum; i < body->end_sum; i++) {
        add_point(&sum, set->sums[i]);
        pushed = pushed + set->sums[i].w;
    }
    real measured = sum.x / (real)3.0f, volume = measured - h * sum.y, give = (real)step->h2 * sum.z;
    bool holds_gas = body->filling == filled_with_gas;
    real held = holds_gas ? volume_of_gas(measured, rest) : measured;
    real foreseen = (expected != 0.0f ? held + (volume - expected) : held) + h * pushed;
    real pressure = holds_gas ? gas_pressure((real)body->excess, (real)body->ambient, rest, foreseen, give)
                    : body->filling == filled_with_liquid
                        ? liquid_pressure((real)body->compliance, rest, foreseen, give)
                        : (real)0.0f;
    body->volume = (float)volume;
    body->pressure = (float)pressure;
    if (give > 0.0f)
        body->expected = (float)((measured + h * pushed) + give * pressure);
}

// Vertices of inverse mass 0 keep their velocity.
static inline void inflate_vertex(const PressureSet* set, int index, const StepParameters* step)
{
    Point gradient = set->gradients[index], moving = set->velocity[set->vertices[index]];
    vec3 push = TAKE_POINT(gradient), v = TAKE_POINT(moving);
    real impulse = (real)step->h * (real)set->records[set->owners[index]].pressure;
    if (!(gradient.w > 0.0f))
        return;
    v = vec3_add(v, vec3_scale(push, impulse * gradient.w));
    set->velocity[set->vertices[index]].x = v.x;
    set->velocity[set->vertices[index]].y = v.y;
    set->velocity[set->vertices[index]].z = v.z;
}

#endif
