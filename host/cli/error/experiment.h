// The number whose error is asked for, and what it becomes under other settings.
#pragma once

#include "app/bench_settings.h"
#include "app/figure.h"
#include "app/progress.h"

typedef struct gelErrorSettings {
    const char *probe, *backend, *tolerance, *plot; // probe, plot: nullable
    gelTexts set;
    int frames, substeps; // 0: not given
    bool split, json, quiet;
} gelErrorSettings;

// A probe, and what is taken of its values.
typedef struct gelQuestion {
    int probe;
    gelProbeInfo info;
    const char* unit; // of what is taken
    gelStatistic take;
    gelSpan span;
    bool hasExpectation;
    double expected;
    int frames; // of the scene, that it takes
} gelQuestion;

// The settings under which it is asked.
typedef struct gelTrial {
    const gelScene* scene;
    const char* backend; // as in gelParseBackend
    gelConstraintOrder order;
    gelIntegrator integrator;
    gelSolver solver;
    gelTimeScheme timeScheme;
    gelStrategy strategy;
    int substeps;
    int parts; // of a frame: each is a step
    bool neoHookean;
} gelTrial;

enum { gel_maxTrialSubsteps = 1000, gel_answerProblemSize = 400 };
typedef struct gelAnswer {
    double value;                        // NAN if there is a problem
    double largest;                      // magnitude of the probe in any frame
    int heldBodies;                      // with pins
    gelFigure frame;                     // ms of stepping a frame of the scene
    char problem[gel_answerProblemSize]; // why there is no value; "" if there is
} gelAnswer;

// Asks the same question again and again.
typedef struct gelExperiment {
    gelOutput* output;
    const gelTexts* set; // changes of the scene
    gelQuestion question;
    gelProgress progress;
    int done; // frames
} gelExperiment;

// Chooses probe and span from the settings; `trial` is that of the scene's own settings. Reports errors and returns the
// exit code.
int gelFindQuestion(gelExperiment* experiment, const gelErrorSettings* settings, const gelTrial* trial);

// Answers the question with the settings of `trial`. Settings that cannot be used are a problem of
// the answer; an interrupt and lack of memory are reported. Returns the exit code.
int gelRunExperiment(gelExperiment* experiment, const gelTrial* trial, gelAnswer* answer);

// "value at 2 s", "mean from 1.5 to 2 s".
enum { gel_questionTextSize = 120 };
const char* gelQuestionText(const gelQuestion* question, char text[gel_questionTextSize]);
