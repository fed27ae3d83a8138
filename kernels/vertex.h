// The passes over a vertex between two sweeps over the constraints. Plain C and OpenCL C: the
// includer defines `Record`, {vec3 xyz; real w;}.
#ifndef GEL_VERTEX_H
#define GEL_VERTEX_H

#include "physics/goal.h"
#include "physics/ground.h"
#include "physics/integrate.h"
#include "physics/velocity.h"
#include "stages.h"

typedef struct Vertex {
    Record x; // position, inverse mass
    Record q; // predicted position
    Record v; // velocity, damping
} Vertex;

static inline void begin_substep(Vertex* a, const StepParameters* step)
{
    accelerate(&a->v.xyz, a->x.w, step);
    a->x.xyz = vec3_add(a->x.xyz, vec3_scale(a->v.xyz, (real)step->h));
    a->q.xyz = a->x.xyz;
}

static inline void pull_to_goal(Vertex* a, vec3 goal, real stiffness, const StepParameters* step)
{
    solve_goal(&a->x.xyz, a->q.xyz, a->v.xyz, goal, a->x.w, stiffness, step);
}

static inline void collide_ground(Vertex* a, const StepParameters* step)
{
    solve_ground(&a->x.xyz, &a->q.xyz, a->v.xyz, mass_on_ground(a->x.w, a->v.w), step);
}

static inline void update_velocity(Vertex* a, const StepParameters* step)
{
    a->v.xyz = new_velocity(a->v.xyz, a->x.xyz, a->q.xyz, a->x.w, a->v.w, step);
}

// The stages by number, their scopes, and what a pass changes: stages.h.
enum {
#define STAGE(name, text, present, scope, note) stage_##name,
#define PASS(name, text, present, scope, note, kernel, function, changes) stage_##name,
    GEL_STAGES(STAGE, PASS)
#undef STAGE
#undef PASS
        stages,
    each_body = 0,
    all_bodies = 1,
    changes_x = 1,
    changes_q = 2,
    changes_xq = 3,
    changes_v = 4,
    changes_xv = 5,
    changes_qv = 6,
    changes_xqv = 7
};

// The end of a substep (except before the first) and the beginning of the next (except after the last), while the vertex is
// loaded: the passes of stages.h that a body runs on its own.
static inline void finish_and_begin_substep(Vertex* a, const StepParameters* step, int substep,
                                            int substep_count)
{
#define NO_PASS(name, text, present, scope, note)
#define PASS_AFTER(name, text, present, scope, note, kernel, function, changes)                              \
    if (scope == each_body && stage_##name > stage_Constraints && (present))                                 \
        function(a, step);
#define PASS_BEFORE(name, text, present, scope, note, kernel, function, changes)                             \
    if (scope == each_body && stage_##name < stage_Constraints && (present))                                 \
        function(a, step);
    if (substep > 0) {
        GEL_STAGES(NO_PASS, PASS_AFTER)
    }
    if (substep < substep_count) {
        GEL_STAGES(NO_PASS, PASS_BEFORE)
    }
#undef PASS_AFTER
#undef PASS_BEFORE
}

#endif
