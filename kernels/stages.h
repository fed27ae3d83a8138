// The order of a substep: one row per stage. The enum gelStage, the lists of stages that back ends run, the kernels over
// vertices and the texts are made from these rows. Plain C, C++ and OpenCL C; installed as gel/stages.h.
//
//   STAGE(name, text, present, scope, note)
//       runs code of its own: runLoop of reference/reference.inc, launchStage of opencl/backend.c
//   PASS(name, text, present, scope, note, kernel, function, changes)
//       calls a function of kernels/vertex.h for each vertex; its kernel per_colour_KERNEL and its loops are generated
//
//   present    Whether a step has the stage. A STAGE asks `has` (gelStepContents of plan/stages.h). A PASS asks `step`
//              (step_parameters.h), which kernels can read, too.
//   scope      each_body: the stage reads nothing of other bodies, so a kernel may run it for one body, substep after
//              substep. The stages of each_body follow one another.
//              all_bodies: no body begins the stage before all bodies have ended the previous one.
//   changes    The parts of a vertex that the function changes: x, q, v, xq, xv, qv or xqv. x is the position, q the
//              predicted position, v the velocity.
#ifndef GEL_STAGES_H
#define GEL_STAGES_H

// clang-format off
#define GEL_STAGES(STAGE, PASS) \
    STAGE(KinematicGoals, "kinematic goals", has->kinematicGoals,        all_bodies, \
          "vertices that follow their goals exactly: v = offset to the goal / h") \
    STAGE(Loads,          "loads",           has->twoLevel,              all_bodies, \
          "keeps the velocities of bodies with the solver twoLevel: what fields and pressure add is a load, m dv / h; adds up the pulls of their goals and attachments; begins their rows of ground and obstacles, and there takes back what its stage has pushed vertices out") \
    STAGE(Volume,         "volume",          has->pressures,             all_bodies, \
          "surfaces of filled bodies: V and grad V where the velocities lead") \
    STAGE(Field,          "fields",          has->fields,                all_bodies, \
          "outer triangles, then all vertices at once: v += h f / m of wind, liquids and media") \
    STAGE(Pressure,       "pressure",        has->pressures,             all_bodies, \
          "surfaces of filled bodies: v += h w p grad V") \
    STAGE(TwoLevel,       "two-level",       has->twoLevel,              all_bodies, \
          "solves bodies with the solver twoLevel as linear systems: v += h a, without the weight") \
    PASS (Integrate,      "integrate",       true,                       each_body, \
          "all vertices at once: v += h g, x += h v", integrate, begin_substep, xqv) \
    STAGE(Constraints,    "constraints",     true,                       each_body, \
          "solves the constraints of one colour in parallel") \
    STAGE(Gather,         "gather",          true,                       each_body, \
          "all vertices at once: each adds up what the constraints of a kind found for it") \
    STAGE(Balance,        "balance",         has->balance,               all_bodies, \
          "takes back the spin that bodies under stress get from the order of their constraints") \
    STAGE(Goal,           "goals",           has->goals,                 each_body, \
          "moves vertices towards their goals") \
    PASS (Ground,         "ground",          step->has_ground > 0,       each_body, \
          "moves vertices out of the ground, with friction", ground, collide_ground, xq) \
    PASS (Velocity,       "velocity",        true,                       each_body, \
          "all vertices at once: v = change of x / h", velocity, update_velocity, v) \
    STAGE(Damp,           "spring damping",  has->springDamping,         all_bodies, \
          "edges, then all vertices at once: damps velocities along the edges") \
    STAGE(GoalSprings,    "goal springs",    has->goalSprings,           all_bodies, \
          "springs pull vertices towards the goals of their bodies") \
    STAGE(Tether,         "tethers",         has->tethers,               all_bodies, \
          "moves vertices that are too far from their pins back to the length of their tethers") \
    STAGE(Attach,         "attachments",     has->attachmentColours > 0, all_bodies, \
          "solves the attachments of one colour in parallel") \
    STAGE(Contact,        "contact",         has->contacts,              all_bodies, \
          "pushes touching bodies apart") \
    STAGE(Yield,          "plastic flow",    has->plasticFlow,           all_bodies, \
          "changes the rest lengths of edges that are strained beyond their yield")
// clang-format on

#endif
