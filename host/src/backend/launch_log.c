#include "backend/launch_log.h"

gelLaunchRecord* gelLogLaunch(gelLaunchLog* log, const char* name)
{
    if (!log->enabled || log->full)
        return NULL;
    if (log->count == log->capacity) {
        int capacity = log->capacity > 0 ? 2 * log->capacity : 1024;
        gelLaunchRecord* grown = gelResize(log->records, (size_t)capacity, sizeof *grown);
        log->full = grown == NULL;
        if (log->full)
            return NULL;
        log->records = grown;
        log->capacity = capacity;
    }
    gelLaunchRecord* record = &log->records[log->count++];
    *record = (gelLaunchRecord){.time = {.name = name, .start = gelMilliseconds()}};
    return record;
}

void gelClearLaunchLog(gelLaunchLog* log)
{
    gelFree(log->records);
    *log = (gelLaunchLog){.enabled = log->enabled};
}
