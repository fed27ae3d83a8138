#define _POSIX_C_SOURCE 200809L // mkdir, S_ISREG
#include "opencl/device/tuning_cache.h"
#include "settings/json_table.h"
#include "files/cache_folder.h"
#include "files/temporary_file.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { formatVersion = 1 };

static gelStatus nameFile(const char* folder, const char* key, char* path, size_t capacity)
{
    uint64_t hash = gelHashBytes(GEL_HASH_START, key, strlen(key));
    int length = snprintf(path, capacity, "%s/tuning-%016" PRIx64 ".json", folder, hash);
    if (length >= 0 && (size_t)length < capacity)
        return gel_success;
    path[0] = '\0';
    return gelFail(gel_fileError, "%.200s...: the path of the cache is too long", folder);
}

typedef struct Document {
    int format, lanes;
    const char *key, *date;
    float milliseconds;
    const cJSON* rows;
} Document;

typedef struct Row {
    int lanes;
    float launch;
    const cJSON *perColour, *body, *ensemble;
} Row;

#define COST_RANGE GEL_RANGE(1e-6, 1e9)

static const gelJsonField documentFields[] = {
    GEL_FIELD("format", Integer, Document, format, GEL_RANGE(formatVersion, formatVersion), .required = true),
    GEL_FIELD("key", Text, Document, key, GEL_RANGE(0, 1e6), .required = true),
    GEL_FIELD("date", Text, Document, date, GEL_RANGE(0, sizeof((gelDeviceTuning*)0)->date - 1),
              .required = true),
    GEL_FIELD("milliseconds", Number, Document, milliseconds, GEL_RANGE(0, 1e9), .required = true),
    GEL_FIELD("lanes", Integer, Document, lanes, GEL_RANGE(1, 16), .required = true),
    GEL_FIELD("rows", Item, Document, rows, .required = true),
};
static const gelJsonField rowFields[] = {
    GEL_FIELD("lanes", Integer, Row, lanes, GEL_RANGE(1, 16), .required = true),
    GEL_FIELD("launch_ns", Number, Row, launch, COST_RANGE, .required = true),
    GEL_FIELD("perColour", Item, Row, perColour, .required = true),
    GEL_FIELD("body", Item, Row, body, .required = true),
    GEL_FIELD("ensemble", Item, Row, ensemble, .required = true),
};
static const gelJsonField strategyFields[] = {
    GEL_FIELD("work_group", Integer, gelStrategyTuning, workGroupSize, GEL_RANGE(1, 65536), .required = true),
    GEL_FIELD("side_by_side", Integer, gelStrategyTuning, sideBySide, GEL_RANGE(1, 1 << 24),
              .required = true),
    GEL_FIELD("ns", Number, gelStrategyTuning, cost, COST_RANGE, .required = true),
    GEL_FIELD("usual_ns", Number, gelStrategyTuning, usualCost, COST_RANGE, .required = true),
};
static const gelJsonTable documentTable = GEL_TABLE("tuning", documentFields),
                          rowTable = GEL_TABLE("row", rowFields),
                          strategyTable = GEL_TABLE("strategy", strategyFields);

static gelStatus readStrategy(const gelJsonNode* parent, const cJSON* item, gelStrategyTuning* strategy)
{
    gelJsonNode node = gelJsonChild(parent, item, -1);
    return gelReadJsonObject(&node, &strategyTable, strategy, NULL);
}

static bool hasLanes(const gelDeviceTuning* tuning, int lanes)
{
    for (int i = 0; i < tuning->rowCount; i++)
        if (tuning->rows[i].lanes == lanes)
            return true;
    return false;
}

static gelStatus readRow(const gelJsonNode* node, gelDeviceTuning* tuning)
{
    Row row = {0};
    gelStatus status = gelReadJsonObject(node, &rowTable, &row, NULL);
    if (status != gel_success)
        return status;
    if ((row.lanes != 1 && row.lanes != 8 && row.lanes != 16) || hasLanes(tuning, row.lanes))
        return gelFailJsonText(node, "expected 1, 8 or 16 lanes, each once, found %d", row.lanes);
    gelLaneTuning* lanes = &tuning->rows[tuning->rowCount];
    *lanes = (gelLaneTuning){.lanes = row.lanes, .launchCost = row.launch};
    status = readStrategy(node, row.perColour, &lanes->perColour);
    if (status == gel_success)
        status = readStrategy(node, row.body, &lanes->body);
    if (status == gel_success)
        status = readStrategy(node, row.ensemble, &lanes->ensemble);
    tuning->rowCount++;
    return status;
}

static gelStatus readDocument(const gelJsonNode* root, const char* key, gelDeviceTuning* tuning)
{
    Document document = {0};
    gelStatus status = gelReadJsonObject(root, &documentTable, &document, NULL);
    if (status != gel_success)
        return status;
    if (strcmp(document.key, key) != 0)
        return gelFailJsonText(root, "this tuning is for another device or another version of Gel");
    gelJsonNode rows = gelJsonChild(root, document.rows, -1);
    int count = cJSON_GetArraySize(document.rows);
    if (!cJSON_IsArray(document.rows) || count < 1 || count > GEL_MAXIMUM_TUNED_LANES)
        return gelFailJson(&rows, "an array of 1 to 3");
    for (int i = 0; i < count && status == gel_success; i++) {
        gelJsonNode row = gelJsonChild(&rows, cJSON_GetArrayItem(document.rows, i), i);
        status = readRow(&row, tuning);
    }
    if (status != gel_success)
        return status;
    if (!hasLanes(tuning, document.lanes))
        return gelFailJsonText(root, "there is no row for %d lanes", document.lanes);
    tuning->lanes = document.lanes;
    tuning->milliseconds = document.milliseconds;
    snprintf(tuning->date, sizeof tuning->date, "%s", document.date);
    return gel_success;
}

gelStatus gelReadTuning(const char* folder, const char* key, gelDeviceTuning* tuning)
{
    struct stat found;
    cJSON* document = NULL;
    gelDeviceTuning read = {0};
    *tuning = read;
    gelStatus status = nameFile(folder, key, read.file, sizeof read.file);
    if (status != gel_success || (stat(read.file, &found) != 0 && errno == ENOENT))
        return status;
    if (stat(read.file, &found) == 0 && !S_ISREG(found.st_mode)) // opening a pipe would block
        return gelFail(gel_fileError, "%s: expected a file", read.file);
    status = gelReadJsonFile(read.file, &document);
    gelJsonNode root = {.file = read.file, .item = document, .index = -1};
    if (status == gel_success)
        status = readDocument(&root, key, &read);
    cJSON_Delete(document);
    if (status == gel_success)
        *tuning = read;
    return status;
}

static gelStatus failFile(const char* path, const char* what)
{
    return gelFail(gel_fileError, "%s: %s: %s", path, what, strerror(errno));
}

gelStatus gelOpenTuningFile(const char* folder, const char* key, gelTuningFile* place)
{
    place->file = NULL;
    gelStatus status = nameFile(folder, key, place->path, sizeof place->path);
    if (status != gel_success)
        return status;
    gelMakeFolders(folder);
    gelRemoveDeadTemporaries(place->path);
    place->file = gelOpenTemporaryFile(place->path, place->partPath, sizeof place->partPath);
    return place->file != NULL ? gel_success : failFile(place->path, "cannot be written");
}

void gelAbandonTuningFile(gelTuningFile* place)
{
    if (place->file == NULL)
        return;
    fclose(place->file);
    place->file = NULL;
    remove(place->partPath);
}

static bool addNumber(cJSON* object, const char* name, double number)
{
    return cJSON_AddNumberToObject(object, name, number) != NULL;
}

// False if out of memory, as those below.
static bool addStrategy(cJSON* row, const char* name, const gelStrategyTuning* strategy)
{
    cJSON* object = cJSON_AddObjectToObject(row, name);
    return addNumber(object, "work_group", strategy->workGroupSize) &&
           addNumber(object, "side_by_side", strategy->sideBySide) &&
           addNumber(object, "ns", (double)strategy->cost) &&
           addNumber(object, "usual_ns", (double)strategy->usualCost);
}

static bool addRow(cJSON* rows, const gelLaneTuning* lanes)
{
    cJSON* row = cJSON_CreateObject();
    return cJSON_AddItemToArray(rows, row) != 0 && addNumber(row, "lanes", lanes->lanes) &&
           addNumber(row, "launch_ns", (double)lanes->launchCost) &&
           addStrategy(row, "perColour", &lanes->perColour) && addStrategy(row, "body", &lanes->body) &&
           addStrategy(row, "ensemble", &lanes->ensemble);
}

// NULL if out of memory.
static char* printTuning(const char* key, const gelDeviceTuning* tuning)
{
    cJSON* document = cJSON_CreateObject();
    bool isWhole = addNumber(document, "format", formatVersion) &&
                   cJSON_AddStringToObject(document, "key", key) != NULL &&
                   cJSON_AddStringToObject(document, "date", tuning->date) != NULL &&
                   addNumber(document, "milliseconds", (double)tuning->milliseconds) &&
                   addNumber(document, "lanes", tuning->lanes);
    cJSON* rows = isWhole ? cJSON_AddArrayToObject(document, "rows") : NULL;
    isWhole = rows != NULL;
    for (int i = 0; i < tuning->rowCount && isWhole; i++)
        isWhole = addRow(rows, &tuning->rows[i]);
    char* text = isWhole ? cJSON_Print(document) : NULL;
    cJSON_Delete(document);
    return text;
}

gelStatus gelPublishTuning(gelTuningFile* place, const char* key, const gelDeviceTuning* tuning)
{
    char* text = printTuning(key, tuning);
    if (text == NULL) {
        gelAbandonTuningFile(place);
        return gelFailMemory(1, 4096);
    }
    bool written = fputs(text, place->file) >= 0 && fputc('\n', place->file) != EOF;
    written = fclose(place->file) == 0 && written; // a full disk may not show until here
    place->file = NULL;
    cJSON_free(text);
    if (written && gelPublishTemporary(place->partPath, place->path))
        return gel_success;
    gelStatus status = failFile(place->path, "cannot be written");
    remove(place->partPath);
    return status;
}
