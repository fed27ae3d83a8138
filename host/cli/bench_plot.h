// The picture of gel bench --plot: bars by scene, cost against size, bytes moved against a copy.
#pragma once

#include "bench_case.h"
#include "text_file.h"

// Refuses what is not an .svg. Reports and returns the exit code.
int gelOpenPlot(gelOutput* output, const char* path, gelTextFile* file);
// Whether all was written shows when the file is closed.
void gelPlotBench(FILE* file, const gelBenchCases* list);
