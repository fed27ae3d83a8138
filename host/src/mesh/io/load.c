#include "gel/mesh.h"
#include "gel/surface.h"
#include "mesh/io/loaders.h"
#include "mesh/mesh.h"
#include "common/path.h"

#include <assert.h>
#include <limits.h>
#include <math.h>
#include <string.h>

static bool startsWith(const gelTextReader* reader, const char* text)
{
    size_t start = reader->position;
    while (start < reader->size && strchr(" \t\r\n", reader->bytes[start]) != NULL &&
           reader->bytes[start] != 0)
        start++;
    size_t length = strlen(text);
    return reader->size - start >= length && memcmp(reader->bytes + start, text, length) == 0;
}

// Binary MEDIT starts with the number 1, in either byte order.
static bool isBinaryMedit(const gelTextReader* reader)
{
    return reader->size >= 4 &&
           (memcmp(reader->bytes, "\1\0\0\0", 4) == 0 || memcmp(reader->bytes, "\0\0\0\1", 4) == 0);
}

bool gelIsSurfacePath(const char* path)
{
    static const char* const endings[] = {".obj", ".ply", ".stl", ".off", ".gltf",
                                          ".glb", ".fbx", ".dae", ".3mf"};
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++)
        if (gelEndsWith(path, endings[i]))
            return true;
    return false;
}

typedef gelStatus ReadFunction(gelTextReader* reader, gelMeshDraft* draft);

// A file's content counts for more than its name: wrong extensions are common, `.msh` and `.mesh` ambiguous.
static gelStatus chooseFormat(const gelTextReader* reader, ReadFunction** read)
{
    const char* path = reader->path;
    bool isMedit = gelEndsWith(path, ".mesh"), isBinary = isMedit && isBinaryMedit(reader);
    *read = NULL;
    if (gelEndsWith(path, ".node") || gelEndsWith(path, ".ele"))
        *read = gelReadTetGen;
    else if (startsWith(reader, "$MeshFormat") || startsWith(reader, "$NOD"))
        *read = gelReadGmsh;
    else if (startsWith(reader, "# vtk DataFile"))
        *read = gelReadVtk;
    else if (startsWith(reader, "MeshVersionFormatted"))
        *read = gelReadMedit;
    else if (startsWith(reader, "<?xml") || startsWith(reader, "<VTKFile") || gelEndsWith(path, ".vtu"))
        *read = gelReadVtu;
    else if (isBinary || gelEndsWith(path, ".meshb"))
        return gelFail(gel_unsupported, "%s: binary MEDIT (.meshb) is not supported; save it as ASCII .mesh",
                       path);
    else if (isMedit)
        *read = gelReadMedit;
    else if (gelEndsWith(path, ".msh") || gelEndsWith(path, ".vtk"))
        *read = gelEndsWith(path, ".msh") ? gelReadGmsh : gelReadVtk;
    else if (gelIsSurfacePath(path))
        return gelFail(
            gel_unsupported,
            "%s: this is a surface; fill it with tets first, with gel mesh or gelCreateMeshFromSurface",
            path);
    else if (gelEndsWith(path, ".json"))
        return gelFail(gel_unsupported, "%s: expected a tet mesh, found a scene; use gel run", path);
    else
        return gelFail(
            gel_unsupported,
            "%s: expected a surface (.obj, .ply, .stl, .off, .gltf, .glb, .fbx, .dae or .3mf) or a tet mesh (.node, "
            ".ele, .msh, .mesh, .vtk or .vtu), found the extension '%s'; export it as .obj, .ply, .stl or .glb",
            path, path + gelEndingOf(path));
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
            "%s: expected tets, found none (%d vertices, %d other cells); gel mesh fills a surface "
            "(.obj, .ply or .stl) with tets",
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

static gelStatus readDraft(const char* path, gelMeshDraft* draft)
{
    gelTextReader reader;
    gelStatus status = gelOpenText(path, &reader);
    if (status != gel_success)
        return status;
    ReadFunction* read = NULL;
    status = chooseFormat(&reader, &read);
    if (status == gel_success)
        status = read(&reader, draft);
    gelCloseText(&reader);
    return status;
}

gelStatus gelLoadTetMesh(const char* path, gelTetMesh* mesh, gelMeshRepair* repair)
{
    assert(path != NULL && mesh != NULL);
    *mesh = (gelTetMesh){0};
    if (repair != NULL)
        *repair = (gelMeshRepair){0};
    gelMeshDraft draft = {0};
    gelStatus status = readDraft(path, &draft);
    if (status == gel_success)
        status = makeMesh(path, &draft, mesh, repair);
    gelDestroyDraft(&draft);
    return status;
}

gelStatus gelLoadTetPoints(const char* path, float** positions, int* count)
{
    gelMeshDraft draft = {0};
    gelStatus status = readDraft(path, &draft);
    *positions = NULL;
    *count = 0;
    if (status == gel_success) {
        *positions = draft.positions;
        *count = draft.vertexCount;
        draft.positions = NULL;
    }
    gelDestroyDraft(&draft);
    return status;
}
