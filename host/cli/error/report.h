// The output of gel error: text, JSON and a picture.
#pragma once

#include "app/canvas.h"
#include "error/solvers.h"

typedef struct gelErrorReport {
    const gelScene* scene;
    const gelTrial* own;
    const gelQuestion* question;
    const gelSplit* split;
    const gelSolvers* solvers; // NULL: only the split
    const char* deviceText;    // of the device, or ""
} gelErrorReport;

void gelPrintErrorReport(const gelOutput* output, const gelErrorReport* report);
cJSON* gelErrorReport_ToJson(const gelErrorReport* report);
// Write errors show when the file is closed.
void gelPlotErrorReport(gelCanvas* canvas, const gelErrorReport* report);
