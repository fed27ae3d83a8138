// Attachments of a scene.
#pragma once

#include "settings/json_table.h"
#include "scene/contents/data.h"

// After bodies and obstacles.
gelStatus gelReadSceneAttachments(const gelJsonNode* node, gelScene* scene);
// Between bodies that were just created: those of the scene's bodies, in order, with their copies, then obstacles.
gelStatus gelCreateSceneAttachments(const gelScene* scene, gelWorld* world, const gelBodyId* ids);
// Releases one, unless it is gone. Errors: gel_invalidArgument.
gelStatus gelDetachSceneAttachment(const gelScene* scene, gelWorld* world, int index);
// Releases those whose time has come, before a frame that begins at `time`, s.
gelStatus gelReleaseSceneAttachments(const gelScene* scene, gelWorld* world, double time);
