// Progress of long work, on standard error: a bar on a terminal, a few plain lines elsewhere.
#pragma once

#include "app/output.h"

typedef enum gelProgressKind { gel_progressSilent, gel_progressLines, gel_progressBar } gelProgressKind;

typedef struct gelProgress {
    gelOutput* output;
    const char* unit; // "frame", "picture", "%"; its plural takes an s
    int total;
    int first; // done before it began; set it after gelStartProgress
    gelProgressKind kind;
    double start;    // seconds
    double lastLook; // when gelProgress_IsDue last returned true
    double lastLine; // when the last plain line was printed
    int tenths;      // of the work done at the last plain line
} gelProgress;

// Returns how standard error shows progress. `quiet` shows nothing, and neither does --json unless it is a terminal.
gelProgressKind gelChooseProgress(const gelOutput* output, bool quiet);

void gelStartProgress(gelProgress* progress, gelOutput* output, bool quiet, const char* unit, int total);

// Leaves out of the rate what was done until now.
void gelSkipProgress(gelProgress* progress, int done);

// True at most ten times per second: when to check the state and to draw.
bool gelProgress_IsDue(gelProgress* progress);
void gelProgress_Draw(gelProgress* progress, int done);

// Erases the bar.
void gelEndProgress(gelProgress* progress);

// Returns the columns of standard error that a line may fill, with room for the ^C that terminals echo.
int gelLineWidth(void);
