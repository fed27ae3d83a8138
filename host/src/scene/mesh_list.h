// The list of a scene's meshes and skins. Bodies of the same mesh share it, which its key says.
#pragma once

#include "scene/contents/data.h"

// Return the index; -1: there is none.
int gelFindSceneMesh(const gelScene* scene, const char* key);
int gelFindSceneSkin(const gelScene* scene, const char* key);
// Takes ownership of the mesh, even on failure. `key` is copied; NULL is never shared.
gelStatus gelAddSceneMesh(gelScene* scene, const char* key, gelTetMesh* mesh, int* index);
// Takes ownership of the skin, even on failure. `key` is copied.
gelStatus gelAddSceneSurface(gelScene* scene, const char* key, gelSceneSkin* skin, int* index);
// Records that a mesh was read from a file, whose name it takes, maybe as surface `skin1`, counted from 1, which it fills;
// 0: none.
void gelRecordMeshFile(gelScene* scene, int mesh, char* file, int skin1);
