// Goals of bodies, tethers and attachments, on the device: kernels/bindings.cl.
#pragma once

#include "backend/backend.h"
#include "opencl/buffer.h"
#include "opencl/launch.h"

typedef enum gelBindingKernel {
    gel_kernelLead,
    gel_kernelDraw,
    gel_kernelTether,
    gel_kernelAttach,
    gel_bindingKernelCount
} gelBindingKernel;

typedef struct gelDeviceBindings {
    cl_program program; // NULL: not built yet
    gelGroupKernel kernels[gel_bindingKernelCount];
    gelGrownBuffer goalVertices, from, to;
    int goalCount, ledCount;
    gelGrownBuffer tethered, pins, lengths;
    int tetherCount;
    gelGrownBuffer vertices, coefficients, terms, curve, curves, multipliers; // of attachments
    const gelAttachmentList* attachments;                                     // the world's; NULL: none
} gelDeviceBindings;

void gelClearBindings(gelDeviceBindings* bindings);       // what belongs to a plan
void gelCloseBindingProgram(gelDeviceBindings* bindings); // built again when it is needed
gelStatus gelRequireBindingProgram(gelDeviceBindings* bindings, const gelOpencl* opencl);
// Tests the kernels: stores what differs from the reference in `reason`, or leaves that empty.
gelStatus gelSelfTestBindings(gelDeviceBindings* bindings, const gelOpencl* opencl, char reason[256]);
// Wait. Add to *bytes.
gelStatus gelWriteGoalList(gelDeviceBindings* bindings, const gelOpencl* opencl, const gelDeviceState* state,
                           const gelGoalList* goals, uint64_t* bytes);
gelStatus gelWriteTethers(gelDeviceBindings* bindings, const gelOpencl* opencl, const gelDeviceState* state,
                          const gelTetherList* tethers, uint64_t* bytes);
gelStatus gelWriteAttachments(gelDeviceBindings* bindings, const gelOpencl* opencl,
                              const gelDeviceState* state, const gelAttachmentList* attachments,
                              uint64_t* bytes);
gelStatus gelReadDeviceMultipliers(const gelDeviceBindings* bindings, const gelOpencl* opencl,
                                   double (*multipliers)[3]);
// One of the four stages. Adds to *launches.
gelStatus gelRunBindings(gelDeviceBindings* bindings, const gelOpencl* opencl, const gelDeviceState* state,
                         const gelStepParameters* parameters, gelPlanStage stage, int* launches);
