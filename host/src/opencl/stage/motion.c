#define GEL_DIALECT_FLOAT
#include "opencl/stage/motion.h"
#include "opencl/runtime/error.h"
#include "opencl/runtime/wait.h"
#include "physics/rest.h"

#include <math.h>

static const char* const launchName = "motion";

static int chunksOf(const gelBody* body)
{
    return (body->shape->mesh.vertexCount + motion_chunk - 1) / motion_chunk;
}

// On the device, too, the vertices of a body follow those of the body before it.
static void fillChunks(const gelPlan* plan, MotionChunk* chunks)
{
    for (int b = 0; b < plan->bodyCount; b++) {
        int first = plan->bodies[b]->firstVertex, end = first + plan->bodies[b]->shape->mesh.vertexCount;
        for (; first < end; first += motion_chunk)
            *chunks++ = (MotionChunk){first, end - first < motion_chunk ? end - first : motion_chunk};
    }
}

static gelStatus open(gelDeviceMotion* motion, const gelOpencl* opencl, const gelPlan* plan, uint64_t* bytes)
{
    motion->chunkCount = 0;
    for (int b = 0; b < plan->bodyCount; b++)
        motion->chunkCount += chunksOf(plan->bodies[b]);
    size_t count = (size_t)motion->chunkCount;
    MotionChunk* chunks = gelAllocate(count, sizeof *chunks);
    motion->read = gelAllocate(count, sizeof(BodyMotion));
    gelStatus status =
        chunks != NULL && motion->read != NULL ? gel_success : gelFailMemory(count, sizeof(BodyMotion));
    if (status == gel_success)
        fillChunks(plan, chunks);
#define CREATE(member, type, count, content)                                                                 \
    if (status == gel_success)                                                                               \
        status = gelCreateBuffer(opencl, (size_t)(count) * sizeof(type), content, bytes, &motion->member);
    MOTION_CHUNK_BUFFERS(CREATE)
#undef CREATE
    gelFree(chunks);
    if (status != gel_success)
        gelClearDeviceMotion(motion);
    return status;
}

void gelClearDeviceMotion(gelDeviceMotion* motion)
{
#define RELEASE(member, type, count, content) gelReleaseBuffer(&motion->member);
    MOTION_CHUNK_BUFFERS(RELEASE)
#undef RELEASE
    gelFree(motion->read);
    *motion = (gelDeviceMotion){0};
}

static gelStatus launch(const gelDeviceMotion* motion, const gelOpencl* opencl,
                        const gelContactProgram* program, const gelDeviceState* state, float frameTime)
{
#define ARGUMENT(member, type, count, content) [motion_buffer_##member] = motion->member,
    const cl_mem buffers[motion_buffer_count] = {[motion_buffer_position] = state->position,
                                                 [motion_buffer_velocity] = state->velocity,
                                                 MOTION_CHUNK_BUFFERS(ARGUMENT)};
#undef ARGUMENT
    const gelArgument numbers[] = {GEL_ARGUMENT(frameTime), GEL_ARGUMENT(motion->chunkCount)};
    int launches = 0; // not part of the step
    cl_int error =
        gelSetBuffers(program->kernels[gel_kernelMeasureMotion].kernel, buffers, motion_buffer_count, 0);
    if (error != CL_SUCCESS)
        return gelFailCl("setting kernel arguments", error);
    gelStatus status = gelLaunchContact(opencl, program, gel_kernelMeasureMotion, launchName, numbers, 2,
                                        motion_buffer_count, motion->chunkCount, &launches);
    if (status != gel_success)
        return status;
    error =
        gelReadBuffer(opencl, motion->motions, (size_t)motion->chunkCount * sizeof(BodyMotion), motion->read);
    return error == CL_SUCCESS ? gel_success : gelFailCl("reading how bodies move", error);
}

static void join(gelBodyMotion* whole, const BodyMotion* part)
{
    const float lower[3] = {part->box.lower.x, part->box.lower.y, part->box.lower.z},
                upper[3] = {part->box.upper.x, part->box.upper.y, part->box.upper.z};
    for (int k = 0; k < 3; k++) {
        whole->lower[k] = lower[k] < whole->lower[k] ? lower[k] : whole->lower[k];
        whole->upper[k] = upper[k] > whole->upper[k] ? upper[k] : whole->upper[k];
    }
    whole->speeds += part->speeds;
}

gelStatus gelMeasureDeviceMotion(gelDeviceMotion* motion, const gelOpencl* opencl,
                                 const gelContactProgram* program, const gelDeviceState* state,
                                 const gelPlan* plan, float frameTime, uint64_t* bytes,
                                 gelBodyMotion* motions)
{
    gelStatus status = motion->chunks != NULL ? gel_success : open(motion, opencl, plan, bytes);
    if (status == gel_success)
        status = launch(motion, opencl, program, state, frameTime);
    const BodyMotion* part = motion->read;
    for (int b = 0; b < plan->bodyCount && status == gel_success; b++) {
        motions[b] = (gelBodyMotion){{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}, 0};
        for (int i = 0; i < chunksOf(plan->bodies[b]); i++)
            join(&motions[b], part++);
    }
    return status;
}
