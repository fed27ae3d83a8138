// A small scene with something of all that a state holds, played on the reference.
#pragma once

#include "bytes.h"

#include "gel/gel.h"

typedef struct Stage {
    const gelScene* scene;
    gelWorld* world;
    gelPlayer* player; // nullable
} Stage;

typedef enum StageKind { stagePlayed, stageDouble, stageSingle, stageKindCount } StageKind;

// `hasInput`: events that grab, drop, remove and build.
gelScene* loadSmallScene(bool hasInput);
// Opens a stage of a scene, which must outlive it. A stage of the kind stagePlayed has a player.
Stage openStage(const gelScene* scene, StageKind kind);
void closeStage(Stage* stage);
// Fails only with a message.
gelStatus advanceStage(Stage* stage, int frames);

// The facts that must be as before after a call that was refused.
typedef struct Likeness {
    uint64_t hash;
    int bodyCount;
    int64_t frame;
} Likeness;
Likeness likenessOf(const Stage* stage);
bool isLike(const Stage* stage, Likeness before);
// Expects a state that was read to be usable: its settings are in their ranges, and frames can
// follow.
void expectUsable(Stage* stage);
// Expects a stage to reach the state of an undisturbed one of its kind. A process has one scene for
// each kind.
void expectUndisturbed(StageKind kind, Stage* stage);
