// The variants of a sweep: which value each of the varied settings has in each row.
#pragma once

#include "app/options.h"

#include <stdint.h>

typedef enum gelAxisKind {
    gel_axisOfValues,  // a list, or numbers from one to another: a dimension of the grid
    gel_axisOfFile,    // a column of the file: all columns together are one dimension
    gel_axisOfUniform, // numbers drawn from a range: all draws together are one dimension
    gel_axisOfLogUniform,
    gel_axisOfWhole
} gelAxisKind;

typedef struct gelSweepAxis {
    char* path; // of the setting
    gelAxisKind kind;
    char** values; // [count]; none for those that are drawn
    int count;
    double low, high;
} gelSweepAxis;

// The option that gave an axis, for messages: --over or --rows.
const char* gelAxisOption(const gelSweepAxis* axis);

typedef struct gelAxes {
    gelSweepAxis* axes;
    int count;
    int fileRows; // 0: no file
    int samples;  // 0: nothing is drawn
    uint64_t seed;
    int rowCount; // of the sweep
} gelAxes;

// Reads the axes from texts "PATH=VALUES" and, if it is not NULL, a file with a column per setting. Reports errors and returns
// the exit code; gelClearAxes in any case.
int gelReadAxes(gelOutput* output, const gelTexts* over, const char* file, int samples, int seed,
                gelAxes* axes);
void gelClearAxes(gelAxes* axes);

// Returns the value of an axis in a row, both from 0: one of its values, or a number written into `text`. The last axis of the
// grid varies fastest, then come the draws, then the rows of the file. A draw depends on its number, the seed and the path alone.
enum { gel_axisTextSize = 40 };
const char* gelAxisValue(const gelAxes* axes, int axis, int row, char text[gel_axisTextSize]);
