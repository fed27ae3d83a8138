// A Chrome trace: what the host and the device do, on one line of time. chrome://tracing and ui.perfetto.dev show it.
#pragma once

#include "text_file.h"

#include "gel/gel.h"

typedef struct gelTrace {
    gelTextFile file;
    double origin; // ms, on the clock of gelMilliseconds: the trace begins here
} gelTrace;

// Keeps the times of the world's launches from now on. Reports and returns the exit code.
int gelOpenTrace(gelOutput* output, const char* path, gelWorld* world, gelTrace* trace);
// A step that the host worked on from `start` to `end` (ms), and its launches: waits until the device has done them.
gelStatus gelTrace_AddStep(gelTrace* trace, gelWorld* world, int frame, double start, double end);
// As gelCloseTextFile.
int gelCloseTrace(gelOutput* output, gelTrace* trace, int code);
