// What the kinds of `gel bench` share: settings, figures that many samples give, and scenes with their contenders.
#pragma once

#include "drawing.h"
#include "setup.h"

typedef struct gelBenchSettings {
    bool viewer, error, stages, large, json, quiet;
    int frames; // 0: not given
    int repeats, warmUp;
    const char* backend;
    const char* plot; // NULL for none
    gelPictureSize size;
    gelSetup setup;
    gelArguments scenes;
} gelBenchSettings;

// The least is what the machine can do, the median what it does.
typedef struct gelFigure {
    double least, median;
} gelFigure;

gelFigure gelFigureOf(double* samples, int count); // sorts them; zeros without samples
// Three digits, or a whole number where that needs more: "0.0123", "12.3", "1,234".
enum { gel_numberSize = 32 };
const char* gelThreeDigits(double number, char text[gel_numberSize]);
#define GEL_THREE_DIGITS(number) gelThreeDigits((number), (char[gel_numberSize]){0})

cJSON* gelFigureToJson(gelFigure figure, const char* key, const char* text);

// What the process takes now. A small leak hides in pages that were freed before: `allocated` shows it.
typedef struct gelMemoryUse {
    int64_t resident;  // bytes in memory; -1 where the system does not tell
    int64_t allocated; // bytes from malloc that are in use; -1 where the C library does not tell
} gelMemoryUse;
gelMemoryUse gelMeasureMemory(void);

// The kinds. Report and return the exit code. Drawing is the viewer's, or says that there is none.
int gelBenchViewer(gelOutput* output, const char* scenePath, const gelBenchSettings* settings);
int gelBenchSpeed(gelOutput* output, const gelBenchSettings* settings);
int gelBenchStages(gelOutput* output, const gelBenchSettings* settings);
int gelBenchError(gelOutput* output, const gelBenchSettings* settings);
