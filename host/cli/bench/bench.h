// Shared by the kinds of `gel bench`: settings, statistics of samples, scenes and their contenders.
#pragma once

#include "drawing.h"
#include "setup.h"

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

// The minimum is what the machine can do, the median what it usually does.
typedef struct gelFigure {
    double least, median;
} gelFigure;

gelFigure gelFigureOf(double* samples, int count); // sorts the samples; all zero if there are none
// Three digits, or an integer if it is longer: "0.0123", "12.3", "1,234".
enum { gel_numberSize = 32 };
const char* gelThreeDigits(double number, char text[gel_numberSize]);
#define GEL_THREE_DIGITS(number) gelThreeDigits((number), (char[gel_numberSize]){0})

cJSON* gelFigureToJson(gelFigure figure, const char* key, const char* text);

// The memory in use by the process. A small leak hides in pages that were freed before: `allocated` reveals
// it.
typedef struct gelMemoryUse {
    int64_t resident;  // bytes in memory; -1 if unknown
    int64_t allocated; // bytes allocated by malloc; -1 if unknown
} gelMemoryUse;
gelMemoryUse gelMeasureMemory(void);

// The kinds. They report errors and return the exit code. Drawing is done by the viewer, if it was built.
int gelBenchViewer(gelOutput* output, const char* scenePath, const gelBenchSettings* settings);
int gelBenchSpeed(gelOutput* output, const gelBenchSettings* settings);
int gelBenchStages(gelOutput* output, const gelBenchSettings* settings);
int gelBenchError(gelOutput* output, const gelBenchSettings* settings);
int gelBenchModel(gelOutput* output, const gelBenchSettings* settings);
