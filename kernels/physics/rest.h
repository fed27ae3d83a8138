// How fast a body is, and where: what decides which bodies sleep. Extremes and sums of whole numbers are exact in every
// order, so back ends need not agree on how they go through the vertices.
#ifndef GEL_PHYSICS_REST_H
#define GEL_PHYSICS_REST_H

#include "physics/bounds.h"

// Squared speeds are counted in parts of the square of 1 m/s. The square of 2 cm/s has 419 parts.
#define speed_parts 1048576.0f

typedef struct BodyMotion {
    Bounds box;      // from where its vertices are to where they move in the frame
    unsigned speeds; // the sum of their squared speeds, in parts, of up to 4095 vertices
} BodyMotion;

static inline BodyMotion motion_none(void)
{
    BodyMotion motion = {bounds_empty(), 0};
    return motion;
}

// No vertex counts for more than 1 m/s, which is what one counts for whose speed is not a number, or that moves though
// its inverse mass is 0: that of an obstacle.
static inline void motion_include(BodyMotion* motion, vec3 position, vec3 velocity, real inverse_mass,
                                  real frame_time)
{
    real square = vec3_dot(velocity, velocity), most = inverse_mass > 0.0f ? (real)1.0f : (real)0.0f;
    bounds_include(&motion->box, position);
    bounds_include(&motion->box, vec3_add(position, vec3_scale(velocity, frame_time)));
    square = square <= most ? square : (real)1.0f;
    motion->speeds += (unsigned)(square * speed_parts);
}

#endif
