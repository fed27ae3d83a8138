// Restitution on the device: what kernels/restitution_passes.h does at the end of a substep.
#pragma once

#include "backend/backend.h"
#include "opencl/runtime/buffer.h"
#include "opencl/stage/contact_program.h"

typedef struct gelDeviceRestitution {
    gelRestitutionList list;                          // its vertices are places on the device
    gelGrownBuffer buffers[restitution_buffer_count]; // of kernels/restitution_tables.h
} gelDeviceRestitution;

void gelClearDeviceRestitution(gelDeviceRestitution* restitution);

// Writes a list that has been filled, of the world's vertices, which become their places. Nothing without pairs.
gelStatus gelWriteRestitution(gelDeviceRestitution* restitution, const gelOpencl* opencl,
                              const gelDeviceState* state, uint64_t* bytes);
// Sets the kernels' arguments, which follow `first` buffers of contacts.
cl_int gelBindRestitution(const gelDeviceRestitution* restitution, const gelContactProgram* program,
                          int first);
// Runs the kernels of restitution at the start of a step, or at the end of a substep.
gelStatus gelLaunchRestitution(const gelDeviceRestitution* restitution, const gelOpencl* opencl,
                               const gelContactProgram* program, const gelStepParameters* parameters,
                               bool startsStep, int first, int* launches);
// Does the work of gelBackendFunctions.readRestitution.
gelStatus gelReadRestitution(const gelDeviceRestitution* restitution, const gelOpencl* opencl,
                             gelRestitutionStates* lasting);
