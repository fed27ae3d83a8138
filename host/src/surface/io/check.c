// Checks that PLY files are as long as their headers say before assimp sees them: assimp 5.2 trusts any
// count, and never returns from a truncated file.
#include "surface/io/readers.h"

#include <limits.h>
#include <string.h>

int gelSizeOfPlyType(gelWord type)
{
    static const struct {
        const char* name;
        int size;
    } types[] = {{"char", 1},  {"uchar", 1},   {"int8", 1},   {"uint8", 1}, {"short", 2},  {"ushort", 2},
                 {"int16", 2}, {"uint16", 2},  {"int", 4},    {"uint", 4},  {"int32", 4},  {"uint32", 4},
                 {"float", 4}, {"float32", 4}, {"double", 8}, {"int64", 8}, {"uint64", 8}, {"float64", 8}};
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++)
        if (gelWordIs(type, types[i].name))
            return types[i].size;
    return 0;
}

enum { maxKinds = 16, maxProperties = 64 };

// A kind of element: vertices, faces, edges, ...
typedef struct PlyKind {
    int64_t count;
    int64_t minSize; // of one element, in bytes: lists may be empty
    int propertyCount;
    bool isList[maxProperties];
} PlyKind;

typedef struct PlyHeader {
    bool ascii;
    int kindCount;
    PlyKind kinds[maxKinds];
} PlyHeader;

static gelStatus readKind(gelTextReader* reader, PlyHeader* header)
{
    if (header->kindCount == maxKinds)
        return gelFailHere(reader, gel_unsupported, "expected at most %d kinds of elements", maxKinds);
    gelNextWord(reader);
    PlyKind* kind = &header->kinds[header->kindCount++];
    return gelReadInteger(reader, "a count of elements", 0, INT_MAX, &kind->count);
}

static gelStatus readProperty(gelTextReader* reader, PlyHeader* header)
{
    PlyKind* kind = header->kindCount > 0 ? &header->kinds[header->kindCount - 1] : NULL;
    if (kind == NULL || kind->propertyCount == maxProperties)
        return gelFailHere(reader, gel_unsupported, "expected properties after an element, at most %d",
                           maxProperties);
    gelWord type = gelNextWord(reader);
    bool isList = gelWordIs(type, "list");
    kind->isList[kind->propertyCount++] = isList;
    kind->minSize += gelSizeOfPlyType(isList ? gelNextWord(reader) : type);
    return gel_success;
}

// Reads up to and including end_header. Unknown lines are left for assimp to judge.
static gelStatus readHeader(gelTextReader* reader, PlyHeader* header)
{
    gelStatus status = gel_success;
    while (status == gel_success && gelNextLine(reader)) {
        gelWord word = gelNextWord(reader);
        if (gelWordIs(word, "format"))
            header->ascii = gelWordIs(gelNextWord(reader), "ascii");
        else if (gelWordIs(word, "element"))
            status = readKind(reader, header);
        else if (gelWordIs(word, "property"))
            status = readProperty(reader, header);
        if (status == gel_success)
            gelRestOfLine(reader);
        if (gelWordIs(word, "end_header"))
            return status;
    }
    return status == gel_success ? gelFailExpected(reader, (gelWord){0}, "end_header") : status;
}

static gelStatus checkLines(gelTextReader reader, int64_t expected)
{
    int64_t found = 0;
    for (; found < expected && gelNextLine(&reader); found++)
        gelRestOfLine(&reader);
    return found == expected
               ? gel_success
               : gelFailHere(&reader, gel_formatError,
                             "expected %lld lines of elements, as the header announces, found %lld",
                             (long long)expected, (long long)found);
}

static gelStatus checkPlyLine(gelTextReader* reader, const PlyKind* kind)
{
    gelStatus status = gel_success;
    gelNextLine(reader);
    for (int i = 0; i < kind->propertyCount && status == gel_success; i++) {
        int64_t count = 1;
        if (kind->isList[i])
            status = gelReadInteger(reader, "a count of values", 0, INT_MAX, &count);
        for (; count > 0 && status == gel_success; count--)
            if (gelNextWord(reader).length == 0)
                status = gelFailExpected(reader, (gelWord){0}, "a value");
    }
    if (status == gel_success)
        gelRestOfLine(reader);
    return status;
}

static gelStatus checkPlyText(gelTextReader* reader, const PlyHeader* header)
{
    int64_t lines = 0;
    for (int i = 0; i < header->kindCount; i++)
        lines += header->kinds[i].propertyCount > 0 ? header->kinds[i].count : 0;
    gelStatus status = checkLines(*reader, lines);
    for (int i = 0; i < header->kindCount; i++)
        for (int64_t k = 0; k < header->kinds[i].count && status == gel_success; k++)
            if (header->kinds[i].propertyCount > 0)
                status = checkPlyLine(reader, &header->kinds[i]);
    return status;
}

static gelStatus checkPly(gelTextReader* reader)
{
    PlyHeader header = {0};
    gelStatus status = gelReadWord(reader, "ply");
    gelRestOfLine(reader);
    if (status == gel_success)
        status = readHeader(reader, &header);
    if (status != gel_success || header.ascii)
        return status == gel_success ? checkPlyText(reader, &header) : status;
    double bytes = 0.0, left = (double)(reader->size - reader->position);
    for (int i = 0; i < header.kindCount; i++)
        bytes += (double)header.kinds[i].count * (double)header.kinds[i].minSize;
    if (bytes > left)
        return gelFailHere(reader, gel_formatError,
                           "expected at least %.0f bytes of elements, as the header announces, found %.0f",
                           bytes, left);
    return gel_success;
}

gelStatus gelCheckPly(const char* path)
{
    gelTextReader reader;
    gelStatus status = gelOpenText(path, &reader);
    if (status != gel_success)
        return status;
    reader.byLine = true;
    status = checkPly(&reader);
    gelCloseText(&reader);
    return status;
}
