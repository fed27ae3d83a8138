// The time and the memory of planning one large body, phase by phase. usage:
// bench_plan [CELLS [shuffled] [phases] [whole] [world]]
// The body is a box of CELLS^3 cells of five tets (58: 1 M tets, 126: 10 M). `shuffled` numbers its vertices and tets
// at random, as a mesh may come from a file. `phases` plans it phase by phase, `whole` at once, `world` in a world that
// makes a step of one substep. The hash is that of the plan: it changes if any constraint, tile, place or order does.
#include "gel/gel.h"
#include "base/core.h"
#include "common/clock.h"
#include "plan/kinds.h"
#include "plan/order.h"
#include "plan/shape.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { tileSize = 2048 };
static double start;
static clock_t startClock;

static void require(gelStatus status)
{
    if (status == gel_success)
        return;
    fprintf(stderr, "%s\n", gelLastError());
    exit(1);
}

// Each block begins with its size, for memory in use now and at most since beginPhase.
enum { header = 16 };
static atomic_llong inUse, most;

static void count(long long bytes)
{
    long long now = atomic_fetch_add(&inUse, bytes) + bytes, before = atomic_load(&most);
    while (now > before && !atomic_compare_exchange_weak(&most, &before, now))
        ;
}

static void* resize(void* block, size_t size)
{
    char* old = block != NULL ? (char*)block - header : NULL;
    size_t oldSize = old != NULL ? *(size_t*)old : 0;
    char* new = realloc(old, size + header);
    if (new == NULL)
        return NULL;
    *(size_t*)new = size;
    count((long long)size - (long long)oldSize);
    return new + header;
}

static void release(void* block)
{
    char* old = (char*)block - header;
    count(-(long long)*(size_t*)old);
    free(old);
}

static void beginPhase(void)
{
    atomic_store(&most, atomic_load(&inUse));
    start = gelMilliseconds();
    startClock = clock();
}

static void endPhase(const char* name)
{
    double seconds = (gelMilliseconds() - start) / 1000.0;
    double processor = (double)(clock() - startClock) / CLOCKS_PER_SEC;
    printf("%-22s %7.2f s %7.2f s of processors %6.0f MB at most %6.0f MB after\n", name, seconds, processor,
           (double)atomic_load(&most) / 1e6, (double)atomic_load(&inUse) / 1e6);
    fflush(stdout);
    beginPhase();
}

static int* shuffle(int count)
{
    uint64_t state = 1;
    int* order = malloc((size_t)count * sizeof *order);
    require(order != NULL ? gel_success : gel_outOfMemory);
    for (int i = 0; i < count; i++) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        int other = (int)((state >> 33) % (uint64_t)(i + 1));
        order[i] = order[other];
        order[other] = i;
    }
    return order;
}

// Renumbers the vertices and tets of a mesh.
static void shuffleMesh(gelTetMesh* mesh)
{
    int *vertices = shuffle(mesh->vertexCount), *tets = shuffle(mesh->tetCount);
    size_t vertexCount = (size_t)mesh->vertexCount, tetCount = (size_t)mesh->tetCount;
    float* positions = malloc(vertexCount * 3 * sizeof *positions);
    int* corners = malloc(tetCount * 4 * sizeof *corners);
    require(positions != NULL && corners != NULL ? gel_success : gel_outOfMemory);
    for (size_t v = 0; v < vertexCount; v++)
        memcpy(positions + 3 * (size_t)vertices[v], mesh->positions + 3 * v, 3 * sizeof *positions);
    for (size_t i = 0; i < 4 * tetCount; i++)
        corners[4 * (size_t)tets[i / 4] + i % 4] = vertices[mesh->tets[i]];
    gelTetMesh shuffled;
    require(gelCreateTetMesh(positions, mesh->vertexCount, corners, mesh->tetCount, NULL, &shuffled, NULL));
    gelDestroyTetMesh(mesh);
    *mesh = shuffled;
    free(vertices);
    free(tets);
    free(positions);
    free(corners);
}

static uint64_t hashSet(uint64_t hash, const gelConstraintSet* set, int arity, int tileCount)
{
    size_t count = (size_t)set->count;
    hash = gelHashBytes(hash, set->vertices, count * (size_t)arity * sizeof(int));
    hash = gelHashBytes(hash, set->rests, count * sizeof(double));
    if (set->factors != NULL)
        hash = gelHashBytes(hash, set->factors, count * sizeof(double));
    hash = gelHashBytes(hash, set->order, count * sizeof(int));
    hash = gelHashBytes(hash, set->tileStarts, ((size_t)tileCount + 1) * sizeof(int));
    return gelHashBytes(hash, set->colourStarts, ((size_t)set->tileStarts[tileCount] + 1) * sizeof(int));
}

static uint64_t hashShape(const gelShape* shape)
{
    const gelTiling* tiles = &shape->tiles;
    uint64_t hash =
        gelHashBytes(GEL_HASH_START, shape->places, (size_t)shape->mesh.vertexCount * sizeof(int));
    hash = gelHashBytes(hash, tiles->vertexStarts, ((size_t)tiles->tileCount + 1) * sizeof(int));
    hash = gelHashBytes(hash, tiles->phaseStarts, ((size_t)tiles->phaseCount + 1) * sizeof(int));
    hash = gelHashBytes(hash, tiles->vertices, (size_t)tiles->vertexStarts[tiles->tileCount] * sizeof(int));
    for (int kind = 0; kind < constraint_kinds; kind++)
        if (shape->constraints[kind].isFound)
            hash = hashSet(hash, &shape->constraints[kind], gelKinds[kind].arity, tiles->tileCount);
    return hash;
}

// Does what gelCreateShape does, in its order.
static void planInPhases(const gelTetMesh* mesh)
{
    const int kinds[] = {constraint_distance, constraint_volume};
    int* tileOf[constraint_kinds] = {NULL};
    gelShape shape = {.kind = gel_solidBody, .mesh = *mesh, .tileSize = tileSize};
    beginPhase();
    gelHashSource(&(gelShapeSource){.kind = gel_solidBody, .mesh = mesh});
    endPhase("hash of the mesh");
    require(gelKinds[constraint_distance].find(&shape, &shape.constraints[constraint_distance]));
    endPhase("edges and springs");
    require(gelKinds[constraint_volume].find(&shape, &shape.constraints[constraint_volume]));
    endPhase("volumes");
    require(gelTileShape(&shape, tileOf));
    endPhase("tiles and places");
    for (int i = 0; i < 2; i++) {
        require(gelOrderConstraints(&shape, kinds[i], tileOf[kinds[i]], &shape.constraints[kinds[i]]));
        endPhase(i == 0 ? "order of edges" : "order of volumes");
    }
}

static void planWhole(const gelTetMesh* mesh)
{
    gelShape* shape;
    beginPhase();
    require(gelCreateShape(mesh, tileSize, &shape));
    endPhase("all: gelCreateShape");
    printf("%d phases, %d tiles, %d edges, hash %016llx\n", shape->tiles.phaseCount, shape->tiles.tileCount,
           shape->constraints[constraint_distance].count, (unsigned long long)hashShape(shape));
    gelReleaseShape(shape);
}

static void planWorld(const gelTetMesh* mesh)
{
    gelWorldDef worldDef = gelDefaultWorldDef();
    gelBodyDef bodyDef = gelDefaultBodyDef();
    gelWorld* world;
    gelBodyId body;
    beginPhase();
    worldDef.backend = gel_native;
    worldDef.substepCount = 1;
    worldDef.contact = false;
    require(gelCreateWorld(&worldDef, &world));
    require(gelCreateBody(world, &bodyDef, mesh, &body));
    endPhase("world with the body");
    require(gelWorld_Step(world, 1.0f / 60.0f));
    endPhase("its first step, native");
    gelDestroyWorld(world);
}

static bool hasWord(int argc, char** argv, const char* word)
{
    bool found = false;
    for (int i = 1; i < argc; i++)
        found = found || strcmp(argv[i], word) == 0;
    return found;
}

int main(int argc, char** argv)
{
    int cells = argc > 1 && atoi(argv[1]) > 0 ? atoi(argv[1]) : 58;
    gelTetMesh mesh;
    gelSetAllocator(resize, release);
    beginPhase();
    require(gelCreateBoxMesh((gelVec3){1.0f, 1.0f, 1.0f}, cells, cells, cells, &mesh));
    endPhase("mesh, checked");
    if (hasWord(argc, argv, "shuffled"))
        shuffleMesh(&mesh);
    printf("%d vertices, %d tets\n", mesh.vertexCount, mesh.tetCount);
    if (hasWord(argc, argv, "phases"))
        planInPhases(&mesh);
    if (hasWord(argc, argv, "world"))
        planWorld(&mesh);
    if (argc < 3 || hasWord(argc, argv, "whole"))
        planWhole(&mesh);
    gelDestroyTetMesh(&mesh);
    return 0;
}
