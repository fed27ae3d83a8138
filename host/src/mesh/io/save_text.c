// Writes the formats that are a sequence of sections: MEDIT, TetGen, VTK's legacy format.
#include "mesh/io/writers.h"

static void putCorners(gelMeshOut* out, int tet, int first)
{
    for (int k = 0; k < 4; k++)
        gelPutInteger(out, out->mesh->tets[4 * (size_t)tet + (size_t)k] + first, 4);
}

// A tet's reference number is its part; a vertex has 0.
gelStatus gelWriteMedit(gelMeshOut* out)
{
    const gelTetMesh* mesh = out->mesh;
    gelPutText(&out->text, "MeshVersionFormatted 2\nDimension\n3\nVertices\n%d\n", mesh->vertexCount);
    for (int i = 0; i < mesh->vertexCount; i++) {
        gelPutPosition(out, i, 8);
        gelPutInteger(out, 0, 4);
        gelEndRow(out);
    }
    gelPutText(&out->text, "Tetrahedra\n%d\n", mesh->tetCount);
    for (int t = 0; t < mesh->tetCount; t++) {
        putCorners(out, t, 1);
        gelPutInteger(out, mesh->parts != NULL ? mesh->parts[t] : 0, 4);
        gelEndRow(out);
    }
    gelPutLine(out, "End");
    return gelFlushText(&out->text);
}

gelStatus gelWriteNodes(gelMeshOut* out)
{
    const gelTetMesh* mesh = out->mesh;
    gelPutText(&out->text, "%d 3 0 0\n", mesh->vertexCount);
    for (int i = 0; i < mesh->vertexCount; i++) {
        gelPutInteger(out, i, 4);
        gelPutPosition(out, i, 8);
        gelEndRow(out);
    }
    return gelFlushText(&out->text);
}

// Attributes have no names in this format: a leading comment lists them.
gelStatus gelWriteTets(gelMeshOut* out)
{
    const gelTetMesh* mesh = out->mesh;
    gelTetValues values[2];
    int count = gelListTetValues(mesh, values);
    if (count > 0)
        gelPutText(&out->text, "# attributes: %s %s\n", values[0].name, count == 2 ? values[1].name : "");
    gelPutText(&out->text, "%d 4 %d\n", mesh->tetCount, count);
    for (int t = 0; t < mesh->tetCount; t++) {
        gelPutInteger(out, t, 4);
        putCorners(out, t, 0);
        for (int i = 0; i < count; i++)
            gelPutTetValue(out, &values[i], t, 4);
        gelEndRow(out);
    }
    return gelFlushText(&out->text);
}

static void endArray(gelMeshOut* out)
{
    if (out->binary)
        gelPutLine(out, "");
}

static void putVtkValues(gelMeshOut* out)
{
    const gelTetMesh* mesh = out->mesh;
    gelTetValues values[2];
    int count = gelListTetValues(mesh, values);
    if (count == 0)
        return;
    gelPutText(&out->text, "CELL_DATA %d\nFIELD FieldData %d\n", mesh->tetCount, count);
    for (int i = 0; i < count; i++) {
        gelPutText(&out->text, "%s 1 %d %s\n", values[i].name, mesh->tetCount,
                   values[i].reals != NULL ? "float" : "int");
        for (int t = 0; t < mesh->tetCount; t++) {
            gelPutTetValue(out, &values[i], t, 4);
            gelEndRow(out);
        }
        endArray(out);
    }
}

// Version 3.0: the newest that every reader of the format accepts.
gelStatus gelWriteVtk(gelMeshOut* out)
{
    enum { vtkTet = 10 };
    const gelTetMesh* mesh = out->mesh;
    gelPutText(&out->text,
               "# vtk DataFile Version 3.0\nGel %s\n%s\nDATASET UNSTRUCTURED_GRID\nPOINTS %d float\n",
               gelVersionText(), out->binary ? "BINARY" : "ASCII", mesh->vertexCount);
    for (int i = 0; i < mesh->vertexCount; i++) {
        gelPutPosition(out, i, 4);
        gelEndRow(out);
    }
    endArray(out);
    gelPutText(&out->text, "CELLS %d %lld\n", mesh->tetCount, 5 * (long long)mesh->tetCount);
    for (int t = 0; t < mesh->tetCount; t++) {
        gelPutInteger(out, 4, 4);
        putCorners(out, t, 0);
        gelEndRow(out);
    }
    endArray(out);
    gelPutText(&out->text, "CELL_TYPES %d\n", mesh->tetCount);
    for (int t = 0; t < mesh->tetCount; t++) {
        gelPutInteger(out, vtkTet, 4);
        gelEndRow(out);
    }
    endArray(out);
    putVtkValues(out);
    return gelFlushText(&out->text);
}
