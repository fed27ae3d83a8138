// The result of comparing two back ends, and its output.
#pragma once

#include "setup.h"

typedef struct gelComparison {
    const char* names[2]; // as the user typed them: "reference", "opencl:0"
    gelWorld* worlds[2];
    gelPlayer* players[2]; // of the scene's recorded input
    gelWorldDef defs[2];
    bool samePrecision; // equal bits are expected
    gelCounters counters;
    int frames;
    gelDifference* differences; // [frames], of the state after each step
    bool equal;                 // in all frames
    bool diverged;              // the next two say where
    int divergedFrame;          // 1: the first step
    int divergedBody;           // in order of creation at that frame, from 1
    gelDivergence divergence;
    bool planted; // a fault was planted in b
    gelFault fault;
    uint64_t hashes[2];
    const char* csv; // NULL for none
} gelComparison;

// Whether the worlds diverge where the fault was planted.
bool gelComparison_FoundFault(const gelComparison* comparison);

void gelPrintComparison(const gelOutput* output, const gelComparison* comparison);

// NULL if out of memory.
cJSON* gelComparison_ToJson(const gelComparison* comparison);

// Writes frame,max_difference_m,rms_difference_m,relative,equal. The file gets its name when it is complete.
// Reports errors and returns the exit code.
int gelComparison_WriteCsv(gelOutput* output, const gelComparison* comparison);

// Largest difference over the size of the body, 0 for a body without size.
double gelRelativeDifference(const gelDifference* difference);
