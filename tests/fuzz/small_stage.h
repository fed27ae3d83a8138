// A small scene with something of all that a state holds, played on the reference.
#pragma once

#include "bytes.h"

#include "gel/gel.h"

typedef struct Stage {
    const gelScene* scene;
    gelWorld* world;
    gelPlayer* player; // nullable
} Stage;

typedef enum StageKind { stagePlayed, stageDouble, stageCompensated, stageKindCount } StageKind;

// `hasInput`: events that grab, drop, remove and build.
gelScene* loadSmallScene(bool hasInput);
// As the scene makes it: a stage that is played has a player. It outlives the stage.
Stage openStage(const gelScene* scene, StageKind kind);
void closeStage(Stage* stage);
// Fails only with a message.
gelStatus advanceStage(Stage* stage, int frames);

// What must be as before after a call that was refused.
typedef struct Likeness {
    uint64_t hash;
    int bodyCount;
    int64_t frame;
} Likeness;
Likeness likenessOf(const Stage* stage);
bool isLike(const Stage* stage, Likeness before);
// That a state was read: its settings are in their ranges, and frames can follow.
void expectUsable(Stage* stage);
// That it comes to where an undisturbed stage of that kind does; a process has one scene for each.
void expectUndisturbed(StageKind kind, Stage* stage);
