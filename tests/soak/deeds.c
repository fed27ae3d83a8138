// The disturbances of the second world between its steps. None may change its bits.
#include "soak/random.h"

static gelStatus save(void* context)
{
    gelSnapshot* state;
    gelStatus status = gelTakeSnapshot(((Side*)context)->world, NULL, &state);
    if (status == gel_success)
        gelDestroySnapshot(state);
    return status;
}

static void travel(Episode* episode, Side* side, int frame)
{
    gelSnapshot* snapshot;
    if (oneIn(episode, 2))
        callWithoutMemory(episode, side, frame, "save", gel_success, save, side);
    if (gelTakeSnapshot(side->world, side->player, &snapshot) != gel_success)
        failAt(episode, frame, "the state is not saved");
    bool begins = true;
    for (int i = choose(episode, 3); i >= 0 && begins; i--) {
        begins = gelPlayer_BeginFrame(side->player) == gel_success;
        if (begins && stepSide(side) != gel_success && !episode->isRandom)
            failAt(episode, frame, "there is no going on");
        if (!begins && !episode->hasOthers && !episode->isRandom)
            failAt(episode, frame, "there is no going on");
    }
    if (gelRestoreSnapshot(side->world, side->player, snapshot) != gel_success)
        failAt(episode, frame, "there is no going back");
    gelPlayer_Forget(side->player);
    gelDestroySnapshot(snapshot);
    note(frame, travelled, "", 0);
}

static void moveAway(Episode* episode, const Side* side, int frame)
{
    bool onDevice = isOnDevice(side);
    if (gelWorld_Reopen(side->world, onDevice ? gel_referenceFloat : gel_opencl, 0, NULL) != gel_success)
        failAt(episode, frame, "the world does not move");
    note(frame, moves, "from a device", onDevice);
}

typedef struct Cloning {
    const Side* from;
    const gelWorldDef* def;
    Side* to;
} Cloning;

static gelStatus clone(void* context)
{
    Cloning* cloning = context;
    gelStatus status = gelCloneWorld(cloning->from->world, cloning->def, &cloning->to->world);
    if (status == gel_success)
        status = gelClonePlayer(cloning->from->player, cloning->to->world, &cloning->to->player);
    if (status != gel_success)
        clearSide(cloning->to);
    return status;
}

static void goOnInClone(Episode* episode, Side* side, int frame)
{
    Side other = {0};
    gelWorldDef def = defOf(episode, oneIn(episode, 2));
    Cloning cloning = {side, &def, &other};
    if (oneIn(episode, 2))
        callWithoutMemory(episode, side, frame, "clone", gel_success, clone, &cloning);
    else if (clone(&cloning) != gel_success)
        failAt(episode, frame, "there is no clone");
    clearSide(side);
    other.isClone = true;
    *side = other;
    note(frame, cloned, "", 0);
}

static void goOnFromFile(Episode* episode, Side* side, int frame)
{
    Side other;
    char path[1200];
    gelWorldDef def = defOf(episode, oneIn(episode, 2));
    if (side->isClone)
        return;
    snprintf(path, sizeof path, "%s/world.gel-state", folderOf());
    if (gelWriteSnapshot(path, side->world, side->player, NULL, 0) != gel_success)
        failAt(episode, frame, "the state is not written");
    clearSide(side);
    if (makeSide(episode, &def, &other) != gel_success ||
        gelReadSnapshot(path, other.world, other.player, NULL, NULL) != gel_success)
        failAt(episode, frame, "the state is not read");
    *side = other;
    note(frame, filed, "", 0);
}

void disturb(Episode* episode, Side* side, int frame)
{
    switch (choose(episode, 13)) {
        case 0:
            travel(episode, side, frame);
            break;
        case 1:
            moveAway(episode, side, frame);
            break;
        case 2:
            goOnInClone(episode, side, frame);
            break;
        case 3:
            goOnFromFile(episode, side, frame);
            break;
        case 4:
            writeInVain(episode, side, frame);
            break;
    }
}
