// Contact on the device: the contacts of a step, and what solves them.
#pragma once

#include "backend/backend.h"
#include "contact/readout.h"
#include "opencl/stage/bounces.h"
#include "opencl/stage/search.h"

// In the order in which kernels take them (kernels/contact_arguments.h), after those of others.
typedef enum gelContactBuffer {
    gel_bufferContacts,
    gel_bufferPoints,
    gel_bufferVertices,
    gel_bufferCorners,
    gel_bufferPatches,
    gel_bufferOrder,
    gel_bufferSpots,
    gel_bufferSpeeds,
    gel_bufferPushes,
    gel_bufferNearSlots,
    gel_bufferSlots,
    gel_bufferListed,
    gel_bufferThicknesses,
    gel_bufferReaches,
    gel_bufferKinds,
    gel_bufferStrucks,
    gel_bufferWork,
    gel_bufferWakes,
    gel_bufferSorted,
    gel_bufferAwake,
    gel_bufferOffsets,
    gel_bufferGaps,
    gel_bufferMoves,
    gel_bufferAwakeCorners,
    gel_bufferActiveCorners,
    gel_bufferAwakeCounts,
    gel_bufferActiveCounts,
    gel_bufferInverseMasses,
    gel_bufferSplits,
    gel_bufferShares,
    gel_bufferActive,
    gel_bufferTouched,
    gel_bufferSums,
    gel_contactBufferCount
} gelContactBuffer;

typedef struct gelContacts {
    gelContactProgram program; // built when contacts are first asked for
    int maxTogether; // slots of a patch that one work-group solves at least; a larger one takes a launch per pass; 0: all
    bool planned;
    gelDeviceSearch search;
    gelContactList list; // its vertices are places on the device
    gelDeviceBounces bounces;
    gelGrownBuffer leads, buffers[gel_contactBufferCount];
} gelContacts;

// `workGroupSize` 0: chosen for the device.
gelStatus gelOpenContacts(const gelOpencl* opencl, size_t workGroupSize, gelContacts* contacts);
void gelCloseContacts(gelContacts* contacts);
void gelClearContactsPlan(gelContacts* contacts);

// Swaps the programs but keeps each plan; gelBindContacts must follow.
void gelSwapContactPrograms(gelContacts* a, gelContacts* b);
gelStatus gelBindContacts(const gelContacts* contacts, const gelDeviceState* state);

// Finds the contacts of a step, and begins the first substep. Adds to *bytes and *launches.
gelStatus gelFindDeviceContacts(gelContacts* contacts, const gelOpencl* opencl, const gelDeviceState* state,
                                const gelPlan* plan, const gelStepParameters* parameters, int substepCount,
                                const double* masses, const gelBounceStates* bounces, uint64_t* bytes,
                                int* launches);
// The end of a substep, and the start of the next. Nothing without contacts.
gelStatus gelSolveDeviceContacts(const gelContacts* contacts, const gelOpencl* opencl,
                                 const gelStepParameters* parameters, int* launches);
// As gelBackendFunctions.readContacts.
gelStatus gelReadDeviceContacts(const gelContacts* contacts, const gelOpencl* opencl, gelPushedList* pushed);
