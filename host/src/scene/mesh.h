// The meshes and skins of a scene.
#pragma once

#include "settings/json_table.h"
#include "scene/contents/data.h"

// Reads rows of `width` numbers, vertices or tets, into one array; release it with gelFree, on failure, too.
gelStatus gelReadSceneRows(const gelJsonNode* node, const gelJsonField* element, int width, void** values,
                           int* count);

// The meshes and skins of a scene. Each function returns the index of an existing one, or creates it;
// `meshes` and `skins` have room. A surface file is filled with tets as `meshing` says (item NULL: absent),
// and also becomes the skin; *skin is unchanged for a file with tets. A skin is clamped to mesh `clampedTo`,
// -1: to none.
gelStatus gelAddSceneFile(gelScene* scene, const gelJsonNode* node, const gelJsonNode* meshing, int* mesh,
                          int* skin);
gelStatus gelAddSceneShape(gelScene* scene, const gelJsonNode* node, int* mesh);
gelStatus gelAddSceneArrays(gelScene* scene, const gelJsonNode* vertices, const gelJsonNode* tets, int* mesh);
gelStatus gelAddSceneSkin(gelScene* scene, const gelJsonNode* node, int clampedTo, int* skin);

// Warns if a file, unless NULL, has a size that is unusual in metres: files do not state their
// unit. A size that somebody has typed, or scaled, is meant.
void gelHintAtUnit(const char* file, float scale, const float* positions, int count);
