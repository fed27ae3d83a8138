// The mesher: tets for any surface, whatever is wrong with it. Holes, parts that pass through each other or themselves,
// triangles that face the wrong side, double ones and flat sheets are all taken as they are.
//
//     gelMesherDef def = gelDefaultMesherDef();
//     def.tetCount = 20000;
//     if (gelCreateMeshFromSurface(&surface, &def, &mesh, &embedding, NULL) != gel_success)
//         puts(gelLastError());
//
// The mesh is made of the tets of a body-centred cubic lattice that the surface touches or encloses: all of one shape (dihedral
// angles of 60 and 90 degrees) and size. It covers more than the surface encloses, so each tet knows how much of it is filled.
// The surface's own vertices hang in the tets and follow them, however coarse those are. What is near but does not touch, such
// as two fingers, stays apart down to a quarter of a cell: a tet that holds two things is there twice.
//
// The same surface gives the same bytes, whatever the order of its vertices and triangles, the side that each triangle faces,
// and the number of threads.
#pragma once

#include "gel/mesh.h"
#include "gel/skin.h"

// Told how much is done, from 0 to 1, on the thread that called the mesher.
typedef void gelProgressFunction(void* context, float done);

typedef struct gelMesherDef {
    // How many tets to aim for, 50 to 10 000 000; default 20 000. Met within 5%, but for what is split all over (soups of
    // triangles that nearly touch) and for wires across their box, of which there are fewer: the search stops at
    // 2^22 cells in the box.
    int tetCount;
    // Metres, edge of the lattice's cubes, each of which holds 12 tets; 0 (default): as tetCount asks.
    float cellSize;
    // Metres that a surface without an inside counts as thick, >= 0; 0 (default): a tenth of a cell.
    float sheetThickness;
    // Keep cavities: what a closed piece of the surface that faces inwards goes round is outside. Pieces face as most of
    // their area does. Default false: filled.
    bool hollow;
    // Pull the mesh's boundary to the surface; see below. Default false: tets of one shape that cover all of it.
    bool conform;
    // 0 (default): one for each processor; at most 64. Does not change the mesh. Unless it is 1, functions given to
    // gelSetAllocator are called from several threads at once.
    int threads;
    gelProgressFunction* progress; // default NULL
    void* progressContext;
    int cookie; // set by gelDefaultMesherDef
} gelMesherDef;

GEL_API gelMesherDef gelDefaultMesherDef(void);

typedef struct gelMesherReport {
    float cellSize;     // metres, that was used
    bool closed;        // the surface has no holes and no sheets: the volumes are exact
    int innerTets;      // wholly inside
    int splitTets;      // tets that are there once more because they hold several things
    double surfaceArea; // m^2, of the surface; triangles that are there several times count once
    double
        surfaceVolume;   // m^3, enclosed by it, counted for each piece where pieces overlap; rough with holes
    double filledVolume; // m^3, the sum of the tets' volumes times their fill fractions
} gelMesherReport;

// Meshes a surface. mesh->fillFractions are set: the exact share inside for closed surfaces, an estimate at 35 points for
// others, area times sheetThickness for sheets; at least 0.05, or half the mean where that is less, which the other tets at the
// surface make up for. `embedding` (nullable) becomes that of the surface's vertices in the mesh: all weights are at least 0,
// but with `conform`. Use it in place of gelCreateEmbedding, which cannot tell tets at the same place apart. `report` is nullable.
//
// Where the surface has several parts, mesh->parts tells for each tet which of them there is most of in it; inner tets belong
// to the part whose surface is nearest.
//
// Inside is what the surface goes round (winding number, its pieces turned outwards first), and for a surface with holes also
// what cannot be reached from outside through holes as wide as a quarter of a cell.
// With `conform` tets that only graze the surface are left out and the boundary is pulled to it, on average to within 0.1 of a
// cell in place of 0.4, for closed surfaces; at open ones little moves. Dihedral angles stay between 10 and 165 degrees, which
// at thin places and sharp edges keeps it further away. What the surface sticks out hangs in the nearest tet with weights below
// 0: a few in a hundred of a smooth surface's, many at thin walls, down to -4. Fill fractions are found anew, near 1 for most;
// what sticks out the partly filled make up for, so that the filled volume is kept within 2% where the mesh has room. Costs 1
// to 7 s more for 20 000 tets.
// Errors: gel_invalidArgument (a number out of range, a surface smaller than 1e-6 m or beyond 1e9 m, more than 2^25 cells in the surface's box, cells too small for float
// coordinates so far from the origin), gel_outOfMemory. On failure *mesh and *embedding are empty.
// Cost: 20 000 tets take 0.2 to 1 s on two cores, a million some seconds.
GEL_API gelStatus gelCreateMeshFromSurface(const gelSurfaceMesh* surface, const gelMesherDef* def,
                                           gelTetMesh* mesh, gelEmbedding* embedding,
                                           gelMesherReport* report);
