// Tets as an unstructured grid of VTK in XML (.vtu), which ParaView and VTK read: a header, then the arrays as they are in
// memory, little endian (format "appended", encoding "raw").
#pragma once

#include "base/result_file.h"

// Numbers of each vertex or each tet, four bytes each: floats or, where `integer`, ints.
typedef struct gelVtuField {
    const char* name; // no character that XML gives a meaning
    const void* values;
    int componentCount; // 1 to 3
    bool integer;
} gelVtuField;

typedef struct gelVtuGrid {
    int vertexCount, tetCount;
    const float* positions; // [vertexCount][3]
    const int* tets;        // [tetCount][4]
    const gelVtuField* vertexFields;
    const gelVtuField* tetFields;
    int vertexFieldCount, tetFieldCount;
} gelVtuGrid;

gelStatus gelWriteVtu(gelResultFile* file, const gelVtuGrid* grid);
