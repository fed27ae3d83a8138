#include "scene/change.h"
#include "common/nearest.h"

#include <stdlib.h>
#include <string.h>

enum { keySize = 104, pathSize = 512 };

// One step of a path: a key of an object, or the place in an array.
typedef struct Step {
    char key[keySize];
    int index; // -1: a key
} Step;

static gelStatus failSyntax(const char* change)
{
    return gelFail(gel_formatError,
                   "%s: expected PATH=VALUE, as in substeps=20 or bodies[0].position=[0,1,0], found \"%s\"",
                   change, change);
}

static bool takeKey(const char** at, size_t length, Step* step)
{
    if (length == 0 || length >= keySize)
        return false;
    memcpy(step->key, *at, length);
    step->key[length] = '\0';
    step->index = -1;
    *at += length;
    return true;
}

// "[3]" or "[\"a key\"]".
static bool takeBracket(const char** at, Step* step)
{
    ++*at;
    if (**at == '"') {
        const char* end = strstr(++*at, "\"]");
        if (end == NULL || !takeKey(at, (size_t)(end - *at), step))
            return false;
        *at += 2;
        return true;
    }
    char* end;
    long index = **at >= '0' && **at <= '9' ? strtol(*at, &end, 10) : -1;
    if (index < 0 || index > 1000000000 || *end != ']')
        return false;
    step->index = (int)index;
    *at = end + 1;
    return true;
}

// Takes the next step of a path, which ends before the equals sign. A path may begin with "$" or ".", as in messages and in jq.
static bool takeStep(const char* change, const char** at, Step* step)
{
    if (*at == change && **at == '$')
        ++*at;
    bool begins = *at == change;
    if (**at == '[')
        return takeBracket(at, step);
    if (**at == '.')
        ++*at;
    else if (!begins)
        return false;
    return takeKey(at, strcspn(*at, ".[="), step);
}

// JSON, or a word without quotes. NULL: neither, or out of memory, which cJSON does not tell apart.
static cJSON* parseValue(const char* text)
{
    bool isWord = text[0] != '\0' && strchr("{[\"", text[0]) == NULL;
    cJSON* value = cJSON_ParseWithOpts(text, NULL, 1);
    if (value != NULL || gelJsonMemoryRanOut(strlen(text)))
        return value;
    value = cJSON_ParseWithOpts(text, NULL, 1);
    return value == NULL && isWord ? cJSON_CreateString(text) : value;
}

static gelStatus failMemory(const char* change)
{
    return gelFail(gel_outOfMemory, "%s: out of memory", change);
}

// The reader knows all keys but those of these objects, where a wrong one would have no effect.
static bool hasFreeKeys(const char* path)
{
    return strcmp(path, "$.materials") == 0 || strcmp(path, "$.numbers") == 0;
}

static gelStatus failFreeKey(const char* change, const char* path, const cJSON* in, const char* key)
{
    enum { most = 64 };
    const char* names[most + 1];
    int count = 0;
    for (const cJSON* item = in->child; item != NULL && count < most; item = item->next)
        names[count++] = item->string;
    names[count] = NULL;
    const char* nearest = gelNearestText(key, names);
    return gelFail(gel_formatError, "%s: %s has no \"%s\"%s%s%s", change, path, key,
                   nearest != NULL ? "; did you mean \"" : "", nearest != NULL ? nearest : "",
                   nearest != NULL ? "\"?" : "");
}

// Finds what a step leads to: NULL if an object lacks the key.
static gelStatus follow(const char* change, const char* path, const cJSON* in, const Step* step,
                        cJSON** found)
{
    int count = cJSON_GetArraySize(in);
    *found = NULL;
    if (step->index >= 0 && !cJSON_IsArray(in))
        return gelFail(gel_formatError, "%s: %s is no array, so that it has no [%d]", change, path,
                       step->index);
    if (step->index >= count && step->index >= 0)
        return gelFail(gel_formatError, "%s: expected an index below %d, the length of %s, found %d", change,
                       count, path, step->index);
    if (step->index < 0 && cJSON_IsString(in))
        return gelFail(gel_formatError, "%s: %s is the name \"%.60s\": expected the path of what it names",
                       change, path, in->valuestring);
    if (step->index < 0 && !cJSON_IsObject(in))
        return gelFail(gel_formatError, "%s: %s is no object, so that it has no \"%s\"", change, path,
                       step->key);
    *found = step->index >= 0 ? cJSON_GetArrayItem(in, step->index)
                              : cJSON_GetObjectItemCaseSensitive(in, step->key);
    return *found == NULL && hasFreeKeys(path) ? failFreeKey(change, path, in, step->key) : gel_success;
}

// Takes over the value, or releases it.
static gelStatus put(const char* change, cJSON* in, const Step* step, cJSON* old, cJSON* value)
{
    bool isPut = old == NULL        ? cJSON_AddItemToObject(in, step->key, value)
                 : step->index >= 0 ? cJSON_ReplaceItemInArray(in, step->index, value)
                                    : cJSON_ReplaceItemInObjectCaseSensitive(in, step->key, value);
    if (isPut)
        return gel_success;
    cJSON_Delete(value);
    return failMemory(change);
}

// Follows the path of a change to its last step, and writes the path as messages do. Objects that lack are added.
static gelStatus findPlace(const char* change, cJSON** in, Step* step, const char** value,
                           char path[pathSize])
{
    const char* at = change;
    gelAppend(path, pathSize, "$");
    if (!takeStep(change, &at, step))
        return failSyntax(change);
    while (*at != '=') {
        cJSON* next;
        gelStatus status = follow(change, path, *in, step, &next);
        if (status != gel_success)
            return status;
        if (next == NULL && (next = cJSON_AddObjectToObject(*in, step->key)) == NULL)
            return failMemory(change);
        gelAppendJsonStep(path, pathSize, step->key, step->index);
        *in = next;
        if (!takeStep(change, &at, step))
            return failSyntax(change);
    }
    *value = at + 1;
    return gel_success;
}

static gelStatus apply(const char* change, cJSON* document)
{
    Step step;
    char path[pathSize] = "";
    const char* text = "";
    cJSON *in = document, *old;
    gelStatus status = findPlace(change, &in, &step, &text, path);
    if (status == gel_success)
        status = follow(change, path, in, &step, &old);
    cJSON* value = status == gel_success ? parseValue(text) : NULL;
    if (status == gel_success && value == NULL)
        return gelJsonMemoryRanOut(strlen(text))
                   ? failMemory(change)
                   : gelFail(gel_formatError, "%s: expected a value, as JSON or a word, found \"%s\"", change,
                             text);
    return status == gel_success ? put(change, in, &step, old, value) : status;
}

gelStatus gelApplyChanges(const gelScene* scene, cJSON* document)
{
    gelStatus status = gel_success;
    for (int i = 0; i < scene->changeCount && status == gel_success; i++)
        status = apply(scene->changes[i], document);
    return status;
}

// Whether a message is about a path, what it holds or what holds it; but not about the document as a whole.
static bool isAbout(const char* message, const char* path)
{
    const char* end = strstr(message, ": ");
    size_t own = strlen(path), other = end != NULL ? (size_t)(end - message) : 0;
    size_t shorter = own < other ? own : other;
    const char* longer = own < other ? message : path;
    return shorter > 1 && strncmp(message, path, shorter) == 0 &&
           (own == other || strchr(".[", longer[shorter]) != NULL);
}

gelStatus gelBlameChange(const gelScene* scene, gelStatus status)
{
    size_t length = strlen(scene->file);
    const char* message = gelLastError();
    if (status != gel_formatError || strncmp(message, scene->file, length) != 0 || message[length] != ':')
        return status;
    for (int i = scene->changeCount - 1; i >= 0; i--) {
        Step step;
        const char *change = scene->changes[i], *at = change;
        char path[pathSize] = "$";
        while (takeStep(change, &at, &step))
            gelAppendJsonStep(path, sizeof path, step.key, step.index);
        if (isAbout(message + length + 2, path))
            return gelFail(status, "%s: %s", change, gelLastError());
    }
    return status;
}

// Inserts a change before the one at `place`.
static gelStatus insert(gelScene* scene, int place, const char* change)
{
    size_t count = (size_t)scene->changeCount;
    char** grown = gelResize(scene->changes, count + 1, sizeof *grown);
    if (grown == NULL)
        return gelFailMemory(count + 1, sizeof *grown);
    scene->changes = grown;
    char* copy;
    gelStatus status = gelCopyText(change, &copy);
    if (status != gel_success)
        return status;
    memmove(grown + place + 1, grown + place, (count - (size_t)place) * sizeof *grown);
    grown[place] = copy;
    scene->changeCount++;
    return gel_success;
}

gelStatus gelAddChanges(gelScene* scene, const char* const* changes, int count)
{
    gelStatus status = gel_success;
    for (int i = 0; i < count && status == gel_success; i++)
        status = insert(scene, scene->changeCount, changes[i]);
    return status;
}

gelStatus gelReadRecordedChanges(const gelJsonNode* node, gelScene* scene)
{
    if (node->item == NULL)
        return gel_success;
    if (!cJSON_IsArray(node->item))
        return gelFailJson(node, "an array of texts PATH=VALUE");
    int i = 0;
    for (const cJSON* item = node->item->child; item != NULL; item = item->next, i++) {
        gelJsonNode child = gelJsonChild(node, item, i);
        if (!gelIsName(item))
            return gelFailJson(&child, "a text PATH=VALUE");
        gelStatus status = insert(scene, i, item->valuestring);
        if (status != gel_success)
            return status;
    }
    return gel_success;
}

void gelForgetChanges(gelScene* scene)
{
    for (int i = 0; i < scene->changeCount; i++)
        gelFree(scene->changes[i]);
    gelFree(scene->changes);
}

const char* gelScene_GetChange(const gelScene* scene, int index)
{
    return index >= 0 && index < scene->changeCount ? scene->changes[index] : NULL;
}
