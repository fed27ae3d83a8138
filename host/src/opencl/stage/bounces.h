// Restitution on the device: what kernels/bounce_passes.h does at the end of a substep.
#pragma once

#include "backend/backend.h"
#include "opencl/runtime/buffer.h"
#include "opencl/stage/contact_program.h"

typedef struct gelDeviceBounces {
    gelBounceList list; // its vertices are places on the device
    gelGrownBuffer pairs, bodies, vertices, contacts, states, momenta, changes;
} gelDeviceBounces;

void gelClearDeviceBounces(gelDeviceBounces* bounces);

// Writes a list that has been filled, of the world's vertices, which become their places. Nothing without pairs.
gelStatus gelWriteBounces(gelDeviceBounces* bounces, const gelOpencl* opencl, const gelDeviceState* state,
                          uint64_t* bytes);
// After `first` buffers of contacts.
cl_int gelBindBounces(const gelDeviceBounces* bounces, const gelContactProgram* program, int first);
// At the start of a step, or at the end of a substep.
gelStatus gelLaunchBounces(const gelDeviceBounces* bounces, const gelOpencl* opencl,
                           const gelContactProgram* program, const gelStepParameters* parameters,
                           bool startsStep, int first, int* launches);
// As gelBackendFunctions.readBounces.
gelStatus gelReadBounces(const gelDeviceBounces* bounces, const gelOpencl* opencl, gelBounceStates* lasting);
