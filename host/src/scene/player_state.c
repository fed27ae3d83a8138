// Keeps the state of a player, to come back to it.
#include "gel/state.h"
#include "scene/player.h"

#include <string.h>

typedef struct HeldVertex {
    gelGoal goal;
    gelVec3 offset;
} HeldVertex;

struct gelPlayerState {
    int64_t frame, bodyChanges;
    int next, position;
    gelPlayerClock clock;
    gelBodyId held;
    double distance;
    int holdCount;
    HeldVertex vertices[]; // [holdCount]
};

size_t gelPlayerState_GetSize(const gelPlayerState* state)
{
    return sizeof *state + (size_t)state->holdCount * sizeof *state->vertices;
}

gelStatus gelPlayer_SaveState(gelPlayer* player, gelPlayerState** result)
{
    size_t size = sizeof **result + (size_t)player->holdCount * sizeof(HeldVertex);
    gelPlayerState* state = *result = gelAllocate(1, size);
    if (state == NULL)
        return gelFailMemory(1, size);
    state->frame = player->frame;
    state->bodyChanges = player->bodyChanges;
    state->next = player->next;
    state->clock = player->clock;
    state->position = player->sealed = player->position;
    state->held = player->held;
    state->distance = player->distance;
    state->holdCount = player->holdCount;
    for (int i = 0; i < player->holdCount; i++)
        state->vertices[i] = (HeldVertex){player->goals[i], player->offsets[i]};
    return gel_success;
}

void gelPlayer_RestoreState(gelPlayer* player, const gelPlayerState* state)
{
    player->frame = state->frame;
    player->bodyChanges = state->bodyChanges;
    player->next = state->next;
    player->clock = state->clock;
    player->position = player->sealed = state->position;
    player->held = state->held;
    player->distance = state->distance;
    player->holdCount = state->holdCount;
    for (int i = 0; i < state->holdCount; i++) {
        player->goals[i] = state->vertices[i].goal;
        player->offsets[i] = state->vertices[i].offset;
    }
}

void gelDestroyPlayerState(gelPlayerState* state)
{
    gelFree(state);
}
