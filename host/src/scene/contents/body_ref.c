#include "scene/contents/body_ref.h"
#include "common/nearest.h"

#include <stdio.h>
#include <string.h>

// The scene's list of bodies or of obstacles.
typedef struct List {
    const gelScene* scene;
    bool ofObstacles;
    int count;
} List;

static List listOf(const gelScene* scene, bool ofObstacles)
{
    return (List){scene, ofObstacles, ofObstacles ? scene->obstacleCount : scene->bodyCount};
}

static const char* nameAt(const List* list, int index)
{
    return list->ofObstacles ? list->scene->obstacles[index].name : list->scene->bodies[index].name;
}

// Returns the number of copies of an entry. All entries have at most 100,000 together.
static int copiesAt(const List* list, int index)
{
    const int* count = list->scene->bodies[index].count;
    return list->ofObstacles ? 1 : count[0] * count[1] * count[2];
}

static gelStatus failName(const gelJsonNode* node, const List* list, const char* wanted)
{
    const char** names = gelAllocate((size_t)list->count + 1, sizeof *names);
    if (names == NULL)
        return gelFailMemory((size_t)list->count + 1, sizeof *names);
    for (int i = 0; i < list->count; i++)
        names[i] = nameAt(list, i);
    const char* what = list->ofObstacles ? "obstacle" : "body";
    const char* nearest = gelNearestText(wanted, names);
    gelStatus status =
        nearest != NULL && nearest[0] != '\0'
            ? gelFailJsonText(node, "there is no %s \"%.60s\"; did you mean \"%.60s\"?", what, wanted,
                              nearest)
            : gelFailJsonText(node, "there is no %s \"%.60s\": give it that \"name\", or use its number",
                              what, wanted);
    gelFree(names);
    return status;
}

static gelStatus findNamed(const gelJsonNode* node, const List* list, int* number, int* index)
{
    const char* wanted = node->item->valuestring;
    int found = 0, first = 0;
    for (int i = 0; i < list->count; first += copiesAt(list, i), i++) {
        if (strcmp(nameAt(list, i), wanted) != 0)
            continue;
        *number = found == 0 ? first : *number;
        *index = found == 0 ? i : *index;
        found += copiesAt(list, i);
    }
    if (found == 0)
        return failName(node, list, wanted);
    if (found > 1)
        return gelFailJsonText(node, "%d %s are called \"%.60s\": use a number; the first is %d", found,
                               list->ofObstacles ? "obstacles" : "bodies", wanted, *number);
    return gel_success;
}

gelStatus gelResolveBodyRef(const gelJsonNode* node, const gelScene* scene, bool isObstacle, int* number,
                            int* index)
{
    const List all = listOf(scene, isObstacle), *list = &all;
    const cJSON* item = node->item;
    if (cJSON_IsString(item))
        return findNamed(node, list, number, index);
    double value = cJSON_IsNumber(item) ? item->valuedouble : -1.0;
    int end = 0;
    for (*index = 0; *index < list->count; ++*index) {
        end += copiesAt(list, *index);
        if (value >= 0.0 && value < end && value == (int)value) {
            *number = (int)value;
            return gel_success;
        }
    }
    if (end == 0)
        return gelFailJsonText(node, "the scene has no obstacles");
    char expected[120];
    snprintf(expected, sizeof expected, "the name of %s, or its number from 0 to %d",
             list->ofObstacles ? "an obstacle" : "a body", end - 1);
    return gelFailJson(node, expected);
}
