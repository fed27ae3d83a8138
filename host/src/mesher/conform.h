// Pulls the boundary of a mesh to the surface.
#pragma once

#include "mesher/assemble.h"

typedef struct gelConform {
    gelMesherAssembly* assembly;
    int* firstCopies;      // [tetCount]: the first copy that became the tet
    int* touched;          // [copyCount]: the touched tet of the cover; -1: inner
    int* firstTets;        // [vertexCount + 1]
    int* vertexTets;       // tets of each vertex
    bool *alive, *core;    // [tetCount]
    bool *deep, *boundary; // [vertexCount]
    bool *pinned, *moved;  // [vertexCount]: at a sheet
    unsigned char* layers; // [vertexCount]: steps from the boundary, at most layerCount + 1
} gelConform;

static inline int gelPieceOf(const gelConform* conform, int copy)
{
    return copy - conform->assembly->touchedCopies[conform->touched[copy]];
}

// The next copy that became the same tet, -1 at the end.
static inline int gelNextCopy(const gelConform* conform, int copy)
{
    const gelMesherAssembly* assembly = conform->assembly;
    for (int next = copy + 1;
         next < assembly->copyCount && assembly->copyTets[next] == assembly->copyTets[copy]; next++)
        if (assembly->numbers[next] == assembly->numbers[copy])
            return next;
    return -1;
}

static inline uint64_t gelFineTetsOf(const gelConform* conform, int copy)
{
    const gelMesherTet* tet = &conform->assembly->pieces->tets[conform->touched[copy]];
    uint64_t bits = 0;
    for (int fine = 0; fine < gel_fineTetCount; fine++)
        bits |= (uint64_t)(tet->pieces[fine] == gelPieceOf(conform, copy)) << fine;
    return bits;
}

// Removes tets that only graze the surface, pulls the boundary to it, and recomputes fill fractions and
// embedding.
gelStatus gelConformMesh(gelMesherAssembly* assembly);
