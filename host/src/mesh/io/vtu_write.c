#include "mesh/io/vtu_write.h"

#include "base/frame_time.h"

// By corners: VTK_LINE, VTK_TRIANGLE, VTK_TETRA.
static const unsigned char typeOf[] = {[2] = 3, [3] = 5, [4] = 10};

// Returns the number of cells of all kinds; stores the number of their corners.
static size_t countCells(const gelVtuGrid* grid, size_t* corners)
{
    size_t count = 0;
    *corners = 0;
    for (int kind = 0; kind < gel_vtuCellKinds; kind++) {
        count += (size_t)grid->cells[kind].count;
        *corners += (size_t)grid->cells[kind].count * (size_t)grid->cells[kind].corners;
    }
    return count;
}

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
    size_t cornerCount, cellCount = countCells(grid, &cornerCount);
    const gelVtuField points = {.name = "Points", .componentCount = 3};
    const gelVtuField connectivity = {.name = "connectivity", .componentCount = 1};
    const gelVtuField offsets = {.name = "offsets", .componentCount = 1};
    const gelVtuField types = {.name = "types", .componentCount = 1};
    uint64_t offset = 0;
    gelPutText(out, "<?xml version=\"1.0\"?>\n");
    if (grid->frameTime > 0.0f)
        gelPutFrameTime(out, "<!-- Gel ", grid->frame, grid->frameTime, " -->");
    gelPutText(out, "<VTKFile type=\"UnstructuredGrid\" version=\"1.0\" byte_order=\"LittleEndian\" "
                    "header_type=\"UInt64\">\n<UnstructuredGrid>\n");
    if (grid->frameTime > 0.0f) {
        gelPutText(out, "<FieldData>\n<DataArray type=\"Float64\" Name=\"TimeValue\" NumberOfTuples=\"1\" "
                        "format=\"ascii\">");
        gelPutNumber(out, grid->frame * (double)grid->frameTime);
        gelPutText(out, "</DataArray>\n</FieldData>\n");
    }
    gelPutText(out, "<Piece NumberOfPoints=\"%d\" NumberOfCells=\"%d\">\n", grid->vertexCount,
               (int)cellCount);
    gelPutText(out, "<Points>\n");
    putArray(out, "Float32", &points, 12 * (size_t)grid->vertexCount, &offset);
    gelPutText(out, "</Points>\n<Cells>\n");
    putArray(out, "Int32", &connectivity, 4 * cornerCount, &offset);
    putArray(out, "Int32", &offsets, 4 * cellCount, &offset);
    putArray(out, "UInt8", &types, cellCount, &offset);
    gelPutText(out, "</Cells>\n<PointData>\n");
    putFields(out, grid->vertexFields, grid->vertexFieldCount, grid->vertexCount, &offset);
    gelPutText(out, "</PointData>\n<CellData>\n");
    putFields(out, grid->cellFields, grid->cellFieldCount, (int)cellCount, &offset);
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

static gelStatus writeCells(gelResultFile* file, const gelVtuGrid* grid)
{
    size_t corners;
    countCells(grid, &corners);
    gelStatus status = writeSize(file, 4 * (uint64_t)corners);
    for (int kind = 0; kind < gel_vtuCellKinds && status == gel_success; kind++) {
        const gelVtuCells* cells = &grid->cells[kind];
        if (cells->count > 0)
            status = gelWriteWords(file, cells->vertices, (size_t)cells->count * (size_t)cells->corners,
                                   gel_littleEndian);
    }
    return status;
}

// The offset of each cell's end in the connectivity, and its type.
static gelStatus writeKinds(gelResultFile* file, const gelVtuGrid* grid)
{
    size_t corners, count = countCells(grid, &corners);
    int end = 0;
    gelStatus status = writeSize(file, 4 * (uint64_t)count);
    for (int kind = 0; kind < gel_vtuCellKinds; kind++)
        for (int c = 0; c < grid->cells[kind].count && status == gel_success; c++) {
            end += grid->cells[kind].corners;
            status = gelWriteWords(file, &end, 1, gel_littleEndian);
        }
    if (status == gel_success)
        status = writeSize(file, (uint64_t)count);
    for (int kind = 0; kind < gel_vtuCellKinds; kind++)
        for (int c = 0; c < grid->cells[kind].count && status == gel_success; c++)
            status = gelWriteResultFile(file, &typeOf[grid->cells[kind].corners], 1);
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
    size_t corners;
    putHeader(&header, grid);
    gelStatus status = gelFlushText(&header);
    if (status == gel_success)
        status = writeArray(file, grid->positions, 3 * (size_t)grid->vertexCount);
    if (status == gel_success)
        status = writeCells(file, grid);
    if (status == gel_success)
        status = writeKinds(file, grid);
    if (status == gel_success)
        status = writeFields(file, grid->vertexFields, grid->vertexFieldCount, grid->vertexCount);
    if (status == gel_success)
        status = writeFields(file, grid->cellFields, grid->cellFieldCount, (int)countCells(grid, &corners));
    gelResultText footer = {.file = file, .status = status};
    gelPutText(&footer, "\n</AppendedData>\n</VTKFile>\n");
    return gelFlushText(&footer);
}
