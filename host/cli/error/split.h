// A number's error, split into what causes it: one setting is varied at a time, the others stay the scene's own.
#pragma once

#include "error/experiment.h"

enum { gel_maxLevels = 5, gel_splitTextSize = 400 };

// One number at finer and finer settings, each twice as fine as the one before.
typedef struct gelLevels {
    double counts[gel_maxLevels]; // of substeps, parts or cells (over the scene's), ascending
    double values[gel_maxLevels];
    int count, own; // own: which level is the scene's own
    bool isOrdered; // differences shrink as a power law does, so that the limit can be told
    bool isAssumed; // of two levels only: the power is assumed
    bool isSettled; // nothing changes
    double power;   // with which the error shrinks; NAN if it does not
    double limit;   // where they go; the finest value if that cannot be told
} gelLevels;

// Finds power and limit. `noise` is the size of differences that mean nothing.
void gelExtrapolate(gelLevels* levels, double assumedPower, double noise);

typedef struct gelErrorRow {
    const char *key, *source;
    char varied[gel_splitTextSize];
    const char* how;                // the error is estimated
    char reason[gel_splitTextSize]; // why it is not varied; "" if it is
    double change;                  // of the number by the variation, in its unit
    double error;                   // of the scene's own number, likewise; NAN: none is estimated
    bool isBound;                   // the error is at least as large, in either direction
    bool isEitherWay;               // the error has no sign
    double power;                   // observed; NAN: none
} gelErrorRow;

enum { gel_errorRowCount = 6 };
typedef struct gelSplit {
    double own, exact; // the number with the scene's own settings; the same in double precision
    double
        scale; // of which errors are shares: the number, with its sign, or where it is about 0 the most of any frame
    int heldBodies; // with pins
    gelErrorRow rows[gel_errorRowCount];
    double sum; // of the errors that are known with their sign
    gelLevels substeps;
} gelSplit;

// Doubles the substeps, in double precision, until the limit can be told. Returns the exit code; `problem` is "" or says why
// there are no values.
int gelConverge(gelExperiment* experiment, const gelTrial* trial, double scale, gelLevels* levels,
                char problem[gel_answerProblemSize]);

// Reports errors and returns the exit code.
int gelSplitError(gelExperiment* experiment, const char* path, const gelTrial* own, gelSplit* split);
