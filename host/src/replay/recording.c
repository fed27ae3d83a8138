// The text of a recording, which input.c reads.
#include "replay/recording.h"
#include "files/system.h"
#include "scene/contents/files.h"
#include "scene/contents/fingerprint.h"
#include "replay/player.h"
#include "scene/contents/tables.h"
#include "settings/settings.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static void nameHash(char text[17], uint64_t hash)
{
    snprintf(text, 17, "%016llx", (unsigned long long)hash);
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

// A member of an object, after a comma unless it is the first. Long enough for three numbers.
static void addMember(gelRecordingText* text, const char* key, const char* format, ...)
{
    char value[160];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(value, sizeof value, format, arguments);
    va_end(arguments);
    bool isFirst = text->length > 0 && text->text[text->length - 1] == '{';
    add(text, isFirst ? "\"" : ",\"");
    add(text, key);
    add(text, "\":");
    add(text, value);
}

// Nine digits distinguish every float from its neighbours.
static void addNumber(gelRecordingText* text, const char* key, double value)
{
    addMember(text, key, "%.9g", value);
}

static void addThree(gelRecordingText* text, const char* key, const double v[3])
{
    addMember(text, key, "[%.9g, %.9g, %.9g]", v[0], v[1], v[2]);
}

static void addVector(gelRecordingText* text, const char* key, gelVec3 v)
{
    addThree(text, key, (double[]){(double)v.x, (double)v.y, (double)v.z});
}

// Writes the settings of a table in the form that the scene reader reads.
static void addSettings(gelRecordingText* text, const gelSetting* rows, const char* prefix,
                        const void* values)
{
    for (const gelSetting* row = rows; row->name != NULL; row++) {
        double n[3];
        if (!gelIsJsonSetting(row, prefix) || !gelSettingCounts(row, values))
            continue;
        gelReadSetting(row, values, n);
        if (row->valueType == gel_settingVector)
            addThree(text, row->key, n);
        else if (row->valueType == gel_settingSwitch)
            addMember(text, row->key, "%s", n[0] != 0.0 ? "true" : "false");
        else if (row->valueType == gel_settingChoice)
            addMember(text, row->key, "\"%s\"", row->choices[(int)n[0]]);
        else
            addNumber(text, row->key, n[0]);
    }
}

static void addWorldSettings(gelRecordingText* text, const gelWorldDef* def)
{
    addSettings(text, gelWorldRows, "", def);
    addMember(text, "ground", "%s", def->ground.enabled ? "{" : "false");
    if (!def->ground.enabled)
        return;
    addSettings(text, gelWorldRows, "ground.", def);
    add(text, "}");
}

static void addWall(gelRecordingText* text, const gelEvent* event)
{
    addVector(text, "from", event->wallStart);
    addVector(text, "to", event->wallEnd);
    addVector(text, "across", event->across);
    addNumber(text, "thickness", (double)event->thickness);
}

static void addMaterial(gelRecordingText* text, const gelMaterial* material)
{
    addMember(text, "material", "{");
    addSettings(text, gelMaterialRows, "", material);
    add(text, "}");
}

static void addBrush(gelRecordingText* text, gelVertexValue factor, const gelBrush* brush)
{
    addMember(text, "factor", "\"%s\"", gelVertexValueText(factor));
    addVector(text, "position", brush->position);
    addNumber(text, "radius", (double)brush->radius);
    addNumber(text, "strength", (double)brush->strength);
    if (brush->soften)
        addMember(text, "soften", "true");
    else
        addNumber(text, "value", (double)brush->value);
    if (brush->mirror)
        addMember(text, "mirror", "true");
}

static void addField(gelRecordingText* text, const gelField* field)
{
    addMember(text, "with", "{");
    addSettings(text, gelFieldRows, "", field);
    for (int i = 0; i < field->keyCount; i++) {
        add(text, i == 0 ? ",\"keys\":[{" : ",{");
        addNumber(text, "time", (double)field->keys[i].time);
        addNumber(text, "share", (double)field->keys[i].share);
        add(text, i + 1 < field->keyCount ? "}" : "}]");
    }
    add(text, "}");
}

static void addAction(gelRecordingText* text, const gelEvent* event)
{
    bool isHold = event->kind == gel_eventHold;
    if (event->kind == gel_eventGrab || event->kind == gel_eventPull) {
        addVector(text, "origin", event->origin);
        addVector(text, "direction", event->direction);
    }
    if (event->kind == gel_eventGrab || isHold)
        addNumber(text, "stiffness", (double)event->stiffness);
    bool isOfVertex = isHold || (event->kind == gel_eventGrab && event->vertex1 > 0);
    if (isOfVertex)
        addMember(text, "vertex", "%d", event->vertex1 - 1);
    if (isOfVertex || event->kind == gel_eventDrop || event->kind == gel_eventRemove ||
        event->kind == gel_eventPaint ||
        (event->kind >= gel_eventMaterial && event->kind <= gel_eventMove && event->kind != gel_eventWall))
        addMember(text, "body", "%d", event->body);
    if (event->kind == gel_eventDrop || event->kind == gel_eventMove || isHold)
        addVector(text, "position", event->position);
    if (event->kind == gel_eventMaterial)
        addMaterial(text, &event->material);
    if (event->kind == gel_eventFlatten)
        addNumber(text, "height", (double)event->height);
    if (event->kind == gel_eventScramble)
        addMember(text, "seed", "%d", event->seed);
    if (event->kind == gel_eventSettings)
        addWorldSettings(text, &event->settings);
    if (event->kind == gel_eventDetach)
        addMember(text, "attachment", "%d", event->attachment);
    if (event->kind == gel_eventWall)
        addWall(text, event);
    if (event->kind == gel_eventPaint)
        addBrush(text, event->factor, &event->brush);
    if (event->kind == gel_eventField || event->kind == gel_eventReplace)
        addMember(text, "field", "%d", event->field);
    if (event->kind == gel_eventField)
        addNumber(text, "strength", (double)event->strength);
    if (event->kind == gel_eventReplace)
        addField(text, &event->replacement);
}

static void addText(gelRecordingText* text, const char* content)
{
    cJSON* value = cJSON_CreateString(content);
    char* printed = cJSON_PrintUnformatted(value);
    text->isFailed |= printed == NULL;
    if (printed != NULL)
        add(text, printed);
    cJSON_free(printed);
    cJSON_Delete(value);
}

// Each once, and not the recording itself, if it is one that is recorded again.
static void addFiles(gelRecordingText* text, const gelScene* scene, const uint64_t* hashes)
{
    bool isFirst = true;
    add(text, ",\n    \"files\": [");
    for (int i = scene->recordedFrames > 0; i < scene->fileCount; i++) {
        const char *name = scene->files[i], *slash = gelLastSlash(name);
        char entry[400], hash[17];
        bool isKnown = false;
        for (int k = 0; k < i && !isKnown; k++)
            isKnown = strcmp(scene->files[k], name) == 0;
        if (isKnown)
            continue;
        nameHash(hash, hashes[i]);
        snprintf(entry, sizeof entry, "%s %s", hash, slash != NULL ? slash + 1 : name);
        add(text, isFirst ? "\n        " : ",\n        ");
        isFirst = false;
        addText(text, entry);
    }
}

static void addChanges(gelRecordingText* text, const gelScene* scene)
{
    if (scene->changeCount == 0)
        return;
    add(text, ",\n    \"set\": [");
    for (int i = 0; i < scene->changeCount; i++) {
        add(text, i == 0 ? "" : ", ");
        addText(text, scene->changes[i]);
    }
    add(text, "]");
}

void gelRecordingText_AddHead(gelRecordingText* text, const char* scenePath, const gelScene* scene,
                              const uint64_t* hashes)
{
    char line[160], hash[17];
    gelFingerprint origin = gelOwnFingerprint();
    add(text, "{\n    \"scene\": ");
    addText(text, scenePath);
    nameHash(hash, origin.kernels);
    snprintf(line, sizeof line, ",\n    \"format\": %d,\n    \"gel\": \"%s\",\n    \"kernels\": \"%s\"",
             gel_recordingFormat, origin.version, hash);
    add(text, line);
    addChanges(text, scene);
    addFiles(text, scene, hashes);
    add(text, "\n    ],\n    \"input\": [");
}

// One event per line, for reading and editing.
void gelRecordingText_AddEvent(gelRecordingText* text, const gelEvent* event, bool first)
{
    const char* name = gelEventTable.fields[1 + event->kind].name; // after the frame
    char hash[20] = "";
    if (event->kind == gel_eventHash) {
        hash[0] = '"';
        nameHash(hash + 1, event->hash);
        hash[17] = '"';
    }
    bool isBare = event->kind == gel_eventRelease || event->kind == gel_eventHash;
    add(text, first ? "\n        {" : ",\n        {");
    addMember(text, "frame", "%lld", (long long)event->frame);
    addMember(text, name, "%s", event->kind == gel_eventHash ? hash : isBare ? "true" : "{");
    addAction(text, event);
    add(text, isBare ? "}" : "}}");
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

// Once, as the files may change while they are recorded.
gelStatus gelHashRecordedFiles(gelPlayer* player)
{
    size_t count = (size_t)player->scene->fileCount;
    if (player->fileHashes != NULL)
        return gel_success;
    player->fileHashes = gelAllocate(count, sizeof *player->fileHashes);
    if (player->fileHashes == NULL)
        return gelFailMemory(count, sizeof *player->fileHashes);
    gelStatus status = gel_success;
    for (int i = 0; i < player->scene->fileCount && status == gel_success; i++)
        status = gelHashSceneFile(player->scene, i, &player->fileHashes[i]);
    if (status != gel_success) {
        gelFree(player->fileHashes);
        player->fileHashes = NULL;
    }
    return status;
}

gelStatus gelCheckRecordedTime(const gelPlayer* player, const char* path)
{
    if (player->clock.timeStep == player->scene->timeStep && player->clock.startFrame == 0)
        return gel_success;
    return gelFail(gel_invalidArgument,
                   "%s: the time step was changed, but a recording uses the scene's, %.9g s", path,
                   (double)player->scene->timeStep);
}
