// gel/timing.h on an OpenCL device: functions of a back end of gelOpenOpenclBackend.
#pragma once

#include "backend/backend.h"

gelStatus gelOpenclFinish(gelBackend* backend); // waits
gelStatus gelOpenclSetTiming(gelBackend* backend, bool enabled);
gelStatus gelOpenclResolveTimes(gelBackend* backend);
gelStatus gelOpenclMeasureCopy(gelBackend* backend, size_t bytes, double* bytesPerSecond);
void gelForgetLaunches(gelBackend* backend); // including their events
