#include "settings/json_table.h"
#include "base/formula.h"
#include "common/nearest.h"
#include "settings/range.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { listLength = 1024 };

static void listTexts(const char* const* list, char text[listLength])
{
    text[0] = '\0';
    for (int i = 0; list[i] != NULL; i++)
        gelAppend(text, listLength, "%s%s", i == 0 ? "" : ", ", list[i]);
}

bool gelIsJsonSetting(const gelSetting* setting, const char* prefix)
{
    size_t length = strlen(prefix);
    return setting->key != NULL && strncmp(setting->name, prefix, length) == 0 &&
           strchr(setting->name + length, '.') == NULL;
}

static gelJsonField fieldOf(const gelSetting* setting, size_t offset)
{
    static const gelJsonKind kinds[] = {[gel_settingNumber] = gel_jsonNumber,
                                        [gel_settingWhole] = gel_jsonInteger,
                                        [gel_settingSwitch] = gel_jsonSwitch,
                                        [gel_settingVector] = gel_jsonVector,
                                        [gel_settingChoice] = gel_jsonChoice};
    return (gelJsonField){.name = setting->key,
                          .kind = kinds[setting->valueType],
                          .offset = offset + setting->offset,
                          .range = setting->range,
                          .unit = setting->unit,
                          .choices = setting->choices};
}

bool gelJsonFieldAt(const gelJsonTable* table, int index, gelJsonField* field)
{
    if (index < table->fieldCount) {
        *field = table->fields[index];
        return true;
    }
    index -= table->fieldCount;
    for (const gelSetting* row = table->settings; row != NULL && row->name != NULL; row++) {
        if (gelIsJsonSetting(row, table->prefix) && index-- == 0) {
            *field = fieldOf(row, table->settingsOffset);
            return true;
        }
    }
    return false;
}

// Finds the key of `unknown` elsewhere below a value, and appends its path.
static bool findElsewhere(const cJSON* in, const cJSON* unknown, char path[listLength])
{
    size_t length = strlen(path);
    int i = 0;
    for (const cJSON* item = in->child; item != NULL; item = item->next, i++) {
        gelAppendJsonStep(path, listLength, item->string, cJSON_IsArray(in) ? i : -1);
        bool isKey = item->string != NULL && strcmp(item->string, unknown->string) == 0;
        if (item != unknown && (isKey || findElsewhere(item, unknown, path)))
            return true;
        path[length] = '\0';
    }
    return false;
}

static gelStatus failUnknownKey(const gelJsonNode* node, const gelJsonTable* table)
{
    const char* names[33];
    char list[listLength];
    gelJsonField field;
    int count = 0;
    while (gelJsonFieldAt(table, count, &field))
        names[count++] = field.name;
    names[count] = NULL;
    if (table->removedKey != NULL && strcmp(node->item->string, table->removedKey) == 0)
        return gelFailJsonText(node, "%s", table->insteadOfIt);
    const gelJsonNode* root = node;
    while (root->parent != NULL)
        root = root->parent;
    char path[listLength] = "";
    if (findElsewhere(root->item, node->item, path))
        return gelFailJsonText(node, "unknown key; did you mean %s?", path + (path[0] == '.'));
    const char* nearest = gelNearestText(node->item->string, names);
    if (nearest != NULL)
        return gelFailJsonText(node, "unknown key; did you mean \"%s\"?", nearest);
    listTexts(names, list);
    return gelFailJsonText(node, "unknown key; expected one of %s", list);
}

// Lists the required fields that were not seen, and counts them.
static int listMissing(const gelJsonTable* table, uint32_t seen, char list[listLength])
{
    gelJsonField field;
    int count = 0;
    list[0] = '\0';
    for (int i = 0; gelJsonFieldAt(table, i, &field); i++) {
        if (field.required && (seen >> i & 1) == 0)
            gelAppend(list, listLength, "%s\"%s\"", count++ == 0 ? "" : ", ", field.name);
    }
    return count;
}

static gelStatus checkRequired(const gelJsonNode* node, const gelJsonTable* table, uint32_t seen)
{
    char list[listLength];
    int count = listMissing(table, seen, list);
    return count == 0 ? gel_success : gelFailJsonText(node, "%s %s missing", list, count == 1 ? "is" : "are");
}

// Names what it must hold, for those who wrote "wave.pc2" where { "file": "wave.pc2" } is meant.
static gelStatus failObject(const gelJsonNode* node, const gelJsonTable* table)
{
    char list[listLength], expected[listLength + 20] = "an object";
    if (listMissing(table, 0, list) > 0)
        gelAppend(expected, sizeof expected, " with %s", list);
    return gelFailJson(node, expected);
}

static bool numberIsAllowed(const gelJsonField* field, double value)
{
    return field->kind == gel_jsonInteger ? gelRangeHolds(&field->range, value) && value == floor(value)
                                          : gelRangeHoldsFloat(&field->range, value);
}

static bool knowsNoName(const void* context, const char* name, size_t length, double* value)
{
    (void)context, (void)name, (void)length, (void)value;
    return false;
}

static gelStatus failNumber(const gelJsonNode* node, const gelJsonField* field)
{
    const char* text = cJSON_GetStringValue(node->item);
    double value;
    char expected[120] = "";
    gelAppend(expected, sizeof expected, "%s",
              field->kind == gel_jsonInteger ? "a whole number" : "a number");
    gelAppendRange(expected, sizeof expected, &field->range, field->unit);
    if (text != NULL && gelEvaluateFormula(text, knowsNoName, NULL, &value) == gel_success &&
        numberIsAllowed(field, value))
        return gelFailJsonText(node, "expected %s, found the text \"%.60s\"; write %.9g, without quotes",
                               expected, text, value);
    return gelFailJson(node, expected);
}

static gelStatus readNumber(const gelJsonNode* node, const gelJsonField* field, void* target)
{
    bool whole = field->kind == gel_jsonInteger;
    double value = node->item->valuedouble;
    if (!cJSON_IsNumber(node->item) || !numberIsAllowed(field, value))
        return failNumber(node, field);
    if (whole)
        *(int*)target = (int)value;
    else
        *(float*)target = (float)value;
    return gel_success;
}

gelStatus gelReadJsonArray(const gelJsonNode* node, const gelJsonField* element, int count, void* values)
{
    if (!cJSON_IsArray(node->item) || cJSON_GetArraySize(node->item) != count) {
        char expected[40];
        snprintf(expected, sizeof expected, "an array of %d numbers", count);
        return gelFailJson(node, expected);
    }
    size_t size = element->kind == gel_jsonInteger ? sizeof(int) : sizeof(float);
    int i = 0;
    for (const cJSON* item = node->item->child; item != NULL; item = item->next, i++) {
        gelJsonNode child = gelJsonChild(node, item, i);
        gelStatus status = readNumber(&child, element, (char*)values + (size_t)i * size);
        if (status != gel_success)
            return status;
    }
    return gel_success;
}

static gelStatus readThree(const gelJsonNode* node, const gelJsonField* field, void* target)
{
    gelJsonField element = *field;
    if (field->kind == gel_jsonCounts) {
        element.kind = gel_jsonInteger;
        return gelReadJsonArray(node, &element, 3, target);
    }
    float values[3] = {0};
    element.kind = gel_jsonNumber;
    gelStatus status = gelReadJsonArray(node, &element, 3, values);
    if (status == gel_success)
        *(gelVec3*)target = (gelVec3){values[0], values[1], values[2]};
    return status;
}

static gelStatus readChoice(const gelJsonNode* node, const gelJsonField* field, int* target)
{
    for (int i = 0; cJSON_IsString(node->item) && field->choices[i] != NULL; i++) {
        if (strcmp(node->item->valuestring, field->choices[i]) == 0) {
            *target = i;
            return gel_success;
        }
    }
    char list[listLength];
    char expected[listLength + 20];
    listTexts(field->choices, list);
    const char* nearest =
        cJSON_IsString(node->item) ? gelNearestText(node->item->valuestring, field->choices) : NULL;
    if (nearest != NULL)
        return gelFailJsonText(node, "expected one of %s, found \"%.60s\"; did you mean \"%s\"?", list,
                               node->item->valuestring, nearest);
    snprintf(expected, sizeof expected, "one of %s", list);
    return gelFailJson(node, expected);
}

static gelStatus readString(const gelJsonNode* node, const gelJsonField* field, const char** target)
{
    size_t longest = (size_t)field->range.max;
    if (!cJSON_IsString(node->item))
        return gelFailJson(node, "a string");
    size_t length = strlen(node->item->valuestring);
    if (length < (size_t)field->range.min || length > longest)
        return gelFailJsonText(node, "expected a string of %.0f to %zu bytes, found %zu", field->range.min,
                               longest, length);
    *target = node->item->valuestring;
    return gel_success;
}

static gelStatus readValue(const gelJsonNode* node, const gelJsonField* field, void* target)
{
    switch (field->kind) {
        case gel_jsonNumber:
        case gel_jsonInteger:
            return readNumber(node, field, target);
        case gel_jsonVector:
        case gel_jsonCounts:
            return readThree(node, field, target);
        case gel_jsonSwitch:
            if (!cJSON_IsBool(node->item))
                return gelFailJson(node, "true or false");
            *(bool*)target = cJSON_IsTrue(node->item);
            return gel_success;
        case gel_jsonChoice:
            return readChoice(node, field, target);
        case gel_jsonText:
            return readString(node, field, target);
        default:
            *(const cJSON**)target = node->item;
            return gel_success;
    }
}

// -1: there is none of that name.
static int findField(const gelJsonTable* table, const char* name, gelJsonField* field)
{
    for (int i = 0; gelJsonFieldAt(table, i, field); i++) {
        if (strcmp(field->name, name) == 0)
            return i;
    }
    return -1;
}

gelStatus gelReadJsonObject(const gelJsonNode* node, const gelJsonTable* table, void* target,
                            uint32_t* present)
{
    if (!cJSON_IsObject(node->item))
        return failObject(node, table);
    uint32_t seen = 0;
    gelJsonField field;
    for (const cJSON* item = node->item->child; item != NULL; item = item->next) {
        gelJsonNode child = gelJsonChild(node, item, -1);
        int i = findField(table, item->string, &field);
        if (i < 0)
            return failUnknownKey(&child, table);
        if ((seen >> i & 1) != 0)
            return gelFailJsonText(&child, "duplicate key");
        assert(i < 32);
        seen |= UINT32_C(1) << i;
        gelStatus status = readValue(&child, &field, (char*)target + field.offset);
        if (status != gel_success)
            return status;
    }
    if (present != NULL)
        *present = seen;
    return checkRequired(node, table, seen);
}

gelStatus gelReadJsonTyped(const gelJsonNode* node, const char* const* types, const char* expected,
                           const gelJsonTable* const* tables, void* draft, int* kind)
{
    const cJSON* type = cJSON_GetObjectItemCaseSensitive(node->item, "type");
    const char* name = cJSON_GetStringValue(type);
    *kind = 0;
    if (!cJSON_IsObject(node->item))
        return gelFailJson(node, "an object with \"type\"");
    while (name != NULL && types[*kind] != NULL && strcmp(name, types[*kind]) != 0)
        ++*kind;
    if (type == NULL)
        return gelFailJsonText(node, "\"type\" is missing");
    if (name == NULL || types[*kind] == NULL) {
        gelJsonNode child = gelJsonChild(node, type, -1);
        return gelFailJson(&child, expected);
    }
    return gelReadJsonObject(node, tables[*kind], draft, NULL);
}
