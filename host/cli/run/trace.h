// A Chrome trace: a common time line of host and device. chrome://tracing and ui.perfetto.dev display it.
#pragma once

#include "app/text_file.h"

#include "gel/gel.h"

typedef struct gelTrace {
    gelTextFile file;
    double origin; // ms, on the clock of gelMilliseconds: the trace begins here
} gelTrace;

// Records the times of the world's launches from now on. Reports errors and returns the exit code.
int gelOpenTrace(gelOutput* output, const char* path, gelWorld* world, gelTrace* trace);
// Adds a step that occupied the host from `start` to `end` (ms), and its launches; waits for the device.
gelStatus gelTrace_AddStep(gelTrace* trace, gelWorld* world, int frame, double start, double end);
// Ends the trace, and closes its file like gelCloseTextFile.
int gelCloseTrace(gelOutput* output, gelTrace* trace, int code);
