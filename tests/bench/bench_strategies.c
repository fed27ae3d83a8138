// How fast strategies are against the plain C loop in colour order on one thread (the reference back end), in pairs in
// one run: first the one, then the other, so that both meet the same machine. Prints least and median times.
// usage: bench_strategies [SCENE [STRATEGY [REPEATS]]], for example: bench_strategies C ensemble 9
#include "clock.h"
#include "gel/gel.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { mostRepeats = 64 };
static const float frame = 1.0f / 60.0f;

typedef struct BenchScene {
    char name;
    const char* text;
    int bodyCount;
    int cells[3]; // of a lattice; 0: the bear
    int framesPerRepeat;
} BenchScene;

static const BenchScene scenes[] = {
    {'A', "one bear", 1, {0, 0, 0}, 60},      {'B', "lattice 8x8x32", 1, {8, 8, 32}, 12},
    {'C', "100 bears", 100, {0, 0, 0}, 2},    {'D', "lattice 20x20x100", 1, {20, 20, 100}, 1},
    {'E', "2,000 bears", 2000, {0, 0, 0}, 1}, {'F', "lattice 40x40x125", 1, {40, 40, 125}, 1},
};

static void require(gelStatus status)
{
    if (status == gel_success)
        return;
    fprintf(stderr, "%s\n", gelLastError());
    exit(1);
}

static gelWorld* makeWorld(const BenchScene* scene, gelBackendKind backend, gelStrategy strategy)
{
    gelTetMesh mesh;
    gelWorld* world;
    gelWorldDef def = gelDefaultWorldDef();
    def.backend = backend;
    def.strategy = strategy;
    def.ground.enabled = true;
    require(gelCreateWorld(&def, &world));
    if (scene->cells[0] == 0)
        require(gelLoadTetMesh(GEL_ASSETS "/meshes/bear.node", &mesh, NULL));
    else
        require(gelCreateBoxMesh((gelVec3){1.0f, 1.0f, 4.0f}, scene->cells[0], scene->cells[1],
                                 scene->cells[2], &mesh));
    for (int i = 0; i < scene->bodyCount; i++) {
        gelBodyDef body = gelDefaultBodyDef();
        gelBodyId id;
        body.position = (gelVec3){2.0f * (float)(i % 50), 1.0f, 2.0f * (float)(i / 50)};
        require(gelCreateBody(world, &body, &mesh, &id));
    }
    gelDestroyTetMesh(&mesh);
    return world;
}

// Milliseconds of a frame.
static double timeFrames(gelWorld* world, int count, gelBodyId last, float* xyz, int vertexCount)
{
    double start = gelMilliseconds();
    for (int i = 0; i < count; i++)
        require(gelWorld_Step(world, frame));
    require(gelBody_ReadPositions(world, last, xyz, vertexCount)); // waits
    return (gelMilliseconds() - start) / count;
}

static int compareTimes(const void* a, const void* b)
{
    double p = *(const double*)a, q = *(const double*)b;
    return p < q ? -1 : p > q;
}

static void measure(const BenchScene* scene, gelStrategy strategy, int repeats)
{
    gelWorld* worlds[2] = {makeWorld(scene, gel_referenceFloat, gel_strategyAuto),
                           makeWorld(scene, gel_opencl, strategy)};
    double times[2][mostRepeats];
    gelCounters counters;
    gelBodyId* ids = malloc((size_t)scene->bodyCount * sizeof *ids);
    require(gelWorld_GetCounters(worlds[1], &counters));
    int vertexCount = counters.vertexCount / scene->bodyCount;
    float* xyz = malloc((size_t)vertexCount * 3 * sizeof *xyz);
    if (ids == NULL || xyz == NULL)
        exit(1);
    for (int w = 0; w < 2; w++) {
        gelWorld_GetBodies(worlds[w], ids, scene->bodyCount);
        timeFrames(worlds[w], 1, ids[scene->bodyCount - 1], xyz, vertexCount);
    }
    for (int r = 0; r < repeats; r++)
        for (int w = 0; w < 2; w++) {
            gelWorld_GetBodies(worlds[w], ids, scene->bodyCount);
            times[w][r] =
                timeFrames(worlds[w], scene->framesPerRepeat, ids[scene->bodyCount - 1], xyz, vertexCount);
        }
    double perConstraint = 1e6 / 10.0 / ((double)counters.edgeCount + (double)counters.tetCount);
    for (int w = 0; w < 2; w++)
        qsort(times[w], (size_t)repeats, sizeof times[w][0], compareTimes);
    bool equal = gelWorld_Hash(worlds[0]) == gelWorld_Hash(worlds[1]);
    printf(
        "%c %-18s %-9s C %6.2f (%6.2f) ns, here %5.2f (%5.2f) ns: %5.2f x (%5.2f x), %3d launches, %.0f MB, %s\n",
        scene->name, scene->text, gelStrategyText(strategy), times[0][0] * perConstraint,
        times[0][repeats / 2] * perConstraint, times[1][0] * perConstraint,
        times[1][repeats / 2] * perConstraint, times[0][0] / times[1][0],
        times[0][repeats / 2] / times[1][repeats / 2], gelWorld_GetProfile(worlds[1]).launchesPerStep,
        (double)counters.deviceBytes * 1e-6, equal ? "equal bits" : "BITS DIFFER");
    fflush(stdout);
    free(ids);
    free(xyz);
    gelDestroyWorld(worlds[0]);
    gelDestroyWorld(worlds[1]);
}

int main(int argumentCount, char** arguments)
{
    const char* wanted = argumentCount > 1 ? arguments[1] : "ABCDE";
    const char* strategy = argumentCount > 2 ? arguments[2] : "auto";
    int repeats = argumentCount > 3 ? atoi(arguments[3]) : 7;
    repeats = repeats < 1 ? 1 : repeats > mostRepeats ? mostRepeats : repeats;
    printf("per constraint and substep: least (median) of %d; C: plain loop in colour order, one thread\n",
           repeats);
    for (size_t i = 0; i < sizeof scenes / sizeof scenes[0]; i++)
        for (int s = 0; s < gel_strategyCount && strchr(wanted, scenes[i].name) != NULL; s++)
            if (strcmp(strategy, gelStrategyText((gelStrategy)s)) == 0 || strcmp(strategy, "each") == 0)
                measure(&scenes[i], (gelStrategy)s, repeats);
    return 0;
}
