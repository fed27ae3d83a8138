// gel sweep: many variants of a scene, a row each.
#include "sweep/sweep.h"
#include "app/memory.h"
#include "app/overwrite.h"
#include "app/probe_table.h"
#include "common/hash.h"
#include "common/path.h"
#include "files/system.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const gelOption options[] = {
    {.name = "over",
     .kind = gel_optionTexts,
     .offset = offsetof(gelSweepSettings, over),
     .placeholder = "PATH=VALUES",
     .help =
         "vary a value of the scene's file: substeps=10,20,40, log:1e4:1e6:20 or linear:0:1:5 (from, to, how "
         "many), or, with --samples, uniform:FROM:TO, logUniform:FROM:TO or whole:FROM:TO; given several times, all "
         "combinations"},
    {.name = "rows",
     .kind = gel_optionText,
     .offset = offsetof(gelSweepSettings, rows),
     .placeholder = "FILE",
     .help = "vary values as a .csv has them: a line of paths, then a line of values per variant"},
    GEL_COUNT_OPTION(gelSweepSettings, samples, "draw so many variants from the ranges of --over"),
    {.name = "seed",
     .kind = gel_optionWhole,
     .offset = offsetof(gelSweepSettings, seed),
     .placeholder = "N",
     .initial = "1",
     .lowest = 0,
     .highest = 1000000000,
     .help = "of --samples: the same seed draws the same numbers on every machine"},
    GEL_SET_OPTION(gelSweepSettings, set),
    GEL_FILE_OPTION(gelSweepSettings, csv, "the table; rows that it has are kept, and not run again"),
    GEL_COUNT_OPTION(gelSweepSettings, frames, "number of frames to step, as of gel run"),
    {.name = "jobs",
     .kind = gel_optionWhole,
     .offset = offsetof(gelSweepSettings, jobs),
     .placeholder = "N",
     .initial = "1",
     .lowest = 1,
     .highest = 256,
     .help = "number of processes at a time, each of which steps a row"},
    {.name = "part",
     .kind = gel_optionText,
     .offset = offsetof(gelSweepSettings, part),
     .placeholder = "K/N",
     .help =
         "run only row K and each Nth after it, into a table of their own: table.csv becomes table.K-of-N.csv"},
    GEL_COUNT_OPTION(gelSweepSettings, join, "first take over the rows of the tables of N parts"),
    GEL_COUNT_OPTION(
        gelSweepSettings, check,
        "run N rows of the table again, spread over it, and compare their hashes; run no others"),
    {.name = "backend",
     .kind = gel_optionText,
     .offset = offsetof(gelSweepSettings, backend),
     .placeholder = "TEXT",
     .initial = GEL_DEFAULT_BACKEND,
     .help = "as of gel run"},
    GEL_QUIET_OPTION(gelSweepSettings),
    GEL_JSON_OPTION(gelSweepSettings),
};

static int readPart(gelSweep* sweep)
{
    const char* text = sweep->settings->part;
    char rest;
    sweep->part = sweep->partCount = 1;
    if (text == NULL || (sscanf(text, "%d/%d%c", &sweep->part, &sweep->partCount, &rest) == 2 &&
                         sweep->part >= 1 && sweep->part <= sweep->partCount))
        return gel_exitDone;
    return gelReportError(sweep->output, gel_exitUsage,
                          "--part: expected K/N with K from 1 to N, as 3/10, found \"%s\"", text);
}

// "table.3-of-10.csv".
static void namePart(const char* csv, int part, int count, char path[4096])
{
    size_t ending = gelEndingOf(csv);
    snprintf(path, 4096, "%.*s.%d-of-%d%s", (int)ending, csv, part, count, csv + ending);
}

static int checkSettings(gelSweep* sweep)
{
    const gelSweepSettings* settings = sweep->settings;
    gelOutput* output = sweep->output;
    if (settings->csv == NULL)
        return gelReportError(output, gel_exitUsage, "gel sweep needs --csv FILE, the table");
    if (settings->join > 0 && settings->part != NULL)
        return gelReportError(output, gel_exitUsage,
                              "--join and --part exclude each other: a part has a table of its own");
    if (strlen(settings->csv) > 4000)
        return gelReportError(output, gel_exitUsage, "--csv: the name is too long");
    if (settings->set.count + settings->over.count > gel_maxTexts)
        return gelReportError(output, gel_exitUsage, "--set, --over: expected at most %d together, found %d",
                              gel_maxTexts, settings->set.count + settings->over.count);
    int code = readPart(sweep);
    if (code != gel_exitDone)
        return code;
    snprintf(sweep->path, sizeof sweep->path, "%s", settings->csv);
    if (settings->part != NULL)
        namePart(settings->csv, sweep->part, sweep->partCount, sweep->path);
    if (gelFindProgram(sweep->program, sizeof sweep->program))
        return gel_exitDone;
    return gelReportError(output, gel_exitInternal,
                          "this system does not say where the program is, which runs the rows");
}

// With the zero at its end.
static uint64_t hashText(uint64_t hash, const char* text)
{
    return gelHashBytes(hash, text, strlen(text) + 1);
}

// Marks what all rows have in common and their bits depend on: the scene's files, set values, frames, and Gel's version.
static void markSweep(gelSweep* sweep, const gelScene* scene)
{
    char text[24];
    uint64_t hash = hashText(GEL_HASH_START, gelVersionText());
    for (int i = 0; gelScene_GetFileName(scene, i) != NULL; i++) {
        snprintf(text, sizeof text, "%016" PRIx64, gelScene_HashFile(scene, i));
        hash = hashText(hash, text);
    }
    for (int i = 0; i < sweep->settings->set.count; i++)
        hash = hashText(hash, sweep->settings->set.texts[i]);
    snprintf(text, sizeof text, "%d frames", sweep->settings->frames);
    hash = hashText(hash, text);
    snprintf(sweep->table.mark, sizeof sweep->table.mark, "%016" PRIx64, hash);
}

static int makeColumns(gelSweep* sweep, const gelScene* scene)
{
    gelSweepTable* table = &sweep->table;
    char name[gel_probeHeadingSize];
    bool ok = gelAddSweepColumn(table, "row") && gelAddSweepColumn(table, "sweep");
    for (int i = 0; i < sweep->axes.count && ok; i++)
        ok = gelAddSweepColumn(table, sweep->axes.axes[i].path);
    for (int i = 0; i < gelScene_GetProbeCount(scene) && ok; i++) {
        gelProbeInfo info = gelScene_GetProbe(scene, i);
        gelNameProbeColumn(&info, "", name);
        ok = gelAddSweepColumn(table, name);
    }
    return ok && gelAddSweepEnd(table) ? gel_exitDone
                                       : gelReportStatus(sweep->output, gel_outOfMemory, gel_activityInput);
}

// Loads the scene as its first row: what is wrong in all rows is found before they run.
static int openScene(gelSweep* sweep, gelScene** scene)
{
    gelSweepCall call;
    gelTexts set = sweep->settings->set;
    const char* givenBy[gel_maxTexts] = {NULL}; // options
    *scene = NULL;
    bool ok = gelMakeSweepCall(sweep, "run", 0, 0, NULL, &call);
    for (int i = 0; i < call.textCount && ok; i++) {
        givenBy[set.count] = gelAxisOption(&sweep->axes.axes[i]);
        set.texts[set.count++] = call.texts[i];
    }
    int code = ok ? gelOpenSceneVaried(sweep->output, sweep->scenePath, 1.0, &set, givenBy, scene)
                  : gelReportStatus(sweep->output, gel_outOfMemory, gel_activityInput);
    gelClearSweepCall(&call);
    return code;
}

static int readTables(gelSweep* sweep)
{
    int code = gel_exitDone;
    char path[4096];
    for (int i = 1; i <= sweep->settings->join && code == gel_exitDone; i++) {
        namePart(sweep->settings->csv, i, sweep->settings->join, path);
        code = gelReadSweepRows(&sweep->table, path);
    }
    if (code != gel_exitDone)
        return code;
    return sweep->settings->check > 0 ? gelReadSweepRows(&sweep->table, sweep->path)
                                      : gelOpenSweepTable(&sweep->table);
}

static int openSweep(gelSweep* sweep)
{
    const gelSweepSettings* settings = sweep->settings;
    gelScene* scene = NULL;
    int code = checkSettings(sweep);
    if (code == gel_exitDone)
        code = gelReadAxes(sweep->output, &settings->over, settings->rows, settings->samples, settings->seed,
                           &sweep->axes);
    if (code == gel_exitDone && settings->set.count + sweep->axes.count > gel_maxTexts)
        code = gelReportError(sweep->output, gel_exitUsage, "expected at most %d settings, found %d",
                              gel_maxTexts, settings->set.count + sweep->axes.count);
    if (code == gel_exitDone)
        code = openScene(sweep, &scene);
    if (code == gel_exitDone)
        code = gelCheckOverwrite(sweep->output, "csv", sweep->path, scene);
    if (code == gel_exitDone)
        code = gelCheckOverwriteInput(sweep->output, "csv", sweep->path, settings->rows);
    sweep->table = (gelSweepTable){.output = sweep->output, .axes = &sweep->axes, .path = sweep->path};
    if (code == gel_exitDone)
        code = makeColumns(sweep, scene);
    if (code == gel_exitDone)
        markSweep(sweep, scene);
    gelDestroyScene(scene);
    return code == gel_exitDone ? readTables(sweep) : code;
}

// Counts the rows of this part that are there, and those of them whose world failed. `first`, unless NULL, gets the first of
// the latter.
static int countRows(const gelSweep* sweep, int* failed, int* first)
{
    int count = 0, hash = gelSweepColumn(&sweep->table, gel_sweepHash);
    *failed = 0;
    for (int i = 0; i < sweep->axes.rowCount; i++) {
        char** cells = gelSweep_Has(sweep, i) ? sweep->table.rows[i] : NULL;
        count += cells != NULL;
        if (cells == NULL || (cells[hash] != NULL && cells[hash][0] != '\0'))
            continue;
        if ((*failed)++ == 0 && first != NULL)
            *first = i;
    }
    return count;
}

// A cell as a number, if it is one; hashes are texts.
static void addCell(cJSON* object, const char* name, const char* cell, bool mayBeNumber)
{
    char* end = NULL;
    double number = mayBeNumber && cell != NULL ? strtod(cell, &end) : 0.0;
    if (cell == NULL || cell[0] == '\0')
        cJSON_AddNullToObject(object, name);
    else if (end != NULL && end != cell && *end == '\0')
        cJSON_AddNumberToObject(object, name, number);
    else
        cJSON_AddStringToObject(object, name, cell);
}

static cJSON* describe(const gelSweep* sweep)
{
    const gelSweepTable* table = &sweep->table;
    int failed, count = countRows(sweep, &failed, NULL), hash = gelSweepColumn(table, gel_sweepHash);
    cJSON* object = cJSON_CreateObject();
    cJSON_AddStringToObject(object, "csv", sweep->path);
    cJSON_AddNumberToObject(object, "rows", count);
    cJSON_AddNumberToObject(object, "rows_of_sweep", sweep->axes.rowCount);
    cJSON_AddNumberToObject(object, "kept", table->kept);
    cJSON_AddNumberToObject(object, "failed", failed);
    cJSON_AddNumberToObject(object, "seconds", sweep->seconds);
    cJSON* rows = cJSON_AddArrayToObject(object, "table");
    for (int i = 0; i < sweep->axes.rowCount; i++) {
        char** cells = gelSweep_Has(sweep, i) ? table->rows[i] : NULL;
        cJSON* row = cells != NULL ? cJSON_CreateObject() : NULL;
        for (int k = 0; k < table->columnCount && row != NULL; k++)
            addCell(row, table->columns[k], cells[k], k != gel_sweepMark && k != hash);
        if (row != NULL)
            cJSON_AddItemToArray(rows, row);
    }
    return object;
}

static int report(const gelSweep* sweep)
{
    int failed, first, count = countRows(sweep, &failed, &first);
    int code = sweep->table.conflicts > 0 ? gel_exitDifferent : gel_exitDone;
    if (sweep->output->json)
        return gelPrintJson(sweep->output, describe(sweep), code);
    gelPrintRow(sweep->output, "table", "%s (%s)", sweep->path, GEL_COUNT(count, "row", "rows"));
    if (sweep->table.kept > 0)
        gelPrintRow(sweep->output, "kept", "%s", GEL_COUNT(sweep->table.kept, "row", "rows"));
    gelPrintRow(sweep->output, "run", "%s in %.3g s, %.3g a second", GEL_COUNT(sweep->done, "row", "rows"),
                sweep->seconds, sweep->seconds > 0.0 ? sweep->done / sweep->seconds : 0.0);
    if (failed > 0) {
        const char* error = sweep->table.rows[first][gelSweepColumn(&sweep->table, gel_sweepError)];
        gelPrintRow(sweep->output, "failed", "%s, without a hash: see the column \"error\"",
                    GEL_COUNT(failed, "row", "rows"));
        gelPrintRow(sweep->output, "", "first, row %d: %s", first + 1, error != NULL ? error : "no message");
    }
    return code;
}

static const char* textOf(const cJSON* object, const char* key)
{
    const char* text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object, key));
    return text != NULL ? text : "";
}

static double numberOf(const cJSON* object, const char* key)
{
    return cJSON_GetNumberValue(cJSON_GetObjectItemCaseSensitive(object, key));
}

// Says which back end differs from the reference, in which frame, and at which constraint first.
static void printComparison(const gelOutput* output, const cJSON* row)
{
    const char *here = textOf(row, "backend"), *there = textOf(row, "backend_in_table");
    const cJSON* comparison = cJSON_GetObjectItemCaseSensitive(row, "compared_with_reference");
    const cJSON* first = cJSON_GetObjectItemCaseSensitive(comparison, "divergence");
    if (cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(comparison, "equal")))
        gelPrintRow(output, "",
                    "%s equals the reference here: %s of the table differed, or a file has changed", here,
                    there);
    else if (!cJSON_IsObject(first))
        gelPrintRow(output, "", "gel compare did not find where %s differs from the reference", here);
    else {
        char constraint[64] = ""; // stages without constraints have none
        if (numberOf(first, "constraint") >= 0.0)
            snprintf(constraint, sizeof constraint, "colour %.0f, constraint %.0f, ",
                     numberOf(first, "colour"), numberOf(first, "constraint"));
        gelPrintRow(output, "",
                    "%s differs from the reference first in frame %.0f: substep %.0f, %s, %sbody %.0f, "
                    "vertex %.0f",
                    here, numberOf(first, "frame"), numberOf(first, "substep"), textOf(first, "stage"),
                    constraint, numberOf(first, "body"), numberOf(first, "vertex"));
    }
}

static int reportCheck(const gelSweep* sweep, cJSON* differing, int checked)
{
    int count = cJSON_GetArraySize(differing), code = count > 0 ? gel_exitDifferent : gel_exitDone;
    gelOutput* output = sweep->output;
    const cJSON* row;
    if (output->json) {
        cJSON* object = cJSON_CreateObject();
        cJSON_AddStringToObject(object, "csv", sweep->path);
        cJSON_AddNumberToObject(object, "checked", checked);
        cJSON_AddItemToObject(object, "differing", cJSON_Duplicate(differing, true));
        return gelPrintJson(output, object, code);
    }
    gelPrintRow(output, "checked", "%s of %s, of which %d %s another hash", GEL_COUNT(checked, "row", "rows"),
                sweep->path, count, count == 1 ? "has" : "have");
    cJSON_ArrayForEach(row, differing)
    {
        gelPrintRow(output, "differs", "row %.0f: %s of %s in the table, %s of %s now", numberOf(row, "row"),
                    textOf(row, "hash_in_table"), textOf(row, "backend_in_table"), textOf(row, "hash"),
                    textOf(row, "backend"));
        printComparison(output, row);
    }
    return code;
}

static int check(gelSweep* sweep)
{
    int checked;
    cJSON* differing = cJSON_CreateArray();
    int code = gelCheckSweep(sweep, differing, &checked);
    if (code == gel_exitDone)
        code = reportCheck(sweep, differing, checked);
    cJSON_Delete(differing);
    return code;
}

static int runSweep(gelOutput* output, const char* argument, const void* settings)
{
    gelSweep* sweep = gelNew(1, sizeof *sweep);
    if (sweep == NULL)
        return gelReportStatus(output, gel_outOfMemory, gel_activityInput);
    *sweep = (gelSweep){.output = output, .settings = settings, .scenePath = argument};
    int code = openSweep(sweep);
    bool checks = sweep->settings->check > 0;
    if (code == gel_exitDone && !checks)
        code = gelRunSweepRows(sweep);
    code = gelCloseSweepTable(&sweep->table, code);
    if (code == gel_exitDone)
        code = checks ? check(sweep) : report(sweep);
    gelClearSweepTable(&sweep->table);
    gelClearAxes(&sweep->axes);
    free(sweep);
    return code;
}

const gelCommand gelSweepCommand = {
    .name = "sweep",
    .argument = "SCENE",
    .takesScene = true,
    .purpose = "Steps many variants of a scene, and writes a table with a row for each.",
    .example = "gel sweep scene.json --over substeps=10,20,40 --csv table.csv --jobs 4",
    .notes =
        "Paths and values are those of --set. All combinations are run, the last --over fastest. Numbers of "
        "log, linear, uniform and logUniform have six digits.\nA row has its number, a mark of the sweep, the values "
        "that vary, the scene's probes in the last frame, the softness (how much softer than its material a body is), "
        "the hash, and exit code, back end, seconds and error of its gel run. A world that fails is a row, not the "
        "end.\nEvery row is forced onto the disk when it is done. After Ctrl-C, kill -9 or a loss of power the same command goes "
        "on with the rows that lack. A table of another sweep, or of a scene that has changed, is refused.\nIn an array of jobs: "
        "--part $SLURM_ARRAY_TASK_ID/100 in each, then the same command with --join 100 and without --part, which also "
        "runs what lacks.\n--check runs rows again, perhaps on another machine: "
        "of a hash that differs it names both back ends, and the frame and constraint where this one differs from the "
        "reference.\nExit code 1: hashes of a row differ.",
    .options = options,
    .optionCount = (int)(sizeof options / sizeof options[0]),
    .settingsSize = sizeof(gelSweepSettings),
    .execute = runSweep,
};
