// What a back end makes of the tests of its device.
#pragma once

#include "opencl/backend_internal.h"

// Stores the results of the self-test, and describes the back end accordingly.
void gelOpenclBackend_SetTested(gelBackend* backend, const gelDeviceInfo* info);
// What follows from a test of what `where` names ("where bodies touch"): gel_inexactDevice, or a warning.
gelStatus gelOpenclBackend_JudgeTest(gelOpenclBackend* self, const gelDeviceInfo* info, const char* where);

// Builds kernels unless they are there, and tests them with launches that are not the world's: stores what differs from
// the reference in `reason`, or leaves that empty.
typedef gelStatus gelKernelTest(gelOpenclBackend* self, const gelOpencl* untimed, char reason[256]);
// Runs the test when a world first needs the kernels: building them takes longer than all that other worlds do.
gelStatus gelOpenclBackend_RequireTested(gelOpenclBackend* self, bool* areTested, gelKernelTest* test,
                                         const char* where);
