// Finds the lattice tets that the surface touches and those it encloses.
#pragma once

#include "mesher/surface.h"
#include "mesher/tet_set.h"

// The tets of a lattice that the surface needs.
typedef struct gelMesherCover {
    const gelMesherSurface* surface;
    const gelMesherTables* tables;
    bool hollow;
    int threads;
    gelMesherLattice lattice;
    double* points;     // [vertexCount][3]: the surface's vertices in lattice units
    gelTetSet touched;  // by the surface
    gelTetSet enclosed; // not touched, and not reached from outside through tets that are not touched
    gelTetSet inner;    // not touched, inside
    int* firstTouching; // [touched.count + 1] into `touching`; NULL if only counted
    int* touching;      // ascending for each tet
    int labelCount;     //
    int* labels;        // [enclosed.count]: connected tets share a number
    int* labelWindings; // [labelCount]: rounded winding number
} gelMesherCover;

// Cells of `cellSize` metres, with the middle of the surface at `shift` of a cell from a lattice corner. With
// `counting` only the sets are found, not which triangles touch the tets. Errors: gel_invalidArgument (too
// many cells), gel_outOfMemory.
gelStatus gelMakeMesherCover(const gelMesherSurface* surface, const gelMesherTables* tables, double cellSize,
                             const double shift[3], bool hollow, bool counting, int threads,
                             gelMesherCover* cover);
void gelClearMesherCover(gelMesherCover* cover);

// The winding number at a position in lattice units; 0 for tangled surfaces.
double gelMesherWinding(const gelMesherCover* cover, const double place[3]);
