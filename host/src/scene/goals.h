// Goals of a scene's bodies.
#pragma once

#include "settings/json_table.h"
#include "scene/contents/data.h"

// Reads the goals of a body whose definition and mesh have been read. On failure
// gelClearSceneGoals releases what was read.
gelStatus gelReadSceneGoals(const gelJsonNode* node, gelScene* scene, gelSceneBody* body);
void gelClearSceneGoals(gelSceneGoals* goals); // NULL is allowed

// Gives a body that was just created its goals, where they are at the start.
gelStatus gelSetSceneGoals(const gelSceneBody* body, gelWorld* world, gelBodyId id);
// Moves the goals of the bodies that still exist to where they are at `time`, s, when the step
// ends.
gelStatus gelMoveSceneGoals(const gelScene* scene, gelWorld* world, double time);
