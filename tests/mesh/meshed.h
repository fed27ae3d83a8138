// Surfaces and the meshes that the mesher makes of them.
#pragma once

#include "mesh/surface_shapes.h"

#include "gel/gel.h"

#include <dirent.h>
#include <stdint.h>

typedef struct Meshed {
    gelTetMesh mesh;
    gelEmbedding embedding;
    gelMesherReport report;
} Meshed;

static Soup soup; // large: not on the stack

static Meshed meshWith(const gelSurfaceMesh* surface, const gelMesherDef* def)
{
    Meshed meshed = {0};
    gelStatus status =
        gelCreateMeshFromSurface(surface, def, &meshed.mesh, &meshed.embedding, &meshed.report);
    CHECK(status == gel_success, "%s", gelLastError());
    return meshed;
}

static void destroyMeshed(Meshed* meshed)
{
    gelDestroyTetMesh(&meshed->mesh);
    gelDestroyEmbedding(&meshed->embedding);
}

static uint64_t hashOf(uint64_t hash, const void* bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ ((const unsigned char*)bytes)[i]) * 0x100000001b3u;
    return hash;
}

static uint64_t hashMesh(const gelTetMesh* mesh)
{
    const size_t vertices = (size_t)mesh->vertexCount, tets = (size_t)mesh->tetCount;
    uint64_t hash = hashOf(0xcbf29ce484222325u, mesh->positions, 3 * vertices * sizeof(float));
    hash = hashOf(hash, mesh->tets, 4 * tets * sizeof(int));
    return hashOf(hash, mesh->fillFractions, tets * sizeof(float));
}

static double volumeOf(const gelTetMesh* mesh, int tet)
{
    const int* corners = mesh->tets + 4 * (size_t)tet;
    double sides[3][3];
    for (int i = 0; i < 9; i++)
        sides[i / 3][i % 3] = (double)mesh->positions[3 * corners[i / 3 + 1] + i % 3] -
                              (double)mesh->positions[3 * corners[0] + i % 3];
    return (sides[0][0] * (sides[1][1] * sides[2][2] - sides[1][2] * sides[2][1]) -
            sides[0][1] * (sides[1][0] * sides[2][2] - sides[1][2] * sides[2][0]) +
            sides[0][2] * (sides[1][0] * sides[2][1] - sides[1][1] * sides[2][0])) /
           6;
}

static double filledVolume(const gelTetMesh* mesh)
{
    double sum = 0;
    for (int t = 0; t < mesh->tetCount; t++)
        sum += (double)mesh->fillFractions[t] * volumeOf(mesh, t);
    return sum;
}

static gelSurfaceMesh makeBall(double radius)
{
    soup.count = 0;
    addSphere(&soup, (float[3]){0.3f, -0.2f, 0.1f}, radius, 24);
    return surfaceOf(&soup);
}

static unsigned nextRandom(unsigned* state)
{
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

static void shuffle(Soup* from, unsigned seed)
{
    for (int i = from->count - 1; i > 0; i--) {
        const int j = (int)(nextRandom(&seed) % (unsigned)(i + 1));
        float kept[3][3];
        memcpy(kept, from->corners[i], sizeof kept);
        memcpy(from->corners[i], from->corners[j], sizeof kept);
        memcpy(from->corners[j], kept, sizeof kept);
    }
}

typedef void FileCheck(const char* folder, const char* name);

static void checkAllFiles(FileCheck* checkFile)
{
    const char* data = getenv("GEL_DATA");
    if (!GEL_HAS_ASSIMP)
        SKIP("built without assimp (libassimp-dev)");
    if (data == NULL)
        SKIP_EVEN_IN_CI("GEL_DATA does not name the folder of public meshes");
    char folder[512];
    snprintf(folder, sizeof folder, "%s/surfaces", data);
    DIR* directory = opendir(folder);
    CHECK(directory != NULL, "%s cannot be opened", folder);
    int files = 0;
    for (struct dirent* entry; directory != NULL && (entry = readdir(directory)) != NULL;)
        if (entry->d_name[0] != '.') {
            checkFile(folder, entry->d_name);
            files++;
        }
    CHECK(files > 0, "%s is empty", folder);
    if (directory != NULL)
        closedir(directory);
}
