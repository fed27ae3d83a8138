#include "softness_causes.h"

#include <string.h>

static uint64_t hashBytes(uint64_t hash, const void* bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ ((const unsigned char*)bytes)[i]) * 0x100000001b3u; // FNV-1a
    return hash;
}

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
    uint64_t hash = 0xcbf29ce484222325u;
    hash = hashBytes(hash, &def, sizeof def);
    hash = hashBytes(hash, changes, sizeof changes);
    hash = hashBytes(hash, &session->timeStep, sizeof session->timeStep);
    hash = hashBytes(hash, &materialBody, sizeof materialBody);
    for (int i = 0; i < count && i < gel_maxSoftnessBodies; i++) {
        gelMaterial material;
        memset(&material, 0, sizeof material);
        gelBodyId body = gelWorld_GetBody(session->world, i);
        hash = hashBytes(hash, &body, sizeof body);
        if (gelBody_GetMaterial(session->world, body, &material) == gel_success)
            hash = hashBytes(hash, &material, sizeof material);
    }
    return hash;
}
