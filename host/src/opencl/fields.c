#include "opencl/fields.h"
#include "opencl/error.h"
#include "opencl/parameters.h"
#include "plan/outer.h"

#include <string.h>

// Rest lengths, positions and velocities are among the arguments, but not the fields' own.
enum { usualSize = 64, otherBuffers = 3, firstNumber = gel_fieldBufferCount + otherBuffers };

void gelClearFieldsPlan(gelDeviceFields* fields)
{
    for (int i = 0; i < gel_fieldBufferCount; i++)
        gelReleaseGrown(&fields->buffers[i]);
    for (int i = 0; i < 2; i++) {
        gelFree(fields->written[i].copy);
        fields->written[i] = (gelWrittenField){0};
    }
    fields->planned = false;
    fields->count = 0;
}

static void closeProgram(gelFieldProgram* program)
{
    gelCloseGroupProgram(&program->program, program->kernels, gel_fieldKernelCount);
}

void gelCloseDeviceFields(gelDeviceFields* fields)
{
    gelClearFieldsPlan(fields);
    closeProgram(&fields->program);
}

static gelStatus openProgram(const gelOpencl* opencl, gelFieldProgram* program)
{
    static const char* const names[gel_fieldKernelCount] = {"push_triangles", "push_vertices"};
    *program = (gelFieldProgram){0};
    return gelOpenGroupProgram(opencl, "fields.cl", names, gel_fieldKernelCount, usualSize, &program->program,
                               program->kernels);
}

gelStatus gelOpenDeviceFields(gelDeviceFields* fields, const gelOpencl* opencl)
{
    return fields->program.program != NULL ? gel_success : openProgram(opencl, &fields->program);
}

gelStatus gelReloadDeviceFields(gelDeviceFields* fields, const gelOpencl* opencl)
{
    gelFieldProgram fresh;
    if (fields->program.program == NULL)
        return gel_success;
    gelStatus status = openProgram(opencl, &fresh);
    if (status == gel_success) {
        closeProgram(&fields->program);
        fields->program = fresh;
    }
    return status;
}

static gelStatus write(gelDeviceFields* fields, const gelOpencl* opencl, gelFieldBuffer buffer,
                       const void* content, size_t size, uint64_t* bytes)
{
    return gelWriteGrown(opencl, content, size, true, bytes, &fields->buffers[buffer], "writing the fields");
}

static gelStatus writeOuter(gelDeviceFields* fields, const gelOpencl* opencl, const gelDeviceState* state,
                            const gelPlan* plan, uint64_t* bytes)
{
    gelOuterSurface outer;
    if (fields->planned)
        return gel_success;
    gelStatus status = gelFindOuterSurface(plan, state->places, &outer);
    if (status != gel_success)
        return status;
    size_t vertices = (size_t)plan->vertexCount, triangles = (size_t)outer.triangleCount;
    const struct {
        gelFieldBuffer buffer;
        const void* content; // NULL: none yet
        size_t size;
    } rows[] = {
        {gel_bufferFieldBodies, outer.bodies, vertices * sizeof *outer.bodies},
        {gel_bufferFieldTriangles, outer.triangles, triangles * sizeof *outer.triangles},
        {gel_bufferFieldStarts, outer.starts, (vertices + 1) * sizeof *outer.starts},
        {gel_bufferFieldCorners, outer.corners, 3 * triangles * sizeof *outer.corners},
        {gel_bufferFieldEdges, outer.edges, outer.edges != NULL ? 6 * triangles * sizeof *outer.edges : 0},
        {gel_bufferFieldForces, NULL, triangles * sizeof(cl_float4)},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0] && status == gel_success; i++)
        status = write(fields, opencl, rows[i].buffer, rows[i].content, rows[i].size, bytes);
    fields->vertexCount = plan->vertexCount;
    fields->triangleCount = outer.triangleCount;
    fields->mayTear = outer.edges != NULL;
    fields->planned = status == gel_success;
    gelClearOuterSurface(&outer);
    return status;
}

// Writing waits for the device, so what is there already is left alone.
static gelStatus writeNew(gelDeviceFields* fields, const gelOpencl* opencl, gelFieldBuffer buffer,
                          const void* content, size_t size, uint64_t* bytes)
{
    gelWrittenField* written = &fields->written[buffer];
    if (written->size == size && memcmp(written->copy, content, size) == 0)
        return gel_success;
    gelStatus status = gelReserve(&written->copy, &written->capacity, (int)size, 1);
    if (status != gel_success)
        return status;
    written->size = 0; // until it is there
    status = write(fields, opencl, buffer, content, size, bytes);
    if (status != gel_success)
        return status;
    memcpy(written->copy, content, size);
    written->size = size;
    return gel_success;
}

gelStatus gelSetDeviceFields(gelDeviceFields* fields, const gelOpencl* opencl, const gelDeviceState* state,
                             const gelPlan* plan, const gelFieldTable* table, uint64_t* bytes)
{
    size_t records = (size_t)table->count * (size_t)table->substepCount;
    size_t weights = (size_t)plan->bodyCount * (size_t)(1 + table->count) * sizeof *table->weights;
    gelStatus status = writeOuter(fields, opencl, state, plan, bytes);
    if (status == gel_success)
        status = writeNew(fields, opencl, gel_bufferFields, table->records,
                          (records > 0 ? records : 1) * sizeof *table->records, bytes);
    if (status == gel_success)
        status = writeNew(fields, opencl, gel_bufferFieldWeights, table->weights, weights, bytes);
    fields->count = table->count;
    fields->hasForces = table->hasForces;
    return status;
}

static gelStatus launch(const gelDeviceFields* fields, const gelOpencl* opencl, const gelDeviceState* state,
                        cl_mem restLengths, const gelGroupKernel* kernel, const gelStepParameters* parameters,
                        int substep, int itemCount)
{
    const StepParameters step = gelRoundStep(parameters);
    const FieldCounts counts = {.fields = fields->count,
                                .triangles = fields->triangleCount,
                                .vertices = fields->vertexCount,
                                .first_field = substep * fields->count,
                                .has_forces = fields->hasForces,
                                .may_tear = fields->mayTear};
    cl_mem buffers[firstNumber];
    for (int i = 0; i < gel_bufferFieldForces; i++)
        buffers[i] = fields->buffers[i].buffer;
    buffers[gel_bufferFieldForces] =
        fields->mayTear ? restLengths : buffers[gel_bufferFieldEdges]; // not read
    buffers[gel_bufferFieldForces + 1] = state->position;
    buffers[gel_bufferFieldForces + 2] = state->velocity;
    buffers[gel_bufferFieldForces + otherBuffers] = fields->buffers[gel_bufferFieldForces].buffer;
    const gelArgument numbers[] = {GEL_ARGUMENT(step), GEL_ARGUMENT(counts)};
    cl_int error = gelSetBuffers(kernel->kernel, buffers, firstNumber, 0);
    if (error != CL_SUCCESS)
        return gelFailCl("setting kernel arguments", error);
    return gelLaunch(opencl, kernel->kernel, gelStageText(gel_stageField, gel_distanceConstraint), numbers, 2,
                     firstNumber, (size_t)itemCount, kernel->workGroupSize);
}

gelStatus gelRunDeviceFields(const gelDeviceFields* fields, const gelOpencl* opencl,
                             const gelDeviceState* state, cl_mem restLengths,
                             const gelStepParameters* parameters, int substep, int* launches)
{
    gelStatus status = gel_success;
    if (fields->hasForces && fields->triangleCount > 0) {
        status = launch(fields, opencl, state, restLengths, &fields->program.kernels[gel_kernelPushTriangles],
                        parameters, substep, fields->triangleCount);
        *launches += 1;
    }
    if (status != gel_success)
        return status;
    *launches += 1;
    return launch(fields, opencl, state, restLengths, &fields->program.kernels[gel_kernelPushVertices],
                  parameters, substep, fields->vertexCount);
}
