// The two-level solver on the device: kernels/two_level.cl, over all bodies that it steps.
#pragma once

#include "backend/backend.h"
#include "opencl/runtime/buffer.h"
#include "opencl/runtime/launch.h"

// The kernels level_NAME. The names of launches are made from them, too.
#define GEL_TWO_LEVEL_KERNELS(ROW)                                                                           \
    ROW(place)                                                                                               \
    ROW(rows)                                                                                                \
    ROW(begin)                                                                                               \
    ROW(apply)                                                                                               \
    ROW(smooth)                                                                                              \
    ROW(restrict)                                                                                            \
    ROW(solve)                                                                                               \
    ROW(prolong)                                                                                             \
    ROW(rigid_motions)                                                                                       \
    ROW(finish)                                                                                              \
    ROW(touch)                                                                                               \
    ROW(count_ruins) /* and of ruined bodies */                                                              \
    ROW(try_motion)                                                                                          \
    ROW(add_energy)                                                                                          \
    ROW(judge)                                                                                               \
    ROW(shorten)

typedef enum gelTwoLevelKernel {
#define GEL_TWO_LEVEL_NUMBER(name) gel_level_##name,
    GEL_TWO_LEVEL_KERNELS(GEL_TWO_LEVEL_NUMBER) gel_twoLevelKernelCount
#undef GEL_TWO_LEVEL_NUMBER
} gelTwoLevelKernel;

typedef struct gelDeviceTwoLevel {
    cl_program program; // NULL: not built; it is when a world first has such a body
    unsigned kinds;     // of constraint that it has: bit k for kind k
    gelGroupKernel kernels[gel_twoLevelKernelCount];
    gelGrownBuffer buffers[two_level_buffer_count]; // of kernels/two_level_tables.h
    cl_mem
        arguments[two_level_buffer_count + 2]; // that the kernels have: the buffers, positions and velocities
    int counts[gel_twoLevelKernelCount];       // work-items; 0: no launch
    cl_mem edgeSlots, tetSlots;                // {place in `values`, plastic edge}, or tearing tet
    int edgeSlotCount, tetSlotCount;
    cl_mem keptHistory; // as it was at the start of a step; NULL: no body has one
    cl_int slotCount;
    int cycles;                  // 0: no body
    const gelTwoLevelList* list; // which was set
} gelDeviceTwoLevel;

void gelCloseDeviceTwoLevel(gelDeviceTwoLevel* level); // program and plan
void gelClearTwoLevelPlan(gelDeviceTwoLevel* level);

// Builds the program, unless it is there with these kinds of constraint.
gelStatus gelOpenDeviceTwoLevel(gelDeviceTwoLevel* level, const gelOpencl* opencl, unsigned kinds);
// Whether the program has the kinds of a list.
bool gelHasKindsOf(const gelDeviceTwoLevel* level, const gelTwoLevelList* list);
// Returns the kinds of a list.
unsigned gelKindsOfList(const gelTwoLevelList* list);
// Does the work of gelBackendFunctions.setTwoLevel; the program must be there. Waits. Adds to *bytes.
gelStatus gelSetDeviceTwoLevel(gelDeviceTwoLevel* level, const gelOpencl* opencl, const gelDeviceState* state,
                               const gelTwoLevelList* list, uint64_t* bytes);
// Does the work of gelBackendFunctions.readTouches.
gelStatus gelReadDeviceTouches(const gelDeviceTwoLevel* level, const gelOpencl* opencl, double* touches);
// Copy what BDF2 keeps of the bodies (gelBody.history) to the device and back, as it is or as it was kept. Both wait.
gelStatus gelWriteDeviceHistory(const gelDeviceTwoLevel* level, const gelOpencl* opencl);
gelStatus gelReadDeviceHistory(const gelDeviceTwoLevel* level, const gelOpencl* opencl, bool isKept);
gelStatus gelKeepDeviceHistory(const gelDeviceTwoLevel* level, const gelOpencl* opencl);
// Runs gel_stageLoads, where obstacles may have offered planes, or gel_stageTwoLevel. Adds to *launches.
gelStatus gelRunDeviceTwoLevel(gelDeviceTwoLevel* level, const gelOpencl* opencl, const gelDeviceState* state,
                               const gelStepParameters* parameters, gelStage stage, bool hasOffers,
                               int* launches);
// Does the work of gelBackendFunctions.countWrongTets.
gelStatus gelCountDeviceRuins(gelDeviceTwoLevel* level, const gelOpencl* opencl, const gelDeviceState* state,
                              int* counts);
