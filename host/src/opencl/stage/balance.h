// Keeps momenta over constraints on the device: kernels/balance.cl, over all balanced bodies, whatever steps them.
#pragma once

#include "backend/backend.h"
#include "opencl/runtime/buffer.h"
#include "opencl/runtime/launch.h"

// In the order of their launches.
typedef enum gelBalanceKernel {
    gel_kernelBlockColumns,
    gel_kernelColumns,
    gel_kernelMotions,
    gel_kernelMoves,
    gel_balanceKernelCount
} gelBalanceKernel;

typedef struct gelDeviceBalance {
    cl_program program; // NULL: not built; it is when something is first balanced
    gelGroupKernel kernels[gel_balanceKernelCount];
    gelGrownBuffer buffers[balance_buffer_count]; // of kernels/balance_tables.h
    int counts[gel_balanceKernelCount];           // work-items; 0: no body
} gelDeviceBalance;

void gelCloseDeviceBalance(gelDeviceBalance* balance); // program and plan
void gelClearBalancePlan(gelDeviceBalance* balance);

// Builds the program, unless it is there.
gelStatus gelOpenDeviceBalance(gelDeviceBalance* balance, const gelOpencl* opencl);
// Does the work of gelBackendFunctions.setBalance; the program must be there. Waits. Adds to *bytes.
gelStatus gelSetDeviceBalance(gelDeviceBalance* balance, const gelOpencl* opencl, const gelBalanceList* list,
                              uint64_t* bytes);
// Runs gel_stageBalance. Adds to *launches.
gelStatus gelRunDeviceBalance(const gelDeviceBalance* balance, const gelOpencl* opencl,
                              const gelDeviceState* state, const gelStepParameters* parameters,
                              int* launches);
