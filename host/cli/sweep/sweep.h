// The settings of gel sweep, and what its parts share.
#pragma once

#include "app/setup.h"
#include "sweep/table.h"

typedef struct gelSweepSettings {
    gelTexts set, over;
    const char *rows, *csv, *backend, *part;      // nullable, but for the back end
    int samples, seed, jobs, frames, join, check; // 0: not given
    bool json, quiet;
} gelSweepSettings;

typedef struct gelSweep {
    gelOutput* output;
    const gelSweepSettings* settings;
    const char* scenePath;
    char program[4096]; // this one
    gelAxes axes;
    gelSweepTable table;
    char path[4096]; // of the table: with the number of the part
    int part, partCount;
    double seconds; // that they took
    int done;       // rows that were run
} gelSweep;

// Whether a row, from 0, is in the part that is asked for.
bool gelSweep_Has(const gelSweep* sweep, int row);

// Runs a row in a process of its own, and returns its cells; NULL with errno if it could not be started. *code is its exit code,
// *frames the number of frames that it stepped, 0 if it failed; NULL: not wanted.
char** gelRunSweepRow(const gelSweep* sweep, int row, int* code, int* frames);

// The arguments of gel for a row: the command, the scene, its settings, --frames unless 0, --json, --quiet, then `more`, which
// ends with NULL and may be NULL. They lie in the call itself, which must not move.
enum { gel_sweepArguments = 2 * (2 * gel_maxTexts) + 32 };
typedef struct gelSweepCall {
    const char* arguments[gel_sweepArguments];
    char* texts[gel_maxTexts]; // of the settings that vary
    int count, textCount;
    char frames[16];
} gelSweepCall;
bool gelMakeSweepCall(const gelSweep* sweep, const char* command, int row, int frames,
                      const char* const* more, gelSweepCall* call);
void gelClearSweepCall(gelSweepCall* call);

// Runs all rows of the part that the table lacks, `jobs` at a time. Reports errors and returns the exit code.
int gelRunSweepRows(gelSweep* sweep);

// Runs rows again and compares their hashes with those of the table. Adds an object per row that differs to `differing`. Reports
// errors and returns the exit code.
int gelCheckSweep(gelSweep* sweep, cJSON* differing, int* checked);
