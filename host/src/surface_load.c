// Surfaces from files, read by assimp where the library is built with it.
#include "text_reader.h"

#include "gel/surface.h"

#include <assert.h>
#include <limits.h>
#include <string.h>

#if GEL_HAS_ASSIMP

#include <assimp/cimport.h>
#include <assimp/config.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>

static gelStatus countAll(const char* path, const struct aiScene* scene, int* vertexCount, int* triangleCount)
{
    size_t vertices = 0, triangles = 0;
    for (unsigned m = 0; m < scene->mNumMeshes; m++) {
        vertices += scene->mMeshes[m]->mNumVertices;
        triangles += scene->mMeshes[m]->mNumFaces;
    }
    if (vertices > INT_MAX / 3 || triangles > INT_MAX / 3)
        return gelFail(gel_unsupported, "%s: expected at most %d vertices and triangles, found %zu and %zu",
                       path, INT_MAX / 3, vertices, triangles);
    *vertexCount = (int)vertices;
    *triangleCount = (int)triangles;
    return gel_success;
}

// Returns how many triangles there are: faces with less than three corners are left out.
static int copyAll(const struct aiScene* scene, float* positions, int* triangles)
{
    int first = 0, count = 0;
    for (unsigned m = 0; m < scene->mNumMeshes; m++) {
        const struct aiMesh* mesh = scene->mMeshes[m];
        for (unsigned v = 0; v < mesh->mNumVertices; v++, positions += 3) {
            positions[0] = mesh->mVertices[v].x;
            positions[1] = mesh->mVertices[v].y;
            positions[2] = mesh->mVertices[v].z;
        }
        for (unsigned f = 0; f < mesh->mNumFaces; f++) {
            const struct aiFace* face = &mesh->mFaces[f];
            for (unsigned k = 0; k < 3 && face->mNumIndices == 3; k++)
                triangles[3 * (size_t)count + k] = first + (int)face->mIndices[k];
            count += face->mNumIndices == 3;
        }
        first += (int)mesh->mNumVertices;
    }
    return count;
}

static gelStatus makeSurface(const char* path, const struct aiScene* scene, gelSurfaceMesh* surface,
                             gelSurfaceRepair* repair)
{
    int vertexCount = 0, triangleCount = 0;
    gelStatus status = countAll(path, scene, &vertexCount, &triangleCount);
    if (status != gel_success)
        return status;
    float* positions = gelAllocate((size_t)vertexCount, 3 * sizeof *positions);
    int* triangles = gelAllocate((size_t)triangleCount, 3 * sizeof *triangles);
    if (positions != NULL && triangles != NULL) {
        triangleCount = copyAll(scene, positions, triangles);
        status = gelCreateSurfaceMesh(positions, vertexCount, triangles, triangleCount, surface, repair);
        if (status == gel_invalidArgument)
            gelFail(status = gel_formatError, "%s: %s", path, gelLastError());
    } else {
        status = gelFailMemory((size_t)vertexCount + (size_t)triangleCount, 3 * sizeof *positions);
    }
    gelFree(positions);
    gelFree(triangles);
    return status;
}

static gelStatus readSurface(const char* path, gelSurfaceMesh* surface, gelSurfaceRepair* repair)
{
    struct aiPropertyStore* properties = aiCreatePropertyStore();
    if (properties == NULL)
        return gelFailMemory(1, sizeof *properties);
    aiSetImportPropertyInteger(properties, AI_CONFIG_PP_SBP_REMOVE,
                               aiPrimitiveType_POINT | aiPrimitiveType_LINE);
    const struct aiScene* scene = aiImportFileExWithProperties(
        path, aiProcess_Triangulate | aiProcess_SortByPType | aiProcess_PreTransformVertices, NULL,
        properties);
    aiReleasePropertyStore(properties);
    if (scene == NULL) {
        const char* reason = aiGetErrorString();
        return gelFail(gel_formatError, "%s: assimp cannot read it as a surface: %s", path,
                       reason[0] != '\0' ? reason : "no reason given");
    }
    gelStatus status = makeSurface(path, scene, surface, repair);
    aiReleaseImport(scene);
    return status;
}

#else

static gelStatus readSurface(const char* path, gelSurfaceMesh* surface, gelSurfaceRepair* repair)
{
    (void)surface, (void)repair;
    return gelFail(
        gel_unsupported,
        "%s: surfaces are read by assimp, which this build of Gel lacks; install libassimp-dev (as "
        "Debian calls it) and build anew",
        path);
}

#endif

gelStatus gelLoadSurfaceMesh(const char* path, gelSurfaceMesh* surface, gelSurfaceRepair* repair)
{
    assert(path != NULL && surface != NULL);
    *surface = (gelSurfaceMesh){0};
    if (repair != NULL)
        *repair = (gelSurfaceRepair){0};
    size_t size;
    gelStatus status = gelCheckFile(path, &size);
    return status == gel_success ? readSurface(path, surface, repair) : status;
}
