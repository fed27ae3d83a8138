// The meshes and skins of a scene.
#pragma once

#include "base/json.h"
#include "scene/data.h"

// A path as it stands in a scene file, relative to that; to be released with gelFree. NULL where memory ran out.
char* gelJoinScenePath(const char* sceneFile, const char* name);

// The meshes and skins of a scene. Each gives the index of a mesh that is there already, or makes it. `meshes` and
// `skins` have room. A file with a surface is filled with tets as `meshing` (item NULL: no such key) says, and becomes the
// skin, too; *skin stays as it is for a file with tets. A skin is clamped to mesh `clampedTo`, -1: to none.
gelStatus gelAddSceneFile(gelScene* scene, const gelJsonNode* node, const gelJsonNode* meshing, int* mesh,
                          int* skin);
gelStatus gelAddSceneShape(gelScene* scene, const gelJsonNode* node, int* mesh);
gelStatus gelAddSceneArrays(gelScene* scene, const gelJsonNode* vertices, const gelJsonNode* tets, int* mesh);
gelStatus gelAddSceneSkin(gelScene* scene, const gelJsonNode* node, int clampedTo, int* skin);

// Take over what is added, also where they fail. `key` is copied; NULL is shared with nobody.
gelStatus gelAddSceneMesh(gelScene* scene, const char* key, gelTetMesh* mesh, int* index);
gelStatus gelAddSceneSurface(gelScene* scene, const char* key, gelSceneSkin* skin, int* index);
