// What the kinds of `gel bench` share: settings, and figures that many samples give.
#pragma once

#include "drawing.h"
#include "setup.h"

typedef struct gelBenchSettings {
    bool viewer, json, quiet;
    int frames, warmUp;
    const char* backend;
    gelPictureSize size;
    gelSetup setup;
} gelBenchSettings;

// The least is what the machine can do, the median what it does.
typedef struct gelFigure {
    double least, median;
} gelFigure;

gelFigure gelFigureOf(double* samples, int count); // sorts them; zeros without samples
cJSON* gelFigureToJson(gelFigure figure, const char* key, const char* text);

// The kinds. Report and return the exit code. Drawing is the viewer's, or says that there is none.
int gelBenchViewer(gelOutput* output, const char* scenePath, const gelBenchSettings* settings);
