// The verdict of a back end on the tests of its device.
#pragma once

#include "opencl/backend_internal.h"

// Stores the results of the self-test, and describes the back end accordingly.
void gelOpenclBackend_SetTested(gelBackend* backend, const gelDeviceInfo* info);
// Judges the result of a test: if the device failed, returns gel_inexactDevice, or warns if the
// world allows inexact devices. `where` says what was tested, for messages: "where bodies touch".
gelStatus gelOpenclBackend_JudgeTest(gelOpenclBackend* self, const gelDeviceInfo* info, const char* where);

// Builds kernels unless they exist, and tests them with launches that do not count as the world's.
// Stores the difference from the reference in `reason`, or leaves that empty.
typedef gelStatus gelKernelTest(gelOpenclBackend* self, const gelOpencl* untimed, char reason[256]);
// Runs the test when a world first needs the kernels: worlds that do not need them should not wait
// for the build.
gelStatus gelOpenclBackend_RequireTested(gelOpenclBackend* self, bool* areTested, gelKernelTest* test,
                                         const char* where);
