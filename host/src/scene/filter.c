#include "scene/filter.h"
#include "common/nearest.h"

#include <string.h>

// The names end with NULL. -1: there is none.
static int findCategory(const gelSceneReader* reader, const char* name)
{
    for (int i = 0; reader->categories[i] != NULL; i++)
        if (strcmp(reader->categories[i], name) == 0)
            return i;
    return -1;
}

// The first bit is for bodies that name no category.
static uint32_t bitOf(int category)
{
    return UINT32_C(2) << category;
}

// Whatever is no text is refused later, where bodies are read.
static gelStatus listCategories(const gelJsonNode* list, gelSceneReader* reader)
{
    const cJSON* item = cJSON_IsArray(list->item) ? list->item->child : NULL;
    for (int i = 0; item != NULL; item = item->next, i++) {
        gelJsonNode child = gelJsonChild(list, item, i);
        const char* name = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(item, "category"));
        if (name == NULL || findCategory(reader, name) >= 0)
            continue;
        if (reader->categoryCount == gel_sceneCategories)
            return gelFailJsonText(&child,
                                   "category: expected at most %d different ones in a scene, found more",
                                   gel_sceneCategories);
        reader->categories[reader->categoryCount++] = name;
    }
    return gel_success;
}

gelStatus gelReadCategories(const gelJsonNode* bodies, const gelJsonNode* obstacles, gelSceneReader* reader)
{
    gelStatus status = listCategories(bodies, reader);
    return status == gel_success ? listCategories(obstacles, reader) : status;
}

static gelStatus readIgnored(const gelJsonNode* node, const gelSceneReader* reader, gelFilter* filter)
{
    if (!cJSON_IsString(node->item))
        return gelFailJson(node, "the name of a category");
    const char* name = node->item->valuestring;
    int category = findCategory(reader, name);
    if (category < 0) {
        const char* nearest = gelNearestText(name, reader->categories);
        if (nearest != NULL)
            return gelFailJsonText(node, "nothing has the category \"%.60s\"; did you mean \"%.60s\"?", name,
                                   nearest);
        return gelFailJsonText(
            node, "nothing has the category \"%.60s\": give bodies or obstacles that \"category\"", name);
    }
    filter->collidesWith &= ~bitOf(category);
    return gel_success;
}

gelStatus gelReadFilter(const gelJsonNode* node, const gelSceneReader* reader, const char* category,
                        const cJSON* ignores, gelFilter* filter)
{
    *filter = gelDefaultFilter();
    if (category != NULL)
        filter->category = bitOf(findCategory(reader, category));
    if (ignores == NULL)
        return gel_success;
    gelJsonNode list = gelJsonChild(node, ignores, -1);
    if (!cJSON_IsArray(ignores))
        return gelFailJson(&list, "an array of categories");
    int i = 0;
    gelStatus status = gel_success;
    for (const cJSON* item = ignores->child; item != NULL && status == gel_success; item = item->next, i++) {
        gelJsonNode child = gelJsonChild(&list, item, i);
        status = readIgnored(&child, reader, filter);
    }
    return status;
}
