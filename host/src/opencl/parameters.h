// The parameters of a step in the form that kernels take.
#pragma once

#include "backend/backend.h"

#define GEL_DIALECT_FLOAT
#include "physics/parameters.h"

StepParameters gelRoundStep(const gelStepParameters* parameters);
