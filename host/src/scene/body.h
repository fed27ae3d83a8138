// Bodies of a scene.
#pragma once

#include "base/json.h"
#include "scene/data.h"

// The reader's state while it reads a document.
typedef struct gelSceneReader {
    gelScene* scene;
    const char** materialNames; // NULL at the end
    gelMaterial* materials;
} gelSceneReader;

// An axis with an angle, or a quaternion.
gelStatus gelReadRotation(const gelJsonNode* node, gelQuat* rotation);
gelStatus gelReadSceneBody(const gelJsonNode* node, const gelSceneReader* reader, gelSceneBody* body);
