// Contact on the device: the contacts of a step, and what solves them.
#pragma once

#include "backend/backend.h"
#include "contact/readout.h"
#include "opencl/stage/restitution.h"
#include "opencl/stage/search.h"
#include "contact_buffers.h"

typedef struct gelContacts {
    gelContactProgram program; // built when contacts are first asked for
    // Slots of a patch that one work-group solves at least; a larger patch takes a launch per pass. 0: every patch does.
    int maxTogether;
    bool isSolvedByPasses; // chosen with the list, which has corners for that
    bool sharesContacts; // with other ranks, but for those of a list in which bodies are separated as a whole
    int rowRevision;     // of the gelContactRows that the list leaves out
    const gelAllGather* gather; // of ranks that share out the search; NULL: none
    bool planned;
    gelDeviceSearch search;
    gelContactList list; // its vertices are places on the device
    const int* slots;    // of the world's vertices, of the two-level solver; NULL: none
    int slotCount;
    gelDeviceRestitution restitution;
    gelGrownBuffer buffers[contact_buffer_count]; // of kernels/contact_buffers.h
} gelContacts;

// `workGroupSize` 0: chosen for the device.
gelStatus gelOpenContacts(const gelOpencl* opencl, size_t workGroupSize, gelContacts* contacts);
void gelCloseContacts(gelContacts* contacts);
void gelClearContactsPlan(gelContacts* contacts);

// Swaps the programs but keeps each plan; gelBindContacts must follow.
void gelSwapContactPrograms(gelContacts* a, gelContacts* b);
gelStatus gelBindContacts(const gelContacts* contacts, const gelDeviceState* state);

// Makes ready for the next call: the first one of a plan.
gelStatus gelPrepareDeviceContacts(gelContacts* contacts, const gelOpencl* opencl,
                                   const gelDeviceState* state, const gelPlan* plan, uint64_t* bytes);
// Finds the contacts of a step, and begins the first substep. Adds to *bytes and *launches.
gelStatus gelFindDeviceContacts(gelContacts* contacts, const gelOpencl* opencl, const gelDeviceState* state,
                                const gelPlan* plan, const gelStepParameters* parameters, int substepCount,
                                const double* masses, const gelRestitutionStates* restitution,
                                uint64_t* bytes, int* launches);
// The end of a substep, and the start of the next unless ranks share the contacts. Nothing without contacts.
gelStatus gelSolveDeviceContacts(const gelContacts* contacts, const gelOpencl* opencl,
                                 const gelStepParameters* parameters, int* launches);
// The start of the next substep, once ranks that share contacts have exchanged their vertices.
gelStatus gelBeginDeviceContacts(const gelContacts* contacts, const gelOpencl* opencl,
                                 const gelStepParameters* parameters, int* launches);
// Reads or writes the pushes of some contacts: gelBackendFunctions.copyPushes.
gelStatus gelCopyDevicePushes(const gelContacts* contacts, const gelOpencl* opencl, const int* numbers,
                              int count, void* pushes, bool isWritten);
// Whether obstacles may offer planes to bodies of the two-level solver: gelOfferPlanes.
bool gelHasOffers(const gelContacts* contacts, const gelStepParameters* parameters);
gelStatus gelOfferPlanes(const gelContacts* contacts, const gelOpencl* opencl, cl_mem offers, int* launches);
// Adds what rows of obstacles pushed to the pushes of contacts, at the end of a substep.
gelStatus gelRecordHolds(const gelContacts* contacts, const gelOpencl* opencl,
                         const gelStepParameters* parameters, cl_mem offers, cl_mem history, int* launches);
// Names the slots of the solver's bodies, which the contacts of the next step take.
void gelSetTouchSlots(gelContacts* contacts, const int* slots, int slotCount);
// Does the work of gelBackendFunctions.readContacts.
gelStatus gelReadDeviceContacts(const gelContacts* contacts, const gelOpencl* opencl, gelPushedList* pushed);
