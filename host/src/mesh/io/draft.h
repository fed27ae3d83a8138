// A mesh as it is read, before repairs.
#pragma once

#include "base/text_reader.h"

// Indices are already checked against vertexCount.
typedef struct gelMeshDraft {
    int vertexCount;
    float* positions; // [vertexCount][3]
    int tetCount;
    int tetCapacity;
    int* tets;            // [tetCount][4]
    float* fillFractions; // [tetCount], 1 where the file says nothing else; unchecked
    int* parts;           // [tetCount], 0 where the file says nothing else
    int otherCells;
} gelMeshDraft;

// What fill fractions and parts are called in formats where values have names.
#define GEL_FILL_NAME "fill_fraction"
#define GEL_PART_NAME "part"

// Makes room for that many vertices, and keeps those that are there.
gelStatus gelDraft_SetVertexCount(gelMeshDraft* draft, int vertexCount);
gelStatus gelDraft_AddTet(gelMeshDraft* draft, const int tet[4]);
void gelDestroyDraft(gelMeshDraft* draft);

// What a value of a name means for tet `tet`; others are passed over. Errors: gel_formatError (a part that is no integer).
gelStatus gelDraft_SetValue(gelMeshDraft* draft, const gelTextReader* reader, gelWord name, int tet,
                            double value);
bool gelIsTetValue(gelWord name); // whether a name means anything

// A number that marks groups of tets is their part, unless all tets have the same: then it tells nothing apart.
void gelDraft_DropCommonPart(gelMeshDraft* draft);
