// A mesh as it is read, before repairs.
#pragma once

#include "base/text_reader.h"
#include "base/vertex_array.h"

// Indices are already checked against vertexCount.
typedef struct gelMeshDraft {
    int vertexCount;
    float* positions; // [vertexCount][3]
    int tetCount;
    int tetCapacity;
    int* tets;            // [tetCount][4]
    float* fillFractions; // [tetCount], default 1; unchecked
    int* parts;           // [tetCount], default 0
    int otherCells;
    gelVertexArray* array; // to read as well; NULL: none
} gelMeshDraft;

// The names of fill fractions and parts, in formats where values have names.
#define GEL_FILL_NAME "fill_fraction"
#define GEL_PART_NAME "part"

// Resizes the array of vertices, keeping its contents.
gelStatus gelDraft_SetVertexCount(gelMeshDraft* draft, int vertexCount);
gelStatus gelDraft_AddTet(gelMeshDraft* draft, const int tet[4]);
void gelDestroyDraft(gelMeshDraft* draft);

// Sets the value of that name for tet `tet`; unknown names are ignored. Errors: gel_formatError (a part that
// is not an integer).
gelStatus gelDraft_SetValue(gelMeshDraft* draft, const gelTextReader* reader, gelWord name, int tet,
                            double value);
bool gelIsTetValue(gelWord name); // whether a name is known

// A number that marks groups of tets is their part, unless all tets have the same one: then it carries no
// information.
void gelDraft_DropCommonPart(gelMeshDraft* draft);
