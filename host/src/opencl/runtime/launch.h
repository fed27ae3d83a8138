// Arguments and launches of kernels.
#pragma once

#include "opencl/runtime/program.h"

// A number argument of a launch.
typedef struct gelArgument {
    size_t size;
    const void* value;
} gelArgument;

#define GEL_ARGUMENT(variable)                                                                               \
    {                                                                                                        \
        sizeof(variable), &(variable)                                                                        \
    }

// A kernel that relies on its work-groups, and their size.
typedef struct gelGroupKernel {
    cl_kernel kernel;
    size_t workGroupSize;
} gelGroupKernel;

// Reduces the work-group to what the kernel supports.
gelStatus gelOpenGroupKernel(const gelOpencl* opencl, const char* name, size_t workGroupSize,
                             gelGroupKernel* kernel);

// A program of its own, of a root file, with these kernels. On failure nothing stays open. Closing what is
// not open is allowed.
gelStatus gelOpenGroupProgram(const gelOpencl* opencl, const char* root, int lanes, const char* const* names,
                              int count, size_t workGroupSize, cl_program* program, gelGroupKernel* kernels);
// Does the same with these kinds of constraint alone. Kernels whose names are NULL are left out.
gelStatus gelOpenKindProgram(const gelOpencl* opencl, const char* root, unsigned kinds,
                             const char* const* names, int count, size_t workGroupSize, cl_program* program,
                             gelGroupKernel* kernels);
void gelCloseGroupProgram(cl_program* program, gelGroupKernel* kernels, int count);
void gelSwapGroupPrograms(cl_program* a, gelGroupKernel* kernelsOfA, cl_program* b,
                          gelGroupKernel* kernelsOfB, int count);

cl_int gelSetBuffers(cl_kernel kernel, const cl_mem* buffers, int count, int firstArgument);

// Launches `workItems`, rounded up to whole work-groups of `local` (0: the driver decides), with number
// arguments from `firstArgument` on. `name` is for display.
gelStatus gelLaunch(const gelOpencl* opencl, cl_kernel kernel, const char* name, const gelArgument* arguments,
                    int argumentCount, int firstArgument, size_t workItems, size_t local);
