// What the models of bending share. For sources of the double dialect.
#pragma once

#include "constraints.h"
#include "plan/body.h"

// Whether the surface of a body of this material bends, or a rope.
bool gelBends(const gelMaterial* material);
// N m, of a sheet or surface.
double gelPlateStiffness(const gelMaterial* material);
// The angle of a fold in the rest shape, `made` in that of the mesh.
double gelRestFold(const gelBody* body, const int* vertices, double made);
vec3 gelFoldPoint(const gelTetMesh* mesh, int vertex); // at rest
