// Timing: the duration of a step, waiting for a device, the times of its launches, and its memory bandwidth.
#pragma once

#include "gel/id.h"

// What a step costs.
typedef struct gelProfile {
    double stepMilliseconds; // host time spent in the last gelWorld_Step; blocking back ends: the whole step
    int launchesPerStep;     // kernel launches of the last step (loops, for the reference)
    int recordedLaunches;    // how many of them were submitted as one command buffer; 0: none
} gelProfile;
// Returns the cost of the last step.
GEL_API gelProfile gelWorld_GetProfile(const gelWorld* world);

// Waits until the device has finished everything queued, and reads nothing back. Errors: gel_deviceError.
GEL_API gelStatus gelWorld_Finish(gelWorld* world);

// Starts or stops (the default) recording the times of all launches. While off it costs nothing; while on,
// one event per launch, a few microseconds. The bits stay the same. Waits for the device; times not yet taken
// are dropped. Errors: gel_deviceError, after which recording is off.
GEL_API gelStatus gelWorld_SetTiming(gelWorld* world, bool enabled);
GEL_API bool gelWorld_GetTiming(const gelWorld* world); // whether they are kept

// When a launch ran; for the reference, a loop.
typedef struct gelLaunchTime {
    const char* name; // the text of its stage; valid for the whole program
    double start,
        end; // ms, on the system's monotonic clock; converted from the device's clock
} gelLaunchTime;

// Waits for the device and returns the launches since the last call, in the order of queueing. On success
// release *times with gelFree. Errors: gel_invalidArgument if times are not being recorded, gel_deviceError,
// gel_outOfMemory.
GEL_API gelStatus gelWorld_TakeLaunchTimes(gelWorld* world, gelLaunchTime** times, int* count);

// How fast the world's device copies `bytes` (4096 to 1 GiB, rounded down to 64) from one buffer to another:
// bytes read plus bytes written, per second; the best of several copies, by a kernel and by the driver, of
// which each waits for the one before; for the reference one thread copies. Errors: gel_invalidArgument,
// gel_outOfMemory, gel_deviceError. Cost: about 50 ms, and two buffers of that size while it lasts.
GEL_API gelStatus gelWorld_MeasureCopy(gelWorld* world, uint64_t bytes, double* bytesPerSecond);
