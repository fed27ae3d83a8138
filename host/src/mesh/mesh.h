// Shared by the files of the mesh folder and by the constraint builder.
#pragma once

#include "base/core.h"
#include "base/vector3.h"
#include "gel/mesh.h"

// Six times the signed volume of a tet, in double precision.
double gelTetDeterminant(const float* positions, const int tet[4]);

// Stores the bounding box of `count` positions.
void gelFindBox(const float* positions, int count, float lower[3], float upper[3]);
float gelLongestSide(const float* positions, int count); // of that box

// The cotangents of the six dihedral angles of a tet with a positive determinant, accurate for slivers too.
void gelMeasureDihedrals(const float* positions, const int tet[4], double determinant, double cotangents[6]);

// Fractions above 1 add the mass of a surface that sticks out of its tets.
static const double gelLargestFill = 4.0;

// The fraction of a tet that holds material.
static inline double gelFillFraction(const gelTetMesh* mesh, int tet)
{
    return mesh->fillFractions != NULL ? (double)mesh->fillFractions[tet] : 1.0;
}

// The volume of a tet that holds material, m^3.
static inline double gelFilledVolume(const gelTetMesh* mesh, int tet)
{
    return gelTetDeterminant(mesh->positions, mesh->tets + 4 * (size_t)tet) / 6.0 *
           gelFillFraction(mesh, tet);
}

// The source of each vertex: the first of the originals that became it; an original that became none has -1.
void gelListSources(const int* originals, int originalCount, int* sources);

// The corners of each edge of a tet.
extern const int gelTetEdges[6][2];

// The vector from vertex a to vertex b, in double precision; returns its length.
double gelMeasureEdge(const float* positions, int a, int b, double vector[3]);
// The normal of a triangle, twice as long as its area; returns the area.
double gelMeasureTriangle(const float* positions, int a, int b, int c, double normal[3]);

// The distinct part numbers of a mesh in ascending order; just 0 if it has none. Release `numbers` with
// gelFree.
typedef struct gelPartList {
    int* numbers;
    int count;
} gelPartList;

gelStatus gelListParts(const gelTetMesh* mesh, gelPartList* parts);
int gelFindPart(const gelPartList* parts, int part); // the index of a part in the list

// The box around the vertices, of which there is at least one.
void gelMeasureBox(const gelTetMesh* mesh, gelVec3* lowest, gelVec3* highest);

// The edges of a mesh, each once, in order of first appearance: tet by tet, within a tet as in gelTetEdges,
// smaller index first. On success release *edges [*edgeCount][2] with gelFree. `ofTets` [tetCount][6], unless NULL, gets
// the number of each edge of each tet.
gelStatus gelExtractEdges(const gelTetMesh* mesh, int** edges, int* edgeCount, int* ofTets);

// All vertices of a file of tets, [*count][3], in its order, whether or not tets have them. Release *positions with gelFree.
// Errors: as of gelLoadTetMesh.
gelStatus gelLoadTetPoints(const char* path, float** positions, int* count);

// Union-find: parents[i] == i for the root of each set. Halves the path for the next search.
int gelFindRoot(int* parents, int index);
