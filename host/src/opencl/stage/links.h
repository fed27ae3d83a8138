// Goals of bodies, tethers and attachments, on the device: kernels/links.cl.
#pragma once

#include "backend/backend.h"
#include "opencl/runtime/buffer.h"
#include "opencl/runtime/launch.h"
#include "link_tables.h"

typedef enum gelLinkKernel {
    gel_kernelFollowGoals,
    gel_kernelApplyGoalSprings,
    gel_kernelHoldTethers,
    gel_kernelSolveAttachments,
    gel_kernelPullByGoals,
    gel_kernelPullByAttachments,
    gel_linkKernelCount
} gelLinkKernel;

typedef struct gelDeviceLinks {
    cl_program program; // NULL: not built yet
    gelGroupKernel kernels[gel_linkKernelCount];
    // Rows of kernels/link_tables.h; those of the state stay empty.
    gelGrownBuffer goalBuffers[goal_buffer_count];
    gelGrownBuffer tetherBuffers[tether_buffer_count];
    gelGrownBuffer attachmentBuffers[attachment_buffer_count];
    int goalCount, kinematicCount, pulledCount, worldCount, tetherCount;
    const gelAttachmentList* attachments; // the world's; NULL: none
} gelDeviceLinks;

void gelClearDeviceLinks(gelDeviceLinks* links); // what belongs to a plan
void gelCloseLinkProgram(gelDeviceLinks* links); // built again when it is needed
gelStatus gelRequireLinkProgram(gelDeviceLinks* links, const gelOpencl* opencl);
// Write the lists to the device, and wait. Add to *bytes.
gelStatus gelWriteGoalList(gelDeviceLinks* links, const gelOpencl* opencl, const gelDeviceState* state,
                           const gelGoalList* goals, uint64_t* bytes);
gelStatus gelWriteTethers(gelDeviceLinks* links, const gelOpencl* opencl, const gelDeviceState* state,
                          const gelTetherList* tethers, uint64_t* bytes);
gelStatus gelWriteAttachments(gelDeviceLinks* links, const gelOpencl* opencl, const gelDeviceState* state,
                              const gelAttachmentList* attachments, uint64_t* bytes);
gelStatus gelReadDeviceMultipliers(const gelDeviceLinks* links, const gelOpencl* opencl,
                                   double (*multipliers)[4]);
// Runs one of the four stages. Adds to *launches.
gelStatus gelRunLinks(gelDeviceLinks* links, const gelOpencl* opencl, const gelDeviceState* state,
                      const gelStepParameters* parameters, gelPlanStage stage, int* launches);
// In gel_stageLoads: adds what springs to places give vertices of the two-level solver, whose
// buffer `pulls` is.
gelStatus gelPullSlots(gelDeviceLinks* links, const gelOpencl* opencl, const gelDeviceState* state,
                       cl_mem pulls, const gelStepParameters* parameters, gelPlanStage stage, int* launches);
