// gel bench: what contact costs. The same bodies are stepped with it and without, in turns.
#include "bench/case.h"
#include "app/memory.h"

#include <math.h>
#include <string.h>

// Without SCENE, what contact costs should not take longer to measure than all the rest.
static int repeatsOf(const gelBenchSettings* settings)
{
    return settings->scenes.count == 0 && settings->repeats > 3 ? 3 : settings->repeats;
}

// Brings the bodies to where they are measured, once for all contenders: on the device, if there is one.
static int settle(gelOutput* output, const gelBenchSettings* settings, const gelScene* scene,
                  gelBenchCase* bench, gelWorld** world)
{
    gelWorldDef def;
    gelBenchContactRow* rows = bench->contact.rows;
    rows[0].contender = &gelContenders[gel_yardstick];
    rows[1].contender = &gelContenders[gel_asChosen];
    gelStatus status = gelOpenContender(settings, scene, rows[1].contender, &def, world, rows[1].reason);
    if (status != gel_success)
        status = gelOpenContender(settings, scene, rows[0].contender, &def, world, rows[0].reason);
    if (status == gel_success && bench->contact.sleep) {
        def = gelWorld_GetDef(*world);
        def.sleep = true;
        status = gelWorld_SetSettings(*world, &def);
    }
    if (status == gel_success)
        status = gelWorld_GetCounters(*world, &bench->counters);
    if (status != gel_success)
        return gelReportStatus(output, status, gel_activityInput);
    bench->substeps = def.substepCount;
    int code = gel_exitDone;
    for (int i = 0; i < bench->contact.settling + settings->warmUp && code == gel_exitDone; i++) {
        gelCounters counters;
        code = gelStepAndWait(output, bench, *world, 1, NULL);
        if (code == gel_exitDone && gelInterruptCode() != 0)
            code = gelReportError(output, gelInterruptCode(), "interrupted");
        if (gelWorld_GetCounters(*world, &counters) == gel_success && counters.awakeBodyCount == 0)
            break;
    }
    return code;
}

static gelStatus openRow(const gelBenchSettings* settings, const gelScene* scene, gelWorld* source,
                         gelBenchContactRow* row)
{
    gelWorldDef def;
    gelSetup setup = settings->setup;
    gelStatus status =
        gelMakeWorldDef(scene, row->contender->onDevice ? settings->backend : "reference", &setup, &def);
    if (status == gel_success)
        def.order = gel_colourOrder;
    for (int i = 0; i < gel_contactWorldCount && status == gel_success; i++) {
        status = gelCloneWorld(source, &def, &row->worlds[i]);
        row->samples[i] = gelNew((size_t)repeatsOf(settings), sizeof(double));
        if (status == gel_success && row->samples[i] == NULL)
            status = gel_outOfMemory;
    }
    for (int i = 0; i < gel_contactPartCount && status == gel_success; i++) {
        row->parts[i] = gelNew((size_t)repeatsOf(settings), sizeof(double));
        status = row->parts[i] != NULL ? gel_success : gel_outOfMemory;
    }
    if (status == gel_success) {
        def = gelWorld_GetDef(row->worlds[gel_withoutContact]);
        def.contact = false;
        status = gelWorld_SetSettings(row->worlds[gel_withoutContact], &def);
        snprintf(row->backend, sizeof row->backend, "%s",
                 gelWorld_GetBackendText(row->worlds[gel_withContact]));
    }
    return status;
}

static int openRows(gelOutput* output, const gelBenchSettings* settings, gelBenchCase* bench)
{
    gelScene* scene;
    gelWorld* source = NULL;
    gelStatus status = gel_success;
    int code = gelOpenScene(output, bench->path, 1.0, &settings->setup.set, &scene);
    if (code != gel_exitDone)
        return code;
    snprintf(bench->name, sizeof bench->name, "%s", gelScene_GetName(scene));
    bench->timeStep = (double)gelScene_GetTimeStep(scene);
    code = settle(output, settings, scene, bench, &source);
    for (int i = 0; i < gel_contactRowCount && code == gel_exitDone && status == gel_success; i++)
        if (bench->contact.rows[i].reason[0] == '\0')
            status = openRow(settings, scene, source, &bench->contact.rows[i]);
    gelDestroyWorld(source);
    gelDestroyScene(scene);
    return status == gel_success ? code : gelReportStatus(output, status, gel_activityInput);
}

// Keeping the times of launches slows frames down: so they are those of a frame that is not measured itself.
static int timeLaunches(gelOutput* output, gelBenchCase* bench, gelBenchContactRow* row, int repeat)
{
    gelWorld* world = row->worlds[gel_withContact];
    gelLaunchTime* times = NULL;
    int count = 0;
    gelStatus status = gelWorld_SetTiming(world, true);
    int code = status == gel_success ? gelStepAndWait(output, bench, world, 1, NULL) : gel_exitDone;
    if (code == gel_exitDone) // so that both go on from the same frame
        code = gelStepAndWait(output, bench, row->worlds[gel_withoutContact], 1, NULL);
    if (status == gel_success && code == gel_exitDone)
        status = gelWorld_TakeLaunchTimes(world, &times, &count);
    for (int i = 0; i < count; i++) {
        double milliseconds = times[i].end - times[i].start;
        row->parts[gel_searchPart][repeat] += strcmp(times[i].name, "search") == 0 ? milliseconds : 0.0;
        row->parts[gel_solvePart][repeat] += strcmp(times[i].name, "contact") == 0 ? milliseconds : 0.0;
    }
    gelFree(times);
    if (status == gel_success)
        status = gelWorld_SetTiming(world, false);
    return status == gel_success ? code : gelReportStatus(output, status, gel_activitySimulation);
}

// One turn of all contenders; `repeat` -1: not measured, it builds kernels and touches memory.
static int takeTurn(gelOutput* output, gelBenchCase* bench, int repeat, int frames, double* slowest)
{
    int code = gel_exitDone;
    *slowest = 0.0;
    for (int i = 0; i < gel_contactRowCount; i++) {
        gelBenchContactRow* row = &bench->contact.rows[i];
        for (int k = 0; k < gel_contactWorldCount && row->worlds[k] != NULL && code == gel_exitDone; k++) {
            double milliseconds;
            code = gelStepAndWait(output, bench, row->worlds[k], frames, &milliseconds);
            *slowest = fmax(*slowest, milliseconds);
            if (repeat >= 0)
                row->samples[k][repeat] = milliseconds / frames;
        }
        if (repeat >= 0 && row->worlds[gel_withContact] != NULL && code == gel_exitDone)
            code = timeLaunches(output, bench, row, repeat);
    }
    return code;
}

static int takeTurns(gelOutput* output, const gelBenchSettings* settings, gelProgress* progress, int* done,
                     gelBenchCase* bench)
{
    const double longEnough = 100.0; // ms
    double slowest;
    int code = takeTurn(output, bench, -1, 1, &slowest);
    if (code == gel_exitDone)
        code = takeTurn(output, bench, -1, 1, &slowest);
    double fitting = fmin(fmax(longEnough / fmax(slowest, 1e-3), 1.0), 100.0);
    int frames = settings->frames > 0 ? settings->frames : (int)fitting;
    for (int repeat = 0; repeat < repeatsOf(settings) && code == gel_exitDone; repeat++) {
        code = takeTurn(output, bench, repeat, frames, &slowest);
        if (code == gel_exitDone)
            code = gelAdvanceBench(output, progress, done);
    }
    return code;
}

static int finishRow(gelOutput* output, const gelBenchSettings* settings, gelBenchCase* bench,
                     gelBenchContactRow* row)
{
    gelWorld* world = row->worlds[gel_withContact];
    gelStatus status = gelWorld_GetContacts(world, NULL, 0, &bench->contact.contacts);
    for (int k = 0; k < gel_contactWorldCount && status == gel_success; k++) {
        gelCounters counters;
        status = gelWorld_GetCounters(row->worlds[k], &counters);
        row->bytes[k] = counters.deviceBytes;
        row->frames[k] = gelFigureOf(row->samples[k], repeatsOf(settings));
    }
    row->search = gelFigureOf(row->parts[gel_searchPart], repeatsOf(settings));
    row->solve = gelFigureOf(row->parts[gel_solvePart], repeatsOf(settings));
    row->launches = (double)gelWorld_GetProfile(world).launchesPerStep / bench->substeps;
    row->hash = gelWorld_Hash(world);
    if (status == gel_success && row->hash == 0)
        status = gel_deviceError;
    return status == gel_success ? gel_exitDone : gelReportStatus(output, status, gel_activitySimulation);
}

int gelMeasureContact(gelOutput* output, const gelBenchSettings* settings, gelProgress* progress, int* done,
                      gelBenchCase* bench)
{
    int code = openRows(output, settings, bench);
    if (code == gel_exitDone)
        code = takeTurns(output, settings, progress, done, bench);
    for (int i = 0; i < gel_contactRowCount && code == gel_exitDone; i++) {
        if (bench->contact.rows[i].worlds[gel_withContact] != NULL)
            code = finishRow(output, settings, bench, &bench->contact.rows[i]);
    }
    gelCloseBenchCase(bench);
    return code;
}

// Returns the time that contact adds to a frame, ms; 0 if nothing, as where all bodies sleep.
static double addedBy(const gelBenchContactRow* row)
{
    return fmax(row->frames[gel_withContact].min - row->frames[gel_withoutContact].min, 0.0);
}

static double contactsPerMillisecond(const gelBenchContact* contact, const gelBenchContactRow* row)
{
    return addedBy(row) > 0.0 ? contact->contacts / addedBy(row) : 0.0;
}

// Returns the device memory per contact, beyond what is used without contact; 0 if unknown.
static double bytesPerContact(const gelBenchContact* contact, const gelBenchContactRow* row)
{
    double bytes = (double)row->bytes[gel_withContact] - (double)row->bytes[gel_withoutContact];
    return row->contender->onDevice && contact->contacts > 0 ? bytes / contact->contacts : 0.0;
}

static bool bitsAreWrong(const gelBenchContact* contact, const gelBenchContactRow* row)
{
    return contact->rows[0].reason[0] == '\0' && row->hash != contact->rows[0].hash;
}

static cJSON* rowToJson(const gelBenchContact* contact, const gelBenchContactRow* row)
{
    cJSON* object = cJSON_CreateObject();
    cJSON_AddStringToObject(object, "key", row->contender->key);
    cJSON_AddStringToObject(object, "text", row->contender->text);
    cJSON_AddStringToObject(object, "backend", row->backend);
    cJSON_AddItemToObject(object, "with",
                          gelFigureToJson(row->frames[gel_withContact], "with", "with contact"));
    cJSON_AddItemToObject(object, "without",
                          gelFigureToJson(row->frames[gel_withoutContact], "without", "without contact"));
    cJSON_AddNumberToObject(object, "search_ms", row->search.median);
    cJSON_AddNumberToObject(object, "solve_ms", row->solve.median);
    cJSON_AddNumberToObject(object, "contacts_per_ms", contactsPerMillisecond(contact, row));
    cJSON_AddNumberToObject(object, "launches_per_substep", row->launches);
    if (bytesPerContact(contact, row) > 0.0)
        cJSON_AddNumberToObject(object, "bytes_per_contact", bytesPerContact(contact, row));
    cJSON_AddBoolToObject(object, "equal_bits", !bitsAreWrong(contact, row));
    return object;
}

cJSON* gelBenchContactToJson(const gelBenchContact* contact)
{
    cJSON* object = cJSON_CreateObject();
    cJSON_AddNumberToObject(object, "contacts", contact->contacts);
    cJSON* rows = cJSON_AddArrayToObject(object, "contenders");
    for (int i = 0; i < gel_contactRowCount; i++)
        if (contact->rows[i].reason[0] == '\0')
            cJSON_AddItemToArray(rows, rowToJson(contact, &contact->rows[i]));
    return object;
}

void gelPrintContactTitles(const gelOutput* output)
{
    printf("%s%-25s%16s%16s%16s%7s\n%-25s%8s%8s%8s%8s%8s%8s%7s%s\n", gelInkText(output, gel_inkDim), "",
           "with contact, ms", "without, ms", "of which, ms", "cont.", "", "minimum", "median", "minimum",
           "median", "search", "solve", "per ms", gelInkText(output, gel_inkPlain));
}

static void printRow(const gelOutput* output, const gelBenchContact* contact, const gelBenchContactRow* row)
{
    printf("  %-23s%8s%8s%8s%8s%8s%8s", row->contender->text,
           GEL_THREE_DIGITS(row->frames[gel_withContact].min),
           GEL_THREE_DIGITS(row->frames[gel_withContact].median),
           GEL_THREE_DIGITS(row->frames[gel_withoutContact].min),
           GEL_THREE_DIGITS(row->frames[gel_withoutContact].median), GEL_THREE_DIGITS(row->search.median),
           GEL_THREE_DIGITS(row->solve.median));
    if (contact->contacts > 0)
        printf("%7s", GEL_THREE_DIGITS(contactsPerMillisecond(contact, row)));
    printf("\n    %s%s launches per substep", gelInkText(output, gel_inkDim),
           GEL_THREE_DIGITS(row->launches));
    if (bytesPerContact(contact, row) > 0.0)
        printf(", %s bytes per contact", GEL_GROUPED((int64_t)bytesPerContact(contact, row)));
    printf("%s%s%s\n", gelInkText(output, gel_inkBad),
           bitsAreWrong(contact, row) ? "\n    bits differ from plain C" : "",
           gelInkText(output, gel_inkPlain));
}

void gelPrintContactCase(const gelOutput* output, const gelBenchCase* bench)
{
    const gelBenchContact* contact = &bench->contact;
    gelPrintBenchHeading(output, bench);
    for (int i = 0; i < gel_contactRowCount; i++) {
        const gelBenchContactRow* row = &contact->rows[i];
        if (row->reason[0] == '\0')
            printRow(output, contact, row);
        else
            gelPrintLeftOutRow(output, row->contender, row->reason);
    }
}
