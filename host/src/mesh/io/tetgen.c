// TetGen's pair of files: points in .node, tets in .ele. One record per line; '#' starts a comment.
#include "mesh/io/loaders.h"
#include "common/path.h"

#include <limits.h>
#include <math.h>
#include <string.h>

static gelStatus nextRecord(gelTextReader* reader, const char* what, int number, int count)
{
    if (gelNextLine(reader))
        return gel_success;
    return gelFailHere(reader, gel_formatError, "expected %d %s, found the end of the file after %d", count,
                       what, number);
}

static gelStatus expectEnd(gelTextReader* reader, const char* what, int count)
{
    if (!gelNextLine(reader))
        return gel_success;
    return gelFailHere(reader, gel_formatError, "expected the end of the file after %d %s, found more lines",
                       count, what);
}

// "count columns [attributes [markers]]"; whatever follows the columns is returned in `rest`.
static gelStatus readHeader(gelTextReader* reader, const char* what, size_t bytesEach, int lowest,
                            int highest, int* count, int64_t* columns, gelWord* rest)
{
    reader->comment = '#';
    reader->byLine = true;
    gelNextLine(reader);
    gelStatus status = gelReadCount(reader, what, bytesEach, count);
    if (status == gel_success)
        status = gelReadInteger(reader, lowest == highest ? "the dimension" : "a number of points in a tet",
                                lowest, highest, columns);
    *rest = gelRestOfLine(reader);
    return status;
}

static gelStatus readPoints(gelTextReader* reader, gelMeshDraft* draft, int* firstNumber)
{
    int count = 0;
    int64_t dimension = 0;
    gelWord rest;
    gelStatus status =
        readHeader(reader, "a number of points", sizeof "1 0 0 0" - 1, 3, 3, &count, &dimension, &rest);
    if (status == gel_success)
        status = gelDraft_SetVertexCount(draft, count);
    for (int i = 0; i < count && status == gel_success; i++) {
        // The first point decides whether numbers start at 0 or 1.
        int64_t lowest = i == 0 ? 0 : *firstNumber + i, highest = i == 0 ? 1 : lowest, number = 0;
        status = nextRecord(reader, "points", i, count);
        if (status == gel_success)
            status = gelReadInteger(reader, "a point's number", lowest, highest, &number);
        if (i == 0)
            *firstNumber = (int)number;
        for (int axis = 0; axis < 3 && status == gel_success; axis++)
            status = gelReadCoordinate(reader, 0, &draft->positions[3 * i + axis]);
        if (status == gel_success)
            gelRestOfLine(reader); // attributes and boundary markers
    }
    return status == gel_success ? expectEnd(reader, "points", count) : status;
}

// The meaning of the columns after the corners: names in a comment at the start of the file, "# attributes:
// part fill_fraction", or else the first is the tet's region, which becomes its part.
typedef struct Columns {
    int64_t count;
    gelWord names[2];
    bool named;
} Columns;

static Columns findColumns(const gelTextReader* start, gelWord restOfHeader)
{
    static const char part[] = GEL_PART_NAME;
    Columns columns = {.names = {{part, sizeof part - 1}}};
    gelTextReader header = {.bytes = start->bytes + (restOfHeader.text - start->bytes),
                            .size = restOfHeader.length};
    double count = 0;
    if (!gelParseReal(gelNextWord(&header), &count) || count < 1)
        return columns;
    gelTextReader comment = *start;
    comment.byLine = true;
    columns.named = gelWordIs(gelNextWord(&comment), "#") && gelWordIs(gelNextWord(&comment), "attributes:");
    columns.count = columns.named && count >= 2 ? 2 : 1;
    for (int i = 0; i < columns.count && columns.named; i++)
        columns.names[i] = gelNextWord(&comment);
    return columns;
}

// In files by other programs the attribute may be missing or not an integer: then it is not a part.
static gelStatus readColumns(gelTextReader* reader, gelMeshDraft* draft, const Columns* columns)
{
    gelStatus status = gel_success;
    for (int i = 0; i < columns->count && status == gel_success; i++) {
        gelWord word = gelNextWord(reader);
        double value = 0;
        bool isReal = gelParseReal(word, &value);
        if (columns->named && !isReal)
            return gelFailExpected(reader, word, "an attribute of the tet");
        if (columns->named || (isReal && fabs(value) <= INT_MAX && value == floor(value)))
            status = gelDraft_SetValue(draft, reader, columns->names[i], draft->tetCount - 1, value);
    }
    return status;
}

static gelStatus readTets(gelTextReader* reader, gelMeshDraft* draft, int firstNumber)
{
    int count = 0;
    int64_t corners = 0;
    gelWord rest;
    const gelTextReader start = *reader;
    gelStatus status =
        readHeader(reader, "a number of tets", sizeof "1 0 1 2 3" - 1, 4, 10, &count, &corners, &rest);
    const Columns columns = findColumns(&start, rest);
    if (status == gel_success && corners != 4 && corners != 10)
        return gelFail(gel_formatError, "%s: expected 4 or 10 points in a tet, found %lld", reader->path,
                       (long long)corners);
    for (int i = 0; i < count && status == gel_success; i++) {
        int64_t number = 0;
        int tet[10] = {0};
        status = nextRecord(reader, "tets", i, count);
        if (status == gel_success)
            status = gelReadInteger(reader, "a tet's number", INT_MIN, INT_MAX, &number);
        for (int corner = 0; corner < corners && status == gel_success; corner++) {
            status = gelReadInteger(reader, "a point's number", firstNumber,
                                    (int64_t)firstNumber + draft->vertexCount - 1, &number);
            tet[corner] = (int)number - firstNumber;
        }
        if (status == gel_success)
            status = gelDraft_AddTet(draft, tet); // the first four of ten points are the corners
        if (status == gel_success)
            status = readColumns(reader, draft, &columns);
        if (status == gel_success)
            gelRestOfLine(reader);
    }
    if (!columns.named)
        gelDraft_DropCommonPart(draft);
    return status == gel_success ? expectEnd(reader, "tets", count) : status;
}

// Returns the name of the other file of the pair. Release it with gelFree.
static char* otherName(const char* path, bool* isNode)
{
    size_t room = strlen(path) + sizeof ".node";
    char* name = gelAllocate(room, 1);
    *isNode = gelEndsWith(path, ".node");
    if (name != NULL)
        gelFindSibling(path, *isNode ? ".ele" : ".node", name, room);
    return name;
}

gelStatus gelReadTetGen(gelTextReader* reader, gelMeshDraft* draft)
{
    bool isNode = false;
    char* name = otherName(reader->path, &isNode);
    if (name == NULL)
        return gelFailMemory(strlen(reader->path) + sizeof ".node", 1);
    gelTextReader other;
    int firstNumber = 0;
    gelStatus status = gelOpenText(name, &other);
    if (status == gel_fileError)
        status = gelFail(status, "%s (%s needs it: a .node and an .ele file belong together)", gelLastError(),
                         reader->path);
    if (status == gel_success) {
        status = readPoints(isNode ? reader : &other, draft, &firstNumber);
        if (status == gel_success)
            status = readTets(isNode ? &other : reader, draft, firstNumber);
        gelCloseText(&other);
    }
    gelFree(name);
    return status;
}
