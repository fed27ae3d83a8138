// The wait before a simulation: a device's kernels are built and tested, and its fastest settings measured. A wait of more
// than a moment is reported on standard error: a terminal shows the seconds, a file or a pipe gets one line.
#pragma once

#include "app/output.h"

#include "gel/world.h"

#include <pthread.h>

typedef struct gelPreparation {
    gelOutput* output;
    bool quiet;     // reports nothing; so does --json unless standard error is a terminal
    double seconds; // of the waits that are over
    // The wait under way: a thread reports it, since the library returns nothing while a driver builds kernels.
    char device[128];
    double start; // ms
    bool isWatched, isTerminal, isReported;
    bool isOver; // guarded by the mutex
    pthread_t thread;
    pthread_mutex_t mutex;
    pthread_cond_t ended;
} gelPreparation;

// Begins a wait for the device of the definition; other back ends need no preparation, and get none. `output` and `quiet`
// must be set.
void gelPreparation_Begin(gelPreparation* preparation, const gelWorldDef* def);
// Ends the wait, if one is under way, and erases its line from a terminal.
void gelPreparation_End(gelPreparation* preparation);
