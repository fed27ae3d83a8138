// How far a long piece of work is, on standard error: a bar on a terminal, a few plain lines elsewhere.
#pragma once

#include "output.h"

typedef struct gelProgress {
    gelOutput* output;
    const char* unit; // "frame", "picture", "%"; its plural takes an s
    int total;
    bool silent, terminal;
    double start;    // seconds
    double lastLook; // when it was last due
    double lastLine; // when the last plain line was printed
    int tenths;      // of the work, at the last plain line
} gelProgress;

// `quiet` shows nothing, and neither does --json unless standard error is a terminal.
void gelStartProgress(gelProgress* progress, gelOutput* output, bool quiet, const char* unit, int total);

// True at most ten times a second: the moment to look at the state and to draw.
bool gelProgress_IsDue(gelProgress* progress);
void gelProgress_Draw(gelProgress* progress, int done);

// Takes the bar away.
void gelEndProgress(gelProgress* progress);

// Columns of the terminal behind an open file; 80 where that is unknown.
int gelTerminalWidth(int file);
