// Whether rows that are run again, perhaps on another machine, have the same bits.
#include "sweep/sweep.h"
#include "app/progress.h"
#include "common/process.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static bool hasHash(const gelSweep* sweep, int row)
{
    char** cells = sweep->table.rows[row];
    const char* hash = cells != NULL ? cells[gelSweepColumn(&sweep->table, gel_sweepHash)] : NULL;
    return gelSweep_Has(sweep, row) && hash != NULL && hash[0] != '\0';
}

// Compares this back end with the reference in all frames of a row: an object as of gel compare, NULL if there is none.
static cJSON* compareWithReference(const gelSweep* sweep, int row, int frames)
{
    gelSweepCall call;
    char* printed = NULL;
    int code;
    const char* more[] = {"--a", "reference", "--b", sweep->settings->backend, NULL};
    bool isRun = gelMakeSweepCall(sweep, "compare", row, frames, more, &call) &&
                 gelRunProcess(call.arguments, &printed, &code);
    cJSON* object = isRun ? cJSON_Parse(printed) : NULL;
    gelClearSweepCall(&call);
    free(printed);
    cJSON_DeleteItemFromObjectCaseSensitive(object, "differences"); // a row per frame
    return object;
}

static void addDifference(const gelSweep* sweep, int row, char* const* now, int frames, cJSON* differing)
{
    char* const* then = sweep->table.rows[row];
    int hash = gelSweepColumn(&sweep->table, gel_sweepHash),
        backend = gelSweepColumn(&sweep->table, gel_sweepBackend);
    cJSON* object = cJSON_CreateObject();
    cJSON_AddNumberToObject(object, "row", row + 1);
    cJSON_AddStringToObject(object, "hash_in_table", then[hash]);
    cJSON_AddStringToObject(object, "backend_in_table", then[backend]);
    cJSON_AddStringToObject(object, "hash", now[hash] != NULL ? now[hash] : "");
    cJSON_AddStringToObject(object, "backend", now[backend] != NULL ? now[backend] : "");
    cJSON_AddItemToObject(object, "compared_with_reference", compareWithReference(sweep, row, frames));
    cJSON_AddItemToArray(differing, object);
}

static int checkRow(const gelSweep* sweep, int row, cJSON* differing)
{
    int code, frames, hash = gelSweepColumn(&sweep->table, gel_sweepHash);
    char** cells = gelRunSweepRow(sweep, row, &code, &frames);
    if (cells == NULL)
        return gelReportError(sweep->output, gel_exitInternal, "row %d could not be started: %s", row + 1,
                              strerror(errno));
    if (gelInterruptCode() == 0 &&
        (cells[hash] == NULL || strcmp(cells[hash], sweep->table.rows[row][hash]) != 0))
        addDifference(sweep, row, cells, frames, differing);
    gelFreeSweepCells(&sweep->table, cells);
    return gelInterruptCode() == 0 ? gel_exitDone
                                   : gelReportError(sweep->output, gelInterruptCode(), "interrupted");
}

int gelCheckSweep(gelSweep* sweep, cJSON* differing, int* checked)
{
    gelProgress progress;
    int there = 0, seen = 0, code = gel_exitDone;
    for (int i = 0; i < sweep->axes.rowCount; i++)
        there += hasHash(sweep, i);
    int wanted = sweep->settings->check < there ? sweep->settings->check : there;
    *checked = 0;
    if (there == 0)
        return gelReportError(sweep->output, gel_exitInput,
                              "--check: %s has no row with a hash yet; run the sweep first", sweep->path);
    gelCatchInterrupt();
    gelStartProgress(&progress, sweep->output, sweep->settings->quiet, "row", wanted);
    for (int i = 0; i < sweep->axes.rowCount && code == gel_exitDone; i++) {
        if (!hasHash(sweep, i))
            continue;
        bool isChosen =
            (int64_t)(seen + 1) * wanted / there > (int64_t)seen * wanted / there; // evenly over the table
        seen++;
        if (!isChosen)
            continue;
        code = checkRow(sweep, i, differing);
        ++*checked;
        if (gelProgress_IsDue(&progress))
            gelProgress_Draw(&progress, *checked);
    }
    gelEndProgress(&progress);
    return code;
}
