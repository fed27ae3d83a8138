#include "scene/contents/names.h"
#include "settings/settings.h"

#include <string.h>

// A place in the scene's file.
typedef struct Place {
    const gelScene* scene;
    const cJSON* item;          // NULL: what the file leaves out
    const gelSetting* rows;     // the settings of an object; NULL: it has none
    const gelSetting* elements; // the same of each of its members
    const gelSetting* setting;  // that was left out
    int component;              // of it
} Place;

static bool isText(const char* text, size_t length, const char* other)
{
    return strlen(other) == length && memcmp(text, other, length) == 0;
}

// 0 for x, 1 for y, 2 for z; or -1.
static int componentOf(const char* key, size_t length)
{
    return length == 1 && *key >= 'x' && *key <= 'z' ? *key - 'x' : -1;
}

static const gelSetting* findKey(const gelSetting* rows, const char* prefix, const char* key, size_t length)
{
    for (const gelSetting* row = rows; row != NULL && row->name != NULL; row++)
        if (row->key != NULL && strncmp(row->name, prefix, strlen(prefix)) == 0 &&
            strchr(row->name + strlen(prefix), '.') == NULL && isText(key, length, row->key))
            return row;
    return NULL;
}

static const cJSON* childOf(const cJSON* object, const char* key, size_t length)
{
    const cJSON* child = cJSON_IsObject(object) ? object->child : NULL;
    while (child != NULL && !isText(key, length, child->string))
        child = child->next;
    return child;
}

// A body's material may be the name of one.
static const cJSON* materialOf(const cJSON* document, const cJSON* item)
{
    const cJSON* materials = cJSON_GetObjectItemCaseSensitive(document, "materials");
    return cJSON_IsString(item) ? cJSON_GetObjectItemCaseSensitive(materials, item->valuestring) : item;
}

static void enterElement(Place* place, const cJSON* item)
{
    place->item = item;
    place->rows = place->elements;
    place->elements = NULL;
}

static void enterList(Place* place, const char* key, size_t length)
{
    place->item = childOf(place->item, key, length);
    place->elements = isText(key, length, "bodies")      ? gelBodyRows
                      : isText(key, length, "obstacles") ? gelObstacleRows
                      : isText(key, length, "materials") ? gelMaterialRows
                                                         : NULL;
}

// False if there is no such place.
static bool enterKey(Place* place, const char* key, size_t length)
{
    int component = componentOf(key, length);
    if (place->setting != NULL) {
        place->component = component;
        return component >= 0 && place->setting->valueType == gel_settingVector;
    }
    if (component >= 0 && cJSON_IsArray(place->item)) {
        enterElement(place, cJSON_GetArrayItem(place->item, component));
        return place->item != NULL;
    }
    if (place->item == place->scene->document)
        enterList(place, key, length);
    else if (place->elements != NULL)
        enterElement(place, childOf(place->item, key, length));
    else {
        bool isMaterial = place->rows == gelBodyRows && isText(key, length, "material");
        const cJSON* child = childOf(place->item, key, length);
        place->setting = child == NULL ? findKey(place->rows, "", key, length) : NULL;
        place->item = isMaterial ? materialOf(place->scene->document, child) : child;
        place->rows = isMaterial ? gelMaterialRows : NULL;
    }
    return place->item != NULL || place->rows != NULL || place->setting != NULL;
}

// The digits up to a bracket.
static bool enterIndex(Place* place, const char* digits, size_t length)
{
    int index = 0;
    for (size_t i = 0; i < length && index < 100000000; i++)
        index = 10 * index + (digits[i] - '0');
    if (place->setting != NULL) {
        place->component = index;
        return index < 3 && place->setting->valueType == gel_settingVector;
    }
    enterElement(place, cJSON_IsArray(place->item) ? cJSON_GetArrayItem(place->item, index) : NULL);
    return place->item != NULL;
}

static bool findInFile(const gelScene* scene, const char* name, size_t length, double* value)
{
    Place place = {.scene = scene, .item = scene->document, .component = -1};
    const char *next = name, *end = name + length;
    bool found = true;
    while (found && next < end) {
        bool isIndex = *next == '[';
        next += isIndex || *next == '.';
        size_t part = 0;
        while (next + part < end && strchr(".[]", next[part]) == NULL)
            part++;
        found = isIndex ? enterIndex(&place, next, part) : enterKey(&place, next, part);
        next += part + isIndex;
    }
    if (!found)
        return false;
    if (cJSON_IsNumber(place.item)) {
        *value = place.item->valuedouble;
        return true;
    }
    if (place.setting == NULL || (place.setting->valueType == gel_settingVector) != (place.component >= 0))
        return false;
    *value = place.setting->usual[place.component >= 0 ? place.component : 0];
    return true;
}

// Settings that the world may have otherwise than the scene says: "substeps", "gravity.y", "ground.friction".
static bool findInWorld(const gelWorldDef* def, const char* name, size_t length, double* value)
{
    static const char prefix[] = "ground.";
    size_t skipped =
        length > sizeof prefix && strncmp(name, prefix, sizeof prefix - 1) == 0 ? sizeof prefix - 1 : 0;
    const char* key = name + skipped;
    size_t keyLength = strcspn(key, ".[ ");
    keyLength = keyLength < length - skipped ? keyLength : length - skipped;
    const char* component = key + keyLength;
    size_t left = length - skipped - keyLength;
    const gelSetting* row = findKey(gelWorldRows, skipped > 0 ? prefix : "", key, keyLength);
    double numbers[3];
    int index = left == 2 && *component == '.'   ? componentOf(component + 1, 1)
                : left == 3 && *component == '[' ? component[1] - '0'
                                                 : -1;
    if (row == NULL || (row->valueType == gel_settingVector) != (index >= 0 && index < 3) ||
        (left > 0 && index < 0) || (skipped > 0 && !def->ground.enabled))
        return false;
    gelReadSetting(row, def, numbers);
    *value = numbers[index >= 0 ? index : 0];
    return true;
}

bool gelFindSceneName(const void* context, const char* name, size_t length, double* value)
{
    const gelSceneNames* names = context;
    for (int i = 0; i < names->numberCount; i++) {
        if (isText(name, length, names->scene->numbers[i].name)) {
            *value = names->numbers[i];
            return true;
        }
    }
    if (names->time != NULL && isText(name, length, "time")) {
        *value = *names->time;
        return true;
    }
    if (isText(name, length, "timeStep")) {
        *value = (double)names->scene->timeStep;
        return true;
    }
    return findInWorld(names->def, name, length, value) || findInFile(names->scene, name, length, value);
}
