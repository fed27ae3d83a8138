// Timing: see gel/timing.h.
#include "world/world.h"

gelStatus gelWorld_Finish(gelWorld* world)
{
    return world->backend->functions->finish(world->backend);
}

gelStatus gelWorld_SetTiming(gelWorld* world, bool enabled)
{
    gelBackend* backend = world->backend;
    backend->launches.enabled = false;
    gelStatus status = backend->functions->setTiming(backend, enabled);
    backend->launches.enabled = enabled && status == gel_success;
    return status;
}

bool gelWorld_GetTiming(const gelWorld* world)
{
    return world->backend->launches.enabled;
}

gelStatus gelWorld_TakeLaunchTimes(gelWorld* world, gelLaunchTime** times, int* count)
{
    gelLaunchLog* log = &world->backend->launches;
    *times = NULL;
    *count = 0;
    if (!log->enabled)
        return gelFail(gel_invalidArgument,
                       "launch times are not being recorded: call gelWorld_SetTiming first");
    gelStatus status = world->backend->functions->resolveTimes(world->backend);
    if (status == gel_success && log->full)
        status = gelFailMemory((size_t)log->capacity * 2, sizeof *log->records);
    gelLaunchTime* taken = status == gel_success ? gelAllocate((size_t)log->count, sizeof *taken) : NULL;
    if (status == gel_success && taken == NULL)
        status = gelFailMemory((size_t)log->count, sizeof *taken);
    for (int i = 0; i < log->count && status == gel_success; i++)
        taken[i] = log->records[i].time;
    if (status == gel_success) {
        *times = taken;
        *count = log->count;
    }
    gelClearLaunchLog(log);
    return status;
}

gelStatus gelWorld_MeasureCopy(gelWorld* world, uint64_t bytes, double* bytesPerSecond)
{
    const uint64_t min = 4096, max = (uint64_t)1 << 30;
    *bytesPerSecond = 0.0;
    if (bytes < min || bytes > max)
        return gelFail(gel_invalidArgument, "bytes: expected %llu to %llu, found %llu",
                       (unsigned long long)min, (unsigned long long)max, (unsigned long long)bytes);
    return world->backend->functions->measureCopy(world->backend, (size_t)bytes / 64 * 64, bytesPerSecond);
}
