// Fields on the device: kernels/fields.cl, over all bodies, whatever steps them.
#pragma once

#include "backend/backend.h"
#include "opencl/runtime/buffer.h"
#include "opencl/runtime/launch.h"

// In the order of their launches.
typedef enum gelFieldKernel {
    gel_kernelAverageSamples,
    gel_kernelPushTriangles,
    gel_kernelPushVertices,
    gel_fieldKernelCount
} gelFieldKernel;

typedef struct gelWrittenField {
    char* copy;
    size_t size; // 0: nothing
    int capacity;
} gelWrittenField;

typedef struct gelDeviceFields {
    cl_program program; // NULL: not built; it is when fields are first set
    gelGroupKernel kernels[gel_fieldKernelCount];
    bool planned;
    gelGrownBuffer buffers[field_buffer_count]; // of kernels/field_tables.h
    int count;
    int counts[gel_fieldKernelCount]; // work-items
    int bodyCount;
    bool hasForces, hasLiquid, isAhead, mayTear;
    gelWrittenField written[field_buffer_count]; // what those of each step hold, not to be written again
} gelDeviceFields;

void gelCloseDeviceFields(gelDeviceFields* fields); // program and plan
void gelClearFieldsPlan(gelDeviceFields* fields);
// Builds the program, unless it is there.
gelStatus gelOpenDeviceFields(gelDeviceFields* fields, const gelOpencl* opencl);
// Does the work of gelBackendFunctions.setFields. Adds to *bytes.
gelStatus gelSetDeviceFields(gelDeviceFields* fields, const gelOpencl* opencl, const gelDeviceState* state,
                             const gelPlan* plan, const gelFieldTable* table, uint64_t* bytes);
// Runs gel_stageField. `restLengths`: of the plan's plastic edges; NULL if there are none. Adds to
// *launches.
gelStatus gelRunDeviceFields(const gelDeviceFields* fields, const gelOpencl* opencl,
                             const gelDeviceState* state, cl_mem restLengths,
                             const gelStepParameters* parameters, int substep, int* launches);
