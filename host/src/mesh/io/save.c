#include "mesh/io/writers.h"
#include "files/temporary_file.h"
#include "common/path.h"
#include "mesh/io/vtu_write.h"

#include <assert.h>
#include <string.h>

gelStatus gelWriteVtuMesh(gelMeshOut* out)
{
    const gelTetMesh* mesh = out->mesh;
    gelTetValues values[2];
    gelVtuField fields[2];
    gelVtuGrid grid = {
        .vertexCount = mesh->vertexCount,
        .positions = mesh->positions,
        .cells = {{mesh->tetCount, 4, mesh->tets}},
        .cellFields = fields,
        .cellFieldCount = gelListTetValues(mesh, values),
    };
    for (int i = 0; i < grid.cellFieldCount; i++) {
        bool integer = values[i].reals == NULL;
        const void* numbers = integer ? (const void*)values[i].integers : values[i].reals;
        fields[i] = (gelVtuField){values[i].name, numbers, 1, integer};
    }
    return gelWriteVtu(out->text.file, &grid);
}

typedef gelStatus WriteFunction(gelMeshOut* out);

typedef struct Format {
    const char* ending;
    gelMeshFormat format;
    gelByteOrder order;
    bool takesBinary;
    WriteFunction* write;
    const char* otherEnding; // of a second file
    WriteFunction* writeOther;
} Format;

// By extension: the first entry for an extension is its default.
static const Format formats[] = {
    {".msh", gel_meshGmsh41, gel_littleEndian, true, gelWriteGmsh41, NULL, NULL},
    {".msh", gel_meshGmsh22, gel_littleEndian, true, gelWriteGmsh22, NULL, NULL},
    {".vtu", gel_meshVtu, gel_littleEndian, true, gelWriteVtuMesh, NULL, NULL},
    {".vtk", gel_meshVtk, gel_bigEndian, true, gelWriteVtk, NULL, NULL},
    {".mesh", gel_meshMedit, gel_littleEndian, false, gelWriteMedit, NULL, NULL},
    {".node", gel_meshTetGen, gel_littleEndian, false, gelWriteNodes, ".ele", gelWriteTets},
    {".ele", gel_meshTetGen, gel_littleEndian, false, gelWriteTets, ".node", gelWriteNodes},
};
enum { formatCount = sizeof formats / sizeof formats[0] };

static const Format* findFormat(const char* path, gelMeshFormat wanted)
{
    for (int i = 0; i < formatCount; i++)
        if (gelEndsWith(path, formats[i].ending) && (wanted == gel_meshByName || wanted == formats[i].format))
            return &formats[i];
    return NULL;
}

gelStatus gelCheckSavePath(const char* path, const gelSaveOptions* options)
{
    static const gelSaveOptions usual = {0};
    assert(path != NULL);
    options = options != NULL ? options : &usual;
    const Format* format = findFormat(path, options->format);
    const char* ending = path + gelEndingOf(path);
    if (findFormat(path, gel_meshByName) == NULL)
        return gelFail(
            gel_unsupported,
            "%s: expected a name that ends in .msh (Gmsh), .vtu, .vtk (VTK), .mesh (MEDIT), .node or "
            ".ele (TetGen), found '%s'",
            path, ending);
    if (format == NULL)
        return gelFail(gel_unsupported, "%s: the requested format does not match the extension '%s'", path,
                       ending);
    if (options->binary && !format->takesBinary)
        return gelFail(gel_unsupported, "%s: %s files are always text; omit \"binary\"", path, ending);
    return gel_success;
}

static gelStatus writeFile(const gelTetMesh* mesh, const gelSaveOptions* options, const Format* format,
                           WriteFunction* write, gelResultFile* file)
{
    gelMeshOut* out = gelAllocate(1, sizeof *out);
    if (out == NULL)
        return gelFailMemory(1, sizeof *out);
    *out = (gelMeshOut){.mesh = mesh, .binary = options->binary, .order = format->order};
    out->text.file = file;
    gelStatus status = write(out);
    gelFree(out);
    return status == gel_success ? gelFlushResultFile(file) : status;
}

// Release it with gelFree.
static char* nameOfOther(const char* path, const char* ending)
{
    size_t room = strlen(path) + strlen(ending) + 1;
    char* name = gelAllocate(room, 1);
    if (name != NULL)
        gelNameSibling(path, ending, name, room);
    return name;
}

// Both files are complete before either gets its name.
static gelStatus saveFiles(const gelTetMesh* mesh, const char* path, const gelSaveOptions* options,
                           const Format* format, gelResultFile files[2])
{
    gelRemoveDeadTemporaries(path);
    gelStatus status = gelOpenResultFile(&files[0], path);
    if (status == gel_success && format->writeOther != NULL) {
        char* other = nameOfOther(path, format->otherEnding);
        status = other != NULL ? gelOpenResultFile(&files[1], other) : gelFailMemory(strlen(path), 1);
        gelFree(other);
    }
    if (status == gel_success)
        status = writeFile(mesh, options, format, format->write, &files[0]);
    if (status == gel_success && format->writeOther != NULL)
        status = writeFile(mesh, options, format, format->writeOther, &files[1]);
    for (int i = 0; i < 2 && status == gel_success; i++)
        status = gelCheckResultFile(&files[i]);
    for (int i = 0; i < 2 && status == gel_success; i++)
        status = gelPublishResultFile(&files[i]);
    return status;
}

gelStatus gelSaveTetMesh(const gelTetMesh* mesh, const char* path, const gelSaveOptions* options)
{
    static const gelSaveOptions usual = {0};
    assert(mesh != NULL && path != NULL);
    options = options != NULL ? options : &usual;
    gelStatus status = gelCheckSavePath(path, options);
    if (status != gel_success)
        return status;
    if (mesh->tetCount == 0)
        return gelFail(gel_invalidArgument, "%s: expected a mesh with tets, found an empty one", path);
    const Format* format = findFormat(path, options->format);
    gelResultFile files[2] = {{.file = NULL}, {.file = NULL}};
    status = saveFiles(mesh, path, options, format, files);
    gelAbandonResultFile(&files[0]);
    gelAbandonResultFile(&files[1]);
    if (status == gel_success && format->format == gel_meshMedit && mesh->fillFractions != NULL)
        gelLog(gel_logWarning, "%s: fill fractions are lost, as MEDIT cannot store them", path);
    return status;
}
