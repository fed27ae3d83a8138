// A scene on the reference, played frame by frame.
#pragma once

#include "support/fixtures.h"

typedef struct Played {
    gelScene* scene;
    gelWorld* world;
    gelPlayer* player;
} Played;

// Takes over the scene.
static inline Played play(gelScene* scene)
{
    Played played = {.scene = scene};
    gelWorldDef def = gelScene_GetWorldDef(scene);
    def.backend = gel_referenceFloat;
    REQUIRE(gelCreateWorld(&def, &played.world));
    REQUIRE(gelScene_CreateBodies(scene, played.world));
    REQUIRE(gelCreatePlayer(scene, played.world, &played.player));
    return played;
}

static inline void advance(Played* played, int frames)
{
    for (int i = 0; i < frames; i++) {
        REQUIRE(gelPlayer_BeginFrame(played->player));
        REQUIRE(gelWorld_Step(played->world, gelScene_GetTimeStep(played->scene)));
    }
}

static inline void stop(Played* played)
{
    gelDestroyPlayer(played->player);
    gelDestroyWorld(played->world);
    gelDestroyScene(played->scene);
}
