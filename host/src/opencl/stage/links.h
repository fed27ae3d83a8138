// Goals of bodies, tethers and attachments, on the device: kernels/links.cl.
#pragma once

#include "backend/backend.h"
#include "opencl/runtime/buffer.h"
#include "opencl/runtime/launch.h"

typedef enum gelLinkKernel {
    gel_kernelLead,
    gel_kernelDraw,
    gel_kernelTether,
    gel_kernelAttach,
    gel_linkKernelCount
} gelLinkKernel;

typedef struct gelDeviceLinks {
    cl_program program; // NULL: not built yet
    gelGroupKernel kernels[gel_linkKernelCount];
    gelGrownBuffer goalVertices, from, to;
    int goalCount, ledCount;
    gelGrownBuffer tethered, pins, lengths;
    int tetherCount;
    gelGrownBuffer vertices, coefficients, terms, curve, curves, multipliers; // of attachments
    const gelAttachmentList* attachments;                                     // the world's; NULL: none
} gelDeviceLinks;

void gelClearDeviceLinks(gelDeviceLinks* bindings); // what belongs to a plan
void gelCloseLinkProgram(gelDeviceLinks* bindings); // built again when it is needed
gelStatus gelRequireLinkProgram(gelDeviceLinks* bindings, const gelOpencl* opencl);
// Tests the kernels: stores what differs from the reference in `reason`, or leaves that empty.
gelStatus gelSelfTestLinks(gelDeviceLinks* bindings, const gelOpencl* opencl, char reason[256]);
// Wait. Add to *bytes.
gelStatus gelWriteGoalList(gelDeviceLinks* bindings, const gelOpencl* opencl, const gelDeviceState* state,
                           const gelGoalList* goals, uint64_t* bytes);
gelStatus gelWriteTethers(gelDeviceLinks* bindings, const gelOpencl* opencl, const gelDeviceState* state,
                          const gelTetherList* tethers, uint64_t* bytes);
gelStatus gelWriteAttachments(gelDeviceLinks* bindings, const gelOpencl* opencl, const gelDeviceState* state,
                              const gelAttachmentList* attachments, uint64_t* bytes);
gelStatus gelReadDeviceMultipliers(const gelDeviceLinks* bindings, const gelOpencl* opencl,
                                   double (*multipliers)[3]);
// One of the four stages. Adds to *launches.
gelStatus gelRunLinks(gelDeviceLinks* bindings, const gelOpencl* opencl, const gelDeviceState* state,
                      const gelStepParameters* parameters, gelPlanStage stage, int* launches);
