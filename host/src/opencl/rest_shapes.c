// Rest shapes that change: writes the values of perColour's constraints again, into their existing buffers.
#include "opencl/strategy/constraint_tables.h"
#include "opencl/runtime/error.h"
#include "opencl/backend_internal.h"
#include "opencl/runtime/wait.h"

static gelStatus writeNumbers(const gelOpenclBackend* self, const gelColourSet* part)
{
    float* numbers;
    size_t count;
    gelStatus status = gelListNumbers(part->plan->constraints, &numbers, &count);
    if (status == gel_success && count > 0) {
        cl_int error = gelWriteBuffer(&self->opencl, part->numbers, count * sizeof *numbers, numbers);
        if (error != CL_SUCCESS)
            status = gelFailCl("writing rest shapes", error);
    }
    gelFree(numbers);
    return status;
}

gelStatus gelOpenclBackend_WriteRestShapes(gelBackend* backend)
{
    gelOpenclBackend* self = (gelOpenclBackend*)backend;
    gelStatus status = self->all.plan != NULL ? writeNumbers(self, &self->all) : gel_success;
    if (status != gel_success || self->some.plan == NULL)
        return status;
    for (int kind = 0; kind < constraint_kinds; kind++)
        gelListRestShapes(self->plan, &self->somePlan.constraints[kind]);
    return writeNumbers(self, &self->some);
}
