// The files that a scene was read from.
#pragma once

#include "scene/contents/data.h"

// A .node file is noted with its .ele file, and the other way round.
gelStatus gelRecordSceneFile(gelScene* scene, const char* path);
void gelForgetSceneFiles(gelScene* scene); // and those that a recording names
// 0 of one that cannot be read. Errors: gel_outOfMemory.
gelStatus gelHashSceneFile(const gelScene* scene, int index, uint64_t* hash);
