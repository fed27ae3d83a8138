// The touched tets, each divided into 64: what in them hangs together.
#pragma once

#include "mesher/touch.h"
#include "mesher/volume.h"

// A touched tet and what hangs together in it. Two small tets next to each other do if the surface crosses the face between
// them or that face is inside.
typedef struct gelMesherTet {
    gelFineTouch touch;
    uint64_t kept;   // small tets that are touched or inside
    uint64_t clear;  // small vertices on a face that the surface does not cross
    uint64_t inside; // small vertices that are inside
    int firstRegion; // number of its first region among those of all tets
    signed char
        regions[gel_fineVertexCount]; // parts into which the surface divides the tet, of small vertices
    signed char windings[gel_fineVertexCount];
    signed char pieces[gel_fineTetCount]; // of kept small tets; -1
    signed char pieceCount;
    int firstPiece; // number of its first piece among those of all tets
} gelMesherTet;

typedef struct gelMesherPieces {
    const gelMesherCover* cover;
    gelMesherTet* tets; // [touched.count]
    uint64_t*
        touchMasks; // for each of cover->touching: the small tets that the triangle touches, all where it was not asked
    int pieceCount; // of all of them
    double* fills;  // [pieceCount], share of the tet that is inside
    double* areas;  // [pieceCount], of the sheets within, square lattice units
    int* parts;     // [pieceCount]: the part of the surface that there is most of in it
} gelMesherPieces;

// Whether two small tets at a face of which both are kept are one piece.
bool gelHoldsTogether(const gelMesherTables* tables, const gelMesherTet* tet, int face);

// The triangles that touch small tets of a touched tet.
gelTouchList gelTouchesOf(const gelMesherPieces* pieces, int t, uint64_t wanted);

gelStatus gelMakeMesherPieces(const gelMesherCover* cover, gelMesherPieces* pieces);
void gelClearMesherPieces(gelMesherPieces* pieces);
