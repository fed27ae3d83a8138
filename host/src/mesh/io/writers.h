// What the writers of the mesh formats share.
#pragma once

#include "gel/mesh.h"
#include "mesh/io/draft.h" // the names of values
#include "base/result_text.h"

// Where values go: as text with a blank between them, or as bytes.
typedef struct gelMeshOut {
    const gelTetMesh* mesh;
    gelResultText text; // empty while bytes are written
    bool binary;
    gelByteOrder order;
    bool inRow; // a value stands in the line already
} gelMeshOut;

void gelPutLine(gelMeshOut* out, const char* line); // text in any case, with the end of a line
void gelPutInteger(gelMeshOut* out, int64_t value, int bytes);
void gelPutReal(gelMeshOut* out, float value, int bytes); // 4 or 8
void gelPutPosition(gelMeshOut* out, int vertex, int bytes);
void gelEndRow(gelMeshOut* out); // ends the line of values; nothing where they are bytes

// A value at each tet, by name.
typedef struct gelTetValues {
    const char* name;
    const float* reals; // NULL: the integers
    const int* integers;
} gelTetValues;

// Those that a mesh has: parts first. Returns how many, at most 2.
int gelListTetValues(const gelTetMesh* mesh, gelTetValues values[2]);
// In bytes: 4 as it is, 8 as a real.
void gelPutTetValue(gelMeshOut* out, const gelTetValues* values, int tet, int bytes);

// Each writes a whole file.
gelStatus gelWriteGmsh22(gelMeshOut* out);
gelStatus gelWriteGmsh41(gelMeshOut* out);
gelStatus gelWriteMedit(gelMeshOut* out);
gelStatus gelWriteNodes(gelMeshOut* out);
gelStatus gelWriteTets(gelMeshOut* out);
gelStatus gelWriteVtk(gelMeshOut* out);
gelStatus gelWriteVtuMesh(gelMeshOut* out);
