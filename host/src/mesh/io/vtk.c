// VTK's legacy .vtk: an unstructured grid, ASCII or binary (always big endian). Up to version 4 the cells are
// one list of "count, points"; version 5 stores offsets and points separately.
#include "mesh/io/vtk_cells.h"
#include "mesh/io/loaders.h"

#include <limits.h>
#include <string.h>

typedef struct VtkFile {
    gelTextReader* reader;
    gelMeshDraft* draft;
    bool binary;
    bool offsetsApart; // version 5
    gelVtkCells cells;
    bool typesRead;
    bool ofCells; // values that follow belong to cells
    int64_t valueCount;
    bool finished; // the rest is not needed, or not understood
} VtkFile;

static const gelVtkType valueTypes[] = {
    {"float", 4, true},           {"double", 8, true},         {"int", 4, false},
    {"unsigned_int", 4, false},   {"long", 8, false},          {"unsigned_long", 8, false},
    {"vtkIdType", 4, false},      {"vtktypeint64", 8, false},  {"vtktypeint32", 4, false},
    {"vtktypeuint64", 8, false},  {"vtktypeuint32", 4, false}, {"char", 1, false},
    {"signed_char", 1, false},    {"unsigned_char", 1, false}, {"short", 2, false},
    {"unsigned_short", 2, false},
};

static gelStatus readType(gelTextReader* reader, const char* expected, const gelVtkType** type)
{
    gelWord word = gelNextWord(reader);
    for (size_t i = 0; i < sizeof valueTypes / sizeof valueTypes[0]; i++)
        if (gelWordIsAnyCase(word, valueTypes[i].name)) {
            *type = &valueTypes[i];
            return gel_success;
        }
    return gelFailExpected(reader, word, expected);
}

// Binary values start right after the line that announces them.
static gelStatus beginValues(VtkFile* file)
{
    return file->binary ? gelEndLine(file->reader) : gel_success;
}

static size_t minBytes(const VtkFile* file, int bytes)
{
    return file->binary ? (size_t)bytes : 2; // a digit and a blank
}

static void skipMetadata(gelTextReader* reader)
{
    gelRestOfLine(reader);
    while (reader->position < reader->size && gelRestOfLine(reader).length > 0)
        continue;
}

// The next keyword. METADATA may follow every array and ends with an empty line.
static gelWord nextKeyword(gelTextReader* reader)
{
    gelWord word = gelNextWord(reader);
    while (gelWordIsAnyCase(word, "METADATA")) {
        skipMetadata(reader);
        word = gelNextWord(reader);
    }
    return word;
}

static gelStatus readKeyword(gelTextReader* reader, const char* expected)
{
    gelWord word = nextKeyword(reader);
    return gelWordIsAnyCase(word, expected) ? gel_success : gelFailExpected(reader, word, expected);
}

static gelStatus readPoints(VtkFile* file)
{
    gelTextReader* reader = file->reader;
    if (file->draft->positions != NULL)
        return gelFailHere(reader, gel_formatError, "duplicate POINTS");
    int64_t count = 0;
    const gelVtkType* type = NULL;
    gelStatus status = gelReadInteger(reader, "a number of points", 0, INT_MAX, &count);
    if (status == gel_success)
        status = readType(reader, "float or double", &type);
    if (status == gel_success && !type->real)
        status =
            gelFailHere(reader, gel_formatError, "expected points of float or double, found %s", type->name);
    if (status == gel_success)
        status = beginValues(file);
    if (status == gel_success)
        status = gelCheckCount(reader, "a number of points", count, 3 * minBytes(file, type->bytes));
    if (status == gel_success)
        status = gelDraft_SetVertexCount(file->draft, (int)count);
    for (int64_t i = 0; i < 3 * count && status == gel_success; i++)
        status = gelReadCoordinate(reader, type->bytes, &file->draft->positions[i]);
    return status;
}

static gelStatus readPointIndex(VtkFile* file, int bytes, int* index)
{
    int64_t value = 0;
    gelStatus status =
        gelReadIntegerValue(file->reader, "a point", bytes, 0, (int64_t)file->draft->vertexCount - 1, &value);
    *index = (int)value;
    return status;
}

// "CELLS cells values", then for each cell the number of points, and the points.
static gelStatus readCellList(VtkFile* file, int64_t cellCount, int64_t valueCount)
{
    gelTextReader* reader = file->reader;
    gelStatus status = beginValues(file);
    if (status == gel_success)
        status = gelCheckCount(reader, "a number of values", valueCount, minBytes(file, 4));
    if (status == gel_success && cellCount > valueCount)
        status =
            gelFailHere(reader, gel_formatError, "expected at most %lld cells in %lld values, found %lld",
                        (long long)valueCount, (long long)valueCount, (long long)cellCount);
    if (status == gel_success)
        status = gelMakeVtkCells(&file->cells, file->draft, cellCount, valueCount);
    int next = 0;
    for (int cell = 0; cell < cellCount && status == gel_success; cell++) {
        int64_t points = 0, max = valueCount - next - cell - 1;
        status = gelReadIntegerValue(reader, "a number of points", 4, 0, max, &points);
        for (int64_t i = 0; i < points && status == gel_success; i++)
            status = readPointIndex(file, 4, &file->cells.connectivity[next++]);
        file->cells.offsets[cell + 1] = next;
    }
    if (status == gel_success && next + cellCount != valueCount)
        status = gelFailHere(reader, gel_formatError, "expected %lld values in the cells, found %lld",
                             (long long)valueCount, (long long)(next + cellCount));
    return status;
}

static gelStatus readOffsets(VtkFile* file, int bytes, int64_t pointCount)
{
    gelStatus status = gel_success;
    int64_t offset = 0;
    for (int cell = 0; cell <= file->cells.cellCount && status == gel_success; cell++) {
        int64_t highest = cell == 0 ? 0 : pointCount;
        int64_t lowest = cell == file->cells.cellCount ? pointCount : offset;
        if (cell == 0)
            lowest = 0;
        status = gelReadIntegerValue(file->reader, "an offset", bytes, lowest, highest, &offset);
        file->cells.offsets[cell] = (int)offset;
    }
    return status;
}

// "CELLS cells+1 points", then OFFSETS and CONNECTIVITY, each with its own type.
static gelStatus readCellArrays(VtkFile* file, int64_t offsetCount, int64_t pointCount)
{
    gelTextReader* reader = file->reader;
    const gelVtkType* type = NULL;
    gelStatus status = readKeyword(reader, "OFFSETS");
    if (status == gel_success)
        status = readType(reader, "a type such as vtktypeint64", &type);
    if (status == gel_success)
        status = beginValues(file);
    if (status == gel_success)
        status = gelCheckCount(reader, "a number of offsets", offsetCount, minBytes(file, type->bytes));
    if (status == gel_success)
        status = gelCheckCount(reader, "a number of cell points", pointCount, minBytes(file, 1));
    if (status == gel_success)
        status =
            gelMakeVtkCells(&file->cells, file->draft, offsetCount > 0 ? offsetCount - 1 : 0, pointCount);
    if (status == gel_success && offsetCount > 0)
        status = readOffsets(file, type->bytes, pointCount);
    if (status == gel_success)
        status = readKeyword(reader, "CONNECTIVITY");
    if (status == gel_success)
        status = readType(reader, "a type such as vtktypeint64", &type);
    if (status == gel_success)
        status = beginValues(file);
    for (int64_t i = 0; i < pointCount && status == gel_success; i++)
        status = readPointIndex(file, type->bytes, &file->cells.connectivity[i]);
    return status;
}

static gelStatus readCells(VtkFile* file)
{
    gelTextReader* reader = file->reader;
    if (file->draft->positions == NULL)
        return gelFailHere(reader, gel_formatError, "expected POINTS before CELLS, found CELLS first");
    if (file->cells.offsets != NULL)
        return gelFailHere(reader, gel_formatError, "duplicate CELLS");
    int64_t first = 0, second = 0;
    gelStatus status = gelReadInteger(reader, "a number of cells", 0, INT_MAX, &first);
    if (status == gel_success)
        status = gelReadInteger(reader, "a number of values", 0, INT_MAX, &second);
    if (status != gel_success)
        return status;
    return file->offsetsApart ? readCellArrays(file, first, second) : readCellList(file, first, second);
}

static gelStatus readCellTypes(VtkFile* file)
{
    gelTextReader* reader = file->reader;
    if (file->cells.offsets == NULL)
        return gelFailHere(reader, gel_formatError,
                           "expected CELLS before CELL_TYPES, found CELL_TYPES first");
    if (file->typesRead)
        return gelFailHere(reader, gel_formatError, "duplicate CELL_TYPES");
    file->typesRead = true;
    int64_t count = 0;
    gelStatus status = gelReadInteger(reader, "a number of cell types", file->cells.cellCount,
                                      file->cells.cellCount, &count);
    if (status == gel_success)
        status = beginValues(file);
    int64_t type = 0;
    for (int cell = 0; cell < file->cells.cellCount && status == gel_success; cell++) {
        status = gelReadIntegerValue(reader, "a cell's type", 4, 0, 255, &type);
        if (status == gel_success)
            status = gelVtkCells_SetType(&file->cells, reader, file->draft, cell, type);
    }
    // A final "1" may be a truncated "10".
    if (status == gel_success && !file->binary && type < 10 && file->cells.cellCount > 0 &&
        reader->position == reader->size)
        status = gelFailExpected(reader, (gelWord){0}, "a blank after the last cell type");
    return status;
}

typedef struct Field {
    gelWord name;
    int64_t components, tuples;
    const gelVtkType* type;
} Field;

// "name components tuples type"; the values follow.
static gelStatus readFieldHeader(VtkFile* file, Field* field)
{
    gelTextReader* reader = file->reader;
    field->name = nextKeyword(reader);
    if (field->name.length == 0)
        return gelFailExpected(reader, (gelWord){0}, "the name of an array");
    gelStatus status = gelReadInteger(reader, "a number of components", 0, INT_MAX, &field->components);
    if (status == gel_success)
        status = gelReadInteger(reader, "a number of tuples", 0, INT_MAX, &field->tuples);
    if (status == gel_success)
        status = readType(reader, "a numeric type in a field before the cells", &field->type);
    return status == gel_success ? beginValues(file) : status;
}

// "FIELD name arrays", then the arrays.
static gelStatus beginField(gelTextReader* reader, int64_t* arrays)
{
    if (gelNextWord(reader).length == 0)
        return gelFailExpected(reader, (gelWord){0}, "the name of a field");
    return gelReadInteger(reader, "a number of arrays", 0, INT_MAX, arrays);
}

static gelStatus skipField(VtkFile* file)
{
    int64_t arrays = 0;
    gelStatus status = beginField(file->reader, &arrays);
    for (int64_t i = 0; i < arrays && status == gel_success; i++) {
        Field field = {.name = {0}};
        status = readFieldHeader(file, &field);
        if (status == gel_success)
            status = gelSkipValues(file->reader, "a field's values", field.components * field.tuples,
                                   field.type->bytes);
    }
    return status;
}

// Values with known names are read, others skipped. Reading ends at anything that cannot be skipped: nothing
// else in the file is needed.
static gelStatus takeValues(VtkFile* file, const Field* field)
{
    if (file->ofCells && gelIsTetValue(field->name) && field->components == 1 &&
        field->tuples == file->cells.cellCount)
        return gelVtkCells_ReadValues(&file->cells, file->reader, file->draft, field->name, field->type);
    int64_t count = field->components * field->tuples;
    file->finished = gelSkipValues(file->reader, "values", count, field->type->bytes) != gel_success;
    return gel_success;
}

static gelStatus readDataField(VtkFile* file)
{
    int64_t arrays = 0;
    gelStatus status = gel_success;
    file->finished = beginField(file->reader, &arrays) != gel_success;
    for (int64_t i = 0; i < arrays && status == gel_success && !file->finished; i++) {
        Field field = {.name = {0}};
        file->finished = readFieldHeader(file, &field) != gel_success;
        if (!file->finished)
            status = takeValues(file, &field);
    }
    return status;
}

// "name type [components]"; for scalars followed by "LOOKUP_TABLE name".
static gelStatus readDataArray(VtkFile* file, int components, bool scalars)
{
    gelTextReader* reader = file->reader;
    Field field = {.name = gelNextWord(reader), .components = components, .tuples = file->valueCount};
    double number = 0;
    file->finished = readType(reader, "a type", &field.type) != gel_success;
    if (scalars && gelParseReal(gelPeekWord(reader), &number))
        file->finished |=
            gelReadInteger(reader, "a number of components", 1, 4, &field.components) != gel_success;
    if (scalars && gelWordIsAnyCase(gelPeekWord(reader), "LOOKUP_TABLE")) {
        gelNextWord(reader);
        gelNextWord(reader);
    }
    file->finished = file->finished || beginValues(file) != gel_success;
    return file->finished ? gel_success : takeValues(file, &field);
}

// The rest of the file: values at cells and points.
static gelStatus readData(VtkFile* file)
{
    gelTextReader* reader = file->reader;
    gelWord keyword = nextKeyword(reader);
    if (gelWordIsAnyCase(keyword, "CELL_DATA") || gelWordIsAnyCase(keyword, "POINT_DATA")) {
        file->ofCells = gelWordIsAnyCase(keyword, "CELL_DATA");
        int count = file->ofCells ? file->cells.cellCount : file->draft->vertexCount;
        return gelReadInteger(reader, "a number of values", count, count, &file->valueCount);
    }
    if (gelWordIsAnyCase(keyword, "FIELD"))
        return readDataField(file);
    if (gelWordIsAnyCase(keyword, "SCALARS"))
        return readDataArray(file, 1, true);
    if (gelWordIsAnyCase(keyword, "VECTORS") || gelWordIsAnyCase(keyword, "NORMALS"))
        return readDataArray(file, 3, false);
    if (gelWordIsAnyCase(keyword, "TENSORS"))
        return readDataArray(file, 9, false);
    file->finished = true;
    return gel_success;
}

static gelStatus readHeader(VtkFile* file)
{
    static const char* const words[] = {"#", "vtk", "DataFile", "Version"};
    gelTextReader* reader = file->reader;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        gelWord word = gelNextWord(reader);
        if (!gelWordIsAnyCase(word, words[i]))
            return gelFailExpected(reader, word, "'# vtk DataFile Version 2.0' or similar");
    }
    double version = 0;
    gelStatus status = gelReadReal(reader, "a format version", &version);
    if (status == gel_success && !(version >= 1.0 && version < 5.15))
        status = gelFailHere(
            reader, gel_unsupported,
            "VTK's legacy format %.1f is not supported; save the mesh as version 5.1 or earlier", version);
    if (status != gel_success)
        return status;
    file->offsetsApart = version >= 5.0;
    gelRestOfLine(reader);
    gelRestOfLine(reader); // the title
    gelWord word = gelNextWord(reader);
    file->binary = gelWordIsAnyCase(word, "BINARY");
    if (!file->binary && !gelWordIsAnyCase(word, "ASCII"))
        return gelFailExpected(reader, word, "ASCII or BINARY");
    reader->binary = reader->bigEndian = file->binary;
    return gel_success;
}

static gelStatus readDataSet(gelTextReader* reader)
{
    gelWord word = gelNextWord(reader);
    if (gelWordIsAnyCase(word, "UNSTRUCTURED_GRID"))
        return gel_success;
    static const char* const others[] = {"POLYDATA", "STRUCTURED_GRID", "STRUCTURED_POINTS",
                                         "RECTILINEAR_GRID", "FIELD"};
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        if (gelWordIsAnyCase(word, others[i]))
            return gelFailHere(reader, gel_unsupported,
                               "expected an UNSTRUCTURED_GRID with tets, found %s, which has none",
                               others[i]);
    return gelFailExpected(reader, word, "UNSTRUCTURED_GRID");
}

static gelStatus readSection(VtkFile* file, gelWord keyword)
{
    static const char expected[] = "POINTS, CELLS or CELL_TYPES";
    if (gelWordIsAnyCase(keyword, "POINTS"))
        return readPoints(file);
    if (gelWordIsAnyCase(keyword, "CELLS"))
        return readCells(file);
    if (gelWordIsAnyCase(keyword, "CELL_TYPES"))
        return readCellTypes(file);
    if (gelWordIsAnyCase(keyword, "FIELD"))
        return skipField(file);
    return gelFailExpected(file->reader, keyword, expected);
}

gelStatus gelReadVtk(gelTextReader* reader, gelMeshDraft* draft)
{
    VtkFile file = {.reader = reader, .draft = draft};
    gelStatus status = readHeader(&file);
    if (status == gel_success)
        status = readKeyword(reader, "DATASET");
    if (status == gel_success)
        status = readDataSet(reader);
    while (status == gel_success && !file.typesRead)
        status = readSection(&file, nextKeyword(reader));
    while (status == gel_success && !file.finished)
        status = readData(&file);
    gelDestroyVtkCells(&file.cells);
    return status;
}
