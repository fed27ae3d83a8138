// Tetrahedral meshes: read, create, write, measure.
//
//     gelTetMesh mesh;
//     if (gelLoadTetMesh("bear.msh", &mesh, NULL) != gel_success)
//         puts(gelLastError());
//     ...
//     gelDestroyTetMesh(&mesh);
#pragma once

#include "gel/base.h"

// A mesh that is fit to simulate: every tet has positive volume, every vertex belongs to a tet, no
// tet is duplicated. Only functions of Gel create one. The mesh owns its arrays.
typedef struct gelTetMesh {
    int vertexCount;
    int tetCount;
    float* positions;      // [vertexCount][3], metres
    int* tets;             // [tetCount][4], vertex indices; ((p1 - p0) x (p2 - p0)) . (p3 - p0) > 0
    int* sourceVertices;   // [vertexCount], 0-based number in the file (or array) it was read from
    int sourceVertexCount; // number of vertices of that file or array
    float* fillFractions;  // [tetCount], fraction with material, 0 < f <= 4; NULL: all 1
    int* parts;            // [tetCount], part of the scene or file; NULL: all 0
} gelTetMesh;

// Optional data of tets; either may be NULL.
typedef struct gelTetAttributes {
    const float* fillFractions; // [tetCount], 0 < f <= 4: scales the tet's mass and stiffness
    const int* parts;           // [tetCount]
} gelTetAttributes;

// Repairs made while creating a mesh. All counts are 0 for a clean mesh.
typedef struct gelMeshRepair {
    int turnedTets; // had negative volume: two vertices were swapped
    // Dropped tets: volume below 1e-12 of the cube of the longest edge, or a repeated vertex.
    int zeroVolumeTets;
    int duplicateTets;  // dropped: the same four vertices as an earlier tet
    int unusedVertices; // dropped: belong to no remaining tet
    int otherCells;     // ignored: cells that are not tets (points, lines, triangles, ...)
} gelMeshRepair;

// Reads a tet mesh. The format follows from the extension and the first bytes of the file:
// - .node or .ele: TetGen; the other file of the pair must be in the same folder
// - .msh: Gmsh 2.2, 4.0 and 4.1, ASCII and binary
// - .mesh: MEDIT ASCII
// - .vtk: VTK's legacy format, ASCII and binary, versions 1 to 5.1
// - .vtu: VTK's XML: ASCII, base64 or raw, inline or appended; compressed if Gel was built with
//   zlib
//
// Higher-order tets are reduced to their four corners. Fill fractions and parts are read as
// gelSaveTetMesh writes them: values at cells, named "fill_fraction" and "part" (Gmsh:
// $ElementData). MEDIT's reference numbers and TetGen's region numbers become parts, unless all
// tets have the same number. The file must be smaller than 2 GiB. `repair` may be NULL. On failure
// *mesh is empty and need not be destroyed.
// Errors:
// - gel_fileError: the file cannot be read
// - gel_formatError: the content is wrong; the message has the file and the line or byte
// - gel_unsupported: unknown format; the message names it
// - gel_outOfMemory
GEL_API gelStatus gelLoadTetMesh(const char* path, gelTetMesh* mesh, gelMeshRepair* repair);

// File formats for writing. A saved and reloaded mesh has the same vertices and tets, to the bit
// and in the same order: text has nine digits per float. Fill fractions and parts are written if
// the mesh has them, named "fill_fraction" and "part".
typedef enum gelMeshFormat {
    gel_meshByName, // by the extension of the file; .msh is Gmsh 4.1
    gel_meshGmsh41, // .msh; parts are also physical groups
    gel_meshGmsh22, // .msh; parts are also physical groups
    gel_meshVtu,    // .vtu: always raw appended data
    gel_meshVtk,    // .vtk: VTK's legacy format, version 3.0
    gel_meshMedit,  // .mesh; parts are reference numbers; loses fill fractions and a single part
    gel_meshTetGen  // .node and .ele: writes both; a comment names the attributes
} gelMeshFormat;

// Options for writing a mesh. All zero: the defaults.
typedef struct gelSaveOptions {
    gelMeshFormat format;
    bool binary; // .msh and .vtk: bytes, smaller and faster than text
} gelSaveOptions;

// Writes a mesh. Until a file is complete it is called PATH.gel-MACHINE-PROCESS.part. `options` may
// be NULL. Data that a format cannot store causes a warning (gelSetLogFunction).
// Errors:
// - gel_unsupported: an unknown extension, an extension of another format than the requested one,
//   or binary for a text-only format
// - gel_fileError: a file cannot be written
// - gel_outOfMemory
GEL_API gelStatus gelSaveTetMesh(const gelTetMesh* mesh, const char* path, const gelSaveOptions* options);

// Checks that gelSaveTetMesh supports a name and options. Use it before long work.
// Errors: gel_unsupported.
GEL_API gelStatus gelCheckSavePath(const char* path, const gelSaveOptions* options);

// Creates a mesh from arrays in memory, which are copied. Defects are repaired as in
// gelLoadTetMesh. `attributes` and `repair` may be NULL.
// Errors:
// - gel_invalidArgument: an index or a fill fraction is out of range, a coordinate is not finite or
//   beyond 1e15, or no tets are left
// - gel_outOfMemory
GEL_API gelStatus gelCreateTetMesh(const float* positions, int vertexCount, const int* tets, int tetCount,
                                   const gelTetAttributes* attributes, gelTetMesh* mesh,
                                   gelMeshRepair* repair);

// Releases the arrays of a mesh and empties it. A mesh that is all zero is allowed.
GEL_API void gelDestroyTetMesh(gelTetMesh* mesh);

// Creates a box of `size` metres, centred on the origin: a lattice of cells with five tets each. A
// long box is a beam. Ranges: size > 0; 1 to 1000 cells along each axis.
GEL_API gelStatus gelCreateBoxMesh(gelVec3 size, int cellsX, int cellsY, int cellsZ, gelTetMesh* mesh);

// Creates a ball centred on the origin, with `cells` lattice cells across its diameter (2 to 200).
GEL_API gelStatus gelCreateSphereMesh(float radius, int cells, gelTetMesh* mesh);

// Creates a torus around the Y axis. `ringRadius` reaches to the middle of the tube; `tubeRadius`
// is smaller. `cells` lattice cells lie across the tube (2 to 100).
GEL_API gelStatus gelCreateTorusMesh(float ringRadius, float tubeRadius, int cells, gelTetMesh* mesh);

// Returns a continuous value that is negative inside a shape, zero on its surface and positive
// outside.
typedef double gelImplicitFunction(void* context, double x, double y, double z);

// Fills the negative region of an implicit function inside the box [lower, upper] with tets. They
// form a body-centred cubic lattice of `cellSize` metres, cut along the surface (isosurface
// stuffing, Labelle & Shewchuk 2007). All dihedral angles stay above 10 degrees. The surface must
// lie inside the box; the function is evaluated up to two cells further out. Parts thinner than a
// cell may be lost. Ranges: at most 2^27 cells in the box; no corner further from the origin than
// 16384 cells.
// Errors:
// - gel_invalidArgument: a value is out of range, the surface leaves the box, nothing is inside, or
//   the function returns NaN
// - gel_outOfMemory
//
// Cost: about 12 V / cellSize^3 tets for a volume V; a function call and a byte for each of 2
// lattice vertices per cell of the box.
GEL_API gelStatus gelCreateImplicitMesh(gelImplicitFunction* function, void* context, gelVec3 lower,
                                        gelVec3 upper, float cellSize, gelTetMesh* mesh);

// Extracts the surface: the faces that belong to only one tet, oriented outwards, in order of the
// tets. On success *triangles holds *triangleCount x 3 vertex indices; release it with gelFree.
// Errors: gel_outOfMemory.
GEL_API gelStatus gelExtractSurface(const gelTetMesh* mesh, int** triangles, int* triangleCount);

// Sizes of the histograms of gelMeshReport.
enum { gel_dihedralBins = 18, gel_qualityBins = 10 };

// Measures of a mesh.
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
    // Colours of a body of one tile: gelConstraintOrder in gel/strategy.h.
    int edgeColourCount, tetColourCount;

    // The quality of a tet is 3 r / R, with the radii r of its inscribed and R of its circumscribed
    // sphere. It is 1 for a regular tet and 0 for a flat one.
    double smallestQuality, meanQuality;
    double volumeRatio;                   // ratio of the largest tet to the smallest
    double edgeRatio;                     // ratio of the longest edge to the shortest
    double filledVolume;                  // m^3, the tets' volumes times their fill fractions
    int partlyFilledCount;                // tets with a fill fraction below 1
    int partCount;                        // distinct part numbers
    int dihedralCounts[gel_dihedralBins]; // dihedral angles, six per tet, in steps of 10 degrees
    int qualityCounts[gel_qualityBins];   // tets, in steps of 0.1
} gelMeshReport;

// Measures a mesh.
// Errors: gel_outOfMemory. Cost: linear in the tets, about a second for a million.
GEL_API gelStatus gelReportTetMesh(const gelTetMesh* mesh, gelMeshReport* report);
