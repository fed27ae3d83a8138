// The mesh, and where the surface's vertices hang in it.
#pragma once

#include "gel/mesher.h"
#include "mesher/pieces.h"

// A mesh in the making. Every piece of a tet is a copy of it; some become one again.
typedef struct gelMesherAssembly {
    const gelMesherPieces* pieces;
    int copyCount;
    int* copyTets;      // [copyCount]: lattice tet of each; in order of the lattice, then of pieces
    int* touchedCopies; // [touched.count]: the copy of the first piece
    int* innerCopies;   // [inner.count]
    int* parents;       // [copyCount * 4]: union-find over the copies' corners
    int* numbers;       // [copyCount]: index in the mesh
    double* fills;      // [copyCount]
    int* copyParts;     // [copyCount]
    float* positions;
    int vertexCount;
    int* tets;
    float* fillFractions;
    int* parts; // of tets
    int tetCount;
    gelEmbedding* embedding; // nullable
} gelMesherAssembly;

// Makes the mesh, and the embedding of the surface's vertices in it unless that is NULL. `thickness` of sheets in metres.
gelStatus gelAssembleMesh(const gelMesherPieces* pieces, double thickness, bool conform, gelTetMesh* mesh,
                          gelEmbedding* embedding, gelMesherReport* report);
