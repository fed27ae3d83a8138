// Launches the kernels of the search for contacts.
#include "opencl/stage/search.h"
#include "opencl/runtime/error.h"

enum { firstArgument = surface_buffer_count + 3 }; // after the counts, the ground and the margin

static const char* const launchName = "search";

static gelStatus failArguments(cl_int error)
{
    return gelFailCl("setting kernel arguments", error);
}

gelStatus gelLaunchSearch(const gelDeviceSearch* search, const gelSearchContext* context,
                          gelContactKernel kernel, const cl_mem* buffers, int bufferCount,
                          const gelArgument* numbers, int numberCount, int itemCount)
{
    cl_kernel itself = context->program->kernels[kernel].kernel;
    SurfaceCounts counts = gelCountSurfaces(&search->tables);
    float cacheMargin = search->tables.cacheMargin;
    cl_int error = gelSetBuffers(itself, search->surfaces, surface_buffer_count, 0);
    if (error == CL_SUCCESS)
        error = GEL_CL(clSetKernelArg, itself, surface_buffer_count, sizeof counts, &counts);
    if (error == CL_SUCCESS)
        error = GEL_CL(clSetKernelArg, itself, surface_buffer_count + 1, sizeof search->ground.plane,
                       &search->ground.plane);
    if (error == CL_SUCCESS)
        error = GEL_CL(clSetKernelArg, itself, surface_buffer_count + 2, sizeof cacheMargin, &cacheMargin);
    if (error == CL_SUCCESS)
        error = gelSetBuffers(itself, buffers, bufferCount, firstArgument);
    return error == CL_SUCCESS
               ? gelLaunchContact(context->opencl, context->program, kernel, launchName, numbers, numberCount,
                                  firstArgument + bufferCount, itemCount, context->launches)
               : failArguments(error);
}

gelStatus gelLaunchCandidates(const gelDeviceSearch* search, const gelSearchContext* context,
                              gelContactKernel kernel, const cl_mem* more, int moreCount,
                              const gelArgument* numbers, int numberCount, int itemCount)
{
    cl_mem buffers[candidate_buffer_count + cache_buffer_count];
    gelListHandles(search->lists, candidate_buffer_count, buffers);
    for (int i = 0; i < moreCount; i++)
        buffers[candidate_buffer_count + i] = more[i];
    return gelLaunchSearch(search, context, kernel, buffers, candidate_buffer_count + moreCount, numbers,
                           numberCount, itemCount);
}

gelStatus gelLaunchTurns(const gelDeviceSearch* search, const gelSearchContext* context,
                         gelContactKernel kernel, const gelArgument* numbers, int numberCount, int itemCount)
{
    cl_mem buffers[candidate_buffer_count];
    gelListHandles(search->lists, candidate_buffer_count, buffers);
    cl_int error =
        gelSetBuffers(context->program->kernels[kernel].kernel, buffers, candidate_buffer_count, 0);
    return error == CL_SUCCESS
               ? gelLaunchContact(context->opencl, context->program, kernel, launchName, numbers, numberCount,
                                  candidate_buffer_count, itemCount, context->launches)
               : failArguments(error);
}
