// Running out of memory at any moment is reported as such, and nothing leaks.
#define _POSIX_C_SOURCE 200809L // setenv
#include "support/fixtures.h"
#include "opencl/runtime/kernel_source.h"
#include "support/files.h"
#include "support/limited_memory.h"
#include "support/png.h"
#include "support/point_cache_files.h"

#include <cjson/cJSON.h>

static void* limitedAllocate(size_t size)
{
    return limitedResize(NULL, size);
}

static void limitMemory(bool limited)
{
    cJSON_Hooks hooks = {limitedAllocate, limitedFree};
    cJSON_InitHooks(limited ? &hooks : NULL);
    gelSetAllocator(limited ? limitedResize : NULL, limited ? limitedFree : NULL);
}

static gelStatus loadScene(void)
{
    static const char* const changes[] = {"substeps=3", "ground.friction=0.4", "solver=xpbd"};
    gelScene* scene = NULL;
    gelStatus status = gelLoadSceneChanged(GEL_SCRATCH "/memory.json", 1.0, changes, 3, &scene);
    CHECK((scene != NULL) == (status == gel_success), "status %d", (int)status);
    gelDestroyScene(scene);
    return status;
}

static gelStatus expandKernels(void)
{
    char* source = NULL;
    gelStatus status = gelExpandKernelSource("gel.cl", &source);
    CHECK((source != NULL) == (status == gel_success), "status %d", (int)status);
    gelFree(source);
    return status;
}

// Grants one more allocation each time, until it succeeds.
static void checkEveryShortage(gelStatus (*work)(void))
{
    int max = 5000, wrong = 0, leaked = 0, count = 0;
    gelStatus status = gel_outOfMemory;
    limitMemory(true);
    for (; count < max && status != gel_success && wrong == 0; count++) {
        granted = count;
        status = work();
        wrong += status != gel_success && status != gel_outOfMemory;
        leaked += living;
        if (wrong > 0)
            printf("after %d allocations: %s\n", count, gelLastError());
    }
    limitMemory(false);
    CHECK_INT(status, gel_success);
    CHECK_INT(leaked, 0);
    CHECK(count > 10, "%d allocations are too few to prove anything", count);
}

static void a_scene_that_memory_is_too_short_for_is_told_as_that(void)
{
    writeText(
        GEL_SCRATCH "/memory.json",
        "{\"name\": \"two\", \"materials\": {\"soft\": {\"youngModulus\": 1e4}}, \"bodies\": ["
        "{\"shape\": {\"type\": \"box\", \"size\": [1, 1, 1], \"cells\": [1, 1, 1]}, \"material\": \"soft\","
        " \"pins\": [{\"vertices\": [0]}]}]}");
    checkEveryShortage(loadScene);
}

// Loads the scene, and plays a step of it.
static gelStatus playScene(void)
{
    gelScene* scene = NULL;
    gelWorld* world = NULL;
    gelPlayer* player = NULL;
    gelProbes* probes = NULL;
    gelStatus status = gelLoadScene(GEL_SCRATCH "/memory.json", &scene);
    if (status == gel_success) {
        gelWorldDef def = gelScene_GetWorldDef(scene);
        def.backend = gel_referenceFloat;
        status = gelCreateWorld(&def, &world);
    }
    if (status == gel_success)
        status = gelScene_CreateBodies(scene, world);
    if (status == gel_success)
        status = gelCreateProbes(scene, world, &probes);
    if (status == gel_success)
        status = gelCreatePlayer(scene, world, &player);
    for (int i = 0; i < 2 && status == gel_success; i++) {
        status = gelPlayer_BeginFrame(player);
        if (status == gel_success)
            status = gelWorld_Step(world, 0.01f);
        if (status == gel_success)
            status = gelProbes_AddFrame(probes, world, 0.01 * i);
    }
    gelDestroyProbes(probes);
    gelDestroyPlayer(player);
    gelDestroyWorld(world);
    gelDestroyScene(scene);
    return status;
}

// A block in the tip of a hull, above a mesh with a cache.
static void obstacles_that_memory_is_too_short_for_are_told_as_that(void)
{
    writeText(GEL_SCRATCH "/memory.obj",
              "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n");
    writePc2(GEL_SCRATCH "/memory.pc2", 4, 2, 0.0f, 1.0f, (float[24]){0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 1});
    writePng(GEL_SCRATCH "/memory.png", 2, 2, 8, 1, (uint16_t[]){0, 1, 2, 255});
    writeText(
        GEL_SCRATCH "/memory.json",
        "{\"contact\": true, \"bodies\": [{\"shape\": {\"type\": \"box\", \"size\": [1, 1, 1], \"cells\": "
        "[1, 1, 1]}}], \"obstacles\": [{\"shape\": {\"type\": \"hull\", \"points\": [[0, 0, 0], [1, 0, 0], [0, "
        "0, 1], [0, 1, 0], [1, 1, 1], [0.5, 0.5, 1]]}}, {\"mesh\": \"memory.obj\", \"position\": [0, -1, 0], "
        "\"keys\": [{\"time\": 1, \"position\": [0, 1, 0]}], \"cache\": {\"file\": \"memory.pc2\"}}"
#if GEL_HAS_STB
        ", {\"shape\": {\"type\": \"heightfield\", \"picture\": \"memory.png\", \"sizeX\": 3, \"sizeZ\": 3}}"
#endif
        ", {\"shape\": {\"type\": \"sphere\", \"radius\": 0.3, \"subdivisions\": 2}}]}");
    checkEveryShortage(playScene);
}

static void probes_that_memory_is_too_short_for_are_told_as_that(void)
{
    writeText(
        GEL_SCRATCH "/memory.json",
        "{\"contact\": true, \"ground\": {}, \"numbers\": {\"t\": \"2 * substeps\"}, \"bodies\": [{\"shape\": "
        "{\"type\": \"box\", \"size\": [1, 1, 1], \"cells\": [1, 1, 1]}, \"pins\": [{\"below\": 0}]}], \"probes\": "
        "[{\"name\": \"a\", \"measure\": \"strain\", \"body\": 0, \"vertices\": [0]}, {\"name\": \"b\", \"measure\": "
        "\"pinForce.y\", \"body\": 0}, {\"name\": \"c\", \"measure\": \"groundForce.y\"}, {\"name\": \"d\", "
        "\"measure\": \"energy.total\"}], \"expectations\": [{\"probe\": \"a\", \"at\": \"t\", \"value\": 1, "
        "\"tolerance\": 1, \"reason\": \"none\"}]}");
    checkEveryShortage(playScene);
}

static void a_syntax_error_is_told_as_that_where_memory_is_plenty(void)
{
    writeText(GEL_SCRATCH "/memory.json", "{\"name\": ");
    limitMemory(true);
    granted = 1000;
    CHECK_INT(loadScene(), gel_formatError);
    CHECK_INT(living, 0);
    limitMemory(false);
}

static void kernels_that_memory_is_too_short_for_are_told_as_that(void)
{
    unsetenv("GEL_KERNEL_DIR");
    checkEveryShortage(expandKernels);
    setenv("GEL_KERNEL_DIR", GEL_KERNELS, 1);
    checkEveryShortage(expandKernels);
    unsetenv("GEL_KERNEL_DIR");
}

static gelStatus makeSkin(void)
{
    static const float points[4][3] = {{0, 0, 0}, {0.5f, 0, 0}, {0, 0.5f, 0}, {0, 0, 3}};
    static const int triangles[2][3] = {{0, 1, 2}, {1, 2, 3}};
    gelTetMesh box = {0};
    gelSurfaceMesh surface = {0};
    gelEmbedding embedding = {0};
    gelStatus status = gelCreateBoxMesh((gelVec3){1, 1, 1}, 1, 1, 1, &box);
    if (status == gel_success)
        status = gelCreateSurfaceMesh(points[0], 4, triangles[0], 2, &surface, NULL);
    if (status == gel_success)
        status = gelCreateEmbedding(&box, surface.positions, surface.vertexCount, &embedding);
    gelDestroyEmbedding(&embedding);
    gelDestroySurfaceMesh(&surface);
    gelDestroyTetMesh(&box);
    return status;
}

static const char* surfacePath;

static gelStatus loadSurfaceFile(void)
{
    gelSurfaceMesh surface;
    gelStatus status = gelLoadSurfaceMesh(surfacePath, &surface, NULL);
    CHECK((surface.positions != NULL) == (status == gel_success), "status %d", (int)status);
    gelDestroySurfaceMesh(&surface);
    return status;
}

static void a_surface_that_memory_is_too_short_for_is_told_as_that(void)
{
    surfacePath = GEL_SCRATCH "/memory.obj";
    writeText(surfacePath,
              "o a\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nvt 0 0\nvn 0 0 1\nf 1/1/1 2/1/1 3/1/1 4/1/1\n"
              "o b\nf 1 2 3\no c\nf 2 3 4\n");
    checkEveryShortage(loadSurfaceFile);
    surfacePath = GEL_SCRATCH "/memory.off";
    writeText(surfacePath, "STNOFF\n3 1 0\n0 0 0 0 0 1 0 0\n1 0 0 0 0 1 1 0\n0 1 0 0 0 1 0 1\n3 0 1 2\n");
    checkEveryShortage(loadSurfaceFile);
    if (!GEL_HAS_ASSIMP)
        SKIP("built without assimp (libassimp-dev)");
    surfacePath = GEL_SCRATCH "/memory.stl";
    writeText(surfacePath,
              "solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\n"
              "endloop\nendfacet\nendsolid a\n");
    checkEveryShortage(loadSurfaceFile);
}

static void a_skin_that_memory_is_too_short_for_is_told_as_that(void)
{
    checkEveryShortage(makeSkin);
}

TESTS(TEST(a_scene_that_memory_is_too_short_for_is_told_as_that),
      TEST(obstacles_that_memory_is_too_short_for_are_told_as_that),
      TEST(probes_that_memory_is_too_short_for_are_told_as_that),
      TEST(a_surface_that_memory_is_too_short_for_is_told_as_that),
      TEST(a_skin_that_memory_is_too_short_for_is_told_as_that),
      TEST(a_syntax_error_is_told_as_that_where_memory_is_plenty),
      TEST(kernels_that_memory_is_too_short_for_are_told_as_that))
