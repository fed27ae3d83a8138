// The parameters of a step, the same for every vertex and constraint: one list, from which the structures of
// all dialects are generated. The world fills them in (host/src/world/step.c); kernels and physics read them.
#ifndef GEL_STEP_PARAMETERS_H
#define GEL_STEP_PARAMETERS_H

// clang-format off
#define STEP_PARAMETERS(FIELD) \
    FIELD(h)              /* length of a substep, s */ \
    FIELD(inverse_h)      /* 1 / h */ \
    FIELD(h2)             /* h^2 */ \
    FIELD(inverse_h2)     /* 1 / h^2 */ \
    FIELD(gravity_x)      /* m/s^2 */ \
    FIELD(gravity_y) \
    FIELD(gravity_z) \
    FIELD(drag)           /* coefficient, 1/m */ \
    FIELD(has_ground)     /* 1, or 0: bodies fall for ever */ \
    FIELD(has_obstacles)  /* 1: there are obstacles that bodies may stand on */ \
    FIELD(ground_x)       /* the ground plane's unit normal */ \
    FIELD(ground_y) \
    FIELD(ground_z) \
    FIELD(ground_offset)  /* the plane is normal . x = offset, m */ \
    FIELD(friction)       /* Coulomb's coefficient */ \
    FIELD(restitution)    /* 0 to 1 */ \
    FIELD(slowest_bounce) /* a slower approach does not bounce, m/s */ \
    FIELD(goal_damping)   /* s */ \
    FIELD(spring_damping) /* k_d / k_s of an edge, s */ \
    FIELD(error_limit)    /* of the steps of integrators, m; 0: none */
// clang-format on

#endif
