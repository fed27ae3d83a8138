// Attachments of a scene.
#pragma once

#include "settings/json_table.h"
#include "scene/contents/data.h"

// Reads the attachments of a scene whose bodies and obstacles have been read.
gelStatus gelReadSceneAttachments(const gelJsonNode* node, gelScene* scene);
// Creates the attachments between bodies that were just created. `ids`: the scene's bodies in
// order, with their copies, then its obstacles.
gelStatus gelCreateSceneAttachments(const gelScene* scene, gelWorld* world, const gelBodyId* ids);
// Releases one, unless it is gone. Errors: gel_invalidArgument.
gelStatus gelDetachSceneAttachment(const gelScene* scene, gelWorld* world, int index);
// Releases those whose time has come, before a frame that begins at `time`, s.
gelStatus gelReleaseSceneAttachments(const gelScene* scene, gelWorld* world, double time);
