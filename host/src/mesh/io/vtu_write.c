#include "mesh/io/vtu_write.h"

#include "base/result_text.h"

enum { tetType = 10, corners = 4 }; // VTK_TETRA

static void putArray(gelResultText* out, const char* type, const gelVtuField* field, size_t bytes,
                     uint64_t* offset)
{
    gelPutText(out, "<DataArray type=\"%s\" Name=\"%s\"", type, field->name);
    if (field->componentCount > 1) // meshio turns a named single component into a column
        gelPutText(out, " NumberOfComponents=\"%d\"", field->componentCount);
    gelPutText(out, " format=\"appended\" offset=\"%llu\"/>\n", (unsigned long long)*offset);
    *offset += sizeof(uint64_t) + bytes; // each is preceded by its size
}

static void putFields(gelResultText* out, const gelVtuField* fields, int fieldCount, int count,
                      uint64_t* offset)
{
    for (int i = 0; i < fieldCount; i++)
        putArray(out, fields[i].integer ? "Int32" : "Float32", &fields[i],
                 4 * (size_t)count * (size_t)fields[i].componentCount, offset);
}

static void putHeader(gelResultText* out, const gelVtuGrid* grid)
{
    size_t tetCount = (size_t)grid->tetCount;
    const gelVtuField points = {.name = "Points", .componentCount = 3};
    const gelVtuField connectivity = {.name = "connectivity", .componentCount = 1};
    const gelVtuField offsets = {.name = "offsets", .componentCount = 1};
    const gelVtuField types = {.name = "types", .componentCount = 1};
    uint64_t offset = 0;
    gelPutText(out, "<?xml version=\"1.0\"?>\n<VTKFile type=\"UnstructuredGrid\" version=\"1.0\" "
                    "byte_order=\"LittleEndian\" header_type=\"UInt64\">\n");
    gelPutText(out, "<UnstructuredGrid>\n<Piece NumberOfPoints=\"%d\" NumberOfCells=\"%d\">\n",
               grid->vertexCount, grid->tetCount);
    gelPutText(out, "<Points>\n");
    putArray(out, "Float32", &points, 12 * (size_t)grid->vertexCount, &offset);
    gelPutText(out, "</Points>\n<Cells>\n");
    putArray(out, "Int32", &connectivity, 4 * corners * tetCount, &offset);
    putArray(out, "Int32", &offsets, 4 * tetCount, &offset);
    putArray(out, "UInt8", &types, tetCount, &offset);
    gelPutText(out, "</Cells>\n<PointData>\n");
    putFields(out, grid->vertexFields, grid->vertexFieldCount, grid->vertexCount, &offset);
    gelPutText(out, "</PointData>\n<CellData>\n");
    putFields(out, grid->tetFields, grid->tetFieldCount, grid->tetCount, &offset);
    gelPutText(out, "</CellData>\n</Piece>\n</UnstructuredGrid>\n<AppendedData encoding=\"raw\">\n_");
}

// The size of an array, which precedes it.
static gelStatus writeSize(gelResultFile* file, uint64_t bytes)
{
    const uint32_t halves[2] = {(uint32_t)bytes, (uint32_t)(bytes >> 32)};
    return gelWriteWords(file, halves, 2, gel_littleEndian);
}

static gelStatus writeArray(gelResultFile* file, const void* words, size_t count)
{
    gelStatus status = writeSize(file, 4 * (uint64_t)count);
    return status == gel_success ? gelWriteWords(file, words, count, gel_littleEndian) : status;
}

// The offset of each tet's end in the connectivity, and its type.
static gelStatus writeKinds(gelResultFile* file, int tetCount)
{
    gelStatus status = writeSize(file, 4 * (uint64_t)tetCount);
    for (int t = 0; t < tetCount && status == gel_success; t++) {
        const int end = corners * (t + 1);
        status = gelWriteWords(file, &end, 1, gel_littleEndian);
    }
    if (status == gel_success)
        status = writeSize(file, (uint64_t)tetCount);
    for (int t = 0; t < tetCount && status == gel_success; t++)
        status = gelWriteResultFile(file, &(const unsigned char){tetType}, 1);
    return status;
}

static gelStatus writeFields(gelResultFile* file, const gelVtuField* fields, int fieldCount, int count)
{
    gelStatus status = gel_success;
    for (int i = 0; i < fieldCount && status == gel_success; i++)
        status = writeArray(file, fields[i].values, (size_t)count * (size_t)fields[i].componentCount);
    return status;
}

gelStatus gelWriteVtu(gelResultFile* file, const gelVtuGrid* grid)
{
    gelResultText header = {.file = file};
    putHeader(&header, grid);
    gelStatus status = gelFlushText(&header);
    if (status == gel_success)
        status = writeArray(file, grid->positions, 3 * (size_t)grid->vertexCount);
    if (status == gel_success)
        status = writeArray(file, grid->tets, corners * (size_t)grid->tetCount);
    if (status == gel_success)
        status = writeKinds(file, grid->tetCount);
    if (status == gel_success)
        status = writeFields(file, grid->vertexFields, grid->vertexFieldCount, grid->vertexCount);
    if (status == gel_success)
        status = writeFields(file, grid->tetFields, grid->tetFieldCount, grid->tetCount);
    gelResultText footer = {.file = file, .status = status};
    gelPutText(&footer, "\n</AppendedData>\n</VTKFile>\n");
    return gelFlushText(&footer);
}
