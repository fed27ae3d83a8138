// Changes of a scene from outside: values that replace those of its file, each a text "PATH=VALUE" (gel/scene.h).
#pragma once

#include "scene/contents/data.h"

// Adds changes to those of a scene, behind them.
gelStatus gelAddChanges(gelScene* scene, const char* const* changes, int count);
// Reads those of a recording, which come before the others.
gelStatus gelReadRecordedChanges(const gelJsonNode* node, gelScene* scene);
void gelForgetChanges(gelScene* scene);

// Changes the document of a scene file before it is read.
// Errors: gel_formatError, gel_outOfMemory; the message begins with the change.
gelStatus gelApplyChanges(const gelScene* scene, cJSON* document);
// Puts the change that a failed reading is about before its message; others stay as they are.
gelStatus gelBlameChange(const gelScene* scene, gelStatus status);
