// VTK's XML unstructured grids, .vtu. Parsed without an XML library: with appended raw data such a file is
// not valid XML, and only tags and attributes matter here.
#include "mesh/io/vtu_array.h"
#include "mesh/io/loaders.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

typedef struct Tag {
    gelWord name;       // "/Points" in a closing tag
    gelWord attributes; // the text after the name
    bool empty;         // <.../>
} Tag;

// The section of a piece that contains an array.
typedef enum Section { elsewhere, inPoints, inCells, inPointData, inCellData } Section;

enum { valueArrayCount = 2 };

typedef struct Piece {
    int64_t pointCount, cellCount;
    gelVtuArray points, connectivity, offsets, types;
    gelVtuArray values[valueArrayCount]; // at cells, with known names
    gelVtuArray wanted;                  // the draft's, at points or cells
    bool isAtCells;
} Piece;

typedef struct VtuFile {
    gelTextReader* reader;
    gelMeshDraft* draft;
    gelVtuCoding coding;
    Section section;
    Piece* pieces;
    int pieceCount, pieceCapacity;
    bool isGrid, finished;
} VtuFile;

static bool isBlank(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

// The value of an attribute; empty if there is none.
static gelWord findAttribute(const Tag* tag, const char* name)
{
    const char* c = tag->attributes.text;
    const char* end = c + tag->attributes.length;
    while (c < end) {
        while (c < end && isBlank(*c))
            c++;
        gelWord found = {.text = c};
        while (c < end && *c != '=' && !isBlank(*c))
            c++;
        found.length = (size_t)(c - found.text);
        while (c < end && *c != '"' && *c != '\'')
            c++;
        if (c == end)
            break;
        char quote = *c++;
        gelWord value = {.text = c};
        while (c < end && *c != quote)
            c++;
        value.length = (size_t)(c - value.text);
        if (gelWordIs(found, name))
            return value;
        c += c < end;
    }
    return (gelWord){.text = tag->attributes.text};
}

static gelStatus failOfTag(const VtuFile* file, const Tag* tag, const char* name, const char* expected)
{
    gelWord value = findAttribute(tag, name);
    return gelFailHere(file->reader, gel_formatError, "<%.*s>: expected %s=\"%s\", found \"%.*s\"",
                       (int)tag->name.length, tag->name.text, name, expected,
                       (int)(value.length < 40 ? value.length : 40), value.text);
}

// An integer attribute.
static gelStatus readNumber(const VtuFile* file, const Tag* tag, const char* name, int64_t highest,
                            int64_t* number)
{
    gelWord value = findAttribute(tag, name);
    int64_t found = 0;
    bool ok = value.length > 0 && value.length < 19;
    for (size_t i = 0; ok && i < value.length; i++) {
        ok = value.text[i] >= '0' && value.text[i] <= '9';
        found = 10 * found + (value.text[i] - '0');
    }
    if (!ok || found > highest)
        return failOfTag(file, tag, name, "a number");
    *number = found;
    return gel_success;
}

// Advances to the next tag that is not a comment, declaration or instruction.
static bool findTag(gelTextReader* reader)
{
    while (gelSkipPast(reader, "<")) {
        const char* next = reader->bytes + reader->position; // ends with a zero
        if (strncmp(next, "!--", 3) == 0)
            gelSkipPast(reader, "-->");
        else if (next[0] == '?' || next[0] == '!')
            gelSkipPast(reader, ">");
        else
            return true;
    }
    return false;
}

static gelStatus nextTag(gelTextReader* reader, Tag* tag)
{
    if (!findTag(reader))
        return gelFailExpected(reader, (gelWord){0}, "</VTKFile>");
    const char* start = reader->bytes + reader->position;
    const char* end = reader->bytes + reader->size;
    const char* c = start;
    while (c < end && !isBlank(*c) && *c != '>' && (*c != '/' || c == start))
        c++;
    tag->name = (gelWord){start, (size_t)(c - start)};
    tag->attributes.text = c;
    for (char quote = '\0'; c < end && (*c != '>' || quote != '\0'); c++) {
        reader->line += *c == '\n';
        if (quote != '\0' ? *c == quote : *c == '"' || *c == '\'')
            quote = quote != '\0' ? '\0' : *c;
    }
    if (c == end)
        return gelFailExpected(reader, (gelWord){0}, "the end of a tag");
    tag->empty = c[-1] == '/';
    tag->attributes.length = (size_t)(c - tag->attributes.text) - (tag->empty && c > tag->attributes.text);
    reader->position = (size_t)(c + 1 - reader->bytes);
    return gel_success;
}

static gelStatus beginFile(VtuFile* file, const Tag* tag)
{
    gelWord type = findAttribute(tag, "type"), order = findAttribute(tag, "byte_order");
    gelWord header = findAttribute(tag, "header_type");
    if (!gelWordIs(type, "UnstructuredGrid"))
        return gelFailHere(file->reader, gel_unsupported,
                           "expected a VTKFile of type UnstructuredGrid with tets, found type '%.*s'",
                           (int)(type.length < 40 ? type.length : 40), type.text);
    file->isGrid = true;
    file->coding.bigEndian = gelWordIs(order, "BigEndian");
    if (order.length > 0 && !file->coding.bigEndian && !gelWordIs(order, "LittleEndian"))
        return failOfTag(file, tag, "byte_order", "LittleEndian or BigEndian");
    file->coding.headerBytes = gelWordIs(header, "UInt64") ? 8 : 4;
    if (header.length > 0 && !gelWordIs(header, "UInt64") && !gelWordIs(header, "UInt32"))
        return failOfTag(file, tag, "header_type", "UInt32 or UInt64");
    file->coding.compressor = findAttribute(tag, "compressor");
    return gel_success;
}

static gelStatus beginPiece(VtuFile* file, const Tag* tag)
{
    if (file->pieceCount == file->pieceCapacity) {
        int capacity = file->pieceCapacity * 2 + 4; // one tag per piece: the file's size is the limit
        Piece* pieces = gelResize(file->pieces, (size_t)capacity, sizeof *pieces);
        if (pieces == NULL)
            return gelFailMemory((size_t)capacity, sizeof *pieces);
        file->pieces = pieces;
        file->pieceCapacity = capacity;
    }
    Piece* piece = &file->pieces[file->pieceCount++];
    *piece = (Piece){.pointCount = 0};
    gelStatus status = readNumber(file, tag, "NumberOfPoints", INT_MAX / 3, &piece->pointCount);
    return status == gel_success ? readNumber(file, tag, "NumberOfCells", INT_MAX / 6, &piece->cellCount)
                                 : status;
}

// Where an array belongs; NULL if it is not needed.
static gelVtuArray* placeOfArray(VtuFile* file, gelWord name)
{
    Piece* piece = file->pieceCount > 0 ? &file->pieces[file->pieceCount - 1] : NULL;
    if (piece == NULL || file->section == elsewhere)
        return NULL;
    if (file->section == inPoints)
        return &piece->points;
    if (file->section == inCells)
        return gelWordIs(name, "connectivity") ? &piece->connectivity
               : gelWordIs(name, "offsets")    ? &piece->offsets
               : gelWordIs(name, "types")      ? &piece->types
                                               : NULL;
    bool isWanted = file->draft->array != NULL && gelRecordArray(file->draft->array, name);
    if (isWanted)
        piece->isAtCells = file->section == inCellData;
    if (isWanted || file->section == inPointData)
        return isWanted ? &piece->wanted : NULL;
    for (int i = 0; gelIsTetValue(name) && i < valueArrayCount; i++)
        if (piece->values[i].name.length == 0)
            return &piece->values[i];
    return NULL;
}

static gelStatus takeArray(VtuFile* file, const Tag* tag)
{
    gelTextReader* reader = file->reader;
    gelVtuArray array = {.name = findAttribute(tag, "Name"), .typeName = findAttribute(tag, "type")};
    gelVtuArray* place = placeOfArray(file, array.name);
    if (place == NULL)
        return gel_success;
    int64_t components = 1;
    gelStatus status = gel_success;
    if (findAttribute(tag, "NumberOfComponents").length > 0)
        status = readNumber(file, tag, "NumberOfComponents", INT_MAX, &components);
    if (status == gel_success && file->section == inPoints && components != 3)
        return failOfTag(file, tag, "NumberOfComponents", "3");
    if (status == gel_success && components != 1 && place == &file->pieces[file->pieceCount - 1].wanted)
        return gelFailHere(reader, gel_unsupported, "array \"%.*s\": expected 1 component, found %lld",
                           (int)array.name.length, array.name.text, (long long)components);
    if (status != gel_success || (file->section == inCellData && components != 1))
        return status;
    if (place->name.length > 0)
        return gelFailHere(reader, gel_formatError, "duplicate array \"%.*s\"", (int)array.name.length,
                           array.name.text);
    if (array.name.length == 0)
        array.name = (gelWord){"Points", 6}; // its name is optional
    array.type = gelVtuTypeOf(array.typeName);
    gelWord format = findAttribute(tag, "format");
    array.format = gelWordIs(format, "appended") ? gel_vtuAppended
                   : gelWordIs(format, "binary") ? gel_vtuBinary
                                                 : gel_vtuText;
    if (array.format == gel_vtuText && format.length > 0 && !gelWordIs(format, "ascii"))
        return failOfTag(file, tag, "format", "ascii, binary or appended");
    if (array.format == gel_vtuAppended)
        status = readNumber(file, tag, "offset", INT64_MAX, &array.offset);
    array.line = reader->line;
    array.content.text = reader->bytes + reader->position;
    if (!tag->empty) {
        const char* end = memchr(array.content.text, '<', reader->size - reader->position);
        if (end == NULL)
            return gelFailHere(reader, gel_formatError, "expected </DataArray>, found the end of the file");
        array.content.length = (size_t)(end - array.content.text);
    }
    *place = array;
    return status;
}

// The XML part ends here: after an underscore the data need not be text.
static gelStatus beginAppended(VtuFile* file, const Tag* tag)
{
    gelWord encoding = findAttribute(tag, "encoding");
    file->finished = true;
    file->coding.appendedBase64 = gelWordIs(encoding, "base64");
    if (!file->coding.appendedBase64 && !gelWordIs(encoding, "raw"))
        return failOfTag(file, tag, "encoding", "raw or base64");
    if (!gelSkipPast(file->reader, "_"))
        return gelFailExpected(file->reader, (gelWord){0}, "appended data after an underscore");
    file->coding.appended = file->reader->position;
    return gel_success;
}

static gelStatus takeTag(VtuFile* file, const Tag* tag)
{
    if (gelWordIs(tag->name, "VTKFile"))
        return beginFile(file, tag);
    if (!file->isGrid)
        return gelFailHere(file->reader, gel_formatError, "expected <VTKFile>, found <%.*s>",
                           (int)(tag->name.length < 40 ? tag->name.length : 40), tag->name.text);
    if (gelWordIs(tag->name, "Piece"))
        return beginPiece(file, tag);
    if (gelWordIs(tag->name, "DataArray"))
        return takeArray(file, tag);
    if (gelWordIs(tag->name, "AppendedData"))
        return beginAppended(file, tag);
    if (gelWordIs(tag->name, "/VTKFile"))
        file->finished = true;
    else if (gelWordIs(tag->name, "Points"))
        file->section = inPoints;
    else if (gelWordIs(tag->name, "Cells"))
        file->section = inCells;
    else if (gelWordIs(tag->name, "PointData") && !tag->empty)
        file->section = inPointData;
    else if (gelWordIs(tag->name, "CellData") && !tag->empty)
        file->section = inCellData;
    else if (!gelWordIs(tag->name, "/DataArray")) // an array may contain further elements
        file->section = gelWordIs(tag->name, "InformationKey") || gelWordIs(tag->name, "/InformationKey")
                            ? file->section
                            : elsewhere;
    return gel_success;
}

// Opens a required array with at least `count` values.
static gelStatus openArray(const VtuFile* file, const gelVtuArray* array, const char* name, bool real,
                           int64_t count, gelVtuValues* values)
{
    *values = (gelVtuValues){.place = NULL};
    if (array->name.length == 0)
        return gelFail(gel_formatError, "%s: expected the array \"%s\", found none", file->reader->path,
                       name);
    if (array->type.bytes != 0 && array->type.real != real)
        return gelFail(gel_formatError, "%s: array \"%s\": expected %s, found %s", file->reader->path, name,
                       real ? "Float32 or Float64" : "integers", array->type.name);
    gelStatus status = gelOpenVtuArray(&file->coding, array, values);
    size_t bytesEach = array->format == gel_vtuText ? 2 : (size_t)array->type.bytes;
    return status == gel_success ? gelCheckCount(&values->reader, "a number of values", count, bytesEach)
                                 : status;
}

// Closes an array, whose values must all have been read.
static gelStatus closeArray(gelVtuValues* values, gelStatus status)
{
    gelTextReader* reader = &values->reader;
    if (status == gel_success && !reader->binary && gelPeekWord(reader).length > 0)
        status = gelFailExpected(reader, gelNextWord(reader), "the end of the array");
    if (status == gel_success && reader->binary && reader->position != reader->size)
        status = gelFailHere(reader, gel_formatError, "expected the end of the array, found %zu bytes more",
                             reader->size - reader->position);
    gelCloseVtuArray(values);
    return status;
}

static gelStatus readPoints(const VtuFile* file, const Piece* piece)
{
    gelMeshDraft* draft = file->draft;
    gelVtuValues values;
    int first = draft->vertexCount;
    gelStatus status = openArray(file, &piece->points, "Points", true, 3 * piece->pointCount, &values);
    if (status == gel_success && piece->pointCount > INT_MAX / 3 - first)
        status = gelFailHere(file->reader, gel_unsupported, "expected at most %d points in all pieces",
                             INT_MAX / 3);
    if (status == gel_success)
        status = gelDraft_SetVertexCount(draft, first + (int)piece->pointCount);
    for (int64_t i = 0; i < 3 * piece->pointCount && status == gel_success; i++)
        status = gelReadCoordinate(&values.reader, piece->points.type.bytes,
                                   &draft->positions[3 * (int64_t)first + i]);
    return closeArray(&values, status);
}

// The offset after each cell's last point; the last one is the total number of points.
static gelStatus readOffsets(const VtuFile* file, const Piece* piece, gelVtkCells* cells)
{
    gelVtuValues values;
    int64_t offset = 0;
    gelStatus status = openArray(file, &piece->offsets, "offsets", false, piece->cellCount, &values);
    if (status == gel_success)
        status = gelMakeVtkCells(cells, file->draft, piece->cellCount, 0);
    for (int cell = 0; cell < piece->cellCount && status == gel_success; cell++) {
        status = gelReadIntegerValue(&values.reader, "an offset", piece->offsets.type.bytes, offset, INT_MAX,
                                     &offset);
        cells->offsets[cell + 1] = (int)offset;
    }
    return closeArray(&values, status);
}

static gelStatus readConnectivity(const VtuFile* file, const Piece* piece, int firstVertex,
                                  gelVtkCells* cells)
{
    gelVtuValues values;
    int count = cells->offsets[cells->cellCount];
    gelStatus status = openArray(file, &piece->connectivity, "connectivity", false, count, &values);
    if (status == gel_success) {
        gelFree(cells->connectivity);
        cells->connectivity = gelAllocate((size_t)count, sizeof *cells->connectivity);
        status = cells->connectivity != NULL ? gel_success
                                             : gelFailMemory((size_t)count, sizeof *cells->connectivity);
    }
    for (int i = 0; i < count && status == gel_success; i++) {
        int64_t point = 0;
        status = gelReadIntegerValue(&values.reader, "a point", piece->connectivity.type.bytes, 0,
                                     piece->pointCount - 1, &point);
        cells->connectivity[i] = firstVertex + (int)point;
    }
    return closeArray(&values, status);
}

static gelStatus readTypes(const VtuFile* file, const Piece* piece, gelVtkCells* cells)
{
    gelVtuValues values;
    gelStatus status = openArray(file, &piece->types, "types", false, piece->cellCount, &values);
    for (int cell = 0; cell < piece->cellCount && status == gel_success; cell++) {
        int64_t type = 0;
        status = gelReadIntegerValue(&values.reader, "a cell's type", piece->types.type.bytes, 0, 255, &type);
        if (status == gel_success)
            status = gelVtkCells_SetType(cells, &values.reader, file->draft, cell, type);
    }
    return closeArray(&values, status);
}

// A value for each point, or for each cell.
static gelStatus readWanted(const VtuFile* file, const gelVtuArray* array, int64_t count, float* values)
{
    char what[80];
    gelVtuValues opened;
    snprintf(what, sizeof what, "%lld values of the array, one for each", (long long)count);
    bool isUnsigned = array->typeName.length > 0 && array->typeName.text[0] == 'U';
    gelStatus status = openArray(file, array, "values", array->type.real, count, &opened);
    for (int64_t i = 0; i < count && status == gel_success; i++) {
        double value = 0.0;
        status = array->type.real
                     ? gelReadRealValue(&opened.reader, what, array->type.bytes, &value)
                     : gelReadWholeValue(&opened.reader, what, array->type.bytes, isUnsigned, &value);
        values[i] = (float)value;
    }
    return closeArray(&opened, status);
}

// Vertices take the mean of the cells around them.
static gelStatus spreadWanted(const VtuFile* file, const Piece* piece, const gelVtkCells* cells,
                              float* values)
{
    size_t pointCount = (size_t)piece->pointCount;
    int first = file->draft->vertexCount - (int)pointCount;
    float* ofCells = gelAllocate((size_t)piece->cellCount, sizeof *ofCells);
    double* sums = gelAllocate(pointCount, 2 * sizeof *sums);
    gelStatus status = ofCells != NULL && sums != NULL
                           ? readWanted(file, &piece->wanted, piece->cellCount, ofCells)
                           : gelFailMemory(pointCount, 2 * sizeof *sums);
    for (int cell = 0; cell < cells->cellCount && status == gel_success; cell++)
        for (int i = cells->offsets[cell]; i < cells->offsets[cell + 1]; i++) {
            double* sum = sums + 2 * (size_t)(cells->connectivity[i] - first);
            sum[0] += (double)ofCells[cell];
            sum[1] += 1.0;
        }
    for (size_t i = 0; i < pointCount && status == gel_success; i++)
        values[i] = sums[2 * i + 1] > 0.0 ? (float)(sums[2 * i] / sums[2 * i + 1]) : 0.0f;
    gelFree(ofCells);
    gelFree(sums);
    return status;
}

static gelStatus takeWanted(const VtuFile* file, const Piece* piece, const gelVtkCells* cells)
{
    gelVertexArray* array = file->draft->array;
    if (array == NULL)
        return gel_success;
    int first = array->count;
    gelStatus status = gelReserveArray(array, file->draft->vertexCount);
    if (status != gel_success || piece->wanted.name.length == 0)
        return status;
    return piece->isAtCells ? spreadWanted(file, piece, cells, array->values + first)
                            : readWanted(file, &piece->wanted, piece->pointCount, array->values + first);
}

static gelStatus readPiece(const VtuFile* file, const Piece* piece)
{
    gelVtkCells cells = {.cellCount = 0};
    int firstVertex = file->draft->vertexCount;
    if (piece->pointCount == 0 && piece->cellCount == 0)
        return gel_success;
    gelStatus status = readPoints(file, piece);
    if (status == gel_success)
        status = readOffsets(file, piece, &cells);
    if (status == gel_success)
        status = readConnectivity(file, piece, firstVertex, &cells);
    if (status == gel_success)
        status = readTypes(file, piece, &cells);
    for (int i = 0; i < valueArrayCount && status == gel_success; i++) {
        const gelVtuArray* array = &piece->values[i];
        gelVtuValues values;
        if (array->name.length == 0)
            continue;
        status = openArray(file, array, "values", array->type.real, piece->cellCount, &values);
        if (status == gel_success)
            status = gelVtkCells_ReadValues(&cells, &values.reader, file->draft, array->name, &array->type);
        status = closeArray(&values, status);
    }
    if (status == gel_success)
        status = takeWanted(file, piece, &cells);
    gelDestroyVtkCells(&cells);
    return status;
}

gelStatus gelReadVtu(gelTextReader* reader, gelMeshDraft* draft)
{
    VtuFile file = {.reader = reader, .draft = draft, .coding = {.file = reader, .headerBytes = 4}};
    gelStatus status = gel_success;
    while (status == gel_success && !file.finished) {
        Tag tag;
        status = nextTag(reader, &tag);
        if (status == gel_success)
            status = takeTag(&file, &tag);
    }
    for (int i = 0; i < file.pieceCount && status == gel_success; i++)
        status = readPiece(&file, &file.pieces[i]);
    gelFree(file.pieces);
    return status;
}
