// The files that a scene was read from.
#pragma once

#include "settings/json_table.h"
#include "scene/contents/data.h"

// A .node file is noted with its .ele file, and the other way round.
gelStatus gelRecordSceneFile(gelScene* scene, const char* path);
void gelForgetSceneFiles(gelScene* scene); // and those that a recording names
// 0 of one that cannot be read. Errors: gel_outOfMemory.
gelStatus gelHashSceneFile(const gelScene* scene, int index, uint64_t* hash);

// Resolves a path relative to a scene file; release it with gelFree. NULL if out of memory.
char* gelJoinScenePath(const char* sceneFile, const char* name);
// Finds the path in `node`; release it with gelFree.
gelStatus gelFindScenePath(const gelScene* scene, const gelJsonNode* node, const char* expected, char** path);
// Finds a path, and records it as one that the scene reads.
gelStatus gelReadScenePath(gelScene* scene, const gelJsonNode* node, const char* expected, char** path);
