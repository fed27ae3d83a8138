// Warnings of what a scene asks for and that has no effect. Nothing is refused, as a scene may mean it.
#pragma once

#include "world/world.h"
#include "scene/contents/data.h"

// Effects of the selections, goals and tethers of a body on its copies.
typedef struct gelSceneUse {
    bool* caught;     // [count of its selections]: whether a copy has a vertex in it
    int pinnedGoals;  // vertices of a copy that have a goal, and are pinned
    bool tethersHold; // whether a copy has a pin, or a goal of weight 1
} gelSceneUse;

gelStatus gelOpenSceneUse(const gelSceneBody* body, gelSceneUse* use);
void gelCloseSceneUse(gelSceneUse* use);
// Notes what a copy makes of them, where it begins: pinned, and not yet moved to its goals.
gelStatus gelNoteSceneUse(const gelSceneBody* body, gelWorld* world, gelBodyId id, gelSceneUse* use);
// Warns once for all copies. `place` is the body's in the scene.
void gelWarnOfSceneUse(const char* place, const gelSceneBody* body, const gelSceneUse* use);

// Warns of numbers of the two-level solver on a body of XPBD.
void gelWarnOfIdleCycles(const gelBody* body);
// Warns of fields that act on none of the world's bodies. Does nothing if it has no body.
void gelWarnOfIdleFields(const gelScene* scene, const gelWorld* world);
