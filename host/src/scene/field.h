// Fields of a scene, and how much of each acts on its bodies.
#pragma once

#include "settings/json_table.h"
#include "scene/contents/data.h"

// The array of fields (its item may be NULL) into the scene.
gelStatus gelReadSceneFields(const gelJsonNode* node, gelScene* scene);
// A field that takes the place of another, and has no name of its own.
gelStatus gelReadReplacement(const gelJsonNode* node, gelField* field);
void gelUsualFieldWeights(gelSceneBody* body); // 1
// The weights of a body, by the names of fields and "gravity"; the item may be NULL. Fields must have been read.
gelStatus gelReadFieldWeights(const gelJsonNode* node, const gelScene* scene, gelSceneBody* body);
void gelClearSceneFields(gelScene* scene);

// Gives a world the fields of the scene, if it has any; and a body its weights.
gelStatus gelSetSceneFields(const gelScene* scene, gelWorld* world);
gelStatus gelWeighSceneBody(const gelScene* scene, const gelSceneBody* body, gelWorld* world, gelBodyId id);
