#include "opencl/runtime/buffer.h"
#include "base/core.h"
#include "opencl/runtime/error.h"
#include "opencl/runtime/wait.h"

#include <stdio.h>
#include <string.h>

static double mebibytes(uint64_t bytes)
{
    return (double)bytes / (double)(1 << 20);
}

// Drivers fail late, or not at all, where more is asked for than there is. A limit of 0 is unknown.
static gelStatus checkRoom(const gelDeviceInfo* info, uint64_t size, uint64_t held)
{
    uint64_t largest = info->largestBuffer, all = info->globalMemory;
    if (largest > 0 && size > largest)
        return gelFail(
            gel_deviceError,
            "the scene is too large for %s (%s): it needs a buffer of %.6g MiB, but the device "
            "allows at most %.6g MiB per buffer (CL_DEVICE_MAX_MEM_ALLOC_SIZE), enough for %d%% of its "
            "tets; use a coarser mesh, or fewer bodies",
            info->backend, info->name, mebibytes(size), mebibytes(largest),
            (int)(100.0 * (double)largest / (double)size));
    if (all > 0 && (size > all || held > all - size))
        return gelFail(
            gel_deviceError,
            "the scene is too large for %s (%s): it needs more than %.6g MiB, but the device has "
            "%.3f GiB (CL_DEVICE_GLOBAL_MEM_SIZE), enough for less than %d%% of its tets; use a coarser "
            "mesh, or fewer bodies",
            info->backend, info->name, mebibytes(held + size), mebibytes(all),
            (int)(100.0 * (double)all / (double)(held + size)) + 1);
    return gel_success;
}

static gelStatus failBuffer(const gelDeviceInfo* info, size_t size, uint64_t held, cl_int error)
{
    char doing[400];
    snprintf(doing, sizeof doing,
             "making a buffer of %zu bytes on %s (%s), which has %.6g MiB, %.6g MiB at most in a buffer, of "
             "which the world holds %.6g MiB,",
             size, info->backend, info->name, mebibytes(info->globalMemory), mebibytes(info->largestBuffer),
             mebibytes(held));
    return gelFailCl(doing, gelRecordCall("clCreateBuffer", error));
}

gelStatus gelCreateBuffer(const gelOpencl* opencl, size_t size, const void* content, uint64_t* bytes,
                          cl_mem* buffer)
{
    cl_int error;
    *buffer = NULL;
    gelStatus status = checkRoom(&opencl->info, size, *bytes);
    if (status != gel_success)
        return status;
    bool filled = content != NULL && size > 0;
    cl_mem_flags flags = filled ? CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR : CL_MEM_READ_WRITE;
    void* source = filled ? (void*)(uintptr_t)content : NULL; // only read
    *buffer = gelCl.clCreateBuffer(opencl->context, flags, size > 0 ? size : 4, source, &error);
    if (*buffer == NULL)
        return failBuffer(&opencl->info, size, *bytes, error);
    *bytes += size;
    return gel_success;
}

void gelReleaseBuffer(cl_mem* buffer)
{
    if (*buffer != NULL)
        gelCl.clReleaseMemObject(*buffer);
    *buffer = NULL;
}

gelStatus gelReserveBuffer(const gelOpencl* opencl, size_t size, uint64_t* bytes, gelGrownBuffer* grown)
{
    if (grown->buffer != NULL && size <= grown->size)
        return gel_success;
    size_t wanted = size + size / 2 + 1024;
    *bytes -= grown->size;
    gelReleaseGrown(grown);
    gelStatus status = gelCreateBuffer(opencl, wanted, NULL, bytes, &grown->buffer);
    if (status == gel_success)
        grown->size = wanted;
    return status;
}

gelStatus gelWriteGrown(const gelOpencl* opencl, const void* content, size_t size, bool waits,
                        uint64_t* bytes, gelGrownBuffer* grown, const char* doing)
{
    gelStatus status = gelReserveBuffer(opencl, size, bytes, grown);
    if (status != gel_success || content == NULL || size == 0)
        return status;
    cl_int error = waits ? gelWriteBuffer(opencl, grown->buffer, size, content)
                         : GEL_CL(clEnqueueWriteBuffer, opencl->queue, grown->buffer, CL_FALSE, 0, size,
                                  content, 0, NULL, NULL);
    return error == CL_SUCCESS ? gel_success : gelFailCl(doing, error);
}

void gelReleaseGrown(gelGrownBuffer* grown)
{
    gelReleaseBuffer(&grown->buffer);
    grown->size = 0;
}

gelStatus gelWriteContents(const gelOpencl* opencl, const gelBufferContent* contents, int count, bool waits,
                           uint64_t* bytes, gelGrownBuffer* buffers, const char* doing)
{
    gelStatus status = gel_success;
    for (int i = 0; i < count && status == gel_success; i++)
        if (contents[i].isThere)
            status = gelWriteGrown(opencl, contents[i].content, contents[i].size, waits, bytes, &buffers[i],
                                   doing);
    return status;
}

void gelListHandles(const gelGrownBuffer* buffers, int count, cl_mem* handles)
{
    for (int i = 0; i < count; i++)
        handles[i] = buffers[i].buffer;
}

void gelClearDeviceState(gelDeviceState* state)
{
    cl_mem* buffers[] = {&state->position,     &state->predicted,    &state->velocity,
                         &state->keptPosition, &state->keptVelocity, &state->placeOffsets,
                         &state->goalVertices, &state->goals};
    for (size_t i = 0; i < sizeof buffers / sizeof buffers[0]; i++)
        gelReleaseBuffer(buffers[i]);
    gelFree(state->places);
    state->places = NULL;
}

cl_float4 gelRecord(const double xyz[3], double w)
{
    cl_float4 result = {{(float)xyz[0], (float)xyz[1], (float)xyz[2], (float)w}};
    return result;
}

void gelToOffsets(const int* vertices, const int* places, int count, int* offsets)
{
    for (int i = 0; i < count; i++)
        offsets[i] = 4 * (places != NULL ? places[vertices[i]] : vertices[i]);
}

gelStatus gelPlaceBodies(const gelOpencl* opencl, const gelPlan* plan, uint64_t* bytes, gelDeviceState* state)
{
    size_t capacity = (size_t)plan->vertexCapacity;
    int* offsets = gelAllocate(capacity, sizeof *offsets);
    state->places = gelAllocate(capacity, sizeof *state->places);
    if (offsets == NULL || state->places == NULL) {
        gelFree(offsets);
        return gelFailMemory(capacity, sizeof *offsets);
    }
    for (int i = 0; i < plan->vertexCapacity; i++)
        state->places[i] = i;
    for (int b = 0; b < plan->bodyCount; b++) {
        const gelBody* body = plan->bodies[b];
        for (int v = 0; v < body->shape->mesh.vertexCount; v++)
            state->places[body->firstVertex + v] = body->firstVertex + body->shape->places[v];
    }
    gelToOffsets(state->places, NULL, plan->vertexCapacity, offsets);
    for (int i = plan->vertexCount; i > 0 && i < plan->vertexCapacity; i++)
        offsets[i] = offsets[i - 1]; // padding is never drawn
    gelStatus status =
        gelCreateBuffer(opencl, capacity * sizeof *offsets, offsets, bytes, &state->placeOffsets);
    gelFree(offsets);
    return status;
}

cl_int gelSetPlaces(const gelOpencl* opencl, cl_kernel kernel, int index, size_t localBytes)
{
    return opencl->lanes == 1 ? GEL_CL(clSetKernelArg, kernel, (cl_uint)index, localBytes, NULL) : CL_SUCCESS;
}

enum { arrayCount = 3 };

gelStatus gelWriteDeviceState(const gelOpencl* opencl, const gelDeviceState* state, const gelPlan* plan,
                              const gelVertexState* vertices, cl_float4* staging)
{
    size_t capacity = (size_t)plan->vertexCapacity, size = capacity * sizeof(cl_float4);
    cl_float4 *position = staging, *predicted = position + capacity, *velocity = predicted + capacity;
    const cl_mem arrays[arrayCount] = {state->position, state->predicted, state->velocity};
    memset(staging, 0, arrayCount * size); // the padding
    for (int i = 0; i < plan->vertexCount; i++) {
        int place = state->places[i];
        const gelVertexState* vertex = &vertices[i];
        position[place] = gelRecord(vertex->position, vertex->inverseMass);
        predicted[place] = gelRecord(vertex->predicted, 0.0);
        velocity[place] = gelRecord(vertex->velocity, vertex->damping);
    }
    cl_int error = CL_SUCCESS;
    for (int i = 0; i < arrayCount && error == CL_SUCCESS; i++)
        error = GEL_CL(clEnqueueWriteBuffer, opencl->queue, arrays[i], CL_FALSE, 0, size,
                       staging + (size_t)i * capacity, 0, NULL, NULL);
    error = gelFinishAfter(opencl, error); // the transfers read the staging memory
    return error == CL_SUCCESS ? gel_success : gelFailCl("writing the state", error);
}

static void copyOut(double xyz[3], const cl_float4* from)
{
    for (int k = 0; k < 3; k++)
        xyz[k] = (double)from->s[k];
}

gelStatus gelReadDeviceState(const gelOpencl* opencl, const gelDeviceState* state, const gelPlan* plan,
                             gelVertexState* vertices, cl_float4* staging)
{
    size_t capacity = (size_t)plan->vertexCapacity, size = capacity * sizeof(cl_float4);
    cl_float4 *position = staging, *predicted = position + capacity, *velocity = predicted + capacity;
    const cl_mem arrays[arrayCount] = {state->position, state->predicted, state->velocity};
    cl_int error = CL_SUCCESS;
    for (int i = 0; i < arrayCount && error == CL_SUCCESS; i++)
        error = GEL_CL(clEnqueueReadBuffer, opencl->queue, arrays[i], CL_FALSE, 0, size,
                       staging + (size_t)i * capacity, 0, NULL, NULL);
    error = gelFinishAfter(opencl, error);
    if (error != CL_SUCCESS)
        return gelFailCl("reading the state", error);
    for (int i = 0; i < plan->vertexCount; i++) {
        int place = state->places[i];
        copyOut(vertices[i].position, &position[place]);
        copyOut(vertices[i].predicted, &predicted[place]);
        copyOut(vertices[i].velocity, &velocity[place]);
    }
    return gel_success;
}
