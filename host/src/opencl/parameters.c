#include "opencl/parameters.h"

StepParameters gelRoundStep(const gelStepParameters* parameters)
{
#define FIELD(name) .name = (float)parameters->name,
    return (StepParameters){STEP_PARAMETERS(FIELD)};
#undef FIELD
}
