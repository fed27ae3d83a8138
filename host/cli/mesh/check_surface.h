// The output of gel check for a surface.
#pragma once

#include "app/output.h"

#include "gel/surface.h"

// Prints a row per kind of repair made on reading, and converts the repairs to JSON.
void gelPrintSurfaceRepairs(const gelOutput* output, const gelSurfaceRepair* repair);
cJSON* gelSurfaceRepairsJson(const gelSurfaceRepair* repair);

// Prints the report; returns gel_exitDone if the surface is fit, gel_exitRepair if filling will have to
// repair it, gel_exitInput if it is unusable or cannot be read.
int gelCheckSurface(gelOutput* output, const char* path);
