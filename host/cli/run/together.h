// `gel run` as one of several processes (run/launcher.h): all step the world, and the first one writes all files.
#pragma once

#include "run/launcher.h"
#include "run/run.h"

// Joins the other processes, if there are any, and gives the settings their transport. Those after the first keep no
// settings that name files. Reports and returns the exit code.
int gelRunTogether(gelOutput* output, gelRunSettings* own, gelLauncher* launcher);
// Whether another process writes the files and answers interrupts.
bool gelFollowsOthers(const gelRunSettings* settings);
// Returns the choices of the first process (gelPlayAgreed). `context`: the gelRun.
unsigned gelAgreeTogether(void* context, unsigned choices);
// Brings all processes to the frame at which the first one goes on, once that has read its checkpoint.
gelStatus gelGoOnTogether(const gelTransport* transport, gelPlay* play);
