// Tetrahedral meshes: read, create, write, measure.
//
//     gelTetMesh mesh;
//     if (gelLoadTetMesh("bear.msh", &mesh, NULL) != gel_success)
//         puts(gelLastError());
//     ...
//     gelDestroyTetMesh(&mesh);
#pragma once

#include "gel/base.h"

// A mesh that is fit to simulate: every tet has positive volume, every vertex belongs to a tet, no tet is
// duplicated. Only the functions below create one; it owns all arrays.
typedef struct gelTetMesh {
    int vertexCount;
    int tetCount;
    float* positions;      // [vertexCount][3], metres
    int* tets;             // [tetCount][4], vertex indices; ((p1 - p0) x (p2 - p0)) . (p3 - p0) > 0
    int* sourceVertices;   // [vertexCount], number of the vertex in the file (or array) it came from, 0-based
    int sourceVertexCount; // of that file or array
    float* fillFractions;  // [tetCount], fraction of the tet that holds material, 0 < f <= 1; NULL: all 1
    int* parts;            // [tetCount], part of a scene or file that the tet belongs to; NULL: all 0
} gelTetMesh;

// Optional data of tets; either may be NULL.
typedef struct gelTetAttributes {
    const float* fillFractions; // [tetCount], 0 < f <= 1: scales the tet's mass and stiffness
    const int* parts;           // [tetCount]
} gelTetAttributes;

// Repairs made while creating a mesh. All counts are 0 for a clean mesh.
typedef struct gelMeshRepair {
    int turnedTets;     // had negative volume: two vertices were swapped
    int zeroVolumeTets; // dropped: volume below 1e-12 of the cube of the longest edge, or a repeated vertex
    int duplicateTets;  // dropped: the same four vertices as an earlier tet
    int unusedVertices; // dropped: belong to no remaining tet
    int otherCells;     // ignored: cells of the file that are not tets (points, lines, triangles, ...)
} gelMeshRepair;

// Reads a tet mesh; the format follows from the extension and the file's first bytes:
//   .node or .ele (TetGen; the other file of the pair must be beside it), .msh (Gmsh 2.2, 4.0 and 4.1, ASCII
//   and binary), .mesh (MEDIT ASCII), .vtk (legacy ASCII and binary, versions 1 to 5.1), .vtu (VTK's XML: ASCII,
//   base64 or raw, inline or appended, plain or, if built with zlib, compressed by zlib).
// Higher-order tets are reduced to their four corners. Fill fractions and parts are as written by
// gelSaveTetMesh: values at cells named "fill_fraction" and "part" (Gmsh: $ElementData). MEDIT's reference
// numbers and TetGen's region numbers are parts, unless all tets have the same.
// The file must be smaller than 2 GiB. `repair` may be NULL. Errors: gel_fileError, gel_formatError (message
// with file and line or byte), gel_unsupported (names the format), gel_outOfMemory. On failure *mesh is empty
// and needs no destroying.
GEL_API gelStatus gelLoadTetMesh(const char* path, gelTetMesh* mesh, gelMeshRepair* repair);

// File formats for writing. Text has nine digits per float, which restore it exactly, so a saved and reloaded
// mesh has the same vertices and tets, to the bit and in the same order. Fill fractions and parts are written
// if the mesh has them, named "fill_fraction" and "part".
typedef enum gelMeshFormat {
    gel_meshByName, // by the extension of the file; .msh is Gmsh 4.1
    gel_meshGmsh41, // .msh; parts are also physical groups
    gel_meshGmsh22, // .msh; the same
    gel_meshVtu,    // .vtu: always raw appended data
    gel_meshVtk,    // .vtk: VTK's legacy format, version 3.0
    gel_meshMedit,  // .mesh; parts are reference numbers; fill fractions and a single part are lost
    gel_meshTetGen  // .node and .ele: writes both, whichever is named; a comment names the attributes
} gelMeshFormat;

// All zero: the defaults.
typedef struct gelSaveOptions {
    gelMeshFormat format;
    bool binary; // .msh and .vtk: bytes, smaller and faster than text
} gelSaveOptions;

// Writes a mesh. A file gets its name only when it is complete: until then it is PATH.gel-MACHINE-PROCESS.part. `options` may be
// NULL. Data that a format cannot store causes a warning (gelSetLogFunction). Errors: gel_unsupported (an
// unknown extension, or not that of the requested format; binary for a text-only format), gel_fileError,
// gel_outOfMemory.
GEL_API gelStatus gelSaveTetMesh(const gelTetMesh* mesh, const char* path, const gelSaveOptions* options);

// Checks that gelSaveTetMesh supports that name and these options, before long work.
GEL_API gelStatus gelCheckSavePath(const char* path, const gelSaveOptions* options);

// Creates a mesh from arrays in memory, with the same repairs. The arrays are copied; `attributes` and
// `repair` may be NULL. Errors: gel_invalidArgument (index out of range, a coordinate that is not finite or
// beyond 1e15, a fill fraction out of range, no tets left).
GEL_API gelStatus gelCreateTetMesh(const float* positions, int vertexCount, const int* tets, int tetCount,
                                   const gelTetAttributes* attributes, gelTetMesh* mesh,
                                   gelMeshRepair* repair);

// Releases the arrays and empties *mesh. A mesh that is all zero is allowed.
GEL_API void gelDestroyTetMesh(gelTetMesh* mesh);

// A box of `size` metres, centred on the origin, as a lattice of cells with five tets each; a beam is a long
// box. Range: size > 0, 1 to 1000 cells along each axis.
GEL_API gelStatus gelCreateBoxMesh(gelVec3 size, int cellsX, int cellsY, int cellsZ, gelTetMesh* mesh);

// A ball centred on the origin; `cells` lattice cells across its diameter (2 to 200).
GEL_API gelStatus gelCreateSphereMesh(float radius, int cells, gelTetMesh* mesh);

// A torus around the Y axis; `ringRadius` to the middle of the tube, `tubeRadius` < ringRadius; `cells`
// lattice cells across the tube (2 to 100).
GEL_API gelStatus gelCreateTorusMesh(float ringRadius, float tubeRadius, int cells, gelTetMesh* mesh);

// An implicit surface: negative inside, positive outside, zero on the surface, continuous.
typedef double gelImplicitFunction(void* context, double x, double y, double z);

// Fills the negative region of an implicit function inside the box [lower, upper] with tets on a body-centred
// cubic lattice of `cellSize` metres, cut along the surface (isosurface stuffing, Labelle & Shewchuk 2007),
// so that all dihedral angles stay above 10 degrees. The surface must lie inside the box; the function is
// evaluated up to two cells further out. Parts thinner than a cell may be lost. Cost: about 12 V / cellSize^3
// tets; a function call and a byte for each of 2 lattice vertices per cell of the box. Range: at most 2^27
// cells in the box; no corner further from the origin than 16384 cells. Errors: gel_invalidArgument (range;
// the surface leaves the box; nothing inside; the function is not a number), gel_outOfMemory.
GEL_API gelStatus gelCreateImplicitMesh(gelImplicitFunction* function, void* context, gelVec3 lower,
                                        gelVec3 upper, float cellSize, gelTetMesh* mesh);

// The surface: faces that belong to only one tet, oriented outwards, in order of the tets. On success
// *triangles holds *triangleCount x 3 vertex indices; release it with gelFree.
GEL_API gelStatus gelExtractSurface(const gelTetMesh* mesh, int** triangles, int* triangleCount);

// Sizes of the histograms of gelMeshReport.
enum { gel_dihedralBins = 18, gel_qualityBins = 10 };

// What gelReportTetMesh measures.
typedef struct gelMeshReport {
    int vertexCount, tetCount, edgeCount;
    int surfaceTriangleCount, surfaceVertexCount;
    int componentCount;                       // pieces that share no vertex
    double volume;                            // m^3
    double surfaceArea;                       // m^2
    gelVec3 lower, upper;                     // bounding box, m
    double smallestDihedral, largestDihedral; // degrees, over all tets
    int smallestValence, largestValence;      // tets at a vertex
    double meanValence;
    int edgeColourCount, tetColourCount; // of a body that is one tile: gelConstraintOrder in gel/strategy.h

    // The quality of a tet is 3 r / R, three times the radius of its inscribed over that of its circumscribed
    // sphere: 1 for a regular tet, 0 for a flat one.
    double smallestQuality, meanQuality;
    double volumeRatio;                   // of the largest tet to the smallest
    double edgeRatio;                     // of the longest edge to the shortest
    double filledVolume;                  // m^3, the sum of the tets' volumes times their fill fractions
    int partlyFilledCount;                // tets with a fill fraction below 1
    int partCount;                        // distinct part numbers
    int dihedralCounts[gel_dihedralBins]; // dihedral angles, six per tet, in steps of 10 degrees
    int qualityCounts[gel_qualityBins];   // tets, in steps of 0.1
} gelMeshReport;

// Measures a mesh. Cost: linear in the tets, about a second for a million.
GEL_API gelStatus gelReportTetMesh(const gelTetMesh* mesh, gelMeshReport* report);
