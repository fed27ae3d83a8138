// The meshes and skins of a scene.
#pragma once

#include "base/json.h"
#include "scene/contents/data.h"

// Resolves a path relative to a scene file; release it with gelFree. NULL if out of memory.
char* gelJoinScenePath(const char* sceneFile, const char* name);
// The path in `node`; release it with gelFree.
gelStatus gelFindScenePath(const gelScene* scene, const gelJsonNode* node, const char* expected, char** path);
// The same, noted as one that the scene reads.
gelStatus gelReadScenePath(gelScene* scene, const gelJsonNode* node, const char* expected, char** path);
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

// Take ownership of what is added, even on failure. `key` is copied; NULL is never shared.
int gelFindSceneMesh(const gelScene* scene, const char* key); // -1: there is none
gelStatus gelAddSceneMesh(gelScene* scene, const char* key, gelTetMesh* mesh, int* index);
// That it was read from a file, whose name it takes, maybe as surface `skin1`, counted from 1, which it fills; 0: none.
void gelRecordMeshFile(gelScene* scene, int mesh, char* file, int skin1);
gelStatus gelAddSceneSurface(gelScene* scene, const char* key, gelSceneSkin* skin, int* index);
