// Rest shapes that change: writes the values of the grid's constraints again, into their existing buffers.
#include "opencl/constraint_tables.h"
#include "opencl/error.h"
#include "opencl/grid.h"
#include "opencl/wait.h"

static gelStatus writeNumbers(const gelGrid* grid, const gelGridPart* part)
{
    float* numbers;
    size_t count;
    gelStatus status = gelListNumbers(part->plan->constraints, &numbers, &count);
    if (status == gel_success && count > 0) {
        cl_int error = gelWriteBuffer(&grid->opencl, part->numbers, count * sizeof *numbers, numbers);
        if (error != CL_SUCCESS)
            status = gelFailCl("writing rest shapes", error);
    }
    gelFree(numbers);
    return status;
}

gelStatus gelGridBackend_WriteRestShapes(gelBackend* backend)
{
    gelGrid* grid = (gelGrid*)backend;
    gelStatus status = grid->all.plan != NULL ? writeNumbers(grid, &grid->all) : gel_success;
    if (status != gel_success || grid->some.plan == NULL)
        return status;
    for (int kind = 0; kind < constraint_kinds; kind++)
        gelListRestShapes(grid->plan, &grid->somePlan.constraints[kind]);
    return writeNumbers(grid, &grid->some);
}
