#include "opencl/buffer.h"
#include "base/core.h"
#include "opencl/error.h"

#include <stdio.h>
#include <string.h>

gelStatus gelCreateBuffer(const gelOpencl* opencl, size_t size, const void* content, uint64_t* bytes,
                          cl_mem* buffer)
{
    cl_int error;
    bool filled = content != NULL && size > 0;
    cl_mem_flags flags = filled ? CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR : CL_MEM_READ_WRITE;
    void* source = filled ? (void*)(uintptr_t)content : NULL; // only read
    *buffer = clCreateBuffer(opencl->context, flags, size > 0 ? size : 4, source, &error);
    *bytes += size;
    if (*buffer != NULL)
        return gel_success;
    char doing[96];
    snprintf(doing, sizeof doing, "making a buffer of %zu bytes", size);
    return gelFailCl(doing, error);
}

void gelReleaseBuffer(cl_mem* buffer)
{
    if (*buffer != NULL)
        clReleaseMemObject(*buffer);
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
    else
        *bytes -= wanted;
    return status;
}

void gelReleaseGrown(gelGrownBuffer* grown)
{
    gelReleaseBuffer(&grown->buffer);
    grown->size = 0;
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

gelStatus gelWriteDeviceState(const gelOpencl* opencl, const gelDeviceState* state, const gelPlan* plan,
                              const gelVertexState* vertices, cl_float4* staging)
{
    size_t capacity = (size_t)plan->vertexCapacity, size = capacity * sizeof(cl_float4);
    cl_float4 *position = staging, *predicted = position + capacity, *velocity = predicted + capacity;
    for (int i = 0; i < plan->vertexCount; i++) {
        int place = state->places[i];
        position[place] = gelRecord(vertices[i].position, vertices[i].inverseMass);
        predicted[place] = gelRecord(vertices[i].predicted, 0.0);
        velocity[place] = gelRecord(vertices[i].velocity, vertices[i].damping);
    }
    size_t count = (size_t)plan->vertexCount, padding = (capacity - count) * sizeof(cl_float4);
    memset(position + count, 0, padding);
    memset(predicted + count, 0, padding);
    memset(velocity + count, 0, padding);
    cl_command_queue queue = opencl->queue;
    cl_int error = clEnqueueWriteBuffer(queue, state->position, CL_FALSE, 0, size, position, 0, NULL, NULL);
    if (error == CL_SUCCESS)
        error = clEnqueueWriteBuffer(queue, state->predicted, CL_FALSE, 0, size, predicted, 0, NULL, NULL);
    if (error == CL_SUCCESS)
        error = clEnqueueWriteBuffer(queue, state->velocity, CL_TRUE, 0, size, velocity, 0, NULL, NULL);
    if (error == CL_SUCCESS)
        return gel_success;
    clFinish(queue); // transfers from the staging memory may be in progress
    return gelFailCl("writing the state", error);
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
    cl_command_queue queue = opencl->queue;
    cl_int error = clEnqueueReadBuffer(queue, state->position, CL_FALSE, 0, size, position, 0, NULL, NULL);
    if (error == CL_SUCCESS)
        error = clEnqueueReadBuffer(queue, state->predicted, CL_FALSE, 0, size, predicted, 0, NULL, NULL);
    if (error == CL_SUCCESS)
        error = clEnqueueReadBuffer(queue, state->velocity, CL_TRUE, 0, size, velocity, 0, NULL, NULL);
    if (error != CL_SUCCESS) {
        clFinish(queue);
        return gelFailCl("reading the state", error);
    }
    for (int i = 0; i < plan->vertexCount; i++) {
        int place = state->places[i];
        copyOut(vertices[i].position, &position[place]);
        copyOut(vertices[i].predicted, &predicted[place]);
        copyOut(vertices[i].velocity, &velocity[place]);
    }
    return gel_success;
}
