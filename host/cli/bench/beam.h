// Trials of gel bench --error: how far a beam sinks and how fast it swings, and the cost of a frame.
#pragma once

#include "bench/case.h"

typedef enum gelBeamQuantity { gel_sag, gel_period, gel_quantityCount } gelBeamQuantity;

typedef struct gelBeamSolver {
    const char *key, *text;
    const char* precise; // the back end whose errors are shown; NULL: the one that is timed
    gelSolver solver;
    gelTimeScheme timeScheme;
    int cycles, aggregates;
} gelBeamSolver;

typedef struct gelBeamTrial {
    double frame;                     // ms, the least
    double errors[gel_quantityCount]; // relative; NaN if there is no rest, or no swing
    bool isNear;                      // its last depth is the sag expected, within a quarter
} gelBeamTrial;

enum { gel_mostBeamFrames = 2048 }; // of a swing

// The first body of a scene, and what is expected of it.
typedef struct gelBeam {
    gelOutput* output;
    const gelBenchSettings* settings;
    const char* path;
    const char* timed; // the back end that is timed, as on the command line
    gelScene* scene;
    double down[3]; // direction of gravity
    int vertex;     // of the first body: the one that sinks most
    double start;   // of that vertex, along `down`, m
    int referenceSubsteps, periodFrames;
    double expected[gel_quantityCount]; // m, s
    double depths[gel_mostBeamFrames];  // of the vertex, after each frame of a swing, m
} gelBeam;

// Both report errors and return the exit code. The first finds what is expected, by symplectic Euler in double precision.
int gelFindBeamReference(gelBeam* beam);
int gelTryBeam(gelBeam* beam, const gelBeamSolver* solver, int substeps, gelBeamTrial* trial);
