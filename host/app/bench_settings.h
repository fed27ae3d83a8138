// The settings of gel bench, and the kind of it that draws.
#pragma once

#include "app/drawing.h"
#include "app/setup.h"

typedef struct gelBenchSettings {
    bool viewer, error, stages, large, json, quiet;
    int frames; // 0: not given
    int repeats, warmUp;
    const char* backend;
    const char* plot;  // NULL for none
    const char* model; // key of a device; NULL for none
    gelPictureSize size;
    gelSetup setup;
    gelArguments scenes;
} gelBenchSettings;

// gel bench --viewer: implemented by the window, if it was built. Reports errors and returns the exit code.
int gelBenchViewer(gelOutput* output, const char* scenePath, const gelBenchSettings* settings);
