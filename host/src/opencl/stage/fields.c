#include "opencl/stage/fields.h"
#include "opencl/runtime/error.h"
#include "opencl/runtime/parameters.h"
#include "plan/outer.h"
#include "field_passes.h"

#include <string.h>

enum { usualSize = 64 };

static const char* const writing = "writing the fields";

void gelClearFieldsPlan(gelDeviceFields* fields)
{
    for (int i = 0; i < field_buffer_count; i++) {
        gelReleaseGrown(&fields->buffers[i]);
        gelFree(fields->written[i].copy);
        fields->written[i] = (gelWrittenField){0};
    }
    fields->planned = false;
    fields->count = 0;
}

void gelCloseDeviceFields(gelDeviceFields* fields)
{
    gelClearFieldsPlan(fields);
    gelCloseGroupProgram(&fields->program, fields->kernels, gel_fieldKernelCount);
}

gelStatus gelOpenDeviceFields(gelDeviceFields* fields, const gelOpencl* opencl)
{
    static const char* const names[gel_fieldKernelCount] = {"average_samples", "push_triangles",
                                                            "push_vertices"};
    if (fields->program != NULL)
        return gel_success;
    return gelOpenGroupProgram(opencl, "fields.cl", 1, names, gel_fieldKernelCount, usualSize,
                               &fields->program, fields->kernels);
}

#define CONTENT(member, type, count, content)                                                                \
    [field_buffer_##member] = {true, (size_t)(count) * sizeof(type), content},

static gelStatus writeOuter(gelDeviceFields* fields, const gelOpencl* opencl, const gelPlan* plan,
                            const gelOuterSurface* outer, uint64_t* bytes)
{
    const gelBufferContent contents[field_buffer_count] = {FIELD_SURFACE_BUFFERS(CONTENT)};
    return gelWriteContents(opencl, contents, field_buffer_count, true, bytes, fields->buffers, writing);
}

static gelStatus planFields(gelDeviceFields* fields, const gelOpencl* opencl, const gelDeviceState* state,
                            const gelPlan* plan, uint64_t* bytes)
{
    gelOuterSurface outer;
    if (fields->planned)
        return gel_success;
    gelStatus status = gelFindOuterSurface(plan, state->places, &outer);
    if (status != gel_success)
        return status;
    status = writeOuter(fields, opencl, plan, &outer, bytes);
    fields->bodyCount = plan->bodyCount;
    fields->counts[gel_kernelAverageSamples] = outer.sampleCount;
    fields->counts[gel_kernelPushTriangles] = outer.triangleCount;
    fields->counts[gel_kernelPushVertices] = plan->vertexCount;
    fields->mayTear = outer.edges != NULL;
    fields->planned = status == gel_success;
    gelClearOuterSurface(&outer);
    return status;
}

// Writing waits for the device, so what is there already is left alone.
static gelStatus writeNew(gelDeviceFields* fields, const gelOpencl* opencl, int buffer,
                          const gelBufferContent* content, uint64_t* bytes)
{
    gelWrittenField* written = &fields->written[buffer];
    if (written->size == content->size && memcmp(written->copy, content->content, content->size) == 0)
        return gel_success;
    gelStatus status = gelReserve(&written->copy, &written->capacity, (int)content->size, 1);
    if (status != gel_success)
        return status;
    written->size = 0; // until it is there
    status = gelWriteGrown(opencl, content->content, content->size, true, bytes, &fields->buffers[buffer],
                           writing);
    if (status != gel_success)
        return status;
    memcpy(written->copy, content->content, content->size);
    written->size = content->size;
    return gel_success;
}

gelStatus gelSetDeviceFields(gelDeviceFields* fields, const gelOpencl* opencl, const gelDeviceState* state,
                             const gelPlan* plan, const gelFieldTable* table, uint64_t* bytes)
{
    const gelBufferContent contents[field_buffer_count] = {FIELD_TABLE_BUFFERS(CONTENT)};
    gelStatus status = planFields(fields, opencl, state, plan, bytes);
    for (int i = 0; i < field_buffer_count && status == gel_success; i++)
        if (contents[i].isThere)
            status = writeNew(fields, opencl, i, &contents[i], bytes);
    fields->count = table->count;
    fields->hasForces = table->hasForces;
    fields->hasLiquid = table->hasLiquid;
    fields->isAhead = table->isAhead;
    return status;
}

static gelStatus launch(const gelDeviceFields* fields, const gelOpencl* opencl, const gelDeviceState* state,
                        cl_mem restLengths, const gelGroupKernel* kernel, const gelStepParameters* parameters,
                        int substep, int itemCount)
{
    const StepParameters step = gelRoundStep(parameters);
    const FieldCounts counts = {.fields = fields->count,
                                .triangles = fields->counts[gel_kernelPushTriangles],
                                .vertices = fields->counts[gel_kernelPushVertices],
                                .bodies = fields->bodyCount,
                                .samples = fields->counts[gel_kernelAverageSamples],
                                .first_field = substep * fields->count,
                                .has_forces = fields->hasForces,
                                .may_tear = fields->mayTear};
    cl_mem buffers[field_buffer_count];
    gelListHandles(fields->buffers, field_buffer_count, buffers);
    buffers[field_buffer_lengths] = fields->mayTear ? restLengths : buffers[field_buffer_edges]; // not read
    buffers[field_buffer_position] = state->position;
    buffers[field_buffer_velocity] = state->velocity;
    const gelArgument numbers[] = {GEL_ARGUMENT(step), GEL_ARGUMENT(counts)};
    cl_int error = gelSetBuffers(kernel->kernel, buffers, field_buffer_count, 0);
    if (error != CL_SUCCESS)
        return gelFailCl("setting kernel arguments", error);
    return gelLaunch(opencl, kernel->kernel, gelStageText(gel_stageField, gel_distanceConstraint), numbers, 2,
                     field_buffer_count, (size_t)itemCount, kernel->workGroupSize);
}

gelStatus gelRunDeviceFields(const gelDeviceFields* fields, const gelOpencl* opencl,
                             const gelDeviceState* state, cl_mem restLengths,
                             const gelStepParameters* parameters, int substep, int* launches)
{
    const bool takesPart[gel_fieldKernelCount] = {
        fields->isAhead || fields->hasLiquid,
        fields->hasForces && fields->counts[gel_kernelPushTriangles] > 0, true};
    gelStatus status = gel_success;
    for (int k = 0; k < gel_fieldKernelCount && status == gel_success; k++) {
        if (!takesPart[k])
            continue;
        *launches += 1;
        status = launch(fields, opencl, state, restLengths, &fields->kernels[k], parameters, substep,
                        fields->counts[k]);
    }
    return status;
}
