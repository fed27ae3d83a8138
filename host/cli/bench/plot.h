// The picture of gel bench --plot: bars by scene, cost against size, bytes moved against a copy.
#pragma once

#include "bench/case.h"
#include "bench/canvas.h"
#include "text_file.h"

// Accepts .svg and .png only. Reports errors and returns the exit code. Call gelClosePlot afterwards in any
// case.
int gelOpenPlot(gelOutput* output, const char* path, gelTextFile* file, gelCanvas* canvas);
void gelClosePlot(gelCanvas* canvas);
// Write errors show when the file is closed.
void gelPlotBench(gelCanvas* canvas, const gelBenchCases* list);
