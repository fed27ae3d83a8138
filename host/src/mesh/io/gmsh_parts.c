// Nodes and elements, their tags and values: what Gmsh's versions have in common.
#include "mesh/io/gmsh.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

size_t gelGmsh_MinBytes(const gelGmshFile* file, int integers, int reals, size_t integerBytes)
{
    if (file->binary)
        return (size_t)integers * integerBytes + (size_t)reals * gel_gmshReal;
    return 2 * (size_t)(integers + reals); // a digit and a blank
}

gelStatus gelGmsh_ReadInt(gelGmshFile* file, const char* what, int64_t* value)
{
    return gelReadIntegerValue(file->reader, what, gel_gmshInt, INT_MIN, INT_MAX, value);
}

// The number of nodes per element of a type, 0 for unknown types. The corners of a tet come first in every
// order.
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

gelStatus gelGmsh_CheckType(const gelGmshFile* file, int64_t type)
{
    if (nodesOfType(type) > 0)
        return gel_success;
    return gelFailHere(file->reader, gel_formatError,
                       "expected a type of element, found the unknown type %lld", (long long)type);
}

static int compareTags(const void* a, const void* b)
{
    const gelGmshTag* first = a;
    const gelGmshTag* second = b;
    return (first->tag > second->tag) - (first->tag < second->tag);
}

static gelStatus sortTags(const gelGmshFile* file, gelGmshTags* tags, const char* what)
{
    bool ascending = true;
    for (int i = 1; i < tags->count; i++)
        ascending = ascending && tags->items[i].tag > tags->items[i - 1].tag;
    if (!ascending)
        qsort(tags->items, (size_t)tags->count, sizeof *tags->items, compareTags);
    for (int i = 1; i < tags->count; i++)
        if (tags->items[i].tag == tags->items[i - 1].tag)
            return gelFailHere(file->reader, gel_formatError, "expected each %s once, found %s %lld twice",
                               what, what, (long long)tags->items[i].tag);
    return gel_success;
}

gelStatus gelGmsh_SortNodes(gelGmshFile* file)
{
    return sortTags(file, &file->nodes, "node");
}

// Index of the node or tet with a tag, or -1.
static int findTag(const gelGmshTags* tags, int64_t tag)
{
    if (tags->count == 0)
        return -1;
    int64_t guess = tag - tags->items[0].tag; // correct if tags have no gaps
    if (guess >= 0 && guess < tags->count && tags->items[guess].tag == tag)
        return tags->items[guess].index;
    gelGmshTag key = {.tag = tag};
    const gelGmshTag* found = bsearch(&key, tags->items, (size_t)tags->count, sizeof key, compareTags);
    return found != NULL ? found->index : -1;
}

gelStatus gelGmsh_SetNodeCount(gelGmshFile* file, int64_t count, size_t bytesEach)
{
    gelStatus status = gelCheckCount(file->reader, "a number of nodes", count, bytesEach);
    if (status == gel_success)
        status = gelDraft_SetVertexCount(file->draft, (int)count);
    if (status != gel_success)
        return status;
    file->nodes.items = gelAllocate((size_t)count, sizeof *file->nodes.items);
    if (file->nodes.items == NULL)
        return gelFailMemory((size_t)count, sizeof *file->nodes.items);
    file->nodes.count = file->nodes.capacity = (int)count;
    return gel_success;
}

gelStatus gelGmsh_ReadPosition(gelGmshFile* file, int index)
{
    gelStatus status = gel_success;
    for (int axis = 0; axis < 3 && status == gel_success; axis++)
        status = gelReadCoordinate(file->reader, gel_gmshReal, &file->draft->positions[3 * index + axis]);
    return status;
}

static gelStatus addTet(gelGmshFile* file, const int tet[4], int64_t tag)
{
    gelGmshTags* tags = &file->tets;
    if (tags->count == tags->capacity) {
        int capacity = tags->capacity < 512           ? 1024
                       : tags->capacity > INT_MAX / 2 ? INT_MAX
                                                      : tags->capacity * 2;
        gelGmshTag* items = gelResize(tags->items, (size_t)capacity, sizeof *items);
        if (items == NULL)
            return gelFailMemory((size_t)capacity, sizeof *items);
        tags->items = items;
        tags->capacity = capacity;
    }
    tags->items[tags->count++] = (gelGmshTag){tag, file->draft->tetCount};
    return gelDraft_AddTet(file->draft, tet);
}

gelStatus gelGmsh_ReadElementNodes(gelGmshFile* file, int64_t type, int64_t tag)
{
    gelTextReader* reader = file->reader;
    int bytes = file->version == 41 ? gel_gmshSize : gel_gmshInt;
    int nodes = nodesOfType(type), tet[4] = {0};
    for (int i = 0; i < nodes; i++) {
        gelTextReader before = *reader;
        int64_t node = 0;
        gelStatus status = gelReadIntegerValue(reader, "a node's tag", bytes, 0, GEL_GMSH_LARGEST_TAG, &node);
        if (status != gel_success)
            return status;
        int index = i < 4 && isTet(type) ? findTag(&file->nodes, node) : 0;
        if (index < 0)
            return gelFailHere(reader->binary ? &before : reader, gel_formatError,
                               "expected the tag of a node, found %lld, which is unknown", (long long)node);
        if (i < 4)
            tet[i] = index;
    }
    if (isTet(type))
        return addTet(file, tet, tag);
    file->draft->otherCells++;
    return gel_success;
}

// A list of strings, reals or integers: a count, then one per line. The first string and the integers are
// kept.
static gelStatus readDataHeader(gelTextReader* reader, gelWord* name, int64_t integers[3])
{
    int64_t count = 0, integer = 0;
    double ignored = 0;
    gelStatus status = gelReadInteger(reader, "a number of strings", 0, 100, &count);
    if (status == gel_success)
        gelRestOfLine(reader);
    for (int64_t i = 0; i < count && status == gel_success; i++) {
        gelWord line = gelRestOfLine(reader);
        *name = i == 0 ? line : *name;
    }
    if (status == gel_success)
        status = gelReadInteger(reader, "a number of reals", 0, 100, &count);
    for (int64_t i = 0; i < count && status == gel_success; i++)
        status = gelReadReal(reader, "a real", &ignored);
    if (status == gel_success)
        status = gelReadInteger(reader, "a number of integers", 3, 100, &count);
    for (int64_t i = 0; i < count && status == gel_success; i++) {
        status = gelReadInteger(reader, "an integer", 0, INT_MAX, &integer);
        if (i < 3)
            integers[i] = integer;
    }
    return status;
}

static gelWord withoutQuotes(gelWord word)
{
    while (word.length > 0 && strchr("\" \t", word.text[0]) != NULL) {
        word.text++;
        word.length--;
    }
    while (word.length > 0 && strchr("\" \t", word.text[word.length - 1]) != NULL)
        word.length--;
    return word;
}

// Pairs of element and value, for elements of any type in any order.
static gelStatus readValues(gelGmshFile* file, gelWord name, int64_t count)
{
    gelTextReader* reader = file->reader;
    gelStatus status = gel_success;
    if (!file->tetsSorted)
        status = sortTags(file, &file->tets, "element");
    file->tetsSorted = true;
    if (status == gel_success && file->binary)
        status = gelEndLine(reader);
    for (int64_t i = 0; i < count && status == gel_success; i++) {
        int64_t tag = 0;
        double value = 0;
        status = gelGmsh_ReadInt(file, "an element's tag", &tag);
        if (status == gel_success)
            status = gelReadRealValue(reader, "an element's value", gel_gmshReal, &value);
        int tet = findTag(&file->tets, tag);
        if (status == gel_success && tet >= 0)
            status = gelDraft_SetValue(file->draft, reader, name, tet, value);
    }
    return status;
}

gelStatus gelGmsh_ReadElementData(gelGmshFile* file)
{
    enum { components = 1, elements = 2 };
    static const char end[] = "$EndElementData";
    gelTextReader before = *file->reader;
    gelWord name = {.length = 0};
    int64_t integers[3] = {0};
    gelStatus status = readDataHeader(file->reader, &name, integers);
    name = withoutQuotes(name);
    if (status != gel_success || !gelIsTetValue(name) || integers[components] != 1) {
        *file->reader = before; // values that are not needed here
        return gelSkipPast(file->reader, end) ? gel_success
                                              : gelFailExpected(file->reader, (gelWord){0}, end);
    }
    if (!file->elementsRead)
        return gelFailHere(file->reader, gel_formatError,
                           "expected $Elements before $ElementData, found $ElementData first");
    status = readValues(file, name, integers[elements]);
    return status == gel_success ? gelReadWord(file->reader, end) : status;
}
