// A scene, played frame by frame.
#pragma once

#include "support/fixtures.h"

typedef struct Played {
    gelScene* scene;
    gelWorld* world;
    gelPlayer* player;
} Played;

// Takes over the scene.
static inline Played playDef(gelScene* scene, const gelWorldDef* def)
{
    Played played = {.scene = scene};
    REQUIRE(gelCreateWorld(def, &played.world));
    REQUIRE(gelScene_CreateBodies(scene, played.world));
    REQUIRE(gelCreatePlayer(scene, played.world, &played.player));
    return played;
}

static inline Played playOnBackend(gelScene* scene, const gelWorldDef* backend)
{
    gelWorldDef def = gelScene_GetWorldDef(scene);
    def.backend = backend->backend;
    def.device = backend->device;
    return playDef(scene, &def);
}

static inline Played play(gelScene* scene)
{
    return playOnBackend(scene, &(gelWorldDef){.backend = gel_referenceFloat});
}

static inline Played playFile(const char* path, const gelWorldDef* backend)
{
    gelScene* scene;
    REQUIRE(gelLoadScene(path, &scene));
    return playOnBackend(scene, backend);
}

static inline Played playReference(const char* path)
{
    return playFile(path, &(gelWorldDef){.backend = gel_referenceFloat});
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
