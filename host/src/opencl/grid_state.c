// The buffers of the state, and the arguments of the grid's kernels that are the same until the next plan.
#include "opencl/error.h"
#include "opencl/grid.h"
#include "opencl/launch.h"

// What is gathered changes the low parts, where there are any, or sums of forces.
static cl_int bindConstraints(gelGrid* grid, gelGridKernel kernel)
{
    cl_kernel used = grid->kernels[kernel];
    const cl_mem* gathered = grid->integration.forces != NULL ? &grid->integration.forces
                             : grid->state.lowParts != NULL   ? &grid->state.lowParts
                                                              : &grid->state.position;
    const cl_mem* places = kernel == gel_kernelGather ? gathered : &grid->state.position;
    if (used == NULL)
        return CL_SUCCESS;
    cl_int error = gelSetBuffers(used, places, 1, 0);
    if (error != CL_SUCCESS || kernel == gel_kernelGather)
        return error;
    return gelSetLowParts(&grid->state, used, kernel >= gel_kernelCorrect ? 7 : 6);
}

// Buffers of the state stay the same until the next plan.
gelStatus gelBindGridState(gelGrid* grid)
{
    cl_mem vertices[3] = {grid->state.position, grid->state.predicted, grid->state.velocity};
    static const gelGridKernel overVertices[] = {gel_kernelIntegrate, gel_kernelGround, gel_kernelVelocity};
    cl_int error = CL_SUCCESS;
    for (int i = 0; i < 3 && error == CL_SUCCESS; i++)
        error = gelSetBuffers(grid->kernels[overVertices[i]], vertices, 3, 0);
    // Low parts are the last argument.
    for (int i = 0; i < 3 && error == CL_SUCCESS; i++)
        error = gelSetLowParts(&grid->state, grid->kernels[overVertices[i]], 6);
    cl_mem goals[5] = {grid->state.position, grid->state.predicted, grid->state.velocity,
                       grid->state.goalVertices, grid->state.goals};
    if (error == CL_SUCCESS)
        error = gelSetBuffers(grid->kernels[gel_kernelGoal], goals, 5, 0);
    if (error == CL_SUCCESS)
        error = gelSetLowParts(&grid->state, grid->kernels[gel_kernelGoal], 8);
    for (int k = gel_kernelConstraint; k <= gel_kernelGather && error == CL_SUCCESS; k++)
        error = bindConstraints(grid, (gelGridKernel)k);
    if (error == CL_SUCCESS)
        error = gelBindIntegration(grid);
    return error == CL_SUCCESS ? gel_success : gelFailCl("setting kernel arguments", error);
}

gelStatus gelCreateGridState(gelGrid* grid, size_t count)
{
    const struct {
        cl_mem* buffer;
        size_t size;
    } rows[] = {{&grid->state.position, count * sizeof(cl_float4)},
                {&grid->state.predicted, count * sizeof(cl_float4)},
                {&grid->state.velocity, count * sizeof(cl_float4)},
                {&grid->state.goalVertices, 2 * GEL_MAXIMUM_GOALS * sizeof(cl_int)},
                {&grid->state.goals, 2 * GEL_MAXIMUM_GOALS * sizeof(cl_float4)}};
    gelStatus status = gel_success;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0] && status == gel_success; i++)
        status = gelCreateBuffer(&grid->opencl, rows[i].size, NULL, &grid->base.bytes, rows[i].buffer);
    if (status == gel_success && grid->opencl.compensated)
        status = gelCreateBuffer(&grid->opencl, count * sizeof(cl_float4), NULL, &grid->base.bytes,
                                 &grid->state.lowParts);
    if (status == gel_success && gelPlanIntegrates(grid->plan))
        status = gelCreateIntegration(grid, count);
    return status == gel_success ? gelBindGridState(grid) : status;
}
