// The text of a recording, which input.c reads.
#include "scene/recording.h"
#include "scene/player.h"
#include "base/result_file.h"
#include "settings/settings.h"

#include <stdio.h>
#include <string.h>

// Nine digits distinguish every float from its neighbours.
static void addNumber(cJSON* object, const char* key, double value)
{
    char text[32];
    snprintf(text, sizeof text, "%.9g", value);
    cJSON_AddRawToObject(object, key, text);
}

static void addThree(cJSON* object, const char* key, const double v[3])
{
    char text[80];
    snprintf(text, sizeof text, "[%.9g, %.9g, %.9g]", v[0], v[1], v[2]);
    cJSON_AddRawToObject(object, key, text);
}

static void addVector(cJSON* object, const char* key, gelVec3 v)
{
    addThree(object, key, (double[]){(double)v.x, (double)v.y, (double)v.z});
}

// Writes the settings of a table in the form that the scene reader reads.
static void addSettings(cJSON* object, const gelSetting* rows, const char* prefix, const void* values)
{
    for (const gelSetting* row = rows; row->name != NULL; row++) {
        double n[3];
        if (!gelIsJsonSetting(row, prefix) || !gelSettingCounts(row, values))
            continue;
        gelReadSetting(row, values, n);
        if (row->type == gel_settingVector)
            addThree(object, row->key, n);
        else if (row->type == gel_settingSwitch)
            cJSON_AddBoolToObject(object, row->key, n[0] != 0.0);
        else if (row->type == gel_settingChoice)
            cJSON_AddStringToObject(object, row->key, row->choices[(int)n[0]]);
        else
            addNumber(object, row->key, n[0]);
    }
}

static void addWorldSettings(cJSON* object, const gelWorldDef* def)
{
    addSettings(object, gelWorldRows, "", def);
    if (def->ground.enabled)
        addSettings(cJSON_AddObjectToObject(object, "ground"), gelWorldRows, "ground.", def);
    else
        cJSON_AddFalseToObject(object, "ground");
}

static void addWall(cJSON* object, const gelEvent* event)
{
    addVector(object, "from", event->from);
    addVector(object, "to", event->to);
    addVector(object, "across", event->across);
    addNumber(object, "thickness", (double)event->thickness);
}

static cJSON* describeAction(const gelEvent* event)
{
    cJSON* action = event->kind == gel_eventRelease ? cJSON_CreateTrue() : cJSON_CreateObject();
    if (event->kind == gel_eventGrab || event->kind == gel_eventPull) {
        addVector(action, "origin", event->origin);
        addVector(action, "direction", event->direction);
    }
    if (event->kind == gel_eventGrab)
        addNumber(action, "stiffness", (double)event->stiffness);
    bool isOfVertex = event->kind == gel_eventGrab && event->vertex1 > 0;
    if (isOfVertex)
        cJSON_AddNumberToObject(action, "vertex", event->vertex1 - 1);
    if (isOfVertex || event->kind == gel_eventDrop || event->kind == gel_eventRemove ||
        (event->kind >= gel_eventMaterial && event->kind <= gel_eventMove && event->kind != gel_eventWall))
        cJSON_AddNumberToObject(action, "body", event->body);
    if (event->kind == gel_eventDrop || event->kind == gel_eventMove)
        addVector(action, "position", event->position);
    if (event->kind == gel_eventMaterial)
        addSettings(cJSON_AddObjectToObject(action, "material"), gelMaterialRows, "", &event->material);
    if (event->kind == gel_eventFlatten)
        addNumber(action, "height", (double)event->height);
    if (event->kind == gel_eventScramble)
        cJSON_AddNumberToObject(action, "seed", event->seed);
    if (event->kind == gel_eventSettings)
        addWorldSettings(action, &event->settings);
    if (event->kind == gel_eventDetach)
        cJSON_AddNumberToObject(action, "attachment", event->attachment);
    if (event->kind == gel_eventWall)
        addWall(action, event);
    return action;
}

static void add(gelRecordingText* text, const char* more)
{
    size_t length = strlen(more);
    if (text->isFailed || length > text->capacity - text->length) {
        size_t capacity = 2 * (text->length + length) + 256;
        char* grown = text->isFailed ? NULL : gelAllocate(capacity, 1);
        text->isFailed = grown == NULL;
        if (text->isFailed)
            return;
        if (text->length > 0)
            memcpy(grown, text->text, text->length);
        gelFree(text->text);
        text->text = grown;
        text->capacity = capacity;
    }
    memcpy(text->text + text->length, more, length);
    text->length += length;
}

static void addJson(gelRecordingText* text, cJSON* value)
{
    char* printed = cJSON_PrintUnformatted(value);
    text->isFailed |= printed == NULL;
    if (printed != NULL)
        add(text, printed);
    cJSON_free(printed);
    cJSON_Delete(value);
}

void gelRecordingText_AddHead(gelRecordingText* text, const char* scenePath)
{
    add(text, "{\n    \"scene\": ");
    addJson(text, cJSON_CreateString(scenePath));
    add(text, ",\n    \"input\": [");
}

// One event per line, for reading and editing.
void gelRecordingText_AddEvent(gelRecordingText* text, const gelEvent* event, bool first)
{
    static const char* const names[] = {"grab",  "pull",    "release",  "drop", "remove", "set",
                                        "alter", "flatten", "scramble", "wall", "move",   "detach"};
    cJSON* object = cJSON_CreateObject();
    cJSON_AddNumberToObject(object, "frame", (double)event->frame);
    cJSON_AddItemToObject(object, names[event->kind], describeAction(event));
    add(text, first ? "\n        " : ",\n        ");
    addJson(text, object);
}

void gelRecordingText_AddEnd(gelRecordingText* text, int64_t frames, uint64_t hash)
{
    char line[64];
    snprintf(line, sizeof line, "\n    ],\n    \"frames\": %lld", (long long)frames);
    add(text, line);
    snprintf(line, sizeof line, ",\n    \"hash\": \"%016llx\"", (unsigned long long)hash);
    if (hash != 0)
        add(text, line);
    add(text, "\n}\n");
}

void gelRecordingText_AddSpaces(gelRecordingText* text, size_t length)
{
    while (text->length < length && !text->isFailed)
        add(text, " ");
}

gelStatus gelRecordingText_Check(const gelRecordingText* text)
{
    return text->isFailed ? gelFailMemory(text->length, 2) : gel_success;
}

void gelRecordingText_Clear(gelRecordingText* text)
{
    gelFree(text->text);
    *text = (gelRecordingText){0};
}

gelStatus gelPlayer_WriteRecording(const gelPlayer* player, const char* scenePath, uint64_t hash,
                                   const char* path)
{
    gelResultFile file;
    gelRecordingText text = {0};
    if (player->frame < 1)
        return gelFail(gel_invalidArgument, "%s: no frame was stepped, so there is nothing to record", path);
    gelStatus status = gelCheckRecordedTime(player, path);
    if (status == gel_success)
        status = gelOpenResultFile(&file, path);
    if (status != gel_success)
        return status;
    gelRecordingText_AddHead(&text, scenePath);
    for (int i = 0; i < player->position; i++)
        gelRecordingText_AddEvent(&text, &player->record[i], i == 0);
    gelRecordingText_AddEnd(&text, player->frame, hash);
    status = gelRecordingText_Check(&text);
    if (status == gel_success)
        status = gelWriteResultFile(&file, text.text, text.length);
    gelRecordingText_Clear(&text);
    if (status == gel_success)
        status = gelFlushResultFile(&file);
    if (status == gel_success)
        status = gelPublishResultFile(&file);
    if (status != gel_success)
        gelAbandonResultFile(&file);
    return status;
}

gelStatus gelCheckRecordedTime(const gelPlayer* player, const char* path)
{
    if (player->clock.timeStep == player->scene->timeStep && player->clock.startFrame == 0)
        return gel_success;
    return gelFail(gel_invalidArgument,
                   "%s: the time step was changed, and a recording is of the scene's, %.9g s", path,
                   (double)player->scene->timeStep);
}
