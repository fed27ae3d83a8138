// The value, energy and residual of a constraint in a given state. Moves no vertex.
//
//     C = value - rest;  energy C^2 / (2 alpha);  relative residual C / scale
#ifndef GEL_PHYSICS_MEASURE_H
#define GEL_PHYSICS_MEASURE_H

#include "physics/dialect.h"

typedef struct Measure {
    real value, rest; // in the kind's unit, such as m or m^3
    real scale;       // the reference for relative residuals, in the same unit
} Measure;

// In J. A rigid constraint (compliance 0) stores none.
static inline real measure_energy(Measure measure, real compliance)
{
    real error = measure.value - measure.rest;
    return compliance > 0.0f ? (0.5f * (error * error)) / compliance : (real)0.0f;
}

static inline real measure_residual(Measure measure)
{
    return (measure.value - measure.rest) / measure.scale;
}

#endif
