// Which bodies of a scene meet: categories by name.
#pragma once

#include "scene/body.h"

// Lists the categories of bodies and obstacles (each node's item may be NULL), which others may ignore wherever
// they stand in the file.
gelStatus gelReadCategories(const gelJsonNode* bodies, const gelJsonNode* obstacles, gelSceneReader* reader);
// The filter of a body or an obstacle, by its own category and the array of those that it ignores; either may
// be NULL.
gelStatus gelReadFilter(const gelJsonNode* node, const gelSceneReader* reader, const char* category,
                        const cJSON* ignores, gelFilter* filter);
