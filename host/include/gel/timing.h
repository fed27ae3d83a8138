// Timing: duration of a step, waiting for a device, times of its launches, and its memory
// bandwidth.
//
//     gelWorld_Step(world, 1.0f / 60.0f);
//     gelWorld_Finish(world);
//     printf("%d launches\n", gelWorld_GetProfile(world).launchesPerStep);
#pragma once

#include "gel/id.h"

// The cost of a step.
typedef struct gelProfile {
    double stepMilliseconds; // host time of the last gelWorld_Step; reference: the whole step
    int launchesPerStep;     // kernel launches of the last step; reference: loops
    int recordedLaunches;    // launches submitted as one command buffer; 0: none
} gelProfile;
// Returns the cost of the last step.
GEL_API gelProfile gelWorld_GetProfile(const gelWorld* world);

// Waits until the device has finished everything queued. Reads nothing back.
// Errors: gel_deviceError.
GEL_API gelStatus gelWorld_Finish(gelWorld* world);

// Starts or stops (default) recording the times of all launches. The bits stay the same. Waits for
// the device, and drops recorded times that were not taken.
// Errors: gel_deviceError, after which recording is off.
// Cost: one event per launch, a few microseconds; nothing while off.
GEL_API gelStatus gelWorld_SetTiming(gelWorld* world, bool enabled);
// Returns whether the times of launches are recorded.
GEL_API bool gelWorld_GetTiming(const gelWorld* world);

// The time of a launch; for the reference, of a loop.
typedef struct gelLaunchTime {
    const char* name; // text of its stage; valid for the whole program
    // Start and end, ms, on the system's monotonic clock, converted from the device's clock.
    double start, end;
} gelLaunchTime;

// Returns the launches since the last call, in order of queueing. Waits for the device. On success,
// release *times with gelFree.
// Errors: gel_invalidArgument (times are not being recorded), gel_deviceError, gel_outOfMemory.
GEL_API gelStatus gelWorld_TakeLaunchTimes(gelWorld* world, gelLaunchTime** times, int* count);

// Measures how fast the world's device copies `bytes` (4096 to 1 GiB, rounded down to 64) from one
// buffer to another: bytes read plus bytes written, per second. The result is the best of several
// copies, by a kernel and by the driver; each waits for the one before. On the reference one thread
// copies.
// Errors: gel_invalidArgument, gel_outOfMemory, gel_deviceError.
// Cost: about 50 ms, and two temporary buffers of that size.
GEL_API gelStatus gelWorld_MeasureCopy(gelWorld* world, uint64_t bytes, double* bytesPerSecond);
