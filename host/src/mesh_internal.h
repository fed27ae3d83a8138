// What the files of the mesh folder share with each other and with the constraint builder.
#pragma once

#include "core.h"
#include "gel/mesh.h"

// Six times the signed volume of a tet, in double precision.
double gelTetDeterminant(const float* positions, const int tet[4]);

// The edges of a mesh, each once, in order of first appearance: tet by tet, in each 01 02 03 12 13 23,
// smaller index first. On success *edges [*edgeCount][2] is to be released with gelFree.
gelStatus gelExtractEdges(const gelTetMesh* mesh, int** edges, int* edgeCount);
