// When launches ran, while somebody wants to know.
#pragma once

#include "base/core.h"
#include "gel/timing.h"

typedef struct gelLaunchRecord {
    gelLaunchTime time; // on a device: start is when it was queued, until the event is asked
    void* event;        // cl_event; NULL where the times are known
} gelLaunchRecord;

typedef struct gelLaunchLog {
    bool enabled, full; // full: there was no memory for all
    gelLaunchRecord* records;
    int count, capacity;
} gelLaunchLog;

// A record that begins now, valid until the next one; NULL while nobody wants to know, or without memory.
gelLaunchRecord* gelLogLaunch(gelLaunchLog* log, const char* name);

// Forgets the records; their events are released already.
void gelClearLaunchLog(gelLaunchLog* log);
