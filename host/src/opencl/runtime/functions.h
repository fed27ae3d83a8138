// OpenCL's functions, which are found when devices are first listed: Gel starts where there is no OpenCL.
#pragma once

#include <stdbool.h>

#include <CL/cl.h>
#include <CL/cl_gl.h>

// clang-format would indent each line of the list further.
// clang-format off
#define GEL_CL_FUNCTIONS(ROW) \
    ROW(clGetPlatformIDs) ROW(clGetPlatformInfo) ROW(clGetDeviceIDs) ROW(clGetDeviceInfo) \
    ROW(clGetExtensionFunctionAddressForPlatform) \
    ROW(clCreateContext) ROW(clRetainContext) ROW(clReleaseContext) \
    ROW(clCreateCommandQueue) ROW(clRetainCommandQueue) ROW(clReleaseCommandQueue) \
    ROW(clCreateProgramWithSource) ROW(clBuildProgram) ROW(clGetProgramBuildInfo) ROW(clRetainProgram) \
    ROW(clReleaseProgram) ROW(clCreateKernel) ROW(clSetKernelArg) ROW(clGetKernelWorkGroupInfo) \
    ROW(clReleaseKernel) ROW(clCreateBuffer) ROW(clCreateFromGLBuffer) ROW(clReleaseMemObject) \
    ROW(clEnqueueReadBuffer) ROW(clEnqueueWriteBuffer) ROW(clEnqueueCopyBuffer) ROW(clEnqueueFillBuffer) \
    ROW(clEnqueueMapBuffer) ROW(clEnqueueUnmapMemObject) ROW(clEnqueueAcquireGLObjects) \
    ROW(clEnqueueReleaseGLObjects) ROW(clEnqueueNDRangeKernel) ROW(clEnqueueMarkerWithWaitList) \
    ROW(clFlush) ROW(clFinish) ROW(clSetEventCallback) ROW(clGetEventInfo) ROW(clGetEventProfilingInfo) \
    ROW(clRetainEvent) ROW(clReleaseEvent)
// clang-format on

typedef struct gelClFunctions {
#define MEMBER(name) __typeof__(&name) name;
    GEL_CL_FUNCTIONS(MEMBER)
#undef MEMBER
    cl_kernel(CL_API_CALL* clCloneKernel)(cl_kernel kernel, cl_int* error); // NULL before OpenCL 2.1
} gelClFunctions;

extern gelClFunctions gelCl;

// Whether there is an OpenCL library: the one that GEL_OPENCL_LIBRARY names ("none": none), one that the program has
// already loaded, or the system's. Looks at the first call only. Threads may call it.
bool gelFindOpencl(void);

// Returns why there is none, for messages.
const char* gelNoOpenclText(void);
