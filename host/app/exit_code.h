// The command's exit codes, for scripts. One table defines the code, its name in JSON and its line in `gel
// --help`.
#pragma once

#include "gel/base.h"

#define GEL_EXIT_CODE_LIST(X)                                                                                \
    X(gel_exitDone, 0, "done", "done (compare: equal, within a tolerance, or not judged)")                   \
    X(gel_exitDifferent, 1, "different",                                                                     \
      "compare, sweep: not equal; run: a recording ended in another state")                                  \
    X(gel_exitUsage, 2, "usage", "wrong command, option or value")                                           \
    X(gel_exitInput, 3, "input", "a scene or mesh cannot be read, or is not fit to use")                     \
    X(gel_exitOutput, 4, "output", "a file or standard output cannot be written")                            \
    X(gel_exitDevice, 5, "device", "no such device, or the device failed or is not exact")                   \
    X(gel_exitInternal, 6, "internal", "out of memory; compare: not finite; steps too small; or a bug")      \
    X(gel_exitDisplay, 7, "display", "no display, its OpenGL is too old, or built without the viewer")       \
    X(gel_exitRepair, 8, "repair", "check: a surface with defects, which filling will repair")               \
    X(gel_exitMissed, 9, "missed", "run, lesson, report: an expectation was missed")                         \
    X(gel_exitQuarantined, 10, "quarantined", "done, but a body that diverged was taken out")                \
    X(gel_exitInterrupted, 130, "interrupted", "stopped with Ctrl-C (143, 129: terminated, hung up)")

typedef enum gelExitCode {
#define GEL_EXIT_CODE(code, value, name, meaning) code = value,
    GEL_EXIT_CODE_LIST(GEL_EXIT_CODE)
#undef GEL_EXIT_CODE
} gelExitCode;

// The activity during which a library call failed: the same status has different causes in different places.
typedef enum gelActivity {
    gel_activityArguments, // interpreting what the user typed
    gel_activityInput,     // reading scenes and meshes
    gel_activityOutput,    // writing files
    gel_activitySimulation // everything else
} gelActivity;

// The only place where a status becomes an exit code.
gelExitCode gelExitCodeOf(gelStatus status, gelActivity activity);

// "usage", "input", ... Never NULL.
const char* gelExitCodeName(int code);
