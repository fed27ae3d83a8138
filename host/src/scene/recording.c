// Writes a recording: the text that input.c reads.
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
    if (event->kind == gel_eventDrop || event->kind == gel_eventRemove ||
        (event->kind >= gel_eventMaterial && event->kind != gel_eventWall))
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
    if (event->kind == gel_eventWall)
        addWall(action, event);
    return action;
}

static gelStatus write(gelResultFile* file, cJSON* value)
{
    char* text = cJSON_PrintUnformatted(value);
    gelStatus status = text != NULL ? gelWriteResultFile(file, text, strlen(text)) : gelFailMemory(1, 256);
    cJSON_free(text);
    return status;
}

static gelStatus writeText(gelResultFile* file, const char* text)
{
    return gelWriteResultFile(file, text, strlen(text));
}

// One event per line, for reading and editing.
static gelStatus writeEvent(gelResultFile* file, const gelEvent* event, bool last)
{
    static const char* const names[] = {"grab",  "pull",    "release",  "drop", "remove", "set",
                                        "alter", "flatten", "scramble", "wall", "move"};
    cJSON* object = cJSON_CreateObject();
    cJSON_AddNumberToObject(object, "frame", (double)event->frame);
    cJSON_AddItemToObject(object, names[event->kind], describeAction(event));
    gelStatus status = writeText(file, "        ");
    if (status == gel_success)
        status = write(file, object);
    cJSON_Delete(object);
    return status == gel_success ? writeText(file, last ? "\n" : ",\n") : status;
}

static gelStatus writeAll(gelResultFile* file, const gelPlayer* player, const char* scenePath, uint64_t hash)
{
    char line[64];
    cJSON* scene = cJSON_CreateString(scenePath);
    gelStatus status = writeText(file, "{\n    \"scene\": ");
    if (status == gel_success)
        status = write(file, scene);
    cJSON_Delete(scene);
    snprintf(line, sizeof line, ",\n    \"frames\": %lld", (long long)player->frame);
    if (status == gel_success)
        status = writeText(file, line);
    snprintf(line, sizeof line, ",\n    \"hash\": \"%016llx\"", (unsigned long long)hash);
    if (status == gel_success && hash != 0)
        status = writeText(file, line);
    if (status == gel_success)
        status = writeText(file, ",\n    \"input\": [\n");
    for (int i = 0; i < player->position && status == gel_success; i++)
        status = writeEvent(file, &player->record[i], i == player->position - 1);
    return status == gel_success ? writeText(file, "    ]\n}\n") : status;
}

gelStatus gelPlayer_WriteRecording(const gelPlayer* player, const char* scenePath, uint64_t hash,
                                   const char* path)
{
    gelResultFile file;
    if (player->frame < 1)
        return gelFail(gel_invalidArgument, "%s: no frame was stepped, so there is nothing to record", path);
    if (player->clock.timeStep != player->scene->timeStep || player->clock.startFrame > 0)
        return gelFail(gel_invalidArgument,
                       "%s: the time step was changed, and a recording is of the scene's, %.9g s", path,
                       (double)player->scene->timeStep);
    gelStatus status = gelOpenResultFile(&file, path);
    if (status != gel_success)
        return status;
    status = writeAll(&file, player, scenePath, hash);
    if (status == gel_success)
        status = gelFlushResultFile(&file);
    if (status == gel_success)
        status = gelPublishResultFile(&file);
    if (status != gel_success)
        gelAbandonResultFile(&file);
    return status;
}
