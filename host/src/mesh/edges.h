// The edges of tets, numbered in order of first appearance: tet by tet, within a tet as in gelTetEdges.
#pragma once

#include "base/tuple_set.h"
#include "mesh/mesh.h"

// Numbers edges, some tets at a time.
typedef struct gelEdgeNumbering {
    const gelTetMesh* mesh;
    gelTupleSet set; // [count][2], smaller vertex first
} gelEdgeNumbering;

gelStatus gelBeginEdges(const gelTetMesh* mesh, gelEdgeNumbering* numbering);
// Stores the numbers of the edges of tets first to end - 1 in numbers [end - first][6], unless that is NULL. Each call begins
// where the one before has ended.
gelStatus gelNumberEdges(gelEdgeNumbering* numbering, int first, int end, int* numbers);
// Hands over the edges, [*count][2]; release them with gelFree.
void gelTakeEdges(gelEdgeNumbering* numbering, int** edges, int* count);
void gelEndEdges(gelEdgeNumbering* numbering);
