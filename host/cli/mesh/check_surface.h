// What gel check tells of a surface.
#pragma once

#include "output.h"

#include "gel/surface.h"

// A row for each kind of repair that was done while the file was read, and what they are in JSON.
void gelPrintSurfaceRepairs(const gelOutput* output, const gelSurfaceRepair* repair);
cJSON* gelSurfaceRepairsJson(const gelSurfaceRepair* repair);

// Prints the doctor's report; returns gel_exitDone if the surface is fit, gel_exitRepair if something has to be done about it
// when it is filled, gel_exitInput if nothing can be made of it or it cannot be read.
int gelCheckSurface(gelOutput* output, const char* path);
