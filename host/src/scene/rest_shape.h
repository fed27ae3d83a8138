// Rest shapes of a scene's bodies that change.
#pragma once

#include "settings/json_table.h"
#include "scene/contents/data.h"

// Reads the rest shape of a body whose mesh has been read. On failure gelClearSceneRest releases
// what was read.
gelStatus gelReadSceneRest(const gelJsonNode* node, gelScene* scene, gelSceneBody* body);
void gelClearSceneRest(gelSceneMotion* rest); // NULL is allowed

// Gives a body that was just created the rest shape of the start.
gelStatus gelSetSceneRest(const gelSceneBody* body, gelWorld* world, gelBodyId id);
// Gives all bodies that are still there the rest shapes of the step that ends at `time`, s.
gelStatus gelSetSceneRests(const gelScene* scene, gelWorld* world, double time);
