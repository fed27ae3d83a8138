// Fields on the device: kernels/fields.cl, over all bodies, whatever steps them.
#pragma once

#include "backend/backend.h"
#include "opencl/buffer.h"
#include "opencl/launch.h"

// In the order in which kernels take them, without the state.
typedef enum gelFieldBuffer {
    gel_bufferFields,
    gel_bufferFieldWeights,
    gel_bufferFieldBodies, // those from here on stay with the plan
    gel_bufferFieldTriangles,
    gel_bufferFieldStarts,
    gel_bufferFieldCorners,
    gel_bufferFieldEdges,  // rest lengths and the state follow it
    gel_bufferFieldForces, // the last argument
    gel_fieldBufferCount
} gelFieldBuffer;

typedef enum gelFieldKernel {
    gel_kernelPushTriangles,
    gel_kernelPushVertices,
    gel_fieldKernelCount
} gelFieldKernel;

typedef struct gelFieldProgram {
    cl_program program; // NULL: not built
    gelGroupKernel kernels[gel_fieldKernelCount];
} gelFieldProgram;

typedef struct gelWrittenField {
    char* copy;
    size_t size; // 0: nothing
    int capacity;
} gelWrittenField;

typedef struct gelDeviceFields {
    gelFieldProgram program; // built when fields are first set
    bool planned;
    gelGrownBuffer buffers[gel_fieldBufferCount];
    int count, triangleCount, vertexCount;
    bool hasForces, mayTear;
    gelWrittenField written[2]; // what the first two buffers hold, not to be written again
} gelDeviceFields;

void gelCloseDeviceFields(gelDeviceFields* fields); // program and plan
void gelClearFieldsPlan(gelDeviceFields* fields);
// Builds the program again, if it is there; on failure the old one stays.
gelStatus gelReloadDeviceFields(gelDeviceFields* fields, const gelOpencl* opencl);

// Builds the program, unless it is there.
gelStatus gelOpenDeviceFields(gelDeviceFields* fields, const gelOpencl* opencl);
// As gelBackendFunctions.setFields. Adds to *bytes.
gelStatus gelSetDeviceFields(gelDeviceFields* fields, const gelOpencl* opencl, const gelDeviceState* state,
                             const gelPlan* plan, const gelFieldTable* table, uint64_t* bytes);
// The stage of a substep. `restLengths`: of the plan's plastic edges; NULL if there are none. Adds to *launches.
gelStatus gelRunDeviceFields(const gelDeviceFields* fields, const gelOpencl* opencl,
                             const gelDeviceState* state, cl_mem restLengths,
                             const gelStepParameters* parameters, int substep, int* launches);
