// Where the time goes: how long a step took, waiting for a device, the times of its launches, and what its
// memory can do.
#pragma once

#include "gel/id.h"

typedef struct gelProfile {
    double stepMilliseconds; // host time spent in the last gelWorld_Step; blocking back ends: the whole step
    int launchesPerStep;     // kernel launches of the last step (loops, for the reference)
    int recordedLaunches;    // how many of them went to the device as one command buffer; 0: none
} gelProfile;
GEL_API gelProfile gelWorld_GetProfile(const gelWorld* world);

// Waits until the device is done with all that was queued, and reads nothing back. Errors: gel_deviceError.
GEL_API gelStatus gelWorld_Finish(gelWorld* world);

// Keeps the times of all launches from now on, or no longer (the default). Off it costs nothing; on, one
// event per launch, a microsecond or a few. The bits stay the same. Waits for the device; times that were not
// taken are dropped. Errors: gel_deviceError, and times are not kept then.
GEL_API gelStatus gelWorld_SetTiming(gelWorld* world, bool enabled);
GEL_API bool gelWorld_GetTiming(const gelWorld* world); // whether they are kept

// When a launch ran; for the reference, a loop.
typedef struct gelLaunchTime {
    const char* name; // what ran: the text of its stage; valid as long as the program
    double start,
        end; // ms, on the system's monotonic clock; from the device's own clock, put onto the host's
} gelLaunchTime;

// Waits for the device and hands over the launches since the last call, in the order in which they were
// queued. On success *times is the caller's, to be released with gelFree. Errors: gel_invalidArgument while
// times are not kept, gel_deviceError, gel_outOfMemory.
GEL_API gelStatus gelWorld_TakeLaunchTimes(gelWorld* world, gelLaunchTime** times, int* count);

// How fast the world's device copies `bytes` (4096 to 1 GiB, rounded down to 64) from one buffer to another:
// bytes read plus bytes written, per second; the best of several copies, by a kernel and by the driver, of
// which each waits for the one before; for the reference one thread copies. Errors: gel_invalidArgument,
// gel_outOfMemory, gel_deviceError. Cost: about 50 ms, and two buffers of that size while it lasts.
GEL_API gelStatus gelWorld_MeasureCopy(gelWorld* world, uint64_t bytes, double* bytesPerSecond);
