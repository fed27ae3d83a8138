// The two worlds of an episode.
#include "base/core.h"
#include "soak/random.h"
#include "support/fixtures.h"

enum { maxVertices = 1 << 13 };

gelWorldDef defOf(Episode* episode, bool onDevice)
{
    static const gelStrategy strategies[] = {gel_strategyAuto, gel_strategyPerColour, gel_strategyBody,
                                             gel_strategyEnsemble, gel_strategyTiles};
    gelWorldDef def = episode->def;
    def.backend = onDevice ? gel_opencl : gel_referenceFloat;
    def.device = 0;
    if (onDevice && def.order == gel_colourOrder)
        def.strategy = strategies[choose(episode, 5)];
    return def;
}

gelStatus makeSide(const Episode* episode, const gelWorldDef* def, Side* side)
{
    *side = (Side){0};
    gelStatus status = gelCreateWorld(def, &side->world);
    if (status == gel_success)
        status = gelScene_CreateBodies(episode->scene, side->world);
    return status == gel_success ? gelCreatePlayer(episode->scene, side->world, &side->player) : status;
}

void clearSide(Side* side)
{
    gelDestroyPlayer(side->player);
    gelDestroyWorld(side->world);
    *side = (Side){0};
}

gelStatus stepSide(const Side* side)
{
    gelStatus status = gelWorld_Step(side->world, 1.0f / 60.0f);
    return status == gel_success ? gelWorld_Finish(side->world) : status;
}

bool isOnDevice(const Side* side)
{
    return gelWorld_GetDef(side->world).backend == gel_opencl;
}

uint64_t hashSoft(const Side* side)
{
    static float xyz[2][3 * maxVertices];
    uint64_t hash = 1;
    for (int b = 0; b < gelWorld_GetBodyCount(side->world); b++) {
        gelBodyId id = gelWorld_GetBody(side->world, b);
        if (gelObstacle_GetSurface(side->world, id) != NULL)
            continue;
        memset(xyz, 0, sizeof xyz);
        REQUIRE(gelBody_ReadPositions(side->world, id, xyz[0], maxVertices));
        if (!gelWorld_GetDef(side->world).sleep) // a step that fails may have put it to rest
            REQUIRE(gelBody_ReadVelocities(side->world, id, xyz[1], maxVertices));
        hash = gelHashBytes(hash, xyz, sizeof xyz);
    }
    return hash;
}
