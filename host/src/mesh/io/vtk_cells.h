// The cells of VTK's unstructured grids, whichever kind of file they come from.
#pragma once

#include "mesh/io/draft.h"

typedef struct gelVtkCells {
    int cellCount;
    int* offsets;         // [cellCount + 1] into connectivity
    int* connectivity;    // vertices of the draft
    unsigned char* types; // [cellCount]
    int firstTet;         // of the draft, from these cells
} gelVtkCells;

// Where the values of an array stand, and what they are.
typedef struct gelVtkType {
    const char* name;
    int bytes;
    bool real;
} gelVtkType;

gelStatus gelMakeVtkCells(gelVtkCells* cells, const gelMeshDraft* draft, int64_t cellCount,
                          int64_t pointCount);
void gelDestroyVtkCells(gelVtkCells* cells);

// Gives the next cell its type; a tet goes to the draft, others are counted.
gelStatus gelVtkCells_SetType(gelVtkCells* cells, const gelTextReader* reader, gelMeshDraft* draft, int cell,
                              int64_t type);

// Reads one value for each cell. Those of tets go to the draft.
gelStatus gelVtkCells_ReadValues(const gelVtkCells* cells, gelTextReader* reader, gelMeshDraft* draft,
                                 gelWord name, const gelVtkType* type);
