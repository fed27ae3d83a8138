// Which parts of a surface have no inside.
#pragma once

#include "base/core.h"

// Which vertices belong to open parts, or to parts whose triangles disagree on what is outside: those with an
// edge that its triangles don't run along as often one way as the other. Parts share no vertex. On success
// release *isOpen [vertexCount] with gelFree.
gelStatus gelFindOpenVertices(int vertexCount, const int* triangles, int triangleCount, bool** isOpen);

// Counts the edges with a triangle on one side only, or with any odd number of them; and those whose triangles disagree
// on what is outside.
gelStatus gelCountOpenEdges(const int* triangles, int triangleCount, int* open, int* turned);
