#include "opencl/runtime/error.h"
#include "base/core.h"

#include <stdio.h>

// clang-format would indent each line of the list further.
// clang-format off
#define ERROR_LIST(X) \
    X(CL_SUCCESS) X(CL_DEVICE_NOT_FOUND) X(CL_DEVICE_NOT_AVAILABLE) X(CL_COMPILER_NOT_AVAILABLE) \
    X(CL_MEM_OBJECT_ALLOCATION_FAILURE) X(CL_OUT_OF_RESOURCES) X(CL_OUT_OF_HOST_MEMORY) \
    X(CL_PROFILING_INFO_NOT_AVAILABLE) X(CL_MEM_COPY_OVERLAP) X(CL_BUILD_PROGRAM_FAILURE) \
    X(CL_MAP_FAILURE) X(CL_MISALIGNED_SUB_BUFFER_OFFSET) \
    X(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST) X(CL_INVALID_VALUE) X(CL_INVALID_DEVICE_TYPE) \
    X(CL_INVALID_PLATFORM) X(CL_INVALID_DEVICE) X(CL_INVALID_CONTEXT) \
    X(CL_INVALID_QUEUE_PROPERTIES) X(CL_INVALID_COMMAND_QUEUE) X(CL_INVALID_HOST_PTR) \
    X(CL_INVALID_MEM_OBJECT) X(CL_INVALID_BINARY) X(CL_INVALID_BUILD_OPTIONS) X(CL_INVALID_PROGRAM) \
    X(CL_INVALID_PROGRAM_EXECUTABLE) X(CL_INVALID_KERNEL_NAME) X(CL_INVALID_KERNEL_DEFINITION) \
    X(CL_INVALID_KERNEL) X(CL_INVALID_ARG_INDEX) X(CL_INVALID_ARG_VALUE) X(CL_INVALID_ARG_SIZE) \
    X(CL_INVALID_KERNEL_ARGS) X(CL_INVALID_WORK_DIMENSION) X(CL_INVALID_WORK_GROUP_SIZE) \
    X(CL_INVALID_WORK_ITEM_SIZE) X(CL_INVALID_GLOBAL_OFFSET) X(CL_INVALID_EVENT_WAIT_LIST) \
    X(CL_INVALID_EVENT) X(CL_INVALID_OPERATION) X(CL_INVALID_GL_OBJECT) X(CL_INVALID_BUFFER_SIZE) \
    X(CL_INVALID_GLOBAL_WORK_SIZE) X(CL_INVALID_PROPERTY)
// clang-format on

const char* gelClErrorText(cl_int error)
{
    switch (error) {
#define ERROR_CASE(code)                                                                                     \
    case code:                                                                                               \
        return #code;
        ERROR_LIST(ERROR_CASE)
#undef ERROR_CASE
        case -1000:
            return "CL_INVALID_GL_SHAREGROUP_REFERENCE_KHR";
        case -1001:
            return "no OpenCL platform";
        case -9999:
            return "driver-specific error -9999";
        default:
            return "unknown OpenCL error";
    }
}

static _Thread_local const char* failedCall = "a call";
static _Thread_local char noAnswer[500];

cl_int gelRecordCall(const char* call, cl_int error)
{
    if (error != CL_SUCCESS)
        failedCall = call;
    return error;
}

const char* gelRecordedCall(void)
{
    return failedCall;
}

gelStatus gelFailCl(const char* doing, cl_int error)
{
    if (error == gel_clNoAnswer)
        return gelFail(gel_deviceError, "OpenCL: %s: %s", doing, gelNoAnswerText());
    return gelFail(gel_deviceError, "OpenCL: %s failed: %s returned %s (%d)", doing, failedCall,
                   gelClErrorText(error), (int)error);
}

void gelRecordNoAnswer(const char* text)
{
    snprintf(noAnswer, sizeof noAnswer, "%s", text);
}

const char* gelNoAnswerText(void)
{
    return noAnswer;
}
