// A row of a sweep: gel run in a process of its own, which may fail without harm to the others.
#include "sweep/sweep.h"
#include "app/memory.h"
#include "app/probe_table.h"
#include "common/number.h"
#include "common/process.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static void add(gelSweepCall* call, const char* argument)
{
    call->arguments[call->count++] = argument;
}

// "PATH=VALUE" of a setting that varies. NULL: out of memory.
static char* settingText(const gelSweep* sweep, int axis, int row)
{
    char number[gel_axisTextSize];
    const char *path = sweep->axes.axes[axis].path, *value = gelAxisValue(&sweep->axes, axis, row, number);
    size_t size = strlen(path) + strlen(value) + 2;
    char* text = gelNew(size, 1);
    if (text != NULL)
        snprintf(text, size, "%s=%s", path, value);
    return text;
}

bool gelMakeSweepCall(const gelSweep* sweep, const char* command, int row, int frames,
                      const char* const* more, gelSweepCall* call)
{
    const gelTexts* set = &sweep->settings->set;
    *call = (gelSweepCall){.count = 0};
    add(call, sweep->program);
    add(call, command);
    for (int i = 0; i < set->count; i++) {
        add(call, "--set");
        add(call, set->texts[i]);
    }
    for (int i = 0; i < sweep->axes.count; i++) {
        char* text = call->texts[call->textCount++] = settingText(sweep, i, row);
        if (text == NULL)
            return false;
        add(call, "--set");
        add(call, text);
    }
    if (frames > 0) {
        snprintf(call->frames, sizeof call->frames, "%d", frames);
        add(call, "--frames");
        add(call, call->frames);
    }
    add(call, "--json");
    add(call, "--quiet");
    while (more != NULL && *more != NULL)
        add(call, *more++);
    add(call, "--");
    add(call, sweep->scenePath);
    add(call, NULL);
    return true;
}

void gelClearSweepCall(gelSweepCall* call)
{
    for (int i = 0; i < call->textCount; i++)
        free(call->texts[i]);
}

static void put(char** cell, const char* text)
{
    if (*cell == NULL && text != NULL)
        *cell = gelCopyOf(text);
}

static void putNumber(char** cell, const cJSON* item)
{
    char text[gel_decimalSize];
    if (cJSON_IsNumber(item))
        put(cell, gelFormatNumber(item->valuedouble, 9, text));
}

static void putProbes(const gelSweep* sweep, const cJSON* probes, char** cells)
{
    const cJSON* probe;
    char name[gel_probeHeadingSize];
    cJSON_ArrayForEach(probe, probes)
    {
        const char *given = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(probe, "name")),
                   *unit = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(probe, "unit"));
        if (given == NULL || unit == NULL)
            continue;
        gelNameProbeColumn(&(gelProbeInfo){.name = given, .unit = unit}, "", name);
        for (int i = gel_sweepSettings + sweep->axes.count;
             i < gelSweepColumn(&sweep->table, gel_sweepSoftness); i++)
            if (strcmp(sweep->table.columns[i], name) == 0)
                putNumber(&cells[i], cJSON_GetObjectItemCaseSensitive(probe, "value"));
    }
}

// A copy of a message of gel run: where it names --set for a value that varies, with the sweep's own option.
static char* nameOption(const gelSweep* sweep, const gelSweepCall* call, const char* message)
{
    static const char set[] = "--set ";
    bool isOfSet = message != NULL && strncmp(message, set, strlen(set)) == 0;
    const char* change = isOfSet ? message + strlen(set) : NULL; // "PATH=VALUE: what is wrong"
    for (int i = 0; i < call->textCount && isOfSet; i++) {
        const char* option = gelAxisOption(&sweep->axes.axes[i]);
        size_t length = strlen(call->texts[i]), size = strlen(option) + strlen(message);
        if (strncmp(change, call->texts[i], length) != 0 || change[length] != ':')
            continue;
        char* text = gelNew(size, 1);
        if (text != NULL)
            snprintf(text, size, "%s %s", option, change);
        return text;
    }
    return message != NULL ? gelCopyOf(message) : NULL;
}

// Takes what the run printed over into its row, and returns its number of frames.
static int putResult(const gelSweep* sweep, const gelSweepCall* call, const char* printed, int code,
                     char** cells)
{
    char** end = &cells[gelSweepColumn(&sweep->table, gel_sweepSoftness)];
    char text[32];
    cJSON* result = cJSON_Parse(printed);
    const cJSON *error = cJSON_GetObjectItemCaseSensitive(result, "error"),
                *frames = cJSON_GetObjectItemCaseSensitive(result, "frames");
    int count = cJSON_IsNumber(frames) ? frames->valueint : 0;
    snprintf(text, sizeof text, "%d", code);
    putProbes(sweep, cJSON_GetObjectItemCaseSensitive(result, "probes"), cells);
    putNumber(&end[gel_sweepSoftness], cJSON_GetObjectItemCaseSensitive(
                                           cJSON_GetObjectItemCaseSensitive(result, "softness"), "ratio"));
    put(&end[gel_sweepHash], cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(result, "hash")));
    put(&end[gel_sweepExit], text);
    put(&end[gel_sweepBackend], cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(result, "backend")));
    putNumber(&end[gel_sweepSeconds], cJSON_GetObjectItemCaseSensitive(result, "seconds"));
    end[gel_sweepError] =
        nameOption(sweep, call,
                   result == NULL ? "it ended without a result"
                                  : cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(error, "message")));
    cJSON_Delete(result);
    return count;
}

char** gelRunSweepRow(const gelSweep* sweep, int row, int* code, int* frames)
{
    gelSweepCall call;
    char number[gel_axisTextSize], *printed = NULL, **cells = gelNewSweepCells(&sweep->table);
    const char* more[] = {"--backend", sweep->settings->backend, NULL};
    errno = ENOMEM;
    bool isRun = cells != NULL && gelMakeSweepCall(sweep, "run", row, sweep->settings->frames, more, &call) &&
                 gelRunProcess(call.arguments, &printed, code);
    if (isRun) {
        char text[16];
        snprintf(text, sizeof text, "%d", row + 1);
        put(&cells[gel_sweepRow], text);
        put(&cells[gel_sweepMark], sweep->table.mark);
        for (int i = 0; i < sweep->axes.count; i++)
            put(&cells[gel_sweepSettings + i], gelAxisValue(&sweep->axes, i, row, number));
        int stepped = putResult(sweep, &call, printed, *code, cells);
        if (frames != NULL)
            *frames = stepped;
    }
    int error = errno;
    if (cells != NULL)
        gelClearSweepCall(&call);
    free(printed);
    if (isRun)
        return cells;
    gelFreeSweepCells(&sweep->table, cells);
    errno = error;
    return NULL;
}
