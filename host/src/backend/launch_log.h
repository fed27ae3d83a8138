// Times of launches, while they are being recorded.
#pragma once

#include "base/core.h"
#include "gel/timing.h"

typedef struct gelLaunchRecord {
    gelLaunchTime time; // on a device: start is the time of queueing until the event is resolved
    void* event;        // cl_event; NULL once the times are known
} gelLaunchRecord;

typedef struct gelLaunchLog {
    bool enabled, full; // full: ran out of memory
    gelLaunchRecord* records;
    int count, capacity;
} gelLaunchLog;

// Begins a record, valid until the next one; NULL if not recording, or out of memory.
gelLaunchRecord* gelLogLaunch(gelLaunchLog* log, const char* name);

// Clears the records, whose events must have been released.
void gelClearLaunchLog(gelLaunchLog* log);
