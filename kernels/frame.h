// What the strategies share that run all substeps of a frame in one launch.
#ifndef GEL_FRAME_H
#define GEL_FRAME_H

#include "physics/distance.h"
#include "physics/goal.h"
#include "physics/ground.h"
#include "physics/integrate.h"
#include "physics/velocity.h"
#include "physics/volume.h"
#include "lanes.h"
#include "tables.h"

// Numbers of a launch, the same for all bodies.
typedef struct Frame {
    Gravity gravity;
    Ground ground;
    scalar h, inverse_h, inverse_h2;
    GoalTimes goal_times;
    int substep_count, goal_count;
    bool has_ground;
} Frame;

// gravity = {x, y, z, h}; steps = {1 / h, 1 / h^2, h^2, the goals' damping}; plane and contact as in grid.cl;
// counts = {substeps, goals, ground or none, unused}
#define FRAME_PARAMETERS                                                                                     \
    const float4 gravity, const float4 steps, const float4 plane, const float4 contact, const int4 counts
#define FRAME_OF_PARAMETERS                                                                                  \
    {                                                                                                        \
        {gravity.x, gravity.y, gravity.z},                                                                   \
            {plane.x, plane.y, plane.z, plane.w, contact.x, contact.y, contact.z}, gravity.w, steps.x,       \
            steps.y, {gravity.w, steps.z, steps.w}, counts.x, counts.y, counts.z != 0                        \
    }

static inline void begin_substep(Record* x, Record* q, Record* v, const Frame* frame)
{
    integrate(&x->xyz, &v->xyz, x->w, frame->gravity, frame->h);
    q->xyz = x->xyz;
}

static inline void end_substep(Record* x, Record* q, Record* v, const Frame* frame)
{
    if (frame->has_ground)
        solve_ground(&x->xyz, &q->xyz, v->xyz, x->w, frame->ground, frame->h);
    v->xyz = new_velocity(v->xyz, x->xyz, q->xyz, v->w, frame->h, frame->inverse_h);
}

// Between two sweeps over the constraints: the end of a substep (except before the first) and the beginning of
// the next (except after the last), while the vertices are at hand.
static inline void pass_substep(Record* x, Record* q, Record* v, const Frame* frame, int substep)
{
    if (substep > 0)
        end_substep(x, q, v, frame);
    if (substep < frame->substep_count)
        begin_substep(x, q, v, frame);
}

#endif
