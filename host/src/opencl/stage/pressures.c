#include "opencl/stage/pressures.h"
#include "opencl/runtime/error.h"
#include "opencl/runtime/parameters.h"
#include "opencl/runtime/wait.h"
#include "plan/pressure.h"
#include "pressure_passes.h"

#include <string.h>

enum { usualSize = 64 };

static const char* const writing = "writing gas and liquid in bodies";

static const char* const kernelNames[gel_pressureKernelCount] = {"measure_vertices", "add_up_terms",
                                                                 "find_pressures", "inflate_vertices"};

void gelClearPressuresPlan(gelDevicePressures* pressures)
{
    for (int i = 0; i < pressure_buffer_count; i++)
        gelReleaseGrown(&pressures->buffers[i]);
    gelFree(pressures->records);
    pressures->records = NULL;
    pressures->planned = false;
}

void gelCloseDevicePressures(gelDevicePressures* pressures)
{
    gelClearPressuresPlan(pressures);
    gelCloseGroupProgram(&pressures->program, pressures->kernels, gel_pressureKernelCount);
}

gelStatus gelOpenDevicePressures(gelDevicePressures* pressures, const gelOpencl* opencl)
{
    if (pressures->program != NULL)
        return gel_success;
    return gelOpenGroupProgram(opencl, "pressures.cl", 1, kernelNames, gel_pressureKernelCount, usualSize,
                               &pressures->program, pressures->kernels);
}

static gelStatus writeSurface(gelDevicePressures* pressures, const gelOpencl* opencl,
                              const gelFilledSurface* surface, uint64_t* bytes)
{
#define CONTENT(member, type, count, content)                                                                \
    [pressure_buffer_##member] = {true, (size_t)(count) * sizeof(type), content},
    const gelBufferContent contents[pressure_buffer_count] = {PRESSURE_SURFACE_BUFFERS(CONTENT)};
#undef CONTENT
    return gelWriteContents(opencl, contents, pressure_buffer_count, true, bytes, pressures->buffers,
                            writing);
}

static gelStatus planPressures(gelDevicePressures* pressures, const gelOpencl* opencl,
                               const gelDeviceState* state, const gelPlan* plan, uint64_t* bytes)
{
    gelFilledSurface surface;
    if (pressures->planned)
        return gel_success;
    gelStatus status = gelFindFilledSurface(plan, state->places, &surface);
    if (status != gel_success)
        return status;
    gelFree(pressures->records);
    pressures->records = gelAllocate((size_t)surface.bodyCount, sizeof *pressures->records);
    status = pressures->records != NULL
                 ? writeSurface(pressures, opencl, &surface, bytes)
                 : gelFailMemory((size_t)surface.bodyCount, sizeof *pressures->records);
    if (status == gel_success)
        gelPlacePressures(&surface, pressures->records);
    pressures->counts[gel_kernelMeasure] = pressures->counts[gel_kernelInflate] = surface.listed;
    pressures->counts[gel_kernelAddUp] = surface.sumCount;
    pressures->counts[gel_kernelFind] = surface.bodyCount;
    pressures->planned = status == gel_success;
    gelClearFilledSurface(&surface);
    return status;
}

gelStatus gelSetDevicePressures(gelDevicePressures* pressures, const gelOpencl* opencl,
                                const gelDeviceState* state, const gelPlan* plan,
                                const PressureRecord* records, int count, uint64_t* bytes)
{
    gelStatus status = planPressures(pressures, opencl, state, plan, bytes);
    for (int i = 0; i < count && status == gel_success; i++) {
        PressureRecord placed = pressures->records[i], *record = &pressures->records[i];
        *record = records[i];
        record->first = placed.first;
        record->end = placed.end;
        record->first_sum = placed.first_sum;
        record->end_sum = placed.end_sum;
    }
    return status == gel_success
               ? gelWriteGrown(opencl, pressures->records, (size_t)count * sizeof *records, true, bytes,
                               &pressures->buffers[pressure_buffer_records], writing)
               : status;
}

gelStatus gelReadDevicePressures(const gelDevicePressures* pressures, const gelOpencl* opencl,
                                 PressureRecord* records, int count)
{
    cl_int error = gelReadBuffer(opencl, pressures->buffers[pressure_buffer_records].buffer,
                                 (size_t)count * sizeof *records, records);
    return error == CL_SUCCESS ? gel_success : gelFailCl("reading gas and liquid in bodies", error);
}

gelStatus gelRunDevicePressures(const gelDevicePressures* pressures, const gelOpencl* opencl,
                                const gelDeviceState* state, const gelStepParameters* parameters,
                                gelStage stage, int* launches)
{
    bool measures = stage == gel_stageVolume;
    const StepParameters step = gelRoundStep(parameters);
    cl_mem buffers[pressure_buffer_count];
    gelListHandles(pressures->buffers, pressure_buffer_count, buffers);
    buffers[pressure_buffer_position] = state->position;
    buffers[pressure_buffer_velocity] = state->velocity;
    for (int k = measures ? gel_kernelMeasure : gel_kernelAddUp;
         k < (measures ? gel_kernelAddUp : gel_pressureKernelCount); k++) {
        const gelGroupKernel* kernel = &pressures->kernels[k];
        cl_int count = pressures->counts[k];
        const gelArgument numbers[] = {GEL_ARGUMENT(count), GEL_ARGUMENT(step)};
        int numberCount = k == gel_kernelAddUp ? 1 : 2;
        cl_int error = gelSetBuffers(kernel->kernel, buffers, pressure_buffer_count, 0);
        if (error != CL_SUCCESS)
            return gelFailCl("setting kernel arguments", error);
        gelStatus status =
            gelLaunch(opencl, kernel->kernel, gelStageText(stage, gel_distanceConstraint), numbers,
                      numberCount, pressure_buffer_count, (size_t)count, kernel->workGroupSize);
        if (status != gel_success)
            return status;
        *launches += 1;
    }
    return gel_success;
}
