// Which lattice tets the surface touches, which it encloses.
#pragma once

#include "mesher/surface.h"
#include "mesher/tet_set.h"

// Which tets of a lattice the surface needs.
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
    int* firstTouching; // [touched.count + 1]: where the triangles of each start in; NULL if only counted
    int* touching;      // ascending for each tet
    int labelCount;     //
    int* labels;        // [enclosed.count]: those that hang together have one number
    int* labelWindings; // [labelCount]: how often the surface goes round them, rounded
} gelMesherCover;

// Cells of `cellSize` metres, the surface's middle at `shift` of a cell from a corner of the lattice. With `counting` only the
// sets are found, not which triangles touch the tets.
// Errors: gel_invalidArgument (too many cells), gel_outOfMemory.
gelStatus gelMakeMesherCover(const gelMesherSurface* surface, const gelMesherTables* tables, double cellSize,
                             const double shift[3], bool hollow, bool counting, int threads,
                             gelMesherCover* cover);
void gelClearMesherCover(gelMesherCover* cover);

// How often the surface goes round a place, in lattice units; 0 for tangled ones.
double gelMesherWinding(const gelMesherCover* cover, const double place[3]);
