// The picture of gel bench --plot: bars by scene, cost against size, bytes moved against a copy.
#pragma once

#include "app/chart_file.h"
#include "bench/case.h"

// Write errors show when the file is closed.
void gelPlotBench(gelCanvas* canvas, const gelBenchCases* list);
