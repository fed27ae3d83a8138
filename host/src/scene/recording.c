// Writing a recording: the text that scene_input.c reads.
#include "scene/player.h"
#include "base/result_file.h"

#include <stdio.h>
#include <string.h>

// Nine digits tell every float from its neighbours.
static void addNumber(cJSON* object, const char* key, float value)
{
    char text[32];
    snprintf(text, sizeof text, "%.9g", (double)value);
    cJSON_AddRawToObject(object, key, text);
}

static void addVector(cJSON* object, const char* key, gelVec3 v)
{
    char text[80];
    snprintf(text, sizeof text, "[%.9g, %.9g, %.9g]", (double)v.x, (double)v.y, (double)v.z);
    cJSON_AddRawToObject(object, key, text);
}

static void addGround(cJSON* object, const gelGround* ground)
{
    if (!ground->enabled) {
        cJSON_AddFalseToObject(object, "ground");
        return;
    }
    cJSON* item = cJSON_AddObjectToObject(object, "ground");
    addVector(item, "normal", ground->normal);
    addNumber(item, "offset", ground->offset);
    addNumber(item, "friction", ground->friction);
    addNumber(item, "restitution", ground->restitution);
}

static void addMaterial(cJSON* object, const gelMaterial* material)
{
    cJSON* item = cJSON_AddObjectToObject(object, "material");
    addNumber(item, "density", material->density);
    if (material->stiffness == gel_elasticModuli) {
        addNumber(item, "youngModulus", material->youngModulus);
        addNumber(item, "poissonRatio", material->poissonRatio);
    } else {
        addNumber(item, "edgeCompliance", material->edgeCompliance);
        addNumber(item, "volumeCompliance", material->volumeCompliance);
    }
    addNumber(item, "damping", material->damping);
}

static cJSON* describeAction(const gelEvent* event)
{
    cJSON* action = event->kind == gel_eventRelease ? cJSON_CreateTrue() : cJSON_CreateObject();
    if (event->kind == gel_eventGrab || event->kind == gel_eventPull) {
        addVector(action, "origin", event->origin);
        addVector(action, "direction", event->direction);
    }
    if (event->kind == gel_eventGrab)
        addNumber(action, "stiffness", event->stiffness);
    if (event->kind == gel_eventDrop || event->kind == gel_eventRemove || event->kind == gel_eventMaterial)
        cJSON_AddNumberToObject(action, "body", event->body);
    if (event->kind == gel_eventDrop)
        addVector(action, "position", event->position);
    if (event->kind == gel_eventMaterial)
        addMaterial(action, &event->material);
    if (event->kind == gel_eventSettings) {
        addVector(action, "gravity", event->gravity);
        addGround(action, &event->ground);
        cJSON_AddNumberToObject(action, "substeps", event->substepCount);
    }
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

// One event a line, to be read and edited.
static gelStatus writeEvent(gelResultFile* file, const gelEvent* event, bool last)
{
    static const char* const names[] = {"grab", "pull", "release", "drop", "remove", "set", "alter"};
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
    for (int i = 0; i < player->recordCount && status == gel_success; i++)
        status = writeEvent(file, &player->record[i], i == player->recordCount - 1);
    return status == gel_success ? writeText(file, "    ]\n}\n") : status;
}

gelStatus gelPlayer_WriteRecording(const gelPlayer* player, const char* scenePath, uint64_t hash,
                                   const char* path)
{
    gelResultFile file;
    if (player->frame < 1)
        return gelFail(gel_invalidArgument, "%s: no frame was stepped, so there is nothing to record", path);
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
