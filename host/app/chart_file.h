// The file of --plot, and what charts have in common.
#pragma once

#include "app/canvas.h"
#include "app/text_file.h"

enum { gel_plotWidth = 960, gel_plotHeight = 1180, gel_plotColourCount = 8 };
extern const char* const gelPlotColours[gel_plotColourCount]; // "#0072b2"

// Accepts .svg and .png only. Reports errors and returns the exit code. Call gelClosePlot afterwards in any
// case, with the outcome until then; it returns the first failure.
int gelOpenPlot(gelOutput* output, const char* path, gelTextFile* file, gelCanvas* canvas);
int gelClosePlot(gelOutput* output, gelCanvas* canvas, int code);
