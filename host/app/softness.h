// How much softer than their material the bodies of a world are with its substeps, as rows and JSON.
#pragma once

#include "app/body_name.h"
#include "app/output.h"

#include "gel/gel.h"

typedef struct gelSoftnessReport {
    bool isKnown;                // false: no body has an estimate, as in a Jacobi order, or all are rigid
    int body;                    // the softest, in order of creation, from 0
    char name[gel_bodyNameSize]; // its name in the scene, or "body 1"
    double ratio;                // of its deflection to that of its material
    int substeps;                // of the world
    int64_t substepsFor;         // with which the ratio is 1.05 at most
    bool suitsTwoLevel;          // the solver twoLevel would give it the ratio 1
} gelSoftnessReport;

// Reports the softest of the first thousand bodies.
gelSoftnessReport gelReportSoftness(const gelScene* scene, const gelWorld* world);
// A row, "softness"; `who` says what is soft, NULL: its name. Nothing if it is not known.
void gelPrintSoftness(const gelOutput* output, const gelSoftnessReport* report, const char* who);
// An object, "softness"; nothing if it is not known.
void gelAddSoftness(cJSON* object, const gelSoftnessReport* report);
