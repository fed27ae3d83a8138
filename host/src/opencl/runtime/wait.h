// Waiting for a device, with a time limit: nothing else in this back end waits.
#pragma once

#include "opencl/runtime/error.h"
#include "opencl/runtime/program.h"

// Whether some world has waited for the device in vain, and what it waited for has still not come back.
bool gelDeviceHangs(cl_device_id device);

// `limit`: s; with 0 there is no watch, and waiting is left to the driver. Errors: gel_outOfMemory.
gelStatus gelOpenWatch(gelOpencl* opencl, double limit);
// A copy of `opencl` is closed, too.
void gelShareWatch(gelOpencl* opencl);
void gelCloseWatch(gelOpencl* opencl);

// Waits until all that was queued is done.
cl_int gelFinishQueue(const gelOpencl* opencl);
// Waits also after an error, as transfers that were queued before may still use the host's memory. Returns the first
// error.
cl_int gelFinishAfter(const gelOpencl* opencl, cl_int error);
// Copies the first `size` bytes, once all that was queued is done, and waits. Nothing refers to the host's memory
// afterwards, also if it was in vain.
cl_int gelReadBuffer(const gelOpencl* opencl, cl_mem buffer, size_t size, void* to);
cl_int gelWriteBuffer(const gelOpencl* opencl, cl_mem buffer, size_t size, const void* from);

// Before a launch: whether the device takes it, or why not. If it is to be marked, gelKeepMark takes its event, or
// retains it: as these complete, the device makes progress.
cl_int gelCheckLaunch(const gelOpencl* opencl, bool* isMarked);
void gelKeepMark(const gelOpencl* opencl, cl_event event, bool retains);

// Returns how often launches should be halved: once more each time that they have taken longer
// than 0.25 s.
int gelCountCuts(const gelOpencl* opencl);
