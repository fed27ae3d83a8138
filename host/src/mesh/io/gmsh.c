// Gmsh's .msh, versions 2.2, 4.0 and 4.1. ASCII and binary hold the same values in the same order, except for
// the elements of version 2.2, so one reader handles both.
#include "mesh/io/gmsh.h"
#include "mesh/io/loaders.h"

#include <limits.h>
#include <string.h>

static gelStatus readNodes2(gelGmshFile* file)
{
    gelTextReader* reader = file->reader;
    int64_t count = 0, tag = 0;
    gelStatus status = gelReadInteger(reader, "a number of nodes", 0, INT_MAX, &count);
    if (status == gel_success && file->binary)
        status = gelEndLine(reader);
    if (status == gel_success)
        status = gelGmsh_SetNodeCount(file, count, gelGmsh_MinBytes(file, 1, 3, gel_gmshInt));
    for (int i = 0; i < count && status == gel_success; i++) {
        status = gelGmsh_ReadInt(file, "a node's tag", &tag);
        file->nodes.items[i] = (gelGmshTag){tag, i};
        if (status == gel_success)
            status = gelGmsh_ReadPosition(file, i);
    }
    return status == gel_success ? gelGmsh_SortNodes(file) : status;
}

// ASCII: number, type, tag count, tags, nodes.
static gelStatus readTextElement2(gelGmshFile* file)
{
    int64_t number = 0, value = 0, type = 0, tagCount = 0;
    gelStatus status = gelGmsh_ReadInt(file, "an element's number", &number);
    if (status == gel_success)
        status = gelGmsh_ReadInt(file, "an element's type", &type);
    if (status == gel_success)
        status = gelGmsh_CheckType(file, type);
    if (status == gel_success)
        status = gelReadInteger(file->reader, "a number of tags", 0, INT_MAX, &tagCount);
    for (int64_t i = 0; i < tagCount && status == gel_success; i++)
        status = gelGmsh_ReadInt(file, "an element's tag", &value);
    return status == gel_success ? gelGmsh_ReadElementNodes(file, type, number) : status;
}

// Binary: blocks of one type. Type, element count, tag count; then number, tags and nodes of each element.
static gelStatus readElementBlock2(gelGmshFile* file, int64_t max, int64_t* done)
{
    gelTextReader* reader = file->reader;
    int64_t type = 0, count = 0, tagCount = 0, number = 0;
    gelStatus status = gelGmsh_ReadInt(file, "an element's type", &type);
    if (status == gel_success)
        status = gelGmsh_CheckType(file, type);
    if (status == gel_success)
        status = gelReadIntegerValue(reader, "a number of elements", gel_gmshInt, 1, max, &count);
    if (status == gel_success)
        status = gelReadIntegerValue(reader, "a number of tags", gel_gmshInt, 0, INT_MAX, &tagCount);
    for (int64_t i = 0; i < count && status == gel_success; i++) {
        status = gelGmsh_ReadInt(file, "an element's number", &number);
        if (status == gel_success)
            status = gelSkipValues(reader, "an element's tags", tagCount, gel_gmshInt);
        if (status == gel_success)
            status = gelGmsh_ReadElementNodes(file, type, number);
    }
    *done += count;
    return status;
}

static gelStatus readElements2(gelGmshFile* file)
{
    gelTextReader* reader = file->reader;
    int64_t count = 0;
    gelStatus status = gelReadInteger(reader, "a number of elements", 0, INT_MAX, &count);
    if (status == gel_success && file->binary)
        status = gelEndLine(reader);
    if (status == gel_success)
        status =
            gelCheckCount(reader, "a number of elements", count, gelGmsh_MinBytes(file, 2, 0, gel_gmshInt));
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

static gelStatus readNodes(gelGmshFile* file)
{
    if (file->nodesRead)
        return gelFailHere(file->reader, gel_formatError, "duplicate $Nodes");
    file->nodesRead = true;
    gelStatus status = file->version == 22 ? readNodes2(file) : gelGmsh_ReadNodes4(file);
    return status == gel_success ? gelReadWord(file->reader, "$EndNodes") : status;
}

static gelStatus readElements(gelGmshFile* file)
{
    if (file->elementsRead)
        return gelFailHere(file->reader, gel_formatError, "duplicate $Elements");
    if (!file->nodesRead)
        return gelFailHere(file->reader, gel_formatError,
                           "expected $Nodes before $Elements, found $Elements first");
    file->elementsRead = true;
    gelStatus status = file->version == 22 ? readElements2(file) : gelGmsh_ReadElements4(file);
    return status == gel_success ? gelReadWord(file->reader, "$EndElements") : status;
}

static gelStatus skipSection(gelGmshFile* file, gelWord name)
{
    char end[80] = "$End";
    if (name.length < 2 || name.text[0] != '$' || name.length > sizeof end - 5)
        return gelFailExpected(file->reader, name, "a section such as $Nodes");
    memcpy(end + 4, name.text + 1, name.length - 1); // the rest is zero
    if (gelSkipPast(file->reader, end))
        return gel_success;
    return gelFailExpected(file->reader, (gelWord){0}, end);
}

static gelStatus readVersion(gelGmshFile* file)
{
    gelTextReader* reader = file->reader;
    gelWord version = gelNextWord(reader);
    double number = 0;
    if (!gelParseReal(version, &number))
        return gelFailExpected(reader, version, "a format version");
    int known = number >= 2.0 && number < 2.25 ? 22 : number >= 3.995 && number <= 4.05 ? 40 : 41;
    if (known == 41 && !(number > 4.05 && number < 4.15))
        return gelFailHere(reader, gel_unsupported,
                           "Gmsh's format %.1f is not supported; save the mesh as version 4.1 or 2.2",
                           number);
    file->version = known;
    return gel_success;
}

// The number 1 in four bytes shows the byte order.
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
    return gelReadIntegerValue(reader, "the byte order's mark", gel_gmshInt, 1, 1, &one);
}

static gelStatus readFormat(gelGmshFile* file)
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

static gelStatus readSection(gelGmshFile* file, gelWord name)
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
    if (gelWordIs(name, "$ElementData"))
        return gelGmsh_ReadElementData(file);
    return skipSection(file, name);
}

gelStatus gelReadGmsh(gelTextReader* reader, gelMeshDraft* draft)
{
    gelGmshFile file = {.reader = reader, .draft = draft};
    gelStatus status = gel_success;
    while (status == gel_success) {
        gelWord name = gelNextWord(reader);
        if (name.length == 0)
            break;
        status = readSection(&file, name);
    }
    if (status == gel_success && !file.elementsRead)
        status = gelFailExpected(reader, (gelWord){0}, "$Elements");
    gelFree(file.nodes.items);
    gelFree(file.tets.items);
    return status;
}
