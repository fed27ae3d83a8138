// The cost of an error of a given size: the fewest substeps with which each solver reaches it, and
// the time of a frame then.
#pragma once

#include "error/split.h"

enum { gel_triedSolverCount = 8, gel_placeCount = 3, gel_maxTrials = 48 };

// Where a solver runs: plain C, the device by perColour, and by the strategies that are chosen.
extern const char* const gelPlaceTexts[gel_placeCount];

typedef struct gelSolverTrial {
    int substeps;
    double error;        // a share
    double milliseconds; // of a frame
} gelSolverTrial;

typedef struct gelSolverRow {
    const char *key, *text, *colour;
    char reason[gel_answerProblemSize]; // why it is left out; "" if it is not
    double limit;                       // its converged number
    bool isReached;
    int substeps; // the fewest, within 3 %; if not reached, the best
    double error; // with them
    bool isTimed[gel_placeCount];
    gelFigure frames[gel_placeCount];     // ms
    gelSolverTrial trials[gel_maxTrials]; // ascending
    int trialCount;
} gelSolverRow;

typedef struct gelSolvers {
    double tolerance, scale;
    bool hasDevice;
    char reason[gel_answerProblemSize]; // why there is no device
    gelSolverRow rows[gel_triedSolverCount];
} gelSolvers;

// `own` are the scene's settings, `split` what was found of them. Reports errors and returns the exit code.
int gelMeasureSolvers(gelExperiment* experiment, const char* backend, const gelTrial* own,
                      const gelSplit* split, double tolerance, gelSolvers* solvers);
