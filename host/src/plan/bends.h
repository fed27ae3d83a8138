// What the models of bending share. For sources of the double dialect.
#pragma once

#include "constraints.h"
#include "plan/body.h"

// Whether the surface of a body of this material bends, or a rope.
bool gelBends(const gelMaterial* material);
// N m, of a sheet or surface.
double gelPlateStiffness(const gelMaterial* material);
vec3 gelFoldPoint(const gelTetMesh* mesh, int vertex); // at rest
