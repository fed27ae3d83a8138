// How the bodies move, measured on the device: kernels/rest.cl.
#pragma once

#include "backend/backend.h"
#include "opencl/runtime/buffer.h"
#include "opencl/stage/contact_program.h"
#include "motion_tables.h"

// Bodies are measured in chunks, which the host puts together.
typedef struct gelDeviceMotion {
    MOTION_CHUNK_BUFFERS(GEL_BUFFER_HANDLE) // NULL: made when first requested
    void* read;                             // [chunkCount] as on the device
    int chunkCount;
} gelDeviceMotion;

// Does the work of gelBackendFunctions.measureMotion.
gelStatus gelMeasureDeviceMotion(gelDeviceMotion* motion, const gelOpencl* opencl,
                                 const gelContactProgram* program, const gelDeviceState* state,
                                 const gelPlan* plan, float frameTime, uint64_t* bytes,
                                 gelBodyMotion* motions);
void gelClearDeviceMotion(gelDeviceMotion* motion);
