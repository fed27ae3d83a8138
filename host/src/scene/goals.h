// Goals of a scene's bodies.
#pragma once

#include "settings/json_table.h"
#include "scene/contents/data.h"

// Those of a body whose definition and mesh have been read. What was read before a failure is left for
// gelClearSceneGoals.
gelStatus gelReadSceneGoals(const gelJsonNode* node, gelScene* scene, gelSceneBody* body);
void gelClearSceneGoals(gelSceneGoals* goals); // NULL is allowed

// Gives a body that was just created its goals, where they are at the start.
gelStatus gelSetSceneGoals(const gelSceneBody* body, gelWorld* world, gelBodyId id);
// Tells the goals of bodies that are still there where the step must lead them that ends at `time`, s.
gelStatus gelMoveSceneGoals(const gelScene* scene, gelWorld* world, double time);
