// The result of comparing two setups, and its output.
#pragma once

#include "app/setup.h"
#include "app/variant.h"

typedef struct gelComparison {
    const gelScene* scene;
    gelVariant sides[2];
    gelWorld* worlds[2];
    gelPlayer* players[2]; // of the scene's recorded input
    gelWorldDef defs[2];
    bool samePrecision, sameSettings; // with both, equal bits are expected
    double tolerance;                 // m, or a share of the body's size; below 0 for none
    bool relative;                    // it is a share
    gelCounters counters;
    int start;                  // the frame it begins at: 0, or a keyframe
    int frames;                 // that are stepped
    gelDifference* differences; // [frames], of the state after each step
    bool equal;                 // in all frames
    bool within;                // the tolerance, in all frames
    int worstFrame;             // of the largest difference, or share; from 1, the first step from the start
    bool diverged;              // the next two say where
    int divergedFrame;          // 1: the first step of the scene
    int divergedBody;           // in order of creation at that frame, from 1
    gelDivergence divergence;
    uint64_t hashes[2];
    const char* csv; // NULL for none
} gelComparison;

// Whether both sides should have the same bits.
bool gelComparison_ExpectsEqual(const gelComparison* comparison);
// Whether what was asked for is there: equal bits, or the tolerance. Without either it always is.
bool gelComparison_IsMet(const gelComparison* comparison);

void gelPrintComparison(const gelOutput* output, const gelComparison* comparison);

// NULL if out of memory.
cJSON* gelComparison_ToJson(const gelComparison* comparison);

// Writes frame,max_difference_m,rms_difference_m,relative,equal. The file gets its name when it is complete.
// Reports errors and returns the exit code.
int gelComparison_WriteCsv(gelOutput* output, const gelComparison* comparison);

// Largest difference over the size of the body, 0 for a body without size.
double gelRelativeDifference(const gelDifference* difference);
