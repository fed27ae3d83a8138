// What gel check and gel mesh tell of a tet mesh.
#pragma once

#include "output.h"

#include "gel/mesh.h"

void gelAddMeshReport(cJSON* object, const gelMeshRepair* repair, const gelMeshReport* report);

// A row for each kind of repair that was done.
void gelPrintMeshRepairs(const gelOutput* output, const gelMeshRepair* repair);

// Figures, doubts, and histograms of the angles and of the quality.
void gelPrintMeshReport(const gelOutput* output, const gelMeshReport* report);

// Whether a body may be that far from the origin; reports and returns the exit code otherwise.
int gelCheckMeshRange(gelOutput* output, const char* path, const gelMeshReport* report);
