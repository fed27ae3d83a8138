// What a back end makes of the tests of its device.
#pragma once

#include "opencl/backend_internal.h"

// Stores the results of the self-test, and describes the back end accordingly.
void gelOpenclBackend_SetTested(gelBackend* backend, const gelDeviceInfo* info);
// What follows from a test of what `where` names ("where bodies touch"): gel_inexactDevice, or a warning.
gelStatus gelOpenclBackend_JudgeTest(gelOpenclBackend* self, const gelDeviceInfo* info, const char* where);
