// The mesher: fills any surface with tets, however defective. Holes, self-intersections, triangles of the
// wrong orientation, duplicates and flat sheets are all accepted.
//
//     gelMesherDef def = gelDefaultMesherDef();
//     def.tetCount = 20000;
//     if (gelCreateMeshFromSurface(&surface, &def, &mesh, &embedding, NULL) != gel_success)
//         puts(gelLastError());
//
// The mesh consists of the tets of a body-centred cubic lattice that the surface touches or encloses: all
// congruent (dihedral angles of 60 and 90 degrees) and of one size. It covers more than the surface encloses,
// so each tet has a fill fraction. The surface's vertices are embedded in the tets and follow them, however
// coarse those are. Things that are close but do not touch, such as two fingers, stay apart down to a quarter
// of a cell: a tet that holds two things is duplicated.
//
// The same surface gives the same bytes, whatever the order of its vertices and triangles, the orientation of
// each triangle, and the number of threads.
#pragma once

#include "gel/mesh.h"
#include "gel/skin.h"

// Receives the progress, from 0 to 1, on the thread that called the mesher.
typedef void gelProgressFunction(void* context, float done);

// How gelCreateMeshFromSurface fills a surface.
typedef struct gelMesherDef {
    // Number of tets to aim for, 50 to 10,000,000; default 20,000. Met within 5%, except for surfaces that
    // are split everywhere (soups of triangles that nearly touch) and for wires across their box, which get
    // fewer: the search stops at 2^22 cells in the box.
    int tetCount;
    // Metres, edge of the lattice's cubes, of 12 tets each; 0 (default): follows from tetCount.
    float cellSize;
    // Metres, thickness attributed to a surface that encloses nothing, >= 0; 0 (default): a tenth of a cell.
    float sheetThickness;
    // Keep cavities: the region enclosed by a closed piece of the surface that faces inwards is outside.
    // Pieces face as most of their area does. Default false: filled.
    bool hollow;
    // Pull the mesh's boundary to the surface; see below. Default false: congruent tets that cover all of it.
    bool conform;
    // Cells along x, y and z, 1 to 100 each; 0, 0, 0 (default): none. In place of all the above a cage: a lattice over the
    // surface's bounding box, of five tets per cell, that carries the surface as it is. docs/meshing.md.
    int cage[3];
    // 0 (default): one per processor; at most 64. Does not affect the mesh. Unless it is 1, functions given
    // to gelSetAllocator are called from several threads at once.
    int threads;
    gelProgressFunction* progress; // default NULL
    void* progressContext;
    int cookie; // set by gelDefaultMesherDef
} gelMesherDef;

// Returns the defaults of the members.
GEL_API gelMesherDef gelDefaultMesherDef(void);

// What gelCreateMeshFromSurface did.
typedef struct gelMesherReport {
    float cellSize;       // metres, as used; 0 of a cage
    bool closed;          // the surface has no holes and no sheets: the volumes are exact
    int innerTets;        // entirely inside
    int splitTets;        // duplicates of tets that hold several things
    double surfaceArea;   // m^2, of the surface; duplicate triangles count once
    double surfaceVolume; // m^3, enclosed by it, summed over overlapping pieces; rough if it has holes
    double filledVolume;  // m^3, the sum of the tets' volumes times their fill fractions
} gelMesherReport;

// Meshes a surface. mesh->fillFractions are set: the exact fraction inside for closed surfaces, an estimate
// at 35 points for others, area times sheetThickness for sheets; at least 0.05, or half the mean if that is
// less, compensated by the other tets at the surface. `embedding` (nullable) is that of the surface's
// vertices in the mesh: all weights are at least 0, except with `conform`. Use it instead of
// gelCreateEmbedding, which cannot distinguish tets in the same place. `report` is nullable.
//
// A cage has sides of at least a tenth of its longest, as flat surfaces have boxes without volume; what a closed surface
// encloses is spread over it evenly, so that all its tets have one fill fraction, at least 0.05; others fill it.
//
// If the surface has several parts, mesh->parts gives, for each tet, the part that fills most of it; inner
// tets belong to the part whose surface is nearest.
//
// The inside is what the surface surrounds (by winding number, with its pieces oriented outwards first), and
// for a surface with holes also what cannot be reached from outside through holes as wide as a quarter of a
// cell. With `conform`, tets that only graze the surface are left out and the boundary is pulled to it, on
// average to within 0.1 of a cell instead of 0.4, for closed surfaces; at open ones little moves. Dihedral
// angles stay between 10 and 165 degrees, which keeps the boundary further away at thin places and sharp
// edges. Vertices of the surface that stick out are embedded in the nearest tet with negative weights: a few
// per cent of a smooth surface's, many at thin walls, down to -4. Fill fractions are recomputed, near 1 for
// most; partly filled tets compensate for what sticks out, so that the filled volume is kept within 2% if the
// mesh has room. Costs 1 to 7 s more for 20,000 tets. Errors: gel_invalidArgument (a number out of range, a
// surface smaller than 1e-6 m or beyond 1e9 m, more than 2^25 cells in the surface's bounding box, cells too
// small for float coordinates so far from the origin), gel_outOfMemory. On failure *mesh and *embedding are
// empty. Cost: 20,000 tets take 0.2 to 1 s on two cores, a million some seconds.
GEL_API gelStatus gelCreateMeshFromSurface(const gelSurfaceMesh* surface, const gelMesherDef* def,
                                           gelTetMesh* mesh, gelEmbedding* embedding,
                                           gelMesherReport* report);
