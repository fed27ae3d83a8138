// Measures the time that protection adds to a frame: keeping states, looking for what is not
// finite, and being able to undo a step. One world is stepped with all of it and without, in turns.
// usage: bench_protection SCENE.json [TURNS [MILLISECONDS-PER-TURN]]
#include "app/divergence_guard.h"
#include "app/kept_state.h"
#include "common/clock.h"
#include "support/fixtures.h"
#include "world/world.h"

#include <math.h>

enum { maxTurns = 100000, warmUpFrames = 50 };

typedef struct Bench {
    gelKeptState kept;
    gelDivergenceGuard watch;
    const gelBackendFunctions* functions; // of the back end
    gelBackendFunctions without;          // the same, which cannot undo a step
    double dueAt;                         // when a run would look again, ms
    int frame, looks, states;
} Bench;

static gelStatus keepNothing(gelBackend* backend, bool isWhole, int substepCount)
{
    (void)backend, (void)isWhole, (void)substepCount;
    return gel_success;
}

// Steps as gel run does: it looks up to ten times a second, if that costs little.
static void stepProtected(Bench* bench)
{
    gelWorld* world = bench->kept.world;
    REQUIRE(gelKeptState_Step(&bench->kept));
    bench->frame++;
    if (gelMilliseconds() < bench->dueAt || !gelFiniteWatch_IsDue(&bench->watch))
        return;
    bench->dueAt = gelMilliseconds() + 100.0;
    REQUIRE(gelDivergenceGuard_Check(&bench->watch, world));
    bench->looks++;
    if (gelKeptState_IsDue(&bench->kept)) {
        REQUIRE(gelKeptState_Keep(&bench->kept, bench->frame, false));
        bench->states++;
    }
}

// Milliseconds per frame. The clocks of what is done now and then stand still while the other has its turn.
static double takeTurn(Bench* bench, bool isProtected, int frames)
{
    gelWorld* world = bench->kept.world;
    double start = gelMilliseconds();
    world->backend->functions = isProtected ? bench->functions : &bench->without;
    for (int i = 0; i < frames; i++)
        if (isProtected)
            stepProtected(bench);
        else
            REQUIRE(gelKeptState_Step(&bench->kept));
    REQUIRE(gelWorld_Finish(world));
    world->backend->functions = bench->functions;
    double passed = gelMilliseconds() - start;
    if (!isProtected) {
        bench->frame += frames;
        bench->dueAt += passed;
        bench->watch.lookedAt += passed;
        bench->kept.savedAt += passed;
    }
    return passed / frames;
}

static void report(Bench* bench, int turns, int frames)
{
    double sums[2] = {0.0}, min[2] = {HUGE_VAL, HUGE_VAL}, mean = 0.0, squares = 0.0;
    for (int turn = 0; turn < turns; turn++) {
        double times[2];
        for (int i = 0; i < 2; i++) {
            bool isProtected = (turn + i) % 2 == 0;
            double time = takeTurn(bench, isProtected, frames);
            times[isProtected] = time;
            sums[isProtected] += time;
            min[isProtected] = fmin(min[isProtected], time);
        }
        double more = log(times[1] / times[0]); // which a disturbance moves up and down alike
        double before = mean;
        mean += (more - before) / (turn + 1);
        squares +=
            (more - before) * (more - mean); // of the distances from the mean, which cannot round below 0
    }
    printf("%d pairs of %d frames; without %.4f ms, with %.4f ms (least %.4f, %.4f)\n", turns, frames,
           sums[0] / turns, sums[1] / turns, min[0], min[1]);
    printf("in pairs %+.2f %%, standard error %.2f\n", 100.0 * expm1(mean),
           100.0 * sqrt(squares / (turns - 1.0) / turns));
    printf("%d states of %.3f ms, %d looks of %.3f ms\n", bench->states, bench->kept.saveTime, bench->looks,
           bench->watch.lookTime);
}

int main(int argc, char** argv)
{
    int turns = argc > 2 ? atoi(argv[2]) : 1000;
    double length = argc > 3 ? atof(argv[3]) : 60.0;
    if (argc < 2 || turns < 2 || turns > maxTurns || !(length >= 1.0)) {
        fprintf(stderr, "usage: %s SCENE.json [TURNS, 2 to %d [MILLISECONDS-PER-TURN, from 1]]\n", argv[0],
                maxTurns);
        return 2;
    }
    Bench bench = {0};
    gelScene* scene;
    gelWorldDef def;
    REQUIRE(gelLoadScene(argv[1], &scene));
    def = gelScene_GetWorldDef(scene);
    REQUIRE(gelCreateWorld(&def, &bench.kept.world));
    REQUIRE(gelScene_CreateBodies(scene, bench.kept.world));
    REQUIRE(gelCreatePlayer(scene, bench.kept.world, &bench.kept.player));
    bench.kept.timeStep = gelScene_GetTimeStep(scene);
    bench.functions = bench.kept.world->backend->functions;
    bench.without = *bench.functions;
    bench.without.keepState = keepNothing;
    takeTurn(&bench, true, warmUpFrames);
    int frames = (int)ceil(length / takeTurn(&bench, true, warmUpFrames));
    takeTurn(&bench, true, frames);
    bench.looks = bench.states = 0;
    report(&bench, turns, frames);
    gelKeptState_End(&bench.kept);
    gelDestroyPlayer(bench.kept.player);
    gelDestroyWorld(bench.kept.world);
    gelDestroyScene(scene);
    return 0;
}
