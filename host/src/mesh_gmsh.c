// Gmsh's .msh, versions 2.2 and 4.1. ASCII and binary hold the same values in the same order, but for the elements of
// version 2.2, so one reader takes both.
#include "mesh_loaders.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

typedef struct NodeTag {
    int64_t tag;
    int index;
} NodeTag;

typedef struct GmshFile {
    gelTextReader* reader;
    gelMeshDraft* draft;
    int version; // 2 or 4
    bool binary;
    NodeTag* tags; // [draft->vertexCount], ascending
    bool elementsRead;
} GmshFile;

static const int64_t largestTag = INT64_MAX - 1;

enum { intBytes = 4, sizeBytes = 8, realBytes = 8 };

static size_t leastBytes(const GmshFile* file, int integers, int reals, size_t integerBytes)
{
    if (file->binary)
        return (size_t)integers * integerBytes + (size_t)reals * realBytes;
    return 2 * (size_t)(integers + reals); // a digit and a blank
}

static gelStatus readInt(GmshFile* file, const char* what, int64_t* value)
{
    return gelReadIntegerValue(file->reader, what, intBytes, INT_MIN, INT_MAX, value);
}

static gelStatus readSize(GmshFile* file, const char* what, int64_t* value)
{
    return gelReadIntegerValue(file->reader, what, sizeBytes, 0, largestTag, value);
}

// Nodes in an element of a type, 0 for types that are not known. The corners of a tet come first in every order.
static int nodesOfType(int64_t type)
{
    static const unsigned char nodes[32] = {0, 2,  3,  4,  4, 8,  6,  5,  3,  6,  9, 10, 27, 18, 14, 1,
                                            8, 20, 15, 13, 9, 10, 12, 15, 15, 21, 4, 5,  6,  20, 35, 56};
    if (type == 92 || type == 93)
        return type == 92 ? 64 : 125;
    return type > 0 && type < 32 ? nodes[type] : 0;
}

static bool isTet(int64_t type)
{
    return type == 4 || type == 11 || (type >= 29 && type <= 31);
}

static int compareTags(const void* a, const void* b)
{
    const NodeTag* first = a;
    const NodeTag* second = b;
    return (first->tag > second->tag) - (first->tag < second->tag);
}

static gelStatus sortTags(GmshFile* file)
{
    int count = file->draft->vertexCount;
    bool ascending = true;
    for (int i = 1; i < count; i++)
        ascending = ascending && file->tags[i].tag > file->tags[i - 1].tag;
    if (!ascending)
        qsort(file->tags, (size_t)count, sizeof *file->tags, compareTags);
    for (int i = 1; i < count; i++)
        if (file->tags[i].tag == file->tags[i - 1].tag)
            return gelFailHere(file->reader, gel_formatError,
                               "expected each node once, found node %lld twice",
                               (long long)file->tags[i].tag);
    return gel_success;
}

// Index of the node with a tag, or -1.
static int findNode(const GmshFile* file, int64_t tag)
{
    int count = file->draft->vertexCount;
    if (count == 0)
        return -1;
    int64_t guess = tag - file->tags[0].tag; // right where tags have no gaps
    if (guess >= 0 && guess < count && file->tags[guess].tag == tag)
        return file->tags[guess].index;
    NodeTag key = {.tag = tag};
    const NodeTag* found = bsearch(&key, file->tags, (size_t)count, sizeof key, compareTags);
    return found != NULL ? found->index : -1;
}

static gelStatus setNodeCount(GmshFile* file, int64_t count, size_t bytesEach)
{
    gelStatus status = gelCheckCount(file->reader, "a number of nodes", count, bytesEach);
    if (status == gel_success)
        status = gelDraft_SetVertexCount(file->draft, (int)count);
    if (status != gel_success)
        return status;
    file->tags = gelAllocate((size_t)count, sizeof *file->tags);
    return file->tags != NULL ? gel_success : gelFailMemory((size_t)count, sizeof *file->tags);
}

static gelStatus readPosition(GmshFile* file, int index)
{
    gelStatus status = gel_success;
    for (int axis = 0; axis < 3 && status == gel_success; axis++)
        status = gelReadCoordinate(file->reader, realBytes, &file->draft->positions[3 * index + axis]);
    return status;
}

// The nodes of an element whose type, and what stands before the nodes, is read.
static gelStatus readElementNodes(GmshFile* file, int64_t type)
{
    gelTextReader* reader = file->reader;
    int bytes = file->version == 2 ? intBytes : sizeBytes;
    int nodes = nodesOfType(type), tet[4] = {0};
    for (int i = 0; i < nodes; i++) {
        gelTextReader before = *reader;
        int64_t tag = 0;
        gelStatus status = gelReadIntegerValue(reader, "a node's tag", bytes, 0, largestTag, &tag);
        if (status != gel_success)
            return status;
        int index = i < 4 && isTet(type) ? findNode(file, tag) : 0;
        if (index < 0)
            return gelFailHere(reader->binary ? &before : reader, gel_formatError,
                               "expected the tag of a node, found %lld, which no node has", (long long)tag);
        if (i < 4)
            tet[i] = index;
    }
    if (isTet(type))
        return gelDraft_AddTet(file->draft, tet);
    file->draft->otherCells++;
    return gel_success;
}

static gelStatus checkType(const GmshFile* file, int64_t type)
{
    if (nodesOfType(type) > 0)
        return gel_success;
    return gelFailHere(file->reader, gel_formatError,
                       "expected a type of element, found the unknown type %lld", (long long)type);
}

static gelStatus readNodes2(GmshFile* file)
{
    gelTextReader* reader = file->reader;
    int64_t count = 0, tag = 0;
    gelStatus status = gelReadInteger(reader, "a number of nodes", 0, INT_MAX, &count);
    if (status == gel_success && file->binary)
        status = gelEndLine(reader);
    if (status == gel_success)
        status = setNodeCount(file, count, leastBytes(file, 1, 3, intBytes));
    for (int i = 0; i < count && status == gel_success; i++) {
        status = readInt(file, "a node's tag", &tag);
        file->tags[i] = (NodeTag){tag, i};
        if (status == gel_success)
            status = readPosition(file, i);
    }
    return status == gel_success ? sortTags(file) : status;
}

// ASCII: number, type, how many tags, tags, nodes.
static gelStatus readTextElement2(GmshFile* file)
{
    int64_t value = 0, type = 0, tagCount = 0;
    gelStatus status = readInt(file, "an element's number", &value);
    if (status == gel_success)
        status = readInt(file, "an element's type", &type);
    if (status == gel_success)
        status = checkType(file, type);
    if (status == gel_success)
        status = gelReadInteger(file->reader, "a number of tags", 0, INT_MAX, &tagCount);
    for (int64_t i = 0; i < tagCount && status == gel_success; i++)
        status = readInt(file, "an element's tag", &value);
    return status == gel_success ? readElementNodes(file, type) : status;
}

// Binary: blocks of one type. Type, how many, how many tags; then number, tags, nodes of each.
static gelStatus readElementBlock2(GmshFile* file, int64_t most, int64_t* done)
{
    gelTextReader* reader = file->reader;
    int64_t type = 0, count = 0, tagCount = 0, number = 0;
    gelStatus status = readInt(file, "an element's type", &type);
    if (status == gel_success)
        status = checkType(file, type);
    if (status == gel_success)
        status = gelReadIntegerValue(reader, "a number of elements", intBytes, 1, most, &count);
    if (status == gel_success)
        status = gelReadIntegerValue(reader, "a number of tags", intBytes, 0, INT_MAX, &tagCount);
    for (int64_t i = 0; i < count && status == gel_success; i++) {
        status = readInt(file, "an element's number", &number);
        if (status == gel_success)
            status = gelSkipValues(reader, "an element's tags", tagCount, intBytes);
        if (status == gel_success)
            status = readElementNodes(file, type);
    }
    *done += count;
    return status;
}

static gelStatus readElements2(GmshFile* file)
{
    gelTextReader* reader = file->reader;
    int64_t count = 0;
    gelStatus status = gelReadInteger(reader, "a number of elements", 0, INT_MAX, &count);
    if (status == gel_success && file->binary)
        status = gelEndLine(reader);
    if (status == gel_success)
        status = gelCheckCount(reader, "a number of elements", count, leastBytes(file, 2, 0, intBytes));
    for (int64_t done = 0; done < count && status == gel_success;) {
        if (file->binary)
            status = readElementBlock2(file, count - done, &done);
        else {
            status = readTextElement2(file);
            done++;
        }
    }
    return status;
}

// How many blocks, how many things in them, smallest and largest tag.
static gelStatus readHeader4(GmshFile* file, const char* what, int64_t header[4])
{
    gelStatus status = file->binary ? gelEndLine(file->reader) : gel_success;
    for (int i = 0; i < 4 && status == gel_success; i++)
        status = readSize(file, what, &header[i]);
    return status;
}

// Dimension and tag of an entity, a flag or type, and how many things are in its block: at most `most`.
static gelStatus readBlockHeader4(GmshFile* file, const char* what, int64_t most, int64_t header[4])
{
    gelStatus status = gelReadIntegerValue(file->reader, "an entity's dimension", intBytes, 0, 3, &header[0]);
    if (status == gel_success)
        status = readInt(file, "an entity's tag", &header[1]);
    if (status == gel_success)
        status = readInt(file, "an entity's kind", &header[2]);
    if (status == gel_success)
        status = gelReadIntegerValue(file->reader, what, sizeBytes, 0, most, &header[3]);
    return status;
}

static gelStatus readNodeBlock4(GmshFile* file, const int64_t range[4], int* done)
{
    int64_t header[4] = {0};
    gelStatus status = readBlockHeader4(file, "a number of nodes", range[1] - *done, header);
    int end = *done + (int)header[3];
    int64_t parameters = header[2] != 0 ? header[0] : 0; // places on the entity, one a dimension
    for (int i = *done; i < end && status == gel_success; i++) {
        file->tags[i].index = i;
        status = gelReadIntegerValue(file->reader, "a node's tag", sizeBytes, range[2], range[3],
                                     &file->tags[i].tag);
    }
    for (int i = *done; i < end && status == gel_success; i++) {
        status = readPosition(file, i);
        if (status == gel_success)
            status = gelSkipValues(file->reader, "a node's parameters", parameters, realBytes);
    }
    *done = end;
    return status;
}

// What the header announces has to be what came; a difference means that something is missing.
static gelStatus checkTagRange4(const GmshFile* file, const int64_t header[4])
{
    int count = file->draft->vertexCount;
    if (count == 0 || (file->tags[0].tag == header[2] && file->tags[count - 1].tag == header[3]))
        return gel_success;
    return gelFailHere(file->reader, gel_formatError,
                       "expected node tags from %lld to %lld, found %lld to %lld", (long long)header[2],
                       (long long)header[3], (long long)file->tags[0].tag,
                       (long long)file->tags[count - 1].tag);
}

static gelStatus readNodes4(GmshFile* file)
{
    int64_t header[4] = {0};
    gelStatus status = readHeader4(file, "a number of nodes", header);
    if (status == gel_success)
        status = setNodeCount(file, header[1], leastBytes(file, 1, 3, sizeBytes));
    int done = 0;
    for (int64_t block = 0; block < header[0] && status == gel_success; block++)
        status = readNodeBlock4(file, header, &done);
    if (status == gel_success && done != header[1])
        status = gelFailHere(file->reader, gel_formatError, "expected %lld nodes, found %d in all blocks",
                             (long long)header[1], done);
    if (status == gel_success)
        status = sortTags(file);
    return status == gel_success ? checkTagRange4(file, header) : status;
}

static gelStatus readElementBlock4(GmshFile* file, int64_t most, int64_t* done)
{
    int64_t header[4] = {0}, number = 0;
    gelStatus status = readBlockHeader4(file, "a number of elements", most, header);
    if (status == gel_success)
        status = checkType(file, header[2]);
    for (int64_t i = 0; i < header[3] && status == gel_success; i++) {
        status = readSize(file, "an element's tag", &number);
        if (status == gel_success)
            status = readElementNodes(file, header[2]);
    }
    *done += header[3];
    return status;
}

static gelStatus readElements4(GmshFile* file)
{
    int64_t header[4] = {0}, done = 0;
    gelStatus status = readHeader4(file, "a number of elements", header);
    if (status == gel_success)
        status =
            gelCheckCount(file->reader, "a number of elements", header[1], leastBytes(file, 2, 0, sizeBytes));
    for (int64_t block = 0; block < header[0] && status == gel_success; block++)
        status = readElementBlock4(file, header[1] - done, &done);
    if (status == gel_success && done != header[1])
        status =
            gelFailHere(file->reader, gel_formatError, "expected %lld elements, found %lld in all blocks",
                        (long long)header[1], (long long)done);
    return status;
}

static gelStatus readNodes(GmshFile* file)
{
    if (file->tags != NULL)
        return gelFailHere(file->reader, gel_formatError, "expected $Nodes once, found it again");
    gelStatus status = file->version == 2 ? readNodes2(file) : readNodes4(file);
    return status == gel_success ? gelReadWord(file->reader, "$EndNodes") : status;
}

static gelStatus readElements(GmshFile* file)
{
    if (file->elementsRead)
        return gelFailHere(file->reader, gel_formatError, "expected $Elements once, found it again");
    if (file->tags == NULL)
        return gelFailHere(file->reader, gel_formatError,
                           "expected $Nodes before $Elements, found $Elements first");
    file->elementsRead = true;
    gelStatus status = file->version == 2 ? readElements2(file) : readElements4(file);
    return status == gel_success ? gelReadWord(file->reader, "$EndElements") : status;
}

static gelStatus skipSection(GmshFile* file, gelWord name)
{
    char end[80] = "$End";
    if (name.length < 2 || name.text[0] != '$' || name.length > sizeof end - 5)
        return gelFailExpected(file->reader, name, "a section such as $Nodes");
    memcpy(end + 4, name.text + 1, name.length - 1); // the rest is zero
    if (gelSkipPast(file->reader, end))
        return gel_success;
    return gelFailExpected(file->reader, (gelWord){0}, end);
}

static gelStatus readVersion(GmshFile* file)
{
    gelTextReader* reader = file->reader;
    gelWord version = gelNextWord(reader);
    double number = 0;
    if (!gelParseReal(version, &number))
        return gelFailExpected(reader, version, "a version of the format");
    bool second = number >= 2.0 && number < 2.25;
    bool fourth = number > 4.05 && number < 4.15;
    if (!second && !fourth)
        return gelFailHere(reader, gel_unsupported,
                           "Gmsh's format %.1f is not supported; save the mesh as version 4.1 or 2.2",
                           number);
    file->version = second ? 2 : 4;
    return gel_success;
}

// The number 1 as four bytes tells the byte order.
static gelStatus readByteOrder(gelTextReader* reader)
{
    static const char big[4] = {0, 0, 0, 1};
    gelStatus status = gelEndLine(reader);
    reader->binary = true;
    if (status != gel_success)
        return status;
    reader->bigEndian =
        reader->size - reader->position >= 4 && memcmp(reader->bytes + reader->position, big, 4) == 0;
    int64_t one = 0;
    return gelReadIntegerValue(reader, "the byte order's mark", intBytes, 1, 1, &one);
}

static gelStatus readFormat(GmshFile* file)
{
    gelTextReader* reader = file->reader;
    int64_t binary = 0, dataSize = 0;
    gelStatus status = readVersion(file);
    if (status == gel_success)
        status = gelReadInteger(reader, "ASCII (0) or binary (1),", 0, 1, &binary);
    if (status == gel_success)
        status = gelReadInteger(reader, "a data size", 8, 8, &dataSize);
    file->binary = binary == 1;
    if (status == gel_success && file->binary)
        status = readByteOrder(reader);
    return status == gel_success ? gelReadWord(reader, "$EndMeshFormat") : status;
}

static gelStatus readSection(GmshFile* file, gelWord name)
{
    if (gelWordIs(name, "$NOD"))
        return gelFailHere(file->reader, gel_unsupported,
                           "Gmsh's format 1 is not supported; save the mesh as version 4.1 or 2.2");
    if (gelWordIs(name, "$MeshFormat") && file->version == 0)
        return readFormat(file);
    if (file->version == 0 && !gelWordIs(name, "$Comments"))
        return gelFailExpected(file->reader, name,
                               "$MeshFormat (a Gmsh mesh; other programs' .msh files are not supported)");
    if (gelWordIs(name, "$Nodes"))
        return readNodes(file);
    if (gelWordIs(name, "$Elements"))
        return readElements(file);
    return skipSection(file, name);
}

gelStatus gelReadGmsh(gelTextReader* reader, gelMeshDraft* draft)
{
    GmshFile file = {.reader = reader, .draft = draft};
    gelStatus status = gel_success;
    while (status == gel_success) {
        gelWord name = gelNextWord(reader);
        if (name.length == 0)
            break;
        status = readSection(&file, name);
    }
    if (status == gel_success && !file.elementsRead)
        status = gelFailExpected(reader, (gelWord){0}, "$Elements");
    gelFree(file.tags);
    return status;
}
