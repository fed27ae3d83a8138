// The back end on an OpenCL device.
#pragma once

#include "backend/backend.h"
#include "gel/tuning.h"

// How a device is to be used.
typedef struct gelOpenclSetup {
    int lanes;                         // 0: the best of the tuning, else the device's own number
    int workGroupSize;                 // 0: automatic
    const intptr_t* contextProperties; // as in gelWorldDef
    const gelDeviceTuning* tuning;     // NULL: by the rules
    gelCommandBufferUse commandBuffer;
} gelOpenclSetup;

// A gelGrid on one device, not self-tested yet.
gelStatus gelCreateGridBackend(int index, const gelOpenclSetup* setup, gelBackend** backend);
// Takes over what the self-test found, and describes the back end by it.
void gelGridBackend_SetTested(gelBackend* backend, const gelDeviceInfo* info);
