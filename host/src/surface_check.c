// Whether PLY and OFF files are as long as their headers say, before assimp sees them: assimp 5.2 believes any count, runs for
// ever over a PLY file that ends too early, and in an OFF file mends without a word what is missing or out of range.
#include "surface_readers.h"

#include <limits.h>
#include <string.h>

static int sizeOfType(gelWord type)
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

typedef struct PlyHeader {
    bool ascii;
    int64_t elementCount;     // of all kinds
    double leastBytes;        // that binary elements take: lists may be empty
    int64_t count, countSize; // of the kind that is being read, and what one of it takes
} PlyHeader;

static void endKind(PlyHeader* header)
{
    header->leastBytes += (double)header->count * (double)header->countSize;
    header->elementCount += header->count;
    header->count = header->countSize = 0;
}

// Up to end_header, whose line is passed. What it does not know is left for assimp to judge.
static gelStatus readHeader(gelTextReader* reader, PlyHeader* header)
{
    gelStatus status = gel_success;
    while (status == gel_success && gelNextLine(reader)) {
        gelWord word = gelNextWord(reader);
        if (gelWordIs(word, "format")) {
            header->ascii = gelWordIs(gelNextWord(reader), "ascii");
        } else if (gelWordIs(word, "element")) {
            endKind(header);
            gelNextWord(reader);
            status = gelReadInteger(reader, "a count of elements", 0, INT_MAX, &header->count);
        } else if (gelWordIs(word, "property")) {
            gelWord type = gelNextWord(reader);
            header->countSize += sizeOfType(gelWordIs(type, "list") ? gelNextWord(reader) : type);
        }
        gelRestOfLine(reader);
        if (gelWordIs(word, "end_header")) {
            endKind(header);
            return status;
        }
    }
    return status == gel_success ? gelFailExpected(reader, (gelWord){0}, "end_header") : status;
}

static gelStatus checkLines(gelTextReader* reader, int64_t expected)
{
    int64_t found = 0;
    for (; found < expected && gelNextLine(reader); found++)
        gelRestOfLine(reader);
    return found == expected
               ? gel_success
               : gelFailHere(reader, gel_formatError,
                             "expected %lld lines of elements, as the header announces, found %lld",
                             (long long)expected, (long long)found);
}

static gelStatus checkPly(gelTextReader* reader)
{
    PlyHeader header = {0};
    gelStatus status = gelReadWord(reader, "ply");
    gelRestOfLine(reader);
    if (status == gel_success)
        status = readHeader(reader, &header);
    if (status == gel_success && header.ascii)
        return checkLines(reader, header.elementCount);
    if (status == gel_success && header.leastBytes > (double)(reader->size - reader->position))
        return gelFailHere(reader, gel_formatError,
                           "expected at least %.0f bytes of elements, as the header announces, found %zu",
                           header.leastBytes, reader->size - reader->position);
    return status;
}

static gelStatus checkOffFaces(gelTextReader* reader, int64_t vertexCount, int64_t faceCount)
{
    gelStatus status = gel_success;
    for (int64_t f = 0; f < faceCount && status == gel_success; f++) {
        int64_t corners = 0, vertex = 0;
        gelNextLine(reader);
        status = gelReadInteger(reader, "a count of corners", 0, GEL_MOST_POLYGON_CORNERS, &corners);
        for (int64_t i = 0; i < corners && status == gel_success; i++)
            status = gelReadInteger(reader, "a vertex", 0, vertexCount - 1, &vertex);
        gelRestOfLine(reader); // a colour
    }
    return status;
}

// The word may be COFF, NOFF, STOFF, ...; the counts follow on its line or the next.
static gelStatus checkOff(gelTextReader* reader)
{
    int64_t vertexCount = 0, faceCount = 0;
    reader->comment = '#';
    gelNextLine(reader);
    gelWord word = gelNextWord(reader);
    if (word.length < 3 || !gelWordIs((gelWord){word.text + word.length - 3, 3}, "OFF"))
        return gelFailExpected(reader, word, "OFF");
    if (gelWordIs(gelPeekWord(reader), "BINARY"))
        return gelFailHere(reader, gel_unsupported, "binary OFF is not supported; save it as ASCII");
    gelNextLine(reader);
    gelStatus status = gelReadInteger(reader, "a count of vertices", 0, INT_MAX, &vertexCount);
    if (status == gel_success)
        status = gelReadInteger(reader, "a count of faces", 0, INT_MAX, &faceCount);
    gelRestOfLine(reader);
    gelTextReader copy = *reader;
    if (status == gel_success)
        status = checkLines(&copy, vertexCount + faceCount);
    if (status == gel_success)
        status = checkLines(reader, vertexCount);
    return status == gel_success ? checkOffFaces(reader, vertexCount, faceCount) : status;
}

gelStatus gelCheckSurfaceText(const char* path, bool isPly)
{
    gelTextReader reader;
    gelStatus status = gelOpenText(path, &reader);
    if (status != gel_success)
        return status;
    reader.byLine = true;
    status = isPly ? checkPly(&reader) : checkOff(&reader);
    gelCloseText(&reader);
    return status;
}
