// Plasticity on the device: kernels/plasticity.cl.
#pragma once

#include "backend/backend.h"
#include "opencl/buffer.h"
#include "opencl/launch.h"
#include "opencl/part.h"

typedef enum gelPlasticityKernel {
    gel_kernelYieldEdges,
    gel_kernelSpreadLengths,
    gel_plasticityKernelCount
} gelPlasticityKernel;

typedef struct gelDevicePlasticity {
    cl_program program; // NULL: not built yet
    gelGroupKernel kernels[gel_plasticityKernelCount];
    cl_mem vertices, terms, lengths, kept;
    int count; // of edges
} gelDevicePlasticity;

void gelClearPlasticity(gelDevicePlasticity* plasticity);        // what belongs to a plan
void gelClosePlasticityProgram(gelDevicePlasticity* plasticity); // built again when it is needed
gelStatus gelRequirePlasticityProgram(gelDevicePlasticity* plasticity, const gelOpencl* opencl);
// Tests the kernels: stores what differs from the reference in `reason`, or leaves that empty.
gelStatus gelSelfTestPlasticity(gelDevicePlasticity* plasticity, const gelOpencl* opencl, char reason[256]);
// Edges by their two vertices, and their terms and rest lengths. Adds to *bytes.
gelStatus gelWritePlasticEdges(gelDevicePlasticity* plasticity, const gelOpencl* opencl, const int* places,
                               int count, const int* vertices, float (*terms)[5], const float* lengths,
                               uint64_t* bytes);
// Moves the rest lengths by a substep. Adds to *launches, as the next does.
gelStatus gelYieldEdges(gelDevicePlasticity* plasticity, const gelOpencl* opencl, const gelDeviceState* state,
                        const gelStepParameters* parameters, int* launches);
// Puts the rest lengths into the constraints of a part.
gelStatus gelSpreadRestLengths(gelDevicePlasticity* plasticity, const gelOpencl* opencl,
                               const gelGridPart* part, int* launches);
