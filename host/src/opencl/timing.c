#include "opencl/timing.h"
#include "opencl/runtime/error.h"
#include "opencl/backend_internal.h"
#include "opencl/runtime/wait.h"

#include <math.h>

static gelOpencl* deviceOf(gelBackend* backend)
{
    return &((gelOpenclBackend*)backend)->opencl;
}

static void releaseEvents(gelLaunchLog* log)
{
    for (int i = 0; i < log->count; i++)
        if (log->records[i].event != NULL)
            gelCl.clReleaseEvent((cl_event)log->records[i].event);
    gelClearLaunchLog(log);
}

gelStatus gelOpenclFinish(gelBackend* backend)
{
    cl_int error = gelFinishQueue(deviceOf(backend));
    return error == CL_SUCCESS ? gel_success : gelFailCl("waiting for the device", error);
}

void gelForgetLaunches(gelBackend* backend)
{
    releaseEvents(&backend->launches);
}

// Only a queue created for it records times, and it slows launches down: so the queue is exchanged. Buffers
// and kernels belong to the context and stay.
gelStatus gelOpenclSetTiming(gelBackend* backend, bool enabled)
{
    gelOpencl* opencl = deviceOf(backend);
    cl_int error = gelFinishQueue(opencl);
    if (error != CL_SUCCESS)
        return gelFailCl("waiting for the device", error);
    releaseEvents(&backend->launches);
    cl_command_queue_properties properties = enabled ? CL_QUEUE_PROFILING_ENABLE : 0;
    cl_command_queue queue = gelCl.clCreateCommandQueue(opencl->context, opencl->device, properties, &error);
    if (queue == NULL)
        return gelFailCl("creating a queue that keeps times", gelRecordCall("clCreateCommandQueue", error));
    gelCl.clReleaseCommandQueue(opencl->queue);
    opencl->queue = queue;
    opencl->launches = enabled ? &backend->launches : NULL;
    return gel_success;
}

static cl_int readTime(const gelLaunchRecord* record, cl_profiling_info what, double* milliseconds)
{
    cl_ulong nanoseconds = 0;
    cl_int error = GEL_CL(clGetEventProfilingInfo, (cl_event)record->event, what, sizeof nanoseconds,
                          &nanoseconds, NULL);
    *milliseconds = (double)nanoseconds * 1e-6;
    return error;
}

// The host read its clock just before queueing each launch: the latest such difference is the closest to that
// of the clocks.
static cl_int findClockDifference(const gelLaunchLog* log, double* difference)
{
    for (int i = 0; i < log->count; i++) {
        double queued;
        cl_int error = readTime(&log->records[i], CL_PROFILING_COMMAND_QUEUED, &queued);
        if (error != CL_SUCCESS)
            return error;
        double found = log->records[i].time.start - queued;
        *difference = i == 0 || found > *difference ? found : *difference;
    }
    return CL_SUCCESS;
}

gelStatus gelOpenclResolveTimes(gelBackend* backend)
{
    gelLaunchLog* log = &backend->launches;
    double difference = 0.0;
    cl_int error = gelFinishQueue(deviceOf(backend));
    if (error == CL_SUCCESS)
        error = findClockDifference(log, &difference);
    for (int i = 0; i < log->count && error == CL_SUCCESS; i++) {
        gelLaunchTime* time = &log->records[i].time;
        error = readTime(&log->records[i], CL_PROFILING_COMMAND_START, &time->start);
        if (error == CL_SUCCESS)
            error = readTime(&log->records[i], CL_PROFILING_COMMAND_END, &time->end);
        time->start += difference;
        time->end += difference;
    }
    for (int i = 0; i < log->count; i++) {
        gelCl.clReleaseEvent((cl_event)log->records[i].event);
        log->records[i].event = NULL;
    }
    return error == CL_SUCCESS ? gel_success : gelFailCl("reading the times of launches", error);
}

// By a kernel, on all compute units, or by the driver.
static cl_int copyOnce(gelOpencl* opencl, cl_kernel kernel, cl_mem buffers[2], size_t bytes,
                       double* milliseconds)
{
    size_t blocks = bytes / (opencl->lanes > 1 ? 64 : 16);
    double start = gelMilliseconds();
    cl_int error =
        kernel != NULL
            ? GEL_CL(clEnqueueNDRangeKernel, opencl->queue, kernel, 1, NULL, &blocks, NULL, 0, NULL, NULL)
            : GEL_CL(clEnqueueCopyBuffer, opencl->queue, buffers[0], buffers[1], 0, 0, bytes, 0, NULL, NULL);
    if (error == CL_SUCCESS)
        error = gelFinishQueue(opencl);
    *milliseconds = gelMilliseconds() - start;
    return error;
}

static cl_int copyRepeatedly(gelOpencl* opencl, cl_kernel kernel, cl_mem buffers[2], size_t bytes,
                             double* best)
{
    cl_int count = (cl_int)(bytes / (opencl->lanes > 1 ? 64 : 16));
    double end = gelMilliseconds() + 50.0;
    cl_int error = GEL_CL(clSetKernelArg, kernel, 0, sizeof buffers[0], &buffers[0]);
    if (error == CL_SUCCESS)
        error = GEL_CL(clSetKernelArg, kernel, 1, sizeof buffers[1], &buffers[1]);
    if (error == CL_SUCCESS)
        error = GEL_CL(clSetKernelArg, kernel, 2, sizeof count, &count);
    *best = HUGE_VAL;
    for (int i = 0; error == CL_SUCCESS && (i < 5 || gelMilliseconds() < end); i++) {
        double milliseconds;
        error = copyOnce(opencl, i % 2 == 0 ? kernel : NULL, buffers, bytes, &milliseconds);
        *best = i > 0 && milliseconds < *best ? milliseconds : *best; // the first touches the memory
    }
    return error;
}

gelStatus gelOpenclMeasureCopy(gelBackend* backend, size_t bytes, double* bytesPerSecond)
{
    gelOpencl* opencl = deviceOf(backend);
    cl_int error;
    cl_mem buffers[2] = {NULL, NULL};
    double best = HUGE_VAL;
    cl_kernel kernel = gelCl.clCreateKernel(opencl->program, "copy_blocks", &error);
    gelRecordCall("clCreateKernel", error);
    for (int i = 0; i < 2 && error == CL_SUCCESS; i++) {
        buffers[i] = gelCl.clCreateBuffer(opencl->context, CL_MEM_READ_WRITE, bytes, NULL, &error);
        gelRecordCall("clCreateBuffer", error);
    }
    if (error == CL_SUCCESS)
        error = GEL_CL(clEnqueueFillBuffer, opencl->queue, buffers[0], &(cl_float){1.0f}, sizeof(cl_float), 0,
                       bytes, 0, NULL, NULL);
    if (error == CL_SUCCESS)
        error = copyRepeatedly(opencl, kernel, buffers, bytes, &best);
    for (int i = 0; i < 2; i++)
        if (buffers[i] != NULL)
            gelCl.clReleaseMemObject(buffers[i]);
    if (kernel != NULL)
        gelCl.clReleaseKernel(kernel);
    if (error != CL_SUCCESS)
        return gelFailCl("copying to measure how fast that is", error);
    *bytesPerSecond = 2.0 * (double)bytes / (best * 1e-3);
    return gel_success;
}
