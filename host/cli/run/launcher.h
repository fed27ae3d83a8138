// A run of several processes, which mpirun or srun has started: each is a rank (gel/ranks.h), and the first one speaks and
// writes for all.
#pragma once

#include "app/output.h"
#include "mpi/module.h"

typedef struct gelLauncher {
    gelMpiModule module;
    gelTransport transport; // the module's, but a rank that fails says why
    bool isThere;           // there are other processes
} gelLauncher;

// Joins the other processes, if a launcher has started some. Reports and returns the exit code.
int gelJoinOthers(gelOutput* output, gelLauncher* launcher);
// Whether this process is to write files.
bool gelWritesFiles(const gelLauncher* launcher);
// Leaves the other processes, or ends them all if this one has failed. Returns the code.
int gelLeaveOthers(gelOutput* output, const gelLauncher* launcher, int code);
