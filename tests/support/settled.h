// The probes of a scene that has come to rest.
#pragma once

#include "support/files.h"
#include "support/fixtures.h"

// Steps a scene, and reads its probes only in the last frames. The mean of those of each probe.
static inline void settle(const char* path, const char* text, const gelWorldDef* base, int frames, int read,
                          int count, double* means)
{
    gelScene* scene;
    gelWorld* world;
    gelProbes* probes;
    writeText(path, text);
    REQUIRE(gelLoadScene(path, &scene));
    gelWorldDef def = gelScene_GetWorldDef(scene);
    def.backend = base->backend;
    def.device = base->device;
    REQUIRE(gelCreateWorld(&def, &world));
    REQUIRE(gelScene_CreateBodies(scene, world));
    REQUIRE(gelCreateProbes(scene, world, &probes));
    for (int i = 0; i < frames; i++) {
        REQUIRE(gelWorld_Step(world, gelScene_GetTimeStep(scene)));
        if (i >= frames - read)
            REQUIRE(gelProbes_AddFrame(probes, world, i));
    }
    for (int p = 0; p < count; p++)
        REQUIRE(gelProbes_Statistic(probes, p, gel_statisticMean,
                                    &(gelSpan){.start = 0.0, .end = frames - 1.0}, &means[p]));
    gelDestroyProbes(probes);
    gelDestroyWorld(world);
    gelDestroyScene(scene);
}
