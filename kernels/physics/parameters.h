// The parameters of a step in the precision of the dialect.
#ifndef GEL_PHYSICS_PARAMETERS_H
#define GEL_PHYSICS_PARAMETERS_H

#include "physics/dialect.h"
#include "step_parameters.h"

typedef struct StepParameters {
#define FIELD(name) scalar name;
    STEP_PARAMETERS(FIELD)
#undef FIELD
} StepParameters;

#endif
