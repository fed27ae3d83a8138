// The cells of VTK's unstructured grids, from either kind of file.
#pragma once

#include "mesh/io/draft.h"

typedef struct gelVtkCells {
    int cellCount;
    int* offsets;         // [cellCount + 1] into connectivity
    int* connectivity;    // vertices of the draft
    unsigned char* types; // [cellCount]
    int firstTet;         // of the draft, from these cells
} gelVtkCells;

// The location and type of an array's values.
typedef struct gelVtkType {
    const char* name;
    int bytes;
    bool real;
} gelVtkType;

gelStatus gelMakeVtkCells(gelVtkCells* cells, const gelMeshDraft* draft, int64_t cellCount,
                          int64_t pointCount);
void gelDestroyVtkCells(gelVtkCells* cells);

// Sets the type of the next cell; a tet is added to the draft, others are counted.
gelStatus gelVtkCells_SetType(gelVtkCells* cells, const gelTextReader* reader, gelMeshDraft* draft, int cell,
                              int64_t type);

// Reads one value per cell. Those of tets go to the draft.
gelStatus gelVtkCells_ReadValues(const gelVtkCells* cells, gelTextReader* reader, gelMeshDraft* draft,
                                 gelWord name, const gelVtkType* type);
