#include "app/scene_size.h"

#include <stdio.h>

const char* gelBodiesText(const gelCounters* counters, char text[gel_bodiesTextSize])
{
    const char* bodies = GEL_COUNT(counters->bodyCount - counters->obstacleCount, "body", "bodies");
    const char* obstacles = GEL_COUNT(counters->obstacleCount, "obstacle", "obstacles");
    bool hasObstacles = counters->obstacleCount > 0;
    snprintf(text, gel_bodiesTextSize, "%s%s%s", bodies, hasObstacles ? ", " : "",
             hasObstacles ? obstacles : "");
    return text;
}

void gelPrintSceneSize(const gelOutput* output, const char* name, const gelCounters* counters)
{
    char bodies[gel_bodiesTextSize];
    gelPrintRow(output, "scene", "%s: %s, %s, %s", name, gelBodiesText(counters, bodies),
                GEL_COUNT(counters->vertexCount, "vertex", "vertices"),
                GEL_COUNT(counters->tetCount, "tet", "tets"));
}

void gelAddBodyCounts(cJSON* object, const gelCounters* counters)
{
    cJSON_AddNumberToObject(object, "bodies", counters->bodyCount - counters->obstacleCount);
    cJSON_AddNumberToObject(object, "obstacles", counters->obstacleCount);
}
