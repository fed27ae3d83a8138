// The back end on an OpenCL device.
#pragma once

#include "backend/backend.h"
#include "gel/tuning.h"

// How to use a device.
typedef struct gelOpenclSetup {
    int lanes;                         // 0: the best of the tuning, else the device's own number
    int workGroupSize;                 // 0: automatic
    const intptr_t* contextProperties; // as in gelWorldDef
    const gelDeviceTuning* tuning;     // NULL: use the rules
    gelCommandBufferUse commandBuffer;
    bool allowInexact; // also where contact alone is not exact, which shows when it is first used
    gelConstraintOrder
        order; // for which there are kernels from the start; others are built in when asked for
    gelIntegrator integrator; // the same
    bool hasAllKinds;         // has the kernels of all kinds of constraint from the start
    double timeLimit;         // of waiting, s; 0: none
} gelOpenclSetup;

// A gelOpenclBackend on one device, not yet self-tested.
gelStatus gelOpenOpenclBackend(int index, const gelOpenclSetup* setup, gelBackend** backend);
// Runs the known-answer tests of the device: gelSelfTest.
gelStatus gelOpenclBackend_Test(gelBackend* backend, gelDeviceInfo* info);
// Builds the kernels of contact and tests them, after gelSelfTest. Sets exact and reason, adds to testMilliseconds.
gelStatus gelOpenclBackend_TestContacts(gelBackend* backend, gelDeviceInfo* info);
