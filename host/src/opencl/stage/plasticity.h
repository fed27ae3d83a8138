// Plasticity on the device: kernels/plasticity.cl.
#pragma once

#include "backend/backend.h"
#include "opencl/runtime/buffer.h"
#include "opencl/runtime/launch.h"
#include "opencl/strategy/colour_set.h"
#include "plasticity_tables.h"

typedef enum gelPlasticityKernel {
    gel_kernelYieldEdges,
    gel_kernelTearTets,
    gel_kernelTearBareEdges,
    gel_kernelSpreadValues,
    gel_plasticityKernelCount
} gelPlasticityKernel;

typedef struct gelDevicePlasticity {
    cl_program program; // NULL: not built yet
    gelGroupKernel kernels[gel_plasticityKernelCount];
    YIELD_EDGE_BUFFERS(GEL_BUFFER_HANDLE)
    TEARING_TET_BUFFERS(GEL_BUFFER_HANDLE)
    cl_mem kept;         // lengths at the start of a step
    int count, tetCount; // of edges; of tets that tear
} gelDevicePlasticity;

void gelClearPlasticity(gelDevicePlasticity* plasticity);        // what belongs to a plan
void gelClosePlasticityProgram(gelDevicePlasticity* plasticity); // built again when it is needed
gelStatus gelRequirePlasticityProgram(gelDevicePlasticity* plasticity, const gelOpencl* opencl);
// Edges by their two vertices, and their terms and rest lengths. Adds to *bytes.
gelStatus gelWritePlasticEdges(gelDevicePlasticity* plasticity, const gelOpencl* opencl, const int* places,
                               int count, const int* vertices, float (*terms)[plastic_terms],
                               const float* lengths, uint64_t* bytes);
// Tets of those edges that tear, if there are any, and what has torn of them. Adds to *bytes.
gelStatus gelWriteTearingTets(gelDevicePlasticity* plasticity, const gelOpencl* opencl,
                              const gelTearingTets* tets, uint64_t* bytes);
// Tears what the rest lengths leave no hold. Adds to *launches, as the next two do.
gelStatus gelTearTets(gelDevicePlasticity* plasticity, const gelOpencl* opencl, int* launches);
// Moves the rest lengths by a substep, and tears tets.
gelStatus gelYieldEdges(gelDevicePlasticity* plasticity, const gelOpencl* opencl, const gelDeviceState* state,
                        const gelStepParameters* parameters, int* launches);
// Puts the rest lengths, and the volumes of tets that tear, into the constraints of a part.
gelStatus gelSpreadRestLengths(gelDevicePlasticity* plasticity, const gelOpencl* opencl,
                               const gelColourSet* part, int* launches);
