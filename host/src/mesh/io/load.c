#include "mesh/io/loaders.h"

#include <assert.h>
#include <limits.h>
#include <math.h>
#include <string.h>

gelStatus gelDraft_SetVertexCount(gelMeshDraft* draft, int vertexCount)
{
    float* positions = gelResize(draft->positions, (size_t)vertexCount, 3 * sizeof *positions);
    if (positions == NULL)
        return gelFailMemory((size_t)vertexCount, 3 * sizeof *positions);
    draft->positions = positions;
    draft->vertexCount = vertexCount;
    return gel_success;
}

static gelStatus growTets(gelMeshDraft* draft)
{
    int capacity = draft->tetCapacity < 512           ? 1024
                   : draft->tetCapacity > INT_MAX / 2 ? INT_MAX
                                                      : draft->tetCapacity * 2;
    int* tets = gelResize(draft->tets, (size_t)capacity, 4 * sizeof *tets);
    draft->tets = tets != NULL ? tets : draft->tets;
    float* fills = gelResize(draft->fillFractions, (size_t)capacity, sizeof *fills);
    draft->fillFractions = fills != NULL ? fills : draft->fillFractions;
    int* parts = gelResize(draft->parts, (size_t)capacity, sizeof *parts);
    draft->parts = parts != NULL ? parts : draft->parts;
    if (tets == NULL || fills == NULL || parts == NULL)
        return gelFailMemory((size_t)capacity, 6 * sizeof *tets);
    draft->tetCapacity = capacity;
    return gel_success;
}

gelStatus gelDraft_AddTet(gelMeshDraft* draft, const int tet[4])
{
    gelStatus status = draft->tetCount == draft->tetCapacity ? growTets(draft) : gel_success;
    if (status != gel_success)
        return status;
    memcpy(draft->tets + 4 * (size_t)draft->tetCount, tet, 4 * sizeof *tet);
    draft->fillFractions[draft->tetCount] = 1.0f;
    draft->parts[draft->tetCount] = 0;
    draft->tetCount++;
    return gel_success;
}

bool gelIsTetValue(gelWord name)
{
    return gelWordIs(name, GEL_FILL_NAME) || gelWordIs(name, GEL_PART_NAME);
}

gelStatus gelDraft_SetValue(gelMeshDraft* draft, const gelTextReader* reader, gelWord name, int tet,
                            double value)
{
    if (gelWordIs(name, GEL_FILL_NAME)) {
        draft->fillFractions[tet] = (float)value;
    } else if (gelWordIs(name, GEL_PART_NAME)) {
        if (!(value >= INT_MIN && value <= INT_MAX) || value != floor(value))
            return gelFailHere(reader, gel_formatError, "expected an integer as the part of tet %d, found %g",
                               tet, value);
        draft->parts[tet] = (int)value;
    }
    return gel_success;
}

void gelDraft_DropCommonPart(gelMeshDraft* draft)
{
    for (int t = 1; t < draft->tetCount; t++)
        if (draft->parts[t] != draft->parts[0])
            return;
    for (int t = 0; t < draft->tetCount; t++)
        draft->parts[t] = 0;
}

void gelDestroyDraft(gelMeshDraft* draft)
{
    gelFree(draft->positions);
    gelFree(draft->tets);
    gelFree(draft->fillFractions);
    gelFree(draft->parts);
    *draft = (gelMeshDraft){0};
}

size_t gelEndingOf(const char* path)
{
    const char* dot = strrchr(path, '.');
    return dot == NULL || strpbrk(dot, "/\\") != NULL ? strlen(path) : (size_t)(dot - path);
}

static bool endsWith(const char* path, const char* ending)
{
    const char* found = path + gelEndingOf(path);
    return gelWordIsAnyCase((gelWord){found, strlen(found)}, ending);
}

static bool startsWith(const gelTextReader* reader, const char* text)
{
    size_t start = reader->position;
    while (start < reader->size && strchr(" \t\r\n", reader->bytes[start]) != NULL &&
           reader->bytes[start] != 0)
        start++;
    size_t length = strlen(text);
    return reader->size - start >= length && memcmp(reader->bytes + start, text, length) == 0;
}

// Binary MEDIT starts with the number 1 in either byte order.
static bool isBinaryMedit(const gelTextReader* reader)
{
    return reader->size >= 4 &&
           (memcmp(reader->bytes, "\1\0\0\0", 4) == 0 || memcmp(reader->bytes, "\0\0\0\1", 4) == 0);
}

typedef gelStatus ReadFunction(gelTextReader* reader, gelMeshDraft* draft);

// What a file holds counts for more than its name: wrong endings are common, `.msh` and `.mesh` ambiguous.
static gelStatus chooseFormat(const gelTextReader* reader, ReadFunction** read)
{
    const char* path = reader->path;
    bool isMedit = endsWith(path, ".mesh"), isBinary = isMedit && isBinaryMedit(reader);
    *read = NULL;
    if (endsWith(path, ".node") || endsWith(path, ".ele"))
        *read = gelReadTetGen;
    else if (startsWith(reader, "$MeshFormat") || startsWith(reader, "$NOD"))
        *read = gelReadGmsh;
    else if (startsWith(reader, "# vtk DataFile"))
        *read = gelReadVtk;
    else if (startsWith(reader, "MeshVersionFormatted"))
        *read = gelReadMedit;
    else if (startsWith(reader, "<?xml") || startsWith(reader, "<VTKFile") || endsWith(path, ".vtu"))
        *read = gelReadVtu;
    else if (isBinary || endsWith(path, ".meshb"))
        return gelFail(gel_unsupported, "%s: binary MEDIT (.meshb) is not supported; save it as ASCII .mesh",
                       path);
    else if (isMedit)
        *read = gelReadMedit;
    else if (endsWith(path, ".msh") || endsWith(path, ".vtk"))
        *read = endsWith(path, ".msh") ? gelReadGmsh : gelReadVtk;
    else if (endsWith(path, ".obj") || endsWith(path, ".stl") || endsWith(path, ".ply") ||
             endsWith(path, ".off"))
        return gelFail(gel_unsupported,
                       "%s: a surface; fill it with tets first: gel mesh, or gelCreateMeshFromSurface", path);
    else if (endsWith(path, ".json"))
        return gelFail(gel_unsupported, "%s: expected a tet mesh, found a scene; `gel run` takes it", path);
    else
        return gelFail(
            gel_unsupported,
            "%s: expected a tet mesh (.node, .ele, .msh, .mesh, .vtk or .vtu), found the ending '%s'", path,
            path + gelEndingOf(path));
    return gel_success;
}

static bool anyIsPartlyFilled(const gelMeshDraft* draft)
{
    for (int t = 0; t < draft->tetCount; t++)
        if (draft->fillFractions[t] != 1.0f)
            return true;
    return false;
}

static bool anyHasPart(const gelMeshDraft* draft)
{
    for (int t = 0; t < draft->tetCount; t++)
        if (draft->parts[t] != 0)
            return true;
    return false;
}

static gelStatus makeMesh(const char* path, const gelMeshDraft* draft, gelTetMesh* mesh,
                          gelMeshRepair* repair)
{
    if (draft->tetCount == 0)
        return gelFail(
            gel_formatError,
            "%s: expected tets, found none (%d vertices, %d other cells); a surface that is saved as "
            ".obj, .ply or .stl is filled with tets by gel mesh",
            path, draft->vertexCount, draft->otherCells);
    gelMeshRepair mended;
    gelTetAttributes attributes = {
        .fillFractions = anyIsPartlyFilled(draft) ? draft->fillFractions : NULL,
        .parts = anyHasPart(draft) ? draft->parts : NULL,
    };
    gelStatus status = gelCreateTetMesh(draft->positions, draft->vertexCount, draft->tets, draft->tetCount,
                                        &attributes, mesh, &mended);
    if (status == gel_invalidArgument)
        return gelFail(gel_formatError, "%s: %s", path, gelLastError());
    mended.otherCells = draft->otherCells;
    if (repair != NULL && status == gel_success)
        *repair = mended;
    return status;
}

gelStatus gelLoadTetMesh(const char* path, gelTetMesh* mesh, gelMeshRepair* repair)
{
    assert(path != NULL && mesh != NULL);
    *mesh = (gelTetMesh){0};
    if (repair != NULL)
        *repair = (gelMeshRepair){0};
    gelTextReader reader;
    gelStatus status = gelOpenText(path, &reader);
    if (status != gel_success)
        return status;
    gelMeshDraft draft = {0};
    ReadFunction* read = NULL;
    status = chooseFormat(&reader, &read);
    if (status == gel_success)
        status = read(&reader, &draft);
    gelCloseText(&reader);
    if (status == gel_success)
        status = makeMesh(path, &draft, mesh, repair);
    gelDestroyDraft(&draft);
    return status;
}
