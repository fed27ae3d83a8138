// Recorded input of a scene: the actions and their frames.
#include "scene/change.h"
#include "scene/input.h"
#include "scene/field.h"
#include "scene/ground.h"
#include "scene/material.h"
#include "scene/contents/tables.h"
#include "settings/settings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct RecordingDraft {
    const char *schema, *scene, *hash, *version, *kernels;
    int format, frames;
    const cJSON *input, *files, *changes;
} RecordingDraft;

typedef struct EventDraft {
    int frame;
    const cJSON* actions[gel_eventKindCount]; // in the order of gelEventKind
} EventDraft;

typedef struct ActionDraft {
    gelEvent event;
    int vertex; // -1: not given
    int factor;
    const cJSON *ground, *material, *replacement;
} ActionDraft;

static const gelJsonField recordingFields[] = {
    GEL_FIELD("$schema", Text, RecordingDraft, schema, GEL_RANGE(1, 1000)),
    GEL_FIELD("scene", Text, RecordingDraft, scene, .required = true, GEL_RANGE(1, 4000)),
    GEL_FIELD("format", Integer, RecordingDraft, format, GEL_RANGE(1, 1e6)),
    GEL_FIELD("gel", Text, RecordingDraft, version, GEL_RANGE(1, 19)),
    GEL_FIELD("kernels", Text, RecordingDraft, kernels, GEL_RANGE(16, 16)),
    GEL_FIELD("files", Item, RecordingDraft, files, .required = false),
    GEL_FIELD("set", Item, RecordingDraft, changes, .required = false),
    GEL_FIELD("frames", Integer, RecordingDraft, frames, .required = true, GEL_RANGE(1, 1e6)),
    GEL_FIELD("hash", Text, RecordingDraft, hash, GEL_RANGE(16, 16)),
    GEL_FIELD("input", Item, RecordingDraft, input, .required = true),
};

#define ACTION(name, kind) GEL_FIELD(name, Item, EventDraft, actions[kind], .required = false)
// The frame, and the actions in the order of gelEventKind.
static const gelJsonField eventFields[1 + gel_eventKindCount] = {
    GEL_FIELD("frame", Integer, EventDraft, frame, .required = true, GEL_RANGE(0, 1e9)),
    ACTION("grab", gel_eventGrab),
    ACTION("pull", gel_eventPull),
    ACTION("release", gel_eventRelease),
    ACTION("drop", gel_eventDrop),
    ACTION("remove", gel_eventRemove),
    ACTION("set", gel_eventSettings),
    ACTION("alter", gel_eventMaterial),
    ACTION("flatten", gel_eventFlatten),
    ACTION("scramble", gel_eventScramble),
    ACTION("wall", gel_eventWall),
    ACTION("move", gel_eventMove),
    ACTION("detach", gel_eventDetach),
    ACTION("hash", gel_eventHash),
    ACTION("paint", gel_eventPaint),
    ACTION("adjust", gel_eventField),
    ACTION("hold", gel_eventHold),
    ACTION("replace", gel_eventReplace),
};

#define RAY                                                                                                  \
    GEL_FIELD("origin", Vector, ActionDraft, event.origin, .required = true, GEL_RANGE(-1e9, 1e9)),          \
        GEL_FIELD("direction", Vector, ActionDraft, event.direction, .required = true, GEL_RANGE(-1e9, 1e9))
#define BODY GEL_FIELD("body", Integer, ActionDraft, event.body, .required = true, GEL_RANGE(0, 1e9))

static const gelJsonField grabFields[] = {
    RAY,
    GEL_FIELD("stiffness", Number, ActionDraft, event.stiffness, .required = true, GEL_RANGE_ABOVE(0, 1e6)),
    GEL_FIELD("body", Integer, ActionDraft, event.body, GEL_RANGE(0, 1e9)),
    GEL_FIELD("vertex", Integer, ActionDraft, vertex, GEL_RANGE(0, 1e9)),
};
static const gelJsonField pullFields[] = {RAY};
static const gelJsonField dropFields[] = {
    BODY,
    GEL_FIELD("position", Vector, ActionDraft, event.position, .required = true, GEL_RANGE(-1e5, 1e5)),
};
static const gelJsonField removeFields[] = {BODY};
static const gelJsonField setFields[] = {GEL_FIELD("ground", Item, ActionDraft, ground, .required = false)};
static const gelJsonField alterFields[] = {
    BODY,
    GEL_FIELD("material", Item, ActionDraft, material, .required = true),
};
static const gelJsonField flattenFields[] = {
    BODY,
    GEL_FIELD("height", Number, ActionDraft, event.height, .required = true, GEL_RANGE(-1e9, 1e9)),
};
static const gelJsonField scrambleFields[] = {
    BODY,
    GEL_FIELD("seed", Integer, ActionDraft, event.seed, GEL_RANGE(0, 1e9)),
};
#define PLACE(name, member)                                                                                  \
    GEL_FIELD(name, Vector, ActionDraft, event.member, .required = true, GEL_RANGE(-1e5, 1e5))
static const gelJsonField wallFields[] = {
    PLACE("from", wallStart),
    PLACE("to", wallEnd),
    PLACE("across", across),
    GEL_FIELD("thickness", Number, ActionDraft, event.thickness, .required = true, GEL_RANGE(1e-6, 1e6)),
};
static const gelJsonField moveFields[] = {BODY, PLACE("position", position)};

static const gelJsonField detachFields[] = {
    GEL_FIELD("attachment", Integer, ActionDraft, event.attachment, .required = true, GEL_RANGE(0, 1e9)),
};

static const char* const factorTexts[] = {"density",  "stiffness", "bending", "damping",
                                          "friction", "tearing",   "goals",   NULL};
static const gelJsonField paintFields[] = {
    BODY,
    GEL_FIELD("factor", Choice, ActionDraft, factor, .required = true, .choices = factorTexts),
    GEL_FIELD("position", Vector, ActionDraft, event.brush.position, .required = true, GEL_RANGE(-1e6, 1e6)),
    GEL_FIELD("radius", Number, ActionDraft, event.brush.radius, .required = true, GEL_RANGE(1e-6, 1e6)),
    GEL_FIELD("strength", Number, ActionDraft, event.brush.strength, .required = true, GEL_RANGE(0, 1)),
    GEL_FIELD("value", Number, ActionDraft, event.brush.value, GEL_RANGE(0, 1e6)),
    GEL_FIELD("soften", Switch, ActionDraft, event.brush.soften, .required = false),
    GEL_FIELD("mirror", Switch, ActionDraft, event.brush.mirror, .required = false),
};
static const gelJsonField holdFields[] = {
    BODY,
    GEL_FIELD("vertex", Integer, ActionDraft, vertex, .required = true, GEL_RANGE(0, 1e9)),
    GEL_FIELD("position", Vector, ActionDraft, event.position, .required = true, GEL_RANGE(-1e9, 1e9)),
    GEL_FIELD("stiffness", Number, ActionDraft, event.stiffness, .required = true, GEL_RANGE(0, 1e12)),
};
#define FIELD_OF_WORLD                                                                                       \
    GEL_FIELD("field", Integer, ActionDraft, event.field, .required = true,                                  \
              GEL_RANGE(0, GEL_MAXIMUM_FIELDS - 1))
static const gelJsonField replaceFields[] = {
    FIELD_OF_WORLD,
    GEL_FIELD("with", Item, ActionDraft, replacement, .required = true),
};
static const gelJsonField adjustFields[] = {
    FIELD_OF_WORLD,
    GEL_FIELD("strength", Number, ActionDraft, event.strength, .required = true, GEL_RANGE(-1e6, 1e6)),
};

const gelJsonTable gelRecordingTable = GEL_TABLE("recording", recordingFields);
const gelJsonTable gelEventTable = GEL_TABLE("event", eventFields);
const gelJsonTable gelGrabTable = GEL_TABLE("grab", grabFields);
const gelJsonTable gelPullTable = GEL_TABLE("pull", pullFields);
const gelJsonTable gelDropTable = GEL_TABLE("drop", dropFields);
const gelJsonTable gelRemoveTable = GEL_TABLE("remove", removeFields);
const gelJsonTable gelSetTable = {
    GEL_TABLE_FIELDS("set", setFields),
    .settings = gelWorldRows,
    .prefix = "",
    .settingsOffset = offsetof(ActionDraft, event.settings),
};
const gelJsonTable gelAlterTable = GEL_TABLE("alter", alterFields);
const gelJsonTable gelFlattenTable = GEL_TABLE("flatten", flattenFields);
const gelJsonTable gelScrambleTable = GEL_TABLE("scramble", scrambleFields);
const gelJsonTable gelWallTable = GEL_TABLE("wall", wallFields);
const gelJsonTable gelMoveTable = GEL_TABLE("move", moveFields);
const gelJsonTable gelDetachTable = GEL_TABLE("detach", detachFields);
const gelJsonTable gelPaintTable = GEL_TABLE("paint", paintFields);
const gelJsonTable gelAdjustTable = GEL_TABLE("adjust", adjustFields);
const gelJsonTable gelHoldTable = GEL_TABLE("hold", holdFields);
const gelJsonTable gelReplaceTable = GEL_TABLE("replace", replaceFields);

static gelStatus readHash(const gelJsonNode* node, const char* text, uint64_t* hash)
{
    if (strspn(text, "0123456789abcdef") != 16 || text[16] != '\0')
        return gelFailJsonText(node, "hash: expected 16 hexadecimal digits, found \"%.16s\"", text);
    *hash = strtoull(text, NULL, 16);
    return gel_success;
}

static gelStatus readAction(const gelJsonNode* node, const gelScene* scene, gelEventKind kind,
                            gelEvent* event)
{
    static const gelJsonTable* const tables[] = {
        [gel_eventGrab] = &gelGrabTable,       [gel_eventPull] = &gelPullTable,
        [gel_eventDrop] = &gelDropTable,       [gel_eventRemove] = &gelRemoveTable,
        [gel_eventSettings] = &gelSetTable,    [gel_eventMaterial] = &gelAlterTable,
        [gel_eventFlatten] = &gelFlattenTable, [gel_eventScramble] = &gelScrambleTable,
        [gel_eventWall] = &gelWallTable,       [gel_eventMove] = &gelMoveTable,
        [gel_eventDetach] = &gelDetachTable,   [gel_eventPaint] = &gelPaintTable,
        [gel_eventField] = &gelAdjustTable,    [gel_eventHold] = &gelHoldTable,
        [gel_eventReplace] = &gelReplaceTable,
    };
    // Omitted settings are as in the scene.
    ActionDraft draft = {
        .event = {.frame = event->frame, .kind = kind, .settings = scene->worldDef, .brush.value = 1.0f},
        .vertex = -1};
    gelStatus status = gel_success;
    if (kind == gel_eventRelease)
        status = cJSON_IsTrue(node->item) ? gel_success : gelFailJson(node, "true");
    else if (kind == gel_eventHash)
        status = cJSON_IsString(node->item) ? readHash(node, node->item->valuestring, &draft.event.hash)
                                            : gelFailJson(node, "16 hexadecimal digits");
    else
        status = gelReadJsonObject(node, tables[kind], &draft, NULL);
    gelVec3 d = draft.event.direction;
    if (status == gel_success && (kind == gel_eventGrab || kind == gel_eventPull) && d.x == 0 && d.y == 0 &&
        d.z == 0)
        status = gelFailJsonText(node, "expected a direction with a length, found [0, 0, 0]");
    if (status == gel_success && draft.ground != NULL) {
        gelJsonNode ground = gelJsonChild(node, draft.ground, -1);
        status = gelReadGround(&ground, &draft.event.settings);
    }
    if (status == gel_success && kind == gel_eventMaterial) {
        gelJsonNode material = gelJsonChild(node, draft.material, -1);
        status = gelReadMaterial(&material, &draft.event.material);
    }
    if (status == gel_success && kind == gel_eventReplace) {
        gelJsonNode replacement = gelJsonChild(node, draft.replacement, -1);
        status = gelReadReplacement(&replacement, &draft.event.replacement);
    }
    draft.event.vertex1 = draft.vertex + 1;
    draft.event.factor = (gelVertexValue)draft.factor;
    *event = draft.event;
    return status;
}

static gelStatus readEvent(const gelJsonNode* node, const gelScene* scene, int64_t earliest, gelEvent* event)
{
    EventDraft draft = {0};
    const cJSON* action = NULL;
    gelEventKind kind = gel_eventGrab;
    gelStatus status = gelReadJsonObject(node, &gelEventTable, &draft, NULL);
    if (status != gel_success)
        return status;
    for (int k = 0; k < gel_eventKindCount; k++) {
        if (draft.actions[k] == NULL)
            continue;
        if (action != NULL)
            return gelFailJsonText(node, "expected one action, found \"%s\" and \"%s\"", action->string,
                                   draft.actions[k]->string);
        action = draft.actions[k];
        kind = (gelEventKind)k;
    }
    if (action == NULL)
        return gelFailJsonText(node,
                               "expected one of grab, pull, release, drop, remove, set, alter, flatten, "
                               "scramble, wall, move, detach, hash, paint, adjust, hold or replace");
    if (draft.frame < earliest)
        return gelFailJsonText(node, "expected frames in order, found %d after %lld", draft.frame,
                               (long long)earliest);
    event->frame = draft.frame;
    gelJsonNode child = gelJsonChild(node, action, -1);
    return readAction(&child, scene, kind, event);
}

gelStatus gelReadEvents(const gelJsonNode* node, gelScene* scene)
{
    if (node->item == NULL)
        return gel_success;
    if (!cJSON_IsArray(node->item))
        return gelFailJson(node, "an array of events");
    size_t count = (size_t)cJSON_GetArraySize(node->item), fileSize = strlen(node->file) + 1;
    gelFree(scene->events); // of the recorded scene: an empty list
    gelFree(scene->eventFile);
    scene->events = gelAllocate(count, sizeof *scene->events);
    scene->eventFile = gelAllocate(fileSize, 1);
    if (scene->events == NULL || scene->eventFile == NULL)
        return gelFailMemory(count, sizeof *scene->events);
    memcpy(scene->eventFile, node->file, fileSize);
    int64_t earliest = 0;
    int i = 0;
    for (const cJSON* item = node->item->child; item != NULL; item = item->next, i++) {
        gelJsonNode child = gelJsonChild(node, item, i);
        gelStatus status = readEvent(&child, scene, earliest, &scene->events[i]);
        if (status != gel_success)
            return status;
        earliest = scene->events[i].frame;
        scene->eventCount = i + 1;
    }
    return gel_success;
}

// "0123456789abcdef bear.json"
static gelStatus readFiles(const gelJsonNode* node, gelRecordedWith* with)
{
    if (node->item == NULL)
        return gel_success;
    if (!cJSON_IsArray(node->item))
        return gelFailJson(node, "an array of hashes and names");
    size_t count = (size_t)cJSON_GetArraySize(node->item);
    with->files = gelAllocate(count, sizeof *with->files);
    if (with->files == NULL)
        return gelFailMemory(count, sizeof *with->files);
    int i = 0;
    for (const cJSON* item = node->item->child; item != NULL; item = item->next, i++) {
        gelJsonNode child = gelJsonChild(node, item, i);
        const char* text = cJSON_GetStringValue(item);
        if (text == NULL || strspn(text, "0123456789abcdef") != 16 || text[16] != ' ')
            return gelFailJson(&child, "16 hexadecimal digits, a blank and a name");
        gelStatus status = gelCopyText(text + 17, &with->files[i].name);
        if (status != gel_success)
            return status;
        with->files[i].hash = strtoull(text, NULL, 16);
        with->fileCount = i + 1;
    }
    return gel_success;
}

static gelStatus readRecordedWith(const gelJsonNode* root, const RecordingDraft* draft, gelRecordedWith* with)
{
    gelStatus status = gel_success;
    if (draft->format > gel_recordingFormat)
        return gelFailJsonText(
            root, "expected a recording of format %d, found %d: it was written by a later Gel, %s",
            gel_recordingFormat, draft->format,
            draft->version != NULL ? draft->version : "which it does not name");
    with->isKnown = draft->version != NULL && draft->kernels != NULL;
    if (draft->version != NULL)
        snprintf(with->origin.version, sizeof with->origin.version, "%s", draft->version);
    if (draft->kernels != NULL)
        status = readHash(root, draft->kernels, &with->origin.kernels);
    gelJsonNode files = gelJsonChild(root, draft->files, -1);
    return status == gel_success ? readFiles(&files, with) : status;
}

gelStatus gelReadRecording(const gelJsonNode* root, gelScene* scene, const char** base, gelJsonNode* input)
{
    RecordingDraft draft = {0};
    gelStatus status = gelReadJsonObject(root, &gelRecordingTable, &draft, NULL);
    if (status == gel_success && scene->recordedFrames > 0)
        return gelFailJsonText(root, "expected a scene, found a recording of one");
    if (status == gel_success && draft.hash != NULL)
        status = readHash(root, draft.hash, &scene->recordedHash);
    if (status == gel_success)
        status = readRecordedWith(root, &draft, &scene->recordedWith);
    gelJsonNode changes = gelJsonChild(root, draft.changes, -1);
    if (status == gel_success)
        status = gelReadRecordedChanges(&changes, scene);
    scene->recordedFrames = draft.frames;
    *base = draft.scene;
    *input = gelJsonChild(root, draft.input, -1);
    return status;
}

const gelEvent* gelScene_GetEvents(const gelScene* scene, int* count)
{
    *count = scene->eventCount;
    return scene->eventCount > 0 ? scene->events : NULL;
}

int64_t gelScene_GetRecordedFrames(const gelScene* scene)
{
    return scene->recordedFrames;
}

uint64_t gelScene_GetRecordedHash(const gelScene* scene)
{
    return scene->recordedHash;
}
