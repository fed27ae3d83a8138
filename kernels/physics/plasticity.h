// Plasticity of an edge, at the end of a substep: an edge that is stretched or squeezed by more than its yield moves its
// rest length L towards that at which it would be strained by just so much.
//
//     L* = clamp(L, l / (1 + y), l (1 + y)),  L += (L* - L) c h / (1 + c h)
//
// with l its length, y the yield and c the creep: where l is held, what is beyond the yield decays as e^(-c t). Both
// directions are alike in ratio: 1 + y times as long, or as short. The limit p keeps L* from l0 / (1 + p) to l0 (1 + p),
// l0 the length as made. L never passes l, so that the work done on it is never negative.
//
// An edge longer than 1 + s times its rest length, s the strain at which it tears, is torn for good. Its rest length is
// then negative, which physics/distance.h takes for an edge that carries nothing.
#ifndef GEL_PHYSICS_PLASTICITY_H
#define GEL_PHYSICS_PLASTICITY_H

#include "physics/vector.h"

// The rest length of a torn edge, m, and the rest volume of a torn tet, m^3 (tearing_passes.h).
#define TORN_LENGTH (-1.0f)
#define TORN_VOLUME (-1.0f)

// `terms`: l0 in m, 1 + y, c in 1/s, 1 + p, and 1 + s, or 0 for an edge that does not tear. `edge` leads from one end
// to the other, whose inverse masses add up to `mobility`: between two vertices that cannot move it keeps its rest length.
static inline real yielded_length(vec3 edge, real mobility, real rest, const real* terms, scalar h)
{
    real length = real_sqrt(vec3_dot(edge, edge));
    real least = length / terms[1], most = length * terms[1];
    real narrowest = terms[0] / terms[3], widest = terms[0] * terms[3];
    narrowest = rest < narrowest ? rest : narrowest; // a limit that is lowered takes nothing back
    widest = rest > widest ? rest : widest;
    real target = rest < least ? least : rest > most ? most : rest;
    target = target < narrowest ? narrowest : target > widest ? widest : target;
    real rate = terms[2] * h;
    real share = mobility > 0.0f ? rate / (1.0f + rate) : (real)0.0f;
    real longest = rest * terms[4];
    return (rest < 0.0f) | ((longest > 0.0f) & (mobility > 0.0f) & (length > longest))
               ? (real)TORN_LENGTH
               : rest + share * (target - rest);
}

#endif
