// Whether a scene has the reference's bits on every device and by every strategy.
#pragma once

#include "support/fixtures.h"

// Makes the same scene on a back end, with contact or without.
typedef gelWorld* MakeScene(const gelWorldDef* like, gelStrategy strategy, bool contact);

static inline void stepFrames(gelWorld* world, int frames)
{
    for (int i = 0; i < frames; i++)
        REQUIRE(gelWorld_Step(world, 1.0f / 60.0f));
}

// After some frames: a clone and its world step alike.
static inline void checkCloneGoesOn(gelWorld* world, const gelWorldDef* def)
{
    gelWorld* clone;
    stepFrames(world, 10);
    REQUIRE(gelCloneWorld(world, def, &clone));
    stepFrames(world, 5);
    stepFrames(clone, 5);
    CHECK(gelWorld_Hash(world) == gelWorld_Hash(clone), "the clone differs");
    gelDestroyWorld(clone);
}

static inline void checkBits(const Backends* backends, int backend, MakeScene* makeScene,
                             gelStrategy strategy, bool contact, int frames, uint64_t expected)
{
    gelWorld* world = makeScene(&backends->defs[backend], strategy, contact);
    stepFrames(world, frames);
    uint64_t found = gelWorld_Hash(world);
    CHECK(found == expected, "%s, %s, contact %d: %016llx, not %016llx", backends->names[backend],
          gelStrategyText(strategy), contact, (unsigned long long)found, (unsigned long long)expected);
    gelDestroyWorld(world);
}

// With contact by one strategy: what finds and solves contacts does not depend on it.
static inline void checkEveryDeviceAndStrategyFor(MakeScene* makeScene, int frames)
{
    static const gelStrategy strategies[] = {gel_strategyBody, gel_strategyPerColour, gel_strategyEnsemble,
                                             gel_strategyTiles};
    Backends backends = listBackends();
    for (int contact = 0; contact < 2; contact++) {
        gelWorld* reference = makeScene(&backends.defs[0], gel_strategyAuto, contact != 0);
        stepFrames(reference, frames);
        uint64_t expected = gelWorld_Hash(reference);
        for (int b = 1; b < backends.count; b++)
            for (int s = 0; s < (contact != 0 ? 1 : 4); s++)
                checkBits(&backends, b, makeScene, strategies[s], contact != 0, frames, expected);
        gelDestroyWorld(reference);
    }
}

static inline void checkEveryDeviceAndStrategy(MakeScene* makeScene)
{
    checkEveryDeviceAndStrategyFor(makeScene, 25);
}
