// What the files of the mesh folder share with each other and with the constraint builder.
#pragma once

#include "base/core.h"
#include "base/vector3.h"
#include "gel/mesh.h"

// Six times the signed volume of a tet, in double precision.
double gelTetDeterminant(const float* positions, const int tet[4]);

// The cotangents of the six dihedral angles of a tet with a positive determinant: slivers keep their digits.
void gelMeasureDihedrals(const float* positions, const int tet[4], double determinant, double cotangents[6]);

// The share of a tet that holds material.
static inline double gelFillFraction(const gelTetMesh* mesh, int tet)
{
    return mesh->fillFractions != NULL ? (double)mesh->fillFractions[tet] : 1.0;
}

// The corners of each edge of a tet.
extern const int gelTetEdges[6][2];

// The vector from vertex a to vertex b, in double precision; returns its length.
double gelMeasureEdge(const float* positions, int a, int b, double vector[3]);

// The part numbers of a mesh in ascending order, each once; 0 alone where it has none. `numbers` is to be released with
// gelFree.
typedef struct gelPartList {
    int* numbers;
    int count;
} gelPartList;

gelStatus gelListParts(const gelTetMesh* mesh, gelPartList* parts);
int gelFindPart(const gelPartList* parts, int part); // the index of a part that is listed

// The box around the vertices, of which there is at least one.
void gelMeasureBox(const gelTetMesh* mesh, gelVec3* lowest, gelVec3* highest);

// The edges of a mesh, each once, in order of first appearance: tet by tet, in each as in gelTetEdges, smaller index first.
// On success *edges [*edgeCount][2] is to be released with gelFree.
gelStatus gelExtractEdges(const gelTetMesh* mesh, int** edges, int* edgeCount);

// Disjoint sets: parents[i] == i for the root of each. Halves the path for the next search.
int gelFindRoot(int* parents, int index);
