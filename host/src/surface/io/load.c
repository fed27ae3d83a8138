// Loads surfaces: chooses a reader, or explains why there is none.
#include "common/path.h"
#include "surface/io/look_files.h"
#include "surface/io/readers.h"

#include <assert.h>
#include <string.h>

#define TETS "this format holds tets, not a surface; load it as a tet mesh"
#define SOLID "CAD formats are not supported; export it as .stl, .obj or .3mf"
#define USD "USD is not supported; export it as .glb or .obj"
#define VTK "VTK's formats are not supported for surfaces; save it as .ply, .stl or .obj"
#define POINTS "a point cloud is not a surface; build a mesh from it first"

// Formats that people try, and that assimp does not read or misinterprets.
static const struct {
    const char *ending, *reason;
} refused[] = {{".usd", USD},
               {".usda", USD},
               {".usdc", USD},
               {".usdz", USD},
               {".vtk", VTK},
               {".vtu", VTK},
               {".vtp", VTK},
               {".step", SOLID},
               {".stp", SOLID},
               {".iges", SOLID},
               {".igs", SOLID},
               {".brep", SOLID},
               {".fcstd", SOLID},
               {".scad", "OpenSCAD programs are not supported; export the model as .stl or .3mf"},
               {".abc", "Alembic is not supported; export it as .obj or .glb"},
               {".blend", "Blender's own format is not supported; export it as .glb or .obj"},
               {".msh", TETS},
               {".mesh", TETS},
               {".node", TETS},
               {".ele", TETS},
               {".json", "a scene, not a surface; use gel run"},
               {".xyz", POINTS},
               {".pcd", POINTS},
               {".las", POINTS},
               {".laz", POINTS},
               {".mtl", "these are the materials of an .obj file; load that instead"},
               {".bin", "these are the data of a .gltf file; load that instead"}};

static gelStatus checkEnding(const char* path)
{
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++)
        if (gelEndsWith(path, refused[i].ending))
            return gelFail(gel_unsupported, "%s: %s", path, refused[i].reason);
    const char* ending = path + gelEndingOf(path);
    if (strlen(ending) < 2 || !gelCanImport(ending))
        return gelFail(gel_unsupported,
                       "%s: expected a surface (.obj, .ply, .stl, .off, .gltf, .glb, .fbx, .dae, .3mf or "
                       "another format that assimp reads), found the extension '%s'",
                       path, ending);
    return gel_success;
}

typedef gelStatus TextFormat(gelTextReader* reader, gelSurfaceMesh* raw, gelSurfaceExtras* extras);

static gelStatus readText(const char* path, TextFormat* read, gelSurfaceMesh* raw, gelSurfaceExtras* extras)
{
    gelTextReader reader;
    gelStatus status = gelOpenText(path, &reader);
    if (status == gel_success)
        status = read(&reader, raw, extras);
    gelCloseText(&reader);
    return status;
}

static gelStatus readRaw(const char* path, size_t size, gelSurfaceMesh* raw, gelSurfaceExtras* extras)
{
    if (gelEndsWith(path, ".obj"))
        return readText(path, gelReadSurfaceObj, raw, extras);
    if (gelEndsWith(path, ".off"))
        return readText(path, gelReadSurfaceOff, raw, extras);
    gelStatus status = checkEnding(path);
    if (status == gel_success && gelEndsWith(path, ".ply"))
        status = gelCheckPly(path);
    if (status == gel_success)
        status = gelReadSurfaceAssimp(path, size, raw, extras);
    if (gelEndsWith(path,
                    ".stl")) { // STL normals belong to facets: used at corners they would make all edges hard
        gelFree(raw->cornerNormals);
        raw->cornerNormals = NULL;
    }
    return status;
}

static gelStatus finish(const char* path, const gelSurfaceMesh* raw, const gelSurfaceExtras* extras,
                        gelSurfaceMesh* surface, gelSurfaceRepair* repair)
{
    if (raw->triangleCount == 0)
        return gelFail(gel_formatError,
                       "%s: expected triangles or polygons, found none (%d vertices, %d lines, %d points)",
                       path, raw->vertexCount, extras->lines, extras->points);
    gelSurfaceRepair mended;
    gelStatus status = gelMakeSurfaceMesh(raw, surface, &mended);
    if (status == gel_invalidArgument)
        return gelFail(gel_formatError, "%s: %s", path, gelLastError());
    mended.otherElements = extras->lines + extras->points;
    if (status == gel_success && repair != NULL)
        *repair = mended;
    return status;
}

gelStatus gelLoadSurfaceMesh(const char* path, gelSurfaceMesh* surface, gelSurfaceRepair* repair)
{
    assert(path != NULL && surface != NULL);
    *surface = (gelSurfaceMesh){0};
    if (repair != NULL)
        *repair = (gelSurfaceRepair){0};
    gelSurfaceMesh raw = {0};
    gelSurfaceExtras extras = {0};
    size_t size = 0;
    gelStatus status = gelCheckFile(path, &size);
    if (status == gel_success)
        status = readRaw(path, size, &raw, &extras);
    if (status == gel_success && raw.look != NULL)
        status = gelReadImages(path, raw.look);
    if (status == gel_success)
        status = finish(path, &raw, &extras, surface, repair);
    gelDestroySurfaceMesh(&raw);
    return status;
}

gelStatus gelLoadSurfacePoints(const char* path, float** positions, int* count)
{
    gelSurfaceMesh raw = {0};
    gelSurfaceExtras extras = {0};
    size_t size = 0;
    gelStatus status = gelCheckFile(path, &size);
    if (status == gel_success)
        status = readRaw(path, size, &raw, &extras);
    *positions = NULL;
    *count = 0;
    if (status == gel_success) {
        *positions = raw.positions;
        *count = raw.vertexCount;
        raw.positions = NULL;
    }
    gelDestroySurfaceMesh(&raw);
    return status;
}
