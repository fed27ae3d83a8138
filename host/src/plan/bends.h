// Shared by the models of bending. For sources of the double dialect.
#pragma once

#include "constraints.h"
#include "plan/body.h"

enum { gelBendKindCount = 3 };
static const int gelBendKinds[gelBendKindCount] = {constraint_bending, constraint_isometric, constraint_rod};

// Whether the surface, or the rope, of a body of this material resists bending.
bool gelBends(const gelMaterial* material);
// Returns the bending stiffness of a sheet or surface, N m.
double gelPlateStiffness(const gelMaterial* material);
// Returns the angle of a fold in the rest shape; `made` is the angle in the mesh.
double gelRestFold(const gelBody* body, const int* vertices, double made);
vec3 gelFoldPoint(const gelTetMesh* mesh, int vertex); // at rest
// Fills the weights k_0 to k_3 of a fold at rest, 1/m: physics/isometric.h.
void gelFindFoldWeights(const gelBody* body, const int* vertices, double weights[4]);
