// How large a scene is: soft bodies, obstacles, vertices and tets, as a row, a text and JSON.
#pragma once

#include "app/output.h"

#include "gel/gel.h"

enum { gel_bodiesTextSize = 2 * gel_countSize + 2 };

// "2 bodies"; "1 body, 1 obstacle".
const char* gelBodiesText(const gelCounters* counters, char text[gel_bodiesTextSize]);
// The row "scene".
void gelPrintSceneSize(const gelOutput* output, const char* name, const gelCounters* counters);
// "bodies" and "obstacles".
void gelAddBodyCounts(cJSON* object, const gelCounters* counters);
