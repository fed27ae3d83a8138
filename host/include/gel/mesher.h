// The mesher: fills any surface with tets, however defective. Holes, self-intersections, triangles
// of the wrong orientation, duplicates and flat sheets are all accepted.
//
//     gelMesherDef def = gelDefaultMesherDef();
//     def.tetCount = 20000;
//     if (gelCreateMeshFromSurface(&surface, &def, &mesh, &embedding, NULL) != gel_success)
//         puts(gelLastError());
//
// The mesh consists of the tets of a body-centred cubic lattice that the surface touches or
// encloses. All are congruent (dihedral angles of 60 and 90 degrees) and of one size. The mesh
// covers more than the surface encloses, so each tet has a fill fraction. The surface's vertices
// are embedded in the tets and follow them, however coarse those are. Parts that are close but do
// not touch, such as two fingers, stay separate down to a quarter of a cell: a tet that holds two
// parts is duplicated.
//
// Equal surfaces give equal bytes, whatever the order of vertices and triangles, the orientation of
// each triangle, and the number of threads.
#pragma once

#include "gel/mesh.h"
#include "gel/skin.h"

// Receives the progress, from 0 to 1, on the thread that called the mesher.
typedef void gelProgressFunction(void* context, float done);

// How to fill a surface.
typedef struct gelMesherDef {
    // Number of tets, 50 to 10,000,000; default 20,000. Met within 5%, with two exceptions that get
    // fewer: surfaces that are split everywhere (soups of triangles that nearly touch), and wires
    // across their box. The search stops at 2^22 cells in the box.
    int tetCount;
    // Edge of the lattice's cubes, of 12 tets each, m. 0 (default): follows from tetCount.
    float cellSize;
    // Thickness of surfaces that enclose nothing, m, >= 0. 0 (default): a tenth of a cell.
    float sheetThickness;
    // Whether to keep cavities: the region enclosed by a closed piece of the surface that faces
    // inwards is outside. A piece faces as most of its area does. Default false: filled.
    bool hollow;
    // Whether to pull the mesh's boundary to the surface (gelCreateMeshFromSurface). Default false:
    // congruent tets that cover the surface.
    bool conform;
    // Cells of a cage along x, y and z, 1 to 100 each; 0, 0, 0 (default): none. A cage replaces all
    // settings above. It is a lattice over the surface's bounding box, of five tets per cell, that
    // carries the surface as it is (docs/meshing.md).
    int cage[3];
    // Number of threads, at most 64; 0 (default): one per processor. Does not affect the mesh.
    // Unless it is 1, functions given to gelSetAllocator are called from several threads at once.
    int threads;
    gelProgressFunction* progress; // default NULL
    void* progressContext;
    int cookie; // set by gelDefaultMesherDef
} gelMesherDef;

// Returns the default definition for filling a surface.
GEL_API gelMesherDef gelDefaultMesherDef(void);

// The result of filling a surface.
typedef struct gelMesherReport {
    float cellSize;       // m, as used; 0 for a cage
    bool closed;          // the surface has no holes and no sheets: volumes are exact
    int innerTets;        // entirely inside
    int splitTets;        // duplicates of tets that hold several parts
    double surfaceArea;   // m^2, of the surface; duplicate triangles count once
    double surfaceVolume; // m^3, enclosed, summed over overlapping pieces; rough with holes
    double filledVolume;  // m^3, the tets' volumes times their fill fractions
} gelMesherReport;

// Fills a surface with tets. `embedding` (nullable) attaches the surface's vertices to the mesh.
// Use it instead of gelCreateEmbedding, which cannot distinguish tets in the same place. All its
// weights are at least 0, except with `conform`. `report` is nullable. On failure *mesh and
// *embedding are empty.
//
// Fill fractions (mesh->fillFractions) are exact for closed surfaces, estimated at 35 points for
// others, and area times sheetThickness for sheets. They are at least 0.05, or half the mean if
// that is less; other tets at the surface compensate. If the surface has several parts, mesh->parts
// has the part that fills most of each tet. Inner tets belong to the part with the nearest surface.
//
// The inside is the region that the surface surrounds by winding number, after its pieces are
// oriented outwards. For a surface with holes it is also the region that cannot be reached from
// outside through holes as wide as a quarter of a cell.
//
// A cage has sides of at least a tenth of its longest side, since boxes of flat surfaces have no
// volume. The volume of a closed surface is spread evenly: all tets have one fill fraction, at
// least 0.05. Open surfaces fill the cage.
//
// With `conform`, tets that only graze the surface are left out and the boundary is pulled to it:
// on average to within 0.1 of a cell instead of 0.4. This works for closed surfaces; at open ones
// little moves. Dihedral angles stay between 10 and 165 degrees, which keeps the boundary further
// away at thin places and sharp edges. Vertices of the surface that stick out are embedded in the
// nearest tet with negative weights, down to -4: a few per cent for smooth surfaces, many at thin
// walls. Fill fractions are recomputed, and near 1 for most tets. Tets at the boundary compensate
// for parts that stick out, with fractions of up to 4, so the filled volume is kept within 2%.
// Errors:
// - gel_invalidArgument: a number is out of range, or the surface is smaller than 1e-6 m or beyond
//   1e9 m
// - gel_invalidArgument: more than 2^25 cells in the surface's bounding box, or cells too small for
//   float coordinates so far from the origin
// - gel_outOfMemory
// Cost: 20,000 tets take 0.2 to 1 s on two cores, with `conform` 1 to 7 s more; a million takes
// some seconds.
GEL_API gelStatus gelCreateMeshFromSurface(const gelSurfaceMesh* surface, const gelMesherDef* def,
                                           gelTetMesh* mesh, gelEmbedding* embedding,
                                           gelMesherReport* report);
