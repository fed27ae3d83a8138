// What a comparison of two back ends found, and how it is shown.
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
    bool equal;                 // all of them are
    bool diverged;              // the next two say where
    int divergedFrame;          // 1: the first step
    int divergedBody;           // in order of creation at that frame, from 1
    gelDivergence divergence;
    bool planted; // a fault was, in b
    gelFault fault;
    uint64_t hashes[2];
    const char* csv; // NULL for none
} gelComparison;

// The two part where the fault was planted.
bool gelComparison_FoundFault(const gelComparison* comparison);

void gelPrintComparison(const gelOutput* output, const gelComparison* comparison);

// NULL when memory ran out.
cJSON* gelComparison_ToJson(const gelComparison* comparison);

// Writes frame,max_difference_m,rms_difference_m,relative,equal. The file appears when it is complete.
// Reports and returns the exit code.
int gelComparison_WriteCsv(gelOutput* output, const gelComparison* comparison);

// Largest difference over the size of the body, 0 for a body without size.
double gelRelativeDifference(const gelDifference* difference);
