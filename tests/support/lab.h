// Scenes with probes, in worlds that are stepped frame by frame.
#pragma once

#include "support/files.h"
#include "support/fixtures.h"

#define LAB_PATH GEL_SCRATCH "/lab.json"

// A scene, its world and its probes.
typedef struct Lab {
    gelScene* scene;
    gelWorld* world;
    gelProbes* probes;
} Lab;

static inline Lab openLab(const char* text, const gelWorldDef* base)
{
    Lab lab = {NULL, NULL, NULL};
    writeText(LAB_PATH, text);
    REQUIRE(gelLoadScene(LAB_PATH, &lab.scene));
    gelWorldDef def = gelScene_GetWorldDef(lab.scene);
    def.backend = base->backend;
    def.device = base->device;
    REQUIRE(gelCreateWorld(&def, &lab.world));
    REQUIRE(gelScene_CreateBodies(lab.scene, lab.world));
    REQUIRE(gelCreateProbes(lab.scene, lab.world, &lab.probes));
    return lab;
}

static inline Lab openReferenceLab(const char* text)
{
    gelWorldDef def = gelDefaultWorldDef();
    def.backend = gel_referenceFloat;
    return openLab(text, &def);
}

static inline void closeLab(Lab* lab)
{
    gelDestroyProbes(lab->probes);
    gelDestroyWorld(lab->world);
    gelDestroyScene(lab->scene);
}

static inline void stepLab(Lab* lab, int frames)
{
    double timeStep = (double)gelScene_GetTimeStep(lab->scene);
    for (int i = 0; i <= frames; i++) {
        if (i > 0)
            REQUIRE(gelWorld_Step(lab->world, (float)timeStep));
        REQUIRE(gelProbes_AddFrame(lab->probes, lab->world, i * timeStep));
    }
}

static inline double lastOf(const Lab* lab, int probe)
{
    return gelProbes_GetValue(lab->probes, probe, gelProbes_GetFrameCount(lab->probes) - 1);
}
