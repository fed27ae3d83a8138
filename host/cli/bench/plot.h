// The files of --plot, and the picture of gel bench --plot: bars by scene, cost against size, bytes moved against a copy.
#pragma once

#include "bench/case.h"
#include "bench/canvas.h"
#include "text_file.h"

enum { gel_plotWidth = 960, gel_plotHeight = 1180 };
extern const char* const gelPlotColours[gel_contenderCount]; // "#0072b2"

// Accepts .svg and .png only. Reports errors and returns the exit code. Call gelClosePlot afterwards in any
// case, with the outcome until then; it returns the first failure.
int gelOpenPlot(gelOutput* output, const char* path, gelTextFile* file, gelCanvas* canvas);
int gelClosePlot(gelOutput* output, gelCanvas* canvas, int code);
// Write errors show when the file is closed.
void gelPlotBench(gelCanvas* canvas, const gelBenchCases* list);
