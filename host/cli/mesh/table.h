// The output of gel check and gel mesh for a tet mesh.
#pragma once

#include "app/output.h"

#include "gel/mesh.h"

void gelAddMeshReport(cJSON* object, const gelMeshRepair* repair, const gelMeshReport* report);

// Prints a row per kind of repair made.
void gelPrintMeshRepairs(const gelOutput* output, const gelMeshRepair* repair);

// Prints figures, warnings, and histograms of angles and quality.
void gelPrintMeshReport(const gelOutput* output, const gelMeshReport* report);

// Checks that a body may be that far from the origin; otherwise reports and returns the exit code.
int gelCheckMeshRange(gelOutput* output, const char* path, const gelMeshReport* report);
// Prints a hint if a size is probably in another unit than metres.
void gelPrintSizeDoubt(const gelOutput* output, gelVec3 lower, gelVec3 upper);
