// Recorded input.
#pragma once

#include "settings/json_table.h"
#include "scene/contents/data.h"

// Reads a recording: its hashes and frames into the scene, the path of the recorded scene into *base, and into *input the
// node for gelReadEvents.
gelStatus gelReadRecording(const gelJsonNode* root, gelScene* scene, const char** base, gelJsonNode* input);
gelStatus gelReadEvents(const gelJsonNode* node, gelScene* scene);
