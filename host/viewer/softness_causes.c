#include "softness_causes.h"
#include "common/hash.h"

#include <string.h>

// Returns how many inputs of the scene the world has had.
static int64_t countSceneInputs(const gelSession* session)
{
    int count, applied = 0; // in ascending order of frames
    const gelEvent* events = gelScene_GetEvents(session->scene, &count);
    while (applied < count && events[applied].frame < session->frame)
        applied++;
    return applied;
}

uint64_t gelHashSoftnessCauses(const gelSession* session, int materialBody)
{
    const int64_t changes[] = {session->inputCount, session->restoreCount, countSceneInputs(session)};
    gelWorldDef def;
    memset(&def, 0, sizeof def); // its padding, too
    def = gelWorld_GetDef(session->world);
    int count = gelWorld_GetBodyCount(session->world);
    uint64_t hash = GEL_HASH_START;
    hash = gelHashBytes(hash, &def, sizeof def);
    hash = gelHashBytes(hash, changes, sizeof changes);
    hash = gelHashBytes(hash, &session->timeStep, sizeof session->timeStep);
    hash = gelHashBytes(hash, &materialBody, sizeof materialBody);
    for (int i = 0; i < count && i < gel_maxSoftnessBodies; i++) {
        gelMaterial material;
        memset(&material, 0, sizeof material);
        gelBodyId body = gelWorld_GetBody(session->world, i);
        hash = gelHashBytes(hash, &body, sizeof body);
        if (gelBody_GetMaterial(session->world, body, &material) == gel_success)
            hash = gelHashBytes(hash, &material, sizeof material);
    }
    return hash;
}
