// Shared by the kinds of `gel bench`: scenes and their contenders.
#pragma once

#include "app/bench_settings.h"
#include "app/figure.h"

// The kinds. They report errors and return the exit code.
int gelBenchSpeed(gelOutput* output, const gelBenchSettings* settings);
int gelBenchStages(gelOutput* output, const gelBenchSettings* settings);
int gelBenchError(gelOutput* output, const gelBenchSettings* settings);
int gelBenchModel(gelOutput* output, const gelBenchSettings* settings);
