// Vectors of three reals. Parentheses are fixed: they are part of the promise that all dialects give the same bits.
#ifndef GEL_PHYSICS_VECTOR_H
#define GEL_PHYSICS_VECTOR_H

#include "physics/dialect.h"

typedef struct vec3 {
    real x, y, z;
} vec3;

static inline vec3 vec3_add(vec3 a, vec3 b)
{
    vec3 sum = {a.x + b.x, a.y + b.y, a.z + b.z};
    return sum;
}

static inline vec3 vec3_subtract(vec3 a, vec3 b)
{
    vec3 difference = {a.x - b.x, a.y - b.y, a.z - b.z};
    return difference;
}

static inline vec3 vec3_scale(vec3 a, real s)
{
    vec3 product = {a.x * s, a.y * s, a.z * s};
    return product;
}

static inline real vec3_dot(vec3 a, vec3 b)
{
    return (a.x * b.x + a.y * b.y) + a.z * b.z;
}

static inline vec3 vec3_cross(vec3 a, vec3 b)
{
    vec3 product = {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
    return product;
}

#endif
