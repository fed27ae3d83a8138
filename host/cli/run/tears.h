// How much has torn of the bodies that can tear: docs/tearing.md.
#pragma once

#include "app/output.h"

#include "gel/gel.h"

typedef struct gelBodyTears {
    int body; // index in the world
    int springCount, tornCount;
} gelBodyTears;

typedef struct gelTearReport {
    gelBodyTears* bodies;
    int count;
} gelTearReport;

// Reports the bodies that can tear, or have torn. Waits for the device if there are any.
gelStatus gelReportTears(gelWorld* world, gelTearReport* report);
// One line if there are bodies of which all springs have torn.
void gelWarnOfTears(gelOutput* output, const gelTearReport* report, const gelScene* scene,
                    const gelWorld* world);
// Rows "torn", and "tearing"; nothing if no body can tear.
void gelPrintTears(const gelOutput* output, const gelTearReport* report, const gelScene* scene,
                   const gelWorld* world);
void gelAddTears(cJSON* object, const gelTearReport* report, const gelScene* scene, const gelWorld* world);
void gelClearTears(gelTearReport* report);
