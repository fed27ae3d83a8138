#include "scene/sheet.h"
#include "mesh/mesh.h"
#include "scene/contents/files.h"
#include "scene/mesh_list.h"

#include <stdio.h>
#include <string.h>

// Vertices as a mesh, with their numbers in the file.
static gelStatus makeVertices(const float* positions, int vertexCount, const int* originals,
                              int originalCount, gelTetMesh* mesh)
{
    size_t count = (size_t)vertexCount;
    *mesh = (gelTetMesh){.vertexCount = vertexCount,
                         .positions = gelAllocate(count, 3 * sizeof *mesh->positions),
                         .sourceVertices = gelAllocate(count, sizeof *mesh->sourceVertices),
                         .sourceVertexCount = originalCount};
    if (mesh->positions == NULL || mesh->sourceVertices == NULL) {
        gelDestroyTetMesh(mesh);
        return gelFailMemory(count, 4 * sizeof(float));
    }
    memcpy(mesh->positions, positions, count * 3 * sizeof *mesh->positions);
    gelListSources(originals, originalCount, mesh->sourceVertices);
    return gel_success;
}

gelStatus gelAddSceneSheet(gelScene* scene, const char* key, gelSurfaceMesh* surface, int* mesh)
{
    gelTetMesh vertices;
    gelStatus status = makeVertices(surface->positions, surface->vertexCount, surface->originals,
                                    surface->originalCount, &vertices);
    if (status == gel_success)
        status = gelAddSceneMesh(scene, key, &vertices, mesh);
    if (status == gel_success)
        scene->meshes[*mesh].surface = *surface;
    else
        gelDestroySurfaceMesh(surface);
    return status;
}

gelStatus gelAddSceneRope(gelScene* scene, const char* key, gelLineMesh* lines, int* mesh)
{
    gelTetMesh vertices;
    gelStatus status =
        makeVertices(lines->positions, lines->vertexCount, lines->originals, lines->originalCount, &vertices);
    if (status == gel_success)
        status = gelAddSceneMesh(scene, key, &vertices, mesh);
    if (status == gel_success)
        scene->meshes[*mesh].lines = *lines;
    else
        gelDestroyLineMesh(lines);
    return status;
}

static gelStatus loadNew(gelScene* scene, const char* path, bool isRope, const char* key, int* mesh)
{
    gelSurfaceMesh surface;
    gelLineMesh lines;
    gelStatus status = isRope ? gelLoadLineMesh(path, &lines) : gelLoadSurfaceMesh(path, &surface, NULL);
    if (status != gel_success)
        return status;
    return isRope ? gelAddSceneRope(scene, key, &lines, mesh) : gelAddSceneSheet(scene, key, &surface, mesh);
}

static gelStatus loadThin(gelScene* scene, const gelJsonNode* node, const char* path, bool isRope, int* mesh)
{
    size_t size = strlen(path) + 16;
    char* key = gelAllocate(size, 1);
    if (key == NULL)
        return gelFailMemory(size, 1);
    snprintf(key, size, "%s as %s", path, isRope ? "rope" : "cloth");
    *mesh = gelFindSceneMesh(scene, key);
    gelStatus status = *mesh < 0 ? loadNew(scene, path, isRope, key, mesh) : gel_success;
    if (status != gel_success)
        gelFailJsonCause(node, status);
    gelFree(key);
    return status;
}

gelStatus gelAddSceneThinFile(gelScene* scene, const gelJsonNode* node, bool isRope, int* mesh)
{
    char* path;
    gelStatus status = gelReadScenePath(scene, node, "the path of a surface file", &path);
    if (status != gel_success)
        return status;
    if (scene->cellFactor != 1.0) {
        gelFailJsonText(node, "the %s are those of a file", isRope ? "lines" : "triangles");
        status = gel_unsupported;
    } else if (!gelIsSurfacePath(path))
        status = gelFailJsonText(
            node,
            "cloth and ropes are made of surface files, and the extension of \"%.200s\" says that it holds tets",
            node->item->valuestring);
    else
        status = loadThin(scene, node, path, isRope, mesh);
    if (status == gel_success)
        gelRecordMeshFile(scene, *mesh, path, 0);
    else
        gelFree(path);
    return status;
}
