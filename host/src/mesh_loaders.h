// What the readers of the mesh formats share.
#pragma once

#include "gel/mesh.h"
#include "text_reader.h"

// What a file holds, before repairs. Indices are already checked against vertexCount.
typedef struct gelMeshDraft {
    int vertexCount;
    float* positions; // [vertexCount][3]
    int tetCount;
    int tetCapacity;
    int* tets; // [tetCount][4]
    int otherCells;
} gelMeshDraft;

gelStatus gelDraft_SetVertexCount(gelMeshDraft* draft, int vertexCount);
gelStatus gelDraft_AddTet(gelMeshDraft* draft, const int tet[4]);
void gelDestroyDraft(gelMeshDraft* draft);

// Each reads the whole of an opened file. TetGen's opens the other file of its pair.
gelStatus gelReadTetGen(gelTextReader* reader, gelMeshDraft* draft);
gelStatus gelReadGmsh(gelTextReader* reader, gelMeshDraft* draft);
gelStatus gelReadMedit(gelTextReader* reader, gelMeshDraft* draft);
gelStatus gelReadVtk(gelTextReader* reader, gelMeshDraft* draft);

// The index of a name's ending, its dot included; the name's length if it has none.
size_t gelEndingOf(const char* path);
