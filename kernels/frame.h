// The end of a substep and the beginning of the next, for the strategies that do both at once.
#ifndef GEL_FRAME_H
#define GEL_FRAME_H

#include "physics/goal.h"
#include "physics/ground.h"
#include "physics/integrate.h"
#include "physics/velocity.h"
#include "lanes.h"
#include "tables.h"

static inline void begin_substep(Record* x, Record* q, Record* v, const StepParameters* step)
{
    integrate(&x->xyz, &v->xyz, x->w, step);
    q->xyz = x->xyz;
}

static inline void end_substep(Record* x, Record* q, Record* v, const StepParameters* step)
{
    if (step->has_ground > 0.0f)
        solve_ground(&x->xyz, &q->xyz, v->xyz, mass_on_ground(x->w, v->w), step);
    v->xyz = new_velocity(v->xyz, x->xyz, q->xyz, x->w, v->w, step);
}

// Between two sweeps over the constraints: the end of a substep (except before the first) and the beginning
// of the next (except after the last), while the vertices are loaded.
static inline void pass_substep(Record* x, Record* q, Record* v, const StepParameters* step, int substep,
                                int substep_count)
{
    if (substep > 0)
        end_substep(x, q, v, step);
    if (substep < substep_count)
        begin_substep(x, q, v, step);
}

#endif
