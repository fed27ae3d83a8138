// The kernels of contact, a program of their own.
#pragma once

#include "opencl/runtime/launch.h"

typedef enum gelContactKernel {
    gel_kernelPlacePoints, // those up to gel_kernelContactNormals take the surfaces first
    gel_kernelFindNormals,
    gel_kernelBoxClusters,
    gel_kernelBoxBodies,
    gel_kernelBoxTets,
    gel_kernelCountLiveTurns,
    gel_kernelListLiveTurns,
    gel_kernelCountCandidates,
    gel_kernelFillCandidates,
    gel_kernelCheckMotion,
    gel_kernelCheckCandidates,
    gel_kernelContactNormals,
    gel_kernelSumCounts,
    gel_kernelStartCandidates,
    gel_kernelMeasureMotion,
    // From here on, the first arguments are the buffers of the contacts. Up to
    // gel_kernelSolvePatches, kernels have as many lanes as the device's other kernels.
    gel_kernelSumSeparations,
    gel_kernelSeparateVertices,
    gel_kernelOfferPlanes,
    gel_kernelRecordHolds,
    gel_kernelPrepareContacts,
    gel_kernelBeginContacts,
    gel_kernelGatherAwake,
    gel_kernelMeasureGaps,
    gel_kernelSplitMasses,
    gel_kernelSplitPoints,
    gel_kernelSolveContacts,
    gel_kernelApplyCorrections,
    gel_kernelUpdatePoints,
    gel_kernelSolvePatches,
    gel_kernelSumMomenta, // from here on, the buffers of restitution follow
    gel_kernelRestitutePairs,
    gel_kernelSumKicks,
    gel_kernelKickVertices,
    gel_contactKernelCount
} gelContactKernel;

typedef struct gelContactProgram {
    cl_program search, solve; // NULL: not built
    int lanes;                // of `solve`
    gelGroupKernel kernels[gel_contactKernelCount];
} gelContactProgram;

// `workGroupSize` 0: chosen for the device. On failure *program is closed.
gelStatus gelOpenContactProgram(const gelOpencl* opencl, size_t workGroupSize, gelContactProgram* program);
void gelCloseContactProgram(gelContactProgram* program);

// Launches a kernel over so many items, with number arguments from `firstArgument` on; nothing for none. Adds
// to *launches. `name` is for display.
gelStatus gelLaunchContact(const gelOpencl* opencl, const gelContactProgram* program, gelContactKernel kernel,
                           const char* name, const gelArgument* arguments, int argumentCount,
                           int firstArgument, int itemCount, int* launches);
