#define GEL_DIALECT_FLOAT
#include "opencl/stage/balance.h"
#include "opencl/runtime/error.h"
#include "opencl/runtime/parameters.h"
#include "physics/dialect.h"

enum { usualSize = 64 };

static const char* const kernelNames[gel_balanceKernelCount] = {"add_block_columns", "add_up_columns",
                                                                "find_body_motions", "move_vertices"};

void gelClearBalancePlan(gelDeviceBalance* balance)
{
    for (int i = 0; i < balance_buffer_count; i++)
        gelReleaseGrown(&balance->buffers[i]);
    for (int k = 0; k < gel_balanceKernelCount; k++)
        balance->counts[k] = 0;
}

void gelCloseDeviceBalance(gelDeviceBalance* balance)
{
    gelClearBalancePlan(balance);
    gelCloseGroupProgram(&balance->program, balance->kernels, gel_balanceKernelCount);
}

gelStatus gelOpenDeviceBalance(gelDeviceBalance* balance, const gelOpencl* opencl)
{
    size_t size = opencl->lanes == 1 ? usualSize : 1;
    if (balance->program != NULL)
        return gel_success;
    return gelOpenGroupProgram(opencl, "balance.cl", opencl->lanes, kernelNames, gel_balanceKernelCount, size,
                               &balance->program, balance->kernels);
}

gelStatus gelSetDeviceBalance(gelDeviceBalance* balance, const gelOpencl* opencl, const gelBalanceList* list,
                              uint64_t* bytes)
{
    int work = list->blockCount * (balance_columns / opencl->lanes);
#define CONTENT(member, type, count, content)                                                                \
    [balance_buffer_##member] = {true, (size_t)(count) * sizeof(type), content},
    const gelBufferContent contents[balance_buffer_count] = {BALANCE_LIST_BUFFERS(CONTENT)};
#undef CONTENT
    balance->counts[gel_kernelBlockColumns] = balance->counts[gel_kernelMoves] = work;
    balance->counts[gel_kernelColumns] = list->bodyCount * balance_sum_stride;
    balance->counts[gel_kernelMotions] = list->bodyCount;
    return gelWriteContents(opencl, contents, balance_buffer_count, true, bytes, balance->buffers,
                            "writing the balanced bodies");
}

static cl_int setArguments(const gelDeviceBalance* balance, const gelDeviceState* state,
                           gelBalanceKernel kernel)
{
    cl_mem buffers[balance_buffer_count + 3] = {NULL};
    cl_kernel handle = balance->kernels[kernel].kernel;
    int count = balance_buffer_count + 3;
    gelListHandles(balance->buffers, balance_buffer_count, buffers);
    buffers[balance_buffer_count] = state->position;
    buffers[balance_buffer_count + 1] = state->predicted;
    buffers[balance_buffer_count + 2] = state->velocity;
    return gelSetBuffers(handle, buffers, count, 0);
}

gelStatus gelRunDeviceBalance(const gelDeviceBalance* balance, const gelOpencl* opencl,
                              const gelDeviceState* state, const gelStepParameters* parameters, int* launches)
{
    const StepParameters step = gelRoundStep(parameters);
    gelStatus status = gel_success;
    for (int k = 0; k < gel_balanceKernelCount && status == gel_success; k++) {
        const gelGroupKernel* kernel = &balance->kernels[k];
        cl_int count = balance->counts[k];
        const gelArgument numbers[] = {GEL_ARGUMENT(count), GEL_ARGUMENT(step)};
        cl_int error = setArguments(balance, state, (gelBalanceKernel)k);
        if (error != CL_SUCCESS)
            return gelFailCl("setting kernel arguments", error);
        status = gelLaunch(opencl, kernel->kernel, gelStageText(gel_stageBalance, gel_distanceConstraint),
                           numbers, k == gel_kernelMoves ? 2 : 1, balance_buffer_count + 3, (size_t)count,
                           kernel->workGroupSize);
        *launches += 1;
    }
    return status;
}
