// Progress of long work, on standard error: a bar on a terminal, a few plain lines elsewhere.
#pragma once

#include "output.h"

typedef struct gelProgress {
    gelOutput* output;
    const char* unit; // "frame", "picture", "%"; its plural takes an s
    int total;
    int first; // done before it began; set it after gelStartProgress
    bool silent, terminal;
    double start;    // seconds
    double lastLook; // when gelProgress_IsDue last returned true
    double lastLine; // when the last plain line was printed
    int tenths;      // of the work done at the last plain line
} gelProgress;

// `quiet` shows nothing, and neither does --json unless standard error is a terminal.
void gelStartProgress(gelProgress* progress, gelOutput* output, bool quiet, const char* unit, int total);

// True at most ten times per second: when to check the state and to draw.
bool gelProgress_IsDue(gelProgress* progress);
void gelProgress_Draw(gelProgress* progress, int done);

// Erases the bar.
void gelEndProgress(gelProgress* progress);

// The width in columns of the terminal that a file refers to; 80 if unknown.
int gelTerminalWidth(int file);
