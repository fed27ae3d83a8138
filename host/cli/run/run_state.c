#include "run/run_state.h"
#include "app/memory.h"
#include "app/variant.h"
#include "files/permissions.h"

#include "gel/snapshot.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

// By name; a vector has three numbers.
static cJSON* listSettings(gelSettingGroup group, const void* values)
{
    int count;
    cJSON* list = cJSON_CreateObject();
    const gelSetting* settings = gelGetSettings(group, &count);
    for (int i = 0; i < count; i++) {
        double numbers[3] = {0.0, 0.0, 0.0};
        gelReadSetting(&settings[i], values, numbers);
        cJSON_AddItemToObject(list, settings[i].name, cJSON_CreateDoubleArray(numbers, 3));
    }
    return list;
}

// Lists the current settings of a world: {"time_step", "world": {...}, "materials": [{...}]}. A
// body without material has null.
static cJSON* listAll(const gelPlay* play)
{
    gelWorldDef def = gelWorld_GetDef(play->world);
    cJSON* all = cJSON_CreateObject();
    cJSON_AddNumberToObject(all, "time_step", play->timeStep);
    cJSON_AddItemToObject(all, "world", listSettings(gel_worldSettings, &def));
    cJSON* materials = cJSON_AddArrayToObject(all, "materials");
    for (int b = 0; b < gelWorld_GetBodyCount(play->world); b++) {
        gelMaterial material;
        gelBodyId body = gelWorld_GetBody(play->world, b);
        bool hasOne = !gelBody_IsObstacle(play->world, body) &&
                      gelBody_GetMaterial(play->world, body, &material) == gel_success;
        cJSON_AddItemToArray(materials,
                             hasOne ? listSettings(gel_materialSettings, &material) : cJSON_CreateNull());
    }
    return all;
}

void gelOpenRunStates(const char* out, int every, const gelBakeDef* bake, const gelPlay* play,
                      gelRunStates* states)
{
    *states = (gelRunStates){.out = out, .every = every, .bake = *bake, .begun = listAll(play)};
}

bool gelNameRunState(const char* out, int frame, char* name, size_t size)
{
    const char* ending = strrchr(out, '.');
    if (ending != NULL)
        snprintf(name, size, "%.*s_%04d.state", (int)(ending - out), out, frame);
    return ending != NULL;
}

int gelRunStates_AddFrame(const gelRunStates* states, const gelPlay* play, int frame)
{
    if (states->out == NULL || frame <= play->start || (frame % states->every != 0 && frame != play->frames))
        return gel_exitDone;
    char name[4400], result[4400];
    gelNameRunState(states->out, frame, name, sizeof name);
    if (!gelGetBakeFileName(&states->bake, 0, result, sizeof result))
        snprintf(result, sizeof result, "%s", states->out);
    cJSON* notes = cJSON_CreateObject();
    cJSON_AddNumberToObject(notes, "frame", frame);
    cJSON_AddItemReferenceToObject(notes, "begun", states->begun);
    char* text = cJSON_PrintUnformatted(notes);
    cJSON_Delete(notes);
    mode_t mask = gelNarrowMask(result);
    gelStatus status = text != NULL
                           ? gelWriteSnapshot(name, play->world, play->player, text, strlen(text) + 1)
                           : gel_outOfMemory;
    umask(mask);
    cJSON_free(text);
    return status == gel_success ? gel_exitDone : gelReportStatus(play->output, status, gel_activityOutput);
}

void gelCloseRunStates(gelRunStates* states)
{
    cJSON_Delete(states->begun);
    *states = (gelRunStates){0};
}

// NULL, reported, if they are not there or of another kind of state. cJSON_Delete them.
static cJSON* readNotes(gelOutput* output, const char* path, int* frame)
{
    void* bytes = NULL;
    size_t size;
    if (gelReadSnapshot(path, NULL, NULL, &bytes, &size) != gel_success) {
        gelReportError(output, gel_exitInput, "--begin %s", gelLastError());
        return NULL;
    }
    cJSON* notes = cJSON_Parse(bytes);
    gelFree(bytes);
    double number = cJSON_GetNumberValue(cJSON_GetObjectItemCaseSensitive(notes, "frame"));
    const cJSON* begun = cJSON_GetObjectItemCaseSensitive(notes, "begun");
    if (begun != NULL && number >= 1.0 && number <= 1e6) {
        *frame = (int)number;
        return notes;
    }
    gelReportError(output, gel_exitInput, "--begin %s: expected a state that gel run --states has kept",
                   path);
    cJSON_Delete(notes);
    return NULL;
}

int gelReadStateFrame(gelOutput* output, const char* path, int* frame)
{
    cJSON* notes = readNotes(output, path, frame);
    cJSON_Delete(notes);
    return notes != NULL ? gel_exitDone : gel_exitInput;
}

// Where the two lists differ `values` get what holds now; the names go to `changes`.
static void takeChanges(gelSettingGroup group, const cJSON* then, const cJSON* now, void* values,
                        const char* prefix, char* changes, size_t size)
{
    int count;
    const gelSetting* settings = gelGetSettings(group, &count);
    for (int i = 0; i < count; i++) {
        double numbers[3];
        const cJSON *old = cJSON_GetObjectItemCaseSensitive(then, settings[i].name),
                    *new = cJSON_GetObjectItemCaseSensitive(now, settings[i].name);
        if (new == NULL || cJSON_Compare(old, new, true))
            continue;
        for (int k = 0; k < 3; k++)
            numbers[k] = cJSON_GetNumberValue(cJSON_GetArrayItem(new, k));
        gelWriteSetting(&settings[i], values, numbers);
        size_t length = strlen(changes);
        snprintf(changes + length, size - length, "%s%s%s", length > 0 ? ", " : "", prefix,
                 gelNameSetting(&settings[i]));
    }
}

static gelStatus applyChanges(gelPlay* play, const cJSON* then, const cJSON* now, const gelBodyId* bodies,
                              char* changes, size_t size)
{
    gelWorldDef def = gelWorld_GetDef(play->world), held = def;
    takeChanges(gel_worldSettings, cJSON_GetObjectItem(then, "world"), cJSON_GetObjectItem(now, "world"),
                &held, "", changes, size);
    gelStatus status = gelSettingsAreEqual(gel_worldSettings, &def, &held)
                           ? gel_success
                           : gelWorld_SetSettings(play->world, &held);
    const cJSON *old = cJSON_GetObjectItem(then, "materials"), *new = cJSON_GetObjectItem(now, "materials");
    for (int b = 0; b < cJSON_GetArraySize(new) && status == gel_success; b++) {
        char prefix[64];
        gelMaterial material, other;
        if (!gelBody_IsValid(play->world, bodies[b]) || !cJSON_IsObject(cJSON_GetArrayItem(new, b)))
            continue; // input has removed it, or it is an obstacle
        status = gelBody_GetMaterial(play->world, bodies[b], &material);
        other = material;
        snprintf(prefix, sizeof prefix, "%d.material.", b + 1);
        takeChanges(gel_materialSettings, cJSON_GetArrayItem(old, b), cJSON_GetArrayItem(new, b), &other,
                    prefix, changes, size);
        if (status == gel_success && !gelSettingsAreEqual(gel_materialSettings, &material, &other))
            status = gelBody_SetMaterial(play->world, bodies[b], &other);
    }
    return status;
}

// A state of other steps in time is of another motion: frames and time would no longer go together.
static int checkTimeStep(gelOutput* output, const char* path, const cJSON* then, const cJSON* now)
{
    double was = cJSON_GetNumberValue(cJSON_GetObjectItem(then, "time_step")),
           is = cJSON_GetNumberValue(cJSON_GetObjectItem(now, "time_step"));
    return was == is
               ? gel_exitDone
               : gelReportError(output, gel_exitInput,
                                "--begin %s: its frames took %.9g s, and those of the scene take %.9g s",
                                path, was, is);
}

int gelBeginAtState(const char* path, gelPlay* play, char* changes, size_t size)
{
    int count = gelWorld_GetBodyCount(play->world), frame = 0;
    cJSON* notes = readNotes(play->output, path, &frame);
    if (notes == NULL)
        return gel_exitInput;
    cJSON *then = cJSON_GetObjectItemCaseSensitive(notes, "begun"), *now = listAll(play);
    gelBodyId* bodies = gelNew((size_t)count + 1, sizeof *bodies);
    changes[0] = '\0';
    int code = checkTimeStep(play->output, path, then, now);
    gelStatus status = bodies != NULL ? gel_success : gel_outOfMemory;
    if (status == gel_success && code == gel_exitDone) {
        gelWorld_GetBodies(play->world, bodies, count);
        status = gelReadSnapshot(path, play->world, play->player, NULL, NULL);
        if (status == gel_success)
            status = applyChanges(play, then, now, bodies, changes, size);
    }
    free(bodies);
    cJSON_Delete(now);
    cJSON_Delete(notes);
    if (status != gel_success)
        return gelReportError(play->output, (int)gelExitCodeOf(status, gel_activityInput), "--begin %s",
                              gelReasonOf(status));
    play->start = play->next = frame;
    return code;
}
