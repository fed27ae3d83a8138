// Shared by the writers of tet meshes.
#pragma once

#include "gel/mesh.h"
#include "mesh/io/draft.h" // the names of values
#include "base/result_text.h"

// Writes values, as text separated by blanks or as bytes.
typedef struct gelMeshOut {
    const gelTetMesh* mesh;
    gelResultText text; // unused while bytes are written
    bool binary;
    gelByteOrder order;
    bool inRow; // the line already has a value
} gelMeshOut;

void gelPutLine(gelMeshOut* out, const char* line); // always text; adds the end of the line
void gelPutInteger(gelMeshOut* out, int64_t value, int bytes);
void gelPutReal(gelMeshOut* out, float value, int bytes); // 4 or 8
void gelPutPosition(gelMeshOut* out, int vertex, int bytes);
void gelEndRow(gelMeshOut* out); // ends the line of values; no effect on bytes

// A named value per tet.
typedef struct gelTetValues {
    const char* name;
    const float* reals; // NULL: use the integers
    const int* integers;
} gelTetValues;

// Lists the values that a mesh has, parts first. Returns their number, at most 2.
int gelListTetValues(const gelTetMesh* mesh, gelTetValues values[2]);
// Writes the value of one tet. In binary, `bytes` = 4 keeps its type, and 8 writes a double.
void gelPutTetValue(gelMeshOut* out, const gelTetValues* values, int tet, int bytes);

// Each writes a whole file.
gelStatus gelWriteGmsh22(gelMeshOut* out);
gelStatus gelWriteGmsh41(gelMeshOut* out);
gelStatus gelWriteMedit(gelMeshOut* out);
gelStatus gelWriteNodes(gelMeshOut* out);
gelStatus gelWriteTets(gelMeshOut* out);
gelStatus gelWriteVtk(gelMeshOut* out);
gelStatus gelWriteVtuMesh(gelMeshOut* out);
