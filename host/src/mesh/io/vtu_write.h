// Writes tets, triangles and lines as an unstructured grid of VTK in XML (.vtu), for ParaView and VTK: a header, then the arrays
// as they are in memory, little endian (format "appended", encoding "raw").
#pragma once

#include "base/result_file.h"

// Values per vertex or per cell, four bytes each: floats or, if `integer`, ints.
typedef struct gelVtuField {
    const char* name; // without characters that are special in XML
    const void* values;
    int componentCount; // 1 to 3
    bool integer;
} gelVtuField;

// Cells of as many corners, which tell what they are: 4 tets, 3 triangles, 2 lines.
typedef struct gelVtuCells {
    int count, corners;
    const int* vertices; // [count][corners]
} gelVtuCells;

enum { gel_vtuCellKinds = 3 };

typedef struct gelVtuGrid {
    int frame;
    float frameTime; // s; the grid is of time frame * frameTime; 0: it is of none
    int vertexCount;
    const float* positions;              // [vertexCount][3]
    gelVtuCells cells[gel_vtuCellKinds]; // one kind after the other
    const gelVtuField* vertexFields;
    const gelVtuField* cellFields;
    int vertexFieldCount, cellFieldCount;
} gelVtuGrid;

gelStatus gelWriteVtu(gelResultFile* file, const gelVtuGrid* grid);
