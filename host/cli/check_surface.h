// What gel check tells of a surface.
#pragma once

#include "output.h"

// By the ending of its name: .obj, .ply, .stl, .off, .gltf, .glb, .fbx, .dae, .3mf.
bool gelIsSurfaceName(const char* path);

// Prints the doctor's report; returns gel_exitDone if the surface is fit, gel_exitRepair if something has to be done about it
// when it is filled, gel_exitInput if nothing can be made of it or it cannot be read.
int gelCheckSurface(gelOutput* output, const char* path);
