// A world and its player, kept in memory.
#include "gel/snapshot.h"
#include "replay/player.h"
#include "world/state.h"

#include <string.h>

typedef struct HeldVertex {
    gelGoal goal;
    gelVec3 offset;
} HeldVertex;

struct gelSnapshot {
    gelWorldState* world; // NULL: it is without
    bool hasPlayer;       // which has what follows
    int64_t frame, bodyChanges;
    int next, position;
    gelPlayerClock clock;
    gelBodyId held;
    double distance;
    int holdCount;
    HeldVertex vertices[]; // [holdCount]
};

static void keepPlayer(gelSnapshot* snapshot, gelPlayer* player)
{
    snapshot->hasPlayer = true;
    snapshot->frame = player->frame;
    snapshot->bodyChanges = player->bodyChanges;
    snapshot->next = player->next;
    snapshot->clock = player->clock;
    snapshot->position = player->sealed = player->position;
    snapshot->held = player->held;
    snapshot->distance = player->distance;
    snapshot->holdCount = player->holdCount;
    for (int i = 0; i < player->holdCount; i++)
        snapshot->vertices[i] = (HeldVertex){player->goals[i], player->offsets[i]};
}

static void restorePlayer(gelPlayer* player, const gelSnapshot* snapshot)
{
    player->frame = snapshot->frame;
    player->bodyChanges = snapshot->bodyChanges;
    player->next = snapshot->next;
    player->clock = snapshot->clock;
    player->position = player->sealed = snapshot->position;
    player->held = snapshot->held;
    player->distance = snapshot->distance;
    player->holdCount = snapshot->holdCount;
    for (int i = 0; i < snapshot->holdCount; i++) {
        player->goals[i] = snapshot->vertices[i].goal;
        player->offsets[i] = snapshot->vertices[i].offset;
    }
}

gelStatus gelTakeSnapshot(gelWorld* world, gelPlayer* player, gelSnapshot** snapshot)
{
    int holdCount = player != NULL ? player->holdCount : 0;
    size_t size = sizeof **snapshot + (size_t)holdCount * sizeof(HeldVertex);
    *snapshot = gelAllocate(1, size);
    if (*snapshot == NULL)
        return gelFailMemory(1, size);
    gelStatus status = world != NULL ? gelSaveWorldState(world, &(*snapshot)->world) : gel_success;
    if (status != gel_success) {
        gelFree(*snapshot);
        *snapshot = NULL;
    } else if (player != NULL) {
        keepPlayer(*snapshot, player);
    }
    return status;
}

gelStatus gelRestoreSnapshot(gelWorld* world, gelPlayer* player, const gelSnapshot* snapshot)
{
    if ((world != NULL && snapshot->world == NULL) || (player != NULL && !snapshot->hasPlayer))
        return gelFail(gel_invalidArgument, "the snapshot is without a %s",
                       snapshot->world == NULL ? "world" : "player");
    gelStatus status = world != NULL ? gelRestoreWorldState(world, snapshot->world) : gel_success;
    if (status == gel_success && player != NULL)
        restorePlayer(player, snapshot);
    return status;
}

gelStatus gelWorld_Reopen(gelWorld* world, gelBackendKind backend, int device, const gelSnapshot* snapshot)
{
    if (snapshot != NULL && snapshot->world == NULL)
        return gelFail(gel_invalidArgument, "the snapshot is without a world");
    return gelReopenWorld(world, backend, device, snapshot != NULL ? snapshot->world : NULL);
}

size_t gelSnapshot_GetSize(const gelSnapshot* snapshot)
{
    return sizeof *snapshot + (size_t)snapshot->holdCount * sizeof *snapshot->vertices +
           (snapshot->world != NULL ? snapshot->world->size : 0);
}

void gelDestroySnapshot(gelSnapshot* snapshot)
{
    if (snapshot == NULL)
        return;
    gelDestroyWorldState(snapshot->world);
    gelFree(snapshot);
}
