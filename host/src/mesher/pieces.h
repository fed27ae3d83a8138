// Divides each touched tet into 64, and finds what is connected in it.
#pragma once

#include "mesher/touch.h"
#include "mesher/volume.h"

// A touched tet and the pieces in it. Adjacent small tets are connected if the surface crosses the face
// between them or that face is inside.
typedef struct gelMesherTet {
    gelFineTouch touch;
    uint64_t kept;                            // small tets that are touched or inside
    uint64_t clear;                           // small vertices on a face that the surface does not cross
    uint64_t inside;                          // small vertices that are inside
    int firstRegion;                          // index of its first region among all tets' regions
    signed char regions[gel_fineVertexCount]; // of small vertices, as divided by the surface
    signed char windings[gel_fineVertexCount];
    signed char pieces[gel_fineTetCount]; // of kept small tets; -1: not kept
    signed char pieceCount;
    int firstPiece; // index of its first piece among all tets' pieces
} gelMesherTet;

typedef struct gelMesherPieces {
    const gelMesherCover* cover;
    gelMesherTet* tets;   // [touched.count]
    uint64_t* touchMasks; // per entry of cover->touching: small tets touched; all if not computed
    int pieceCount;       // of all tets
    double* fills;        // [pieceCount], fraction of the tet that is inside
    double* areas;        // [pieceCount], of the sheets within, square lattice units
    int* parts;           // [pieceCount]: the part of the surface that fills most of it
} gelMesherPieces;

// Whether two kept small tets on either side of a face belong to one piece.
bool gelHoldsTogether(const gelMesherTables* tables, const gelMesherTet* tet, int face);

// The triangles that touch small tets of a touched tet.
gelTouchList gelTouchesOf(const gelMesherPieces* pieces, int t, uint64_t wanted);

gelStatus gelMakeMesherPieces(const gelMesherCover* cover, gelMesherPieces* pieces);
void gelClearMesherPieces(gelMesherPieces* pieces);
