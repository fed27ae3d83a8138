// The picture of gel bench --plot: bars by scene, cost against size, bytes moved against a copy.
#pragma once

#include "bench/case.h"
#include "bench/canvas.h"
#include "text_file.h"

// Refuses what is neither an .svg nor a .png. Reports and returns the exit code. Afterwards, whatever came out, gelClosePlot.
int gelOpenPlot(gelOutput* output, const char* path, gelTextFile* file, gelCanvas* canvas);
void gelClosePlot(gelCanvas* canvas);
// Whether all was written shows when the file is closed.
void gelPlotBench(gelCanvas* canvas, const gelBenchCases* list);
