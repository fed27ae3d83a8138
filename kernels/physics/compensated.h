// Positions of two floats: a coordinate is the sum of a high part x, and of a low part c of at most half a unit
// in its last place.
//
//     s = a + b;  t = s - a;  a + b - s = (a - (s - t)) + (b - t)      (exact, whatever a and b are)
//
// Knuth: The Art of Computer Programming 2, 4.2.2, theorem B (TwoSum). It needs each operation to be rounded
// by itself, as everything here is.
//
// Within a substep x stands still and constraints add their moves to c: near 1 m a unit in the last place of x
// is 1e-7 m, where one substep's move of a stiff body is 1e-9 m. What constraints see are differences of two
// vertices, (x1 - x0) + (c1 - c0), which single precision holds well.
#ifndef GEL_PHYSICS_COMPENSATED_H
#define GEL_PHYSICS_COMPENSATED_H

#include "physics/vector.h"

static inline void two_sum(real* high, real* low)
{
    real a = *high, b = *low, sum = a + b, t = sum - a;
    *low = (a - (sum - t)) + (b - t);
    *high = sum;
}

// Makes `high` the float nearest to the sum, and `low` the rest.
static inline void vec3_two_sum(vec3* high, vec3* low)
{
    two_sum(&high->x, &low->x);
    two_sum(&high->y, &low->y);
    two_sum(&high->z, &low->z);
}

// Rounds the low part to 24 bits below those of the high part, so that a double holds the sum exactly.
static inline real round_low(real high, real low)
{
    real guard = high * 1.78813934e-7f; // 3 / 2^24: its last place is what `low` is rounded to
    return (low + guard) - guard;
}

// Rounds the sum so that a double holds it, and makes `high` that double rounded to a float, as
// positions are between substeps. Rounding may bring `low` to half a unit in the last place of
// `high`: hence the second sum.
static inline void renormalise_sum(vec3* high, vec3* low)
{
    vec3_two_sum(high, low);
    low->x = round_low(high->x, low->x);
    low->y = round_low(high->y, low->y);
    low->z = round_low(high->z, low->z);
    vec3_two_sum(high, low);
}

#endif
