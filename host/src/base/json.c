#include "base/json.h"
#include "base/formula.h"
#include "base/range.h"
#include "base/text_reader.h"
#include "common/nearest.h"

#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum {
    largestFile = 16 << 20, // a parsed document takes some thirty times the size of its text
    listLength = 1024,
};

static gelStatus readText(const char* path, char** text, size_t* size)
{
    gelStatus status = gelCheckFile(path, size);
    FILE* file = status == gel_success ? fopen(path, "rb") : NULL;
    if (status != gel_success)
        return status;
    if (file == NULL)
        return gelFail(gel_fileError, "%s: cannot be opened: %s", path, strerror(errno));
    size_t capacity = 0;
    size_t read = 0;
    for (*text = NULL, *size = 0; status == gel_success; *size += read) {
        if (*size + 1 >= capacity) {
            capacity = capacity == 0 ? 1 << 14 : capacity * 2;
            char* larger = gelResize(*text, capacity, 1);
            if (larger == NULL) {
                status = gelFailMemory(capacity, 1);
                break;
            }
            *text = larger;
        }
        read = fread(*text + *size, 1, capacity - *size - 1, file);
        if (read == 0)
            break;
        if (*size + read > largestFile)
            status =
                gelFail(gel_formatError, "%s: expected at most %d MiB of JSON; keep meshes in separate files",
                        path, largestFile >> 20);
    }
    if (status == gel_success && ferror(file))
        status = gelFail(gel_fileError, "%s: cannot be read: %s", path, strerror(errno));
    fclose(file);
    if (status == gel_success)
        (*text)[*size] = '\0';
    return status;
}

// Returns the last byte before `place` that is no blank, `text` if there is none.
static const char* lastBefore(const char* text, const char* place)
{
    while (place > text && strchr(" \t\r\n", *--place) != NULL)
        ;
    return place;
}

// cJSON is one byte too far where it expects a key: that byte follows a brace, or a comma between members.
static const char* startOfFault(const char* text, const char* place)
{
    const char* wrong = place - 1;
    if (place - text < 2 || strchr(" \t\r\n[0123456789", *wrong) != NULL)
        return place;
    return strchr("{,", *lastBefore(text, wrong)) != NULL ? wrong : place;
}

// The usual mistakes of those who write JSON by hand, "" for others.
static const char* adviceOn(const char* text, const char* place)
{
    char before = *lastBefore(text, place);
    bool isStart = strchr("{[,:", before) != NULL; // of a key or a value
    if (*place == '#' || (*place == '/' && (place[1] == '/' || place[1] == '*')))
        return "; JSON has no comments";
    if (before == ',' && (*place == '}' || *place == ']'))
        return "; remove the comma before it";
    if (isStart && (isalpha((unsigned char)*place) || strchr("_'", *place) != NULL))
        return "; names and texts need double quotes";
    if (isStart && (*place == '.' || *place == '+'))
        return "; numbers begin with a digit or a minus sign";
    return !isStart && strchr("\"{[", *place) != NULL ? "; a comma or a colon may be missing before it" : "";
}

static gelStatus failSyntax(const char* path, const char* text, const char* place, const char* end)
{
    place = startOfFault(text, place);
    int line = 1;
    const char* lineStart = text;
    for (const char* c = text; c < place; c++) {
        if (*c == '\n') {
            line++;
            lineStart = c + 1;
        }
    }
    char found[24];
    int length = 0;
    for (const char* c = place; c < end && length < (int)sizeof found - 1 && (unsigned char)*c >= ' '; c++)
        found[length++] = *c;
    found[length] = '\0';
    int column = (int)(place - lineStart) + 1;
    if (place >= end)
        return gelFail(gel_formatError, "%s:%d:%d: unexpected end of the JSON text", path, line, column);
    if (length == 0)
        return gelFail(gel_formatError, "%s:%d:%d: not valid JSON: found byte 0x%02x", path, line, column,
                       (unsigned)(unsigned char)*place);
    return gelFail(gel_formatError, "%s:%d:%d: not valid JSON from here on: '%s'%s", path, line, column,
                   found, adviceOn(text, place));
}

// cJSON treats control bytes as blanks, and a zero byte would hide what follows it.
static const char* findControl(const char* text, const char* end)
{
    for (; text < end; text++) {
        if ((unsigned char)*text < ' ' && *text != '\t' && *text != '\n' && *text != '\r')
            return text;
    }
    return NULL;
}

// cJSON does not say whether a failure is due to the text or to memory. If a block as large as the largest
// possible document of that text cannot be allocated, it was memory; else a second attempt tells.
bool gelJsonMemoryRanOut(size_t textSize)
{
    enum { maxBytesPerByte = 64 }; // "0," is an item of 64 bytes, and its block's head
    void* probe = cJSON_malloc((textSize + 1) * maxBytesPerByte);
    cJSON_free(probe);
    return probe == NULL;
}

gelStatus gelReadJsonFile(const char* path, cJSON** document)
{
    *document = NULL;
    char* text = NULL;
    size_t size = 0;
    gelStatus status = readText(path, &text, &size);
    if (status == gel_success) {
        const char* start = text;
        const char* end = text + size;
        if (size >= 3 && memcmp(start, "\xef\xbb\xbf", 3) == 0)
            start += 3;
        const char* place = findControl(start, end);
        bool plain = place == NULL;
        bool lacksMemory = false;
        for (int attempt = 0; attempt < 2 && *document == NULL && plain && !lacksMemory; attempt++) {
            *document = cJSON_ParseWithLengthOpts(start, (size_t)(end - start) + 1, &place, 1);
            lacksMemory = *document == NULL && gelJsonMemoryRanOut(size);
        }
        if (lacksMemory)
            status =
                gelFail(gel_outOfMemory, "%s: out of memory while parsing %zu bytes of JSON", path, size);
        else if (*document == NULL)
            status = failSyntax(path, start, place, end);
    }
    gelFree(text);
    return status;
}

bool gelJsonHas(const gelJsonNode* node, const char* key)
{
    return cJSON_GetObjectItemCaseSensitive(node->item, key) != NULL;
}

gelJsonNode gelJsonChild(const gelJsonNode* parent, const cJSON* item, int index)
{
    return (gelJsonNode){parent->file, item, parent, index};
}

static bool isPlainKey(const char* key)
{
    return *key != '\0' &&
           strspn(key, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") == strlen(key);
}

static void appendPath(char* text, size_t capacity, const gelJsonNode* node)
{
    if (node->parent == NULL) {
        gelAppend(text, capacity, "$");
        return;
    }
    appendPath(text, capacity, node->parent);
    const char* key = node->item->string;
    if (node->index >= 0)
        gelAppend(text, capacity, "[%d]", node->index);
    else if (isPlainKey(key))
        gelAppend(text, capacity, ".%.80s", key);
    else
        gelAppend(text, capacity, "[\"%.80s\"]", key);
}

gelStatus gelFailJsonText(const gelJsonNode* node, const char* format, ...)
{
    char path[512] = "";
    char text[2048];
    appendPath(path, sizeof path, node);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return gelFail(gel_formatError, "%s: %s: %s", node->file, path, text);
}

gelStatus gelFailJsonCause(const gelJsonNode* node, gelStatus status)
{
    gelFailJsonText(node, "%s", gelLastError());
    return status;
}

gelStatus gelFailJson(const gelJsonNode* node, const char* expected)
{
    const cJSON* item = node->item;
    if (cJSON_IsNumber(item))
        return gelFailJsonText(node, "expected %s, found %.9g", expected, item->valuedouble);
    if (cJSON_IsString(item))
        return gelFailJsonText(node, "expected %s, found \"%.60s\"", expected, item->valuestring);
    if (cJSON_IsArray(item))
        return gelFailJsonText(node, "expected %s, found an array of %d", expected, cJSON_GetArraySize(item));
    const char* found = cJSON_IsObject(item)  ? "an object"
                        : cJSON_IsTrue(item)  ? "true"
                        : cJSON_IsFalse(item) ? "false"
                                              : "null";
    return gelFailJsonText(node, "expected %s, found %s", expected, found);
}

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
                          .kind = kinds[setting->type],
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

static gelStatus failUnknownKey(const gelJsonNode* node, const gelJsonTable* table)
{
    const char* names[33];
    char list[listLength];
    gelJsonField field;
    int count = 0;
    while (gelJsonFieldAt(table, count, &field))
        names[count++] = field.name;
    names[count] = NULL;
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
