// The numbers of a step as kernels take them.
#pragma once

#include "backend/backend.h"

#define GEL_DIALECT_FLOAT
#include "physics/step.h"

StepParameters gelRoundStep(const gelStepParameters* parameters);
