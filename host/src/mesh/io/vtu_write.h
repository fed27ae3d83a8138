// Writes tets as an unstructured grid of VTK in XML (.vtu), for ParaView and VTK: a header, then the arrays
// as they are in memory, little endian (format "appended", encoding "raw").
#pragma once

#include "base/result_file.h"

// Values per vertex or per tet, four bytes each: floats or, if `integer`, ints.
typedef struct gelVtuField {
    const char* name; // without characters that are special in XML
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
