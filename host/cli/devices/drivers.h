// Drivers of OpenCL that crash as they are loaded would take the program along: each is loaded in a child process first.
#pragma once

#include "app/output.h"

// Leaves out those that crash, or do not come back within a minute, and says so. The verdict is kept in the cache until a
// driver, the processor or this program changes. Where the user names a driver (OCL_ICD_VENDORS, OPENCL_VENDOR_PATH)
// nothing is done. Costs 0.1 s per driver the first time, then nothing; each time if the cache cannot be written. Call
// before any use of OpenCL.
void gelLeaveOutBadDrivers(gelOutput* output);
