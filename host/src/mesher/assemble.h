// Builds the mesh, and the embedding of the surface's vertices in it.
#pragma once

#include "gel/mesher.h"
#include "mesher/pieces.h"

// A mesh under construction. Every piece of a tet is a copy of it; some copies are merged again.
typedef struct gelMesherAssembly {
    const gelMesherPieces* pieces;
    int copyCount;
    int* copyTets;      // [copyCount]: lattice tet of each; in lattice order, then by piece
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

// Builds the mesh and, unless `embedding` is NULL, the embedding of the surface's vertices. `thickness` of
// sheets in metres.
gelStatus gelAssembleMesh(const gelMesherPieces* pieces, double thickness, bool conform, gelTetMesh* mesh,
                          gelEmbedding* embedding, gelMesherReport* report);
