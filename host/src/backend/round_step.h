// The numbers of a step in the precision of a back end, which chooses the dialect before it includes this.
#pragma once

#include "backend/backend.h"
#include "physics/parameters.h"

static inline StepParameters gelRoundStep(const gelStepParameters* parameters)
{
#define FIELD(name) .name = (scalar)parameters->name,
    return (StepParameters){STEP_PARAMETERS(FIELD)};
#undef FIELD
}
