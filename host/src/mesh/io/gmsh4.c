// Nodes and elements of Gmsh's .msh, versions 4.0 and 4.1. Version 4.0 puts a node's tag before its position,
// and stores tags in four bytes.
#include "mesh/io/gmsh.h"

#include <limits.h>

static int bytesOfTag(const gelGmshFile* file)
{
    return file->version == 40 ? gel_gmshInt : gel_gmshSize;
}

static gelStatus readSize(gelGmshFile* file, const char* what, int64_t* value)
{
    return gelReadIntegerValue(file->reader, what, gel_gmshSize, 0, GEL_GMSH_LARGEST_TAG, value);
}

// The number of blocks and of items; in version 4.1 also the smallest and largest tag.
static gelStatus readHeader(gelGmshFile* file, const char* what, int64_t header[4])
{
    gelStatus status = file->binary ? gelEndLine(file->reader) : gel_success;
    header[2] = 0;
    header[3] = GEL_GMSH_LARGEST_TAG;
    for (int i = 0; i < (file->version == 40 ? 2 : 4) && status == gel_success; i++)
        status = readSize(file, what, &header[i]);
    return status;
}

// Reads the dimension and tag of an entity, a flag or type, and the number of items in its block,
// at most `max`.
static gelStatus readBlockHeader(gelGmshFile* file, const char* what, int64_t max, int64_t header[4])
{
    gelStatus status = gel_success;
    if (file->version == 40)
        status = gelGmsh_ReadInt(file, "an entity's tag", &header[1]);
    if (status == gel_success)
        status = gelReadIntegerValue(file->reader, "an entity's dimension", gel_gmshInt, 0, 3, &header[0]);
    if (status == gel_success && file->version == 41)
        status = gelGmsh_ReadInt(file, "an entity's tag", &header[1]);
    if (status == gel_success)
        status = gelGmsh_ReadInt(file, "an entity's kind", &header[2]);
    if (status == gel_success)
        status = gelReadIntegerValue(file->reader, what, gel_gmshSize, 0, max, &header[3]);
    return status;
}

static gelStatus readTag(gelGmshFile* file, const int64_t range[4], int i)
{
    file->nodes.items[i].index = i;
    return gelReadIntegerValue(file->reader, "a node's tag", bytesOfTag(file), range[2], range[3],
                               &file->nodes.items[i].tag);
}

static gelStatus readNodeBlock(gelGmshFile* file, const int64_t range[4], int* done)
{
    int64_t header[4] = {0};
    gelStatus status = readBlockHeader(file, "a number of nodes", range[1] - *done, header);
    int end = *done + (int)header[3];
    int64_t parameters = header[2] != 0 ? header[0] : 0; // parametric coordinates, one per dimension
    for (int i = *done; i < end && status == gel_success && file->version == 41; i++)
        status = readTag(file, range, i);
    for (int i = *done; i < end && status == gel_success; i++) {
        if (file->version == 40)
            status = readTag(file, range, i);
        if (status == gel_success)
            status = gelGmsh_ReadPosition(file, i);
        if (status == gel_success)
            status = gelSkipValues(file->reader, "a node's parameters", parameters, gel_gmshReal);
    }
    *done = end;
    return status;
}

// The counts of the header must match what was read; a difference means that something is missing.
static gelStatus checkTagRange(const gelGmshFile* file, const int64_t header[4])
{
    const gelGmshTags* nodes = &file->nodes;
    if (file->version == 40 || nodes->count == 0 ||
        (nodes->items[0].tag == header[2] && nodes->items[nodes->count - 1].tag == header[3]))
        return gel_success;
    return gelFailHere(file->reader, gel_formatError,
                       "expected node tags from %lld to %lld, found %lld to %lld", (long long)header[2],
                       (long long)header[3], (long long)nodes->items[0].tag,
                       (long long)nodes->items[nodes->count - 1].tag);
}

gelStatus gelGmsh_ReadNodes4(gelGmshFile* file)
{
    int64_t header[4] = {0};
    gelStatus status = readHeader(file, "a number of nodes", header);
    if (status == gel_success)
        status =
            gelGmsh_SetNodeCount(file, header[1], gelGmsh_MinBytes(file, 1, 3, (size_t)bytesOfTag(file)));
    int done = 0;
    for (int64_t block = 0; block < header[0] && status == gel_success; block++)
        status = readNodeBlock(file, header, &done);
    if (status == gel_success && done != header[1])
        status = gelFailHere(file->reader, gel_formatError, "expected %lld nodes, found %d in all blocks",
                             (long long)header[1], done);
    if (status == gel_success)
        status = gelGmsh_SortNodes(file);
    return status == gel_success ? checkTagRange(file, header) : status;
}

static gelStatus readElementBlock(gelGmshFile* file, int64_t max, int64_t* done)
{
    int64_t header[4] = {0}, tag = 0;
    gelStatus status = readBlockHeader(file, "a number of elements", max, header);
    if (status == gel_success)
        status = gelGmsh_CheckType(file, header[2]);
    for (int64_t i = 0; i < header[3] && status == gel_success; i++) {
        status = gelReadIntegerValue(file->reader, "an element's tag", bytesOfTag(file), 0,
                                     GEL_GMSH_LARGEST_TAG, &tag);
        if (status == gel_success)
            status = gelGmsh_ReadElementNodes(file, header[2], tag);
    }
    *done += header[3];
    return status;
}

gelStatus gelGmsh_ReadElements4(gelGmshFile* file)
{
    int64_t header[4] = {0}, done = 0;
    gelStatus status = readHeader(file, "a number of elements", header);
    if (status == gel_success)
        status = gelCheckCount(file->reader, "a number of elements", header[1],
                               gelGmsh_MinBytes(file, 2, 0, (size_t)bytesOfTag(file)));
    for (int64_t block = 0; block < header[0] && status == gel_success; block++)
        status = readElementBlock(file, header[1] - done, &done);
    if (status == gel_success && done != header[1])
        status =
            gelFailHere(file->reader, gel_formatError, "expected %lld elements, found %lld in all blocks",
                        (long long)header[1], (long long)done);
    return status;
}
