#include "opencl/share.h"
#include "base/core.h"
#include "opencl/runtime/error.h"
#include "opencl/runtime/launch.h"
#include "opencl/runtime/wait.h"

#include <math.h>

enum { boxLanes = 64, boxGroups = 64 }; // as in share.cl; both at most

struct gelOpenclShare {
    const gelOpencl* opencl;
    gelSharedVerticesDef def;
    gelGroupKernel sharePositions;
    cl_kernel shareSpeeds;
    cl_mem positions, speeds, boxes;
    void *mappedPositions, *mappedSpeeds; // in place: mapped while the host may read
    bool isAcquired;                      // of OpenGL: while the device may write
};

static bool isOpengl(const gelOpenclShare* share)
{
    return share->def.positionBuffer != 0;
}

// Processors write to any memory; other devices would copy behind the scenes on each use.
static bool isInPlace(const gelOpenclShare* share)
{
    return !isOpengl(share) && !share->def.onDevice && share->opencl->info.kind == gel_deviceCpu;
}

static cl_mem createTarget(const gelOpenclShare* share, uint32_t name, float* memory, size_t size,
                           cl_int* error)
{
    cl_mem target;
    cl_context context = share->opencl->context;
    if (isOpengl(share)) {
        target = gelCl.clCreateFromGLBuffer(context, CL_MEM_READ_WRITE, name, error);
        gelRecordCall("clCreateFromGLBuffer", *error);
        return target;
    }
    cl_mem_flags flags = CL_MEM_READ_WRITE | (isInPlace(share) ? CL_MEM_USE_HOST_PTR : 0);
    target = gelCl.clCreateBuffer(context, flags, size, isInPlace(share) ? memory : NULL, error);
    gelRecordCall("clCreateBuffer", *error);
    return target;
}

static cl_int createAll(gelOpenclShare* share)
{
    cl_int error;
    const gelOpencl* opencl = share->opencl;
    size_t capacity = share->def.capacity > 0 ? (size_t)share->def.capacity : 16;
    share->shareSpeeds = gelCl.clCreateKernel(opencl->program, "share_speeds", &error);
    if (error != CL_SUCCESS)
        return gelRecordCall("clCreateKernel", error);
    size_t boxSize = boxGroups * 6 * sizeof(float);
    share->boxes = gelCl.clCreateBuffer(opencl->context, CL_MEM_READ_WRITE, boxSize, NULL, &error);
    if (error != CL_SUCCESS)
        return gelRecordCall("clCreateBuffer", error);
    share->positions = createTarget(share, share->def.positionBuffer, share->def.positions,
                                    capacity * 4 * sizeof(float), &error);
    if (error == CL_SUCCESS)
        share->speeds =
            createTarget(share, share->def.speedBuffer, share->def.speeds, capacity * sizeof(float), &error);
    return error;
}

gelStatus gelOpenShare(const gelOpencl* opencl, const gelSharedVerticesDef* def, gelOpenclShare** result)
{
    *result = NULL;
    if (def->positionBuffer != 0 && !opencl->sharesOpengl)
        return gelFail(gel_unsupported, "%s (%s) does not write to OpenGL's buffers: %s",
                       opencl->info.backend, opencl->info.name, opencl->whyNotShared);
    if (def->positionBuffer == 0 && def->inPlace && opencl->info.kind != gel_deviceCpu)
        return gelFail(gel_unsupported, "%s (%s) does not work in the host's memory: it is not a processor",
                       opencl->info.backend, opencl->info.name);
    if (def->onDevice && opencl->info.index == gel_nativeDevice)
        return gelFail(gel_unsupported, "native has no buffers of OpenCL: use the back end opencl");
    gelOpenclShare* share = gelAllocate(1, sizeof *share);
    if (share == NULL)
        return gelFailMemory(1, sizeof *share);
    share->opencl = opencl;
    share->def = *def;
    gelStatus status = gelOpenGroupKernel(opencl, "share_positions", boxLanes / (size_t)opencl->lanes,
                                          &share->sharePositions);
    cl_int error = status == gel_success ? createAll(share) : CL_SUCCESS;
    if (error != CL_SUCCESS)
        status = gelFailCl("sharing vertices", error);
    if (status != gel_success) {
        gelCloseShare(share);
        return status;
    }
    *result = share;
    return gel_success;
}

gelOpenclVertices gelOpenclShare_GetObjects(const gelOpenclShare* share)
{
    return (gelOpenclVertices){.context = share->opencl->context,
                               .queue = share->opencl->queue,
                               .positions = share->positions,
                               .speeds = share->speeds};
}

// Unmaps a buffer. If that fails, *mapped stays, and the next write or the release tries again.
static cl_int unmapOne(const gelOpenclShare* share, cl_mem buffer, void** mapped)
{
    if (*mapped == NULL)
        return CL_SUCCESS;
    cl_int error = GEL_CL(clEnqueueUnmapMemObject, share->opencl->queue, buffer, *mapped, 0, NULL, NULL);
    if (error == CL_SUCCESS)
        *mapped = NULL;
    return error;
}

static cl_int unmap(gelOpenclShare* share)
{
    cl_int error = unmapOne(share, share->positions, &share->mappedPositions);
    cl_int other = unmapOne(share, share->speeds, &share->mappedSpeeds);
    return error != CL_SUCCESS ? error : other;
}

static cl_int releaseOpengl(gelOpenclShare* share)
{
    const cl_mem targets[2] = {share->positions, share->speeds};
    if (!share->isAcquired)
        return CL_SUCCESS;
    cl_int error = GEL_CL(clEnqueueReleaseGLObjects, share->opencl->queue, 2, targets, 0, NULL, NULL);
    share->isAcquired = error != CL_SUCCESS;
    return error;
}

void gelCloseShare(gelOpenclShare* share)
{
    cl_mem buffers[] = {share->positions, share->speeds, share->boxes};
    if (gelFinishQueue(share->opencl) == gel_clNoAnswer)
        return; // it stays, as the rest of what hangs
    if (unmap(share) != CL_SUCCESS)
        unmap(share); // the last time that it can be tried
    releaseOpengl(share);
    gelFinishQueue(share->opencl);
    for (int i = 0; i < 3; i++)
        if (buffers[i] != NULL)
            gelCl.clReleaseMemObject(buffers[i]);
    if (share->sharePositions.kernel != NULL)
        gelCl.clReleaseKernel(share->sharePositions.kernel);
    if (share->shareSpeeds != NULL)
        gelCl.clReleaseKernel(share->shareSpeeds);
    gelFree(share);
}

static cl_int launchPositions(gelOpenclShare* share, const gelDeviceState* state, int count, size_t groups)
{
    cl_kernel kernel = share->sharePositions.kernel;
    size_t local = share->sharePositions.workGroupSize, global = groups * local;
    const cl_mem buffers[] = {state->position, state->placeOffsets, share->positions, share->boxes};
    cl_int error = gelSetBuffers(kernel, buffers, 4, 0);
    if (error == CL_SUCCESS)
        error = GEL_CL(clSetKernelArg, kernel, 4, sizeof count, &count);
    return error == CL_SUCCESS ? GEL_CL(clEnqueueNDRangeKernel, share->opencl->queue, kernel, 1, NULL,
                                        &global, &local, 0, NULL, NULL)
                               : error;
}

static cl_int launchSpeeds(gelOpenclShare* share, const gelDeviceState* state, int count)
{
    size_t lanes = (size_t)share->opencl->lanes, global = ((size_t)count + lanes - 1) / lanes;
    const cl_mem buffers[] = {state->velocity, state->placeOffsets, share->speeds};
    cl_int error = gelSetBuffers(share->shareSpeeds, buffers, 3, 0);
    if (error == CL_SUCCESS)
        error = GEL_CL(clSetKernelArg, share->shareSpeeds, 3, sizeof count, &count);
    return error == CL_SUCCESS ? GEL_CL(clEnqueueNDRangeKernel, share->opencl->queue, share->shareSpeeds, 1,
                                        NULL, &global, NULL, 0, NULL, NULL)
                               : error;
}

// Passes the target to the device.
static cl_int acquire(gelOpenclShare* share)
{
    if (!isOpengl(share))
        return unmap(share);
    if (share->isAcquired)
        return CL_SUCCESS;
    const cl_mem targets[2] = {share->positions, share->speeds};
    cl_int error = GEL_CL(clEnqueueAcquireGLObjects, share->opencl->queue, 2, targets, 0, NULL, NULL);
    share->isAcquired = error == CL_SUCCESS;
    return error;
}

// Returns the target; its contents are valid once the queue is empty.
static cl_int release(gelOpenclShare* share, int count, bool withSpeeds)
{
    cl_command_queue queue = share->opencl->queue;
    size_t positionSize = (size_t)count * 4 * sizeof(float), speedSize = (size_t)count * sizeof(float);
    cl_int error;
    if (isOpengl(share))
        return releaseOpengl(share);
    if (share->def.onDevice)
        return CL_SUCCESS;
    if (!isInPlace(share)) {
        error = GEL_CL(clEnqueueReadBuffer, queue, share->positions, CL_FALSE, 0, positionSize,
                       share->def.positions, 0, NULL, NULL);
        return error == CL_SUCCESS && withSpeeds ? GEL_CL(clEnqueueReadBuffer, queue, share->speeds, CL_FALSE,
                                                          0, speedSize, share->def.speeds, 0, NULL, NULL)
                                                 : error;
    }
    share->mappedPositions = gelCl.clEnqueueMapBuffer(queue, share->positions, CL_FALSE, CL_MAP_READ, 0,
                                                      positionSize, 0, NULL, NULL, &error);
    if (withSpeeds && error == CL_SUCCESS)
        share->mappedSpeeds = gelCl.clEnqueueMapBuffer(queue, share->speeds, CL_FALSE, CL_MAP_READ, 0,
                                                       speedSize, 0, NULL, NULL, &error);
    return gelRecordCall("clEnqueueMapBuffer", error);
}

// Also after an error. Returns the first one.
static cl_int releaseAfter(gelOpenclShare* share, int count, bool withSpeeds, cl_int error)
{
    const char* call = gelRecordedCall();
    cl_int released = release(share, count, withSpeeds);
    return error != CL_SUCCESS ? gelRecordCall(call, error) : released;
}

static float min(float boxes[][6], size_t groups, int k)
{
    float value = INFINITY;
    for (size_t group = 0; group < groups; group++)
        value = fminf(value, boxes[group][k]);
    return value;
}

gelStatus gelOpenclShare_Write(gelOpenclShare* share, const gelDeviceState* state, int count, bool withSpeeds,
                               gelBounds* bounds)
{
    float boxes[boxGroups][6];
    size_t groups = ((size_t)count + boxLanes - 1) / boxLanes;
    groups = groups < boxGroups ? groups : boxGroups;
    cl_command_queue queue = share->opencl->queue;
    if (count > 0) {
        cl_int error = acquire(share);
        bool acquired = error == CL_SUCCESS;
        if (error == CL_SUCCESS && withSpeeds)
            error = launchSpeeds(share, state, count);
        if (error == CL_SUCCESS)
            error = launchPositions(share, state, count, groups);
        if (error == CL_SUCCESS)
            error =
                gelFinishQueue(share->opencl); // nothing is copied to memory that the caller may free before
        if (error == gel_clNoAnswer)
            return gelFailCl("writing the vertices for drawing", error);
        if (acquired)
            error = releaseAfter(share, count, withSpeeds, error);
        if (error == CL_SUCCESS)
            error = GEL_CL(clEnqueueReadBuffer, queue, share->boxes, CL_FALSE, 0, groups * sizeof boxes[0],
                           boxes, 0, NULL, NULL);
        error = gelFinishAfter(share->opencl, error); // boxes may still be in transfer
        if (error != CL_SUCCESS)
            return gelFailCl("writing the vertices for drawing", error);
    }
    bounds->lower = (gelVec3){min(boxes, groups, 0), min(boxes, groups, 1), min(boxes, groups, 2)};
    bounds->upper = (gelVec3){-min(boxes, groups, 3), -min(boxes, groups, 4), -min(boxes, groups, 5)};
    return gel_success;
}
