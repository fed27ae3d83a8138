// gel bench --error: the cost of a frame, by solver, in which a clamped beam sags and swings as it should. Few substeps are
// fast but wrong.
#include "app/asset.h"
#include "app/memory.h"
#include "bench/beam.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// XPBD gets the benefit of double precision: in single, rounding hides what thousands of substeps gain.
static const gelBeamSolver solvers[] = {
    {"xpbd", "XPBD", "double", gel_xpbdSolver, gel_bdf2, 1, 0},
    {"euler", "two-level, Euler", NULL, gel_twoLevelSolver, gel_implicitEuler, 1, 0},
    {"bdf2", "two-level, BDF2", NULL, gel_twoLevelSolver, gel_bdf2, 1, 0},
    {"bdf2_fine", "2 cycles, 16 parts", NULL, gel_twoLevelSolver, gel_bdf2, 2, 16},
};
static const int substepCounts[] = {1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 4000};
enum {
    solverCount = sizeof solvers / sizeof solvers[0],
    countCount = sizeof substepCounts / sizeof substepCounts[0]
};
static const double tolerances[] = {0.05, 0.01};
static const double leastChange = 0.001; // of an error, from one trial to the next
static const char* const quantityKeys[gel_quantityCount] = {"sag", "period"};

typedef struct Bench {
    gelBeam beam;
    char device[256]; // what the back end that is timed is here
    int trialCounts[solverCount];
    gelBeamTrial trials[solverCount][countCount];
    gelProgress progress;
    int done;
} Bench;

static bool isWithin(double error, double tolerance)
{
    return fabs(error) <= tolerance; // not if it is NaN
}

// Whether a beam does not come to rest where it should, twice in a row. One that is too soft goes deeper, and one that is too
// heavy has not arrived: both do better with more substeps. This one trembles.
static bool isRestless(const Bench* bench, int number, int trial)
{
    bool is = trial > 0;
    for (int i = trial - 1; i <= trial && is; i++)
        is = isnan(bench->trials[number][i].errors[gel_sag]) && bench->trials[number][i].isNear;
    return is;
}

// Whether more substeps are of no use: errors are within the least tolerance or have settled, the beam trembles, or a frame
// costs more than with the first solver. A period that is not found has not settled: a beam that is too heavy with few
// substeps swings too slowly.
static bool isLast(const Bench* bench, int number, int trial)
{
    const gelBeamTrial *last = &bench->trials[number][trial],
                       *first = &bench->trials[0][bench->trialCounts[0] - 1];
    bool isMet = true, isSettled = trial > 0;
    for (int q = 0; q < gel_quantityCount; q++) {
        isMet = isMet && isWithin(last->errors[q], tolerances[1]);
        isSettled = isSettled && isWithin(last->errors[q] - last[-1].errors[q], leastChange);
    }
    return isMet || isSettled || isRestless(bench, number, trial) || last->frame > first->frame;
}

static int measureSolver(Bench* bench, int number)
{
    int code = gel_exitDone;
    for (int i = 0; i < countCount && code == gel_exitDone; i++) {
        code = gelTryBeam(&bench->beam, &solvers[number], substepCounts[i], &bench->trials[number][i]);
        bench->trialCounts[number] = i + 1;
        code =
            code == gel_exitDone ? gelAdvanceBench(bench->beam.output, &bench->progress, &bench->done) : code;
        if (isLast(bench, number, i))
            break;
    }
    bench->done = (number + 1) * countCount;
    return code;
}

static gelStatus openDevice(Bench* bench, const char* backend)
{
    gelSetup setup = bench->beam.settings->setup;
    gelWorldDef def;
    gelWorld* world = NULL;
    gelStatus status = gelMakeWorldDef(bench->beam.scene, backend, &setup, &def);
    if (status == gel_success)
        status = gelCreateWorld(&def, &world);
    if (status == gel_success) {
        bench->beam.timed = backend;
        snprintf(bench->device, sizeof bench->device, "%s", gelWorld_GetBackendText(world));
    }
    gelDestroyWorld(world);
    return status;
}

// Falls back on a plain C loop if the device asked for cannot be had.
static int chooseDevice(Bench* bench)
{
    gelStatus status = openDevice(bench, bench->beam.settings->backend);
    if (status != gel_success) {
        gelPrintWarning(bench->beam.output, "frames are timed in plain C: %s", gelLastError());
        status = openDevice(bench, "reference");
    }
    return status == gel_success ? gel_exitDone
                                 : gelReportStatus(bench->beam.output, status, gel_activityArguments);
}

static int measure(Bench* bench)
{
    gelCatchInterrupt();
    gelStartProgress(&bench->progress, bench->beam.output, bench->beam.settings->quiet, "trial",
                     countCount * solverCount);
    int code = chooseDevice(bench);
    gelSetLogFunction(NULL, NULL); // trials with few substeps are meant to be too soft: no warnings
    if (code == gel_exitDone)
        code = gelFindBeamReference(&bench->beam);
    for (int i = 0; i < solverCount && code == gel_exitDone; i++)
        code = measureSolver(bench, i);
    gelEndProgress(&bench->progress);
    return code;
}

// Returns the milliseconds of a frame whose error is the tolerance, between the last trial that exceeds it and the next: errors
// are a power of the substeps there, and times a line. Infinite if it is never met.
static double timeTo(const Bench* bench, int number, gelBeamQuantity quantity, double tolerance)
{
    const gelBeamTrial* trials = bench->trials[number];
    int last = bench->trialCounts[number] - 1, k = last;
    if (last < 0 || !isWithin(trials[last].errors[quantity], tolerance))
        return INFINITY;
    while (k > 0 && isWithin(trials[k - 1].errors[quantity], tolerance))
        k--;
    double before = k > 0 ? fabs(trials[k - 1].errors[quantity]) : NAN,
           after = fabs(trials[k].errors[quantity]);
    if (!isfinite(before) || after <= 0.0)
        return trials[k].frame;
    double grown = substepCounts[k] / (double)substepCounts[k - 1],
           n = substepCounts[k - 1] * pow(grown, log(before / tolerance) / log(before / after)),
           share = (n - substepCounts[k - 1]) / (substepCounts[k] - substepCounts[k - 1]);
    return trials[k - 1].frame + share * (trials[k].frame - trials[k - 1].frame);
}

static cJSON* solverToJson(const Bench* bench, int number)
{
    cJSON *object = cJSON_CreateObject(), *trials, *reached;
    cJSON_AddStringToObject(object, "key", solvers[number].key);
    cJSON_AddStringToObject(object, "text", solvers[number].text);
    trials = cJSON_AddArrayToObject(object, "trials");
    for (int i = 0; i < bench->trialCounts[number]; i++) {
        const gelBeamTrial* trial = &bench->trials[number][i];
        cJSON* item = cJSON_CreateObject();
        cJSON_AddNumberToObject(item, "substeps", substepCounts[i]);
        cJSON_AddNumberToObject(item, "frame_ms", trial->frame);
        for (int q = 0; q < gel_quantityCount; q++)
            if (isfinite(trial->errors[q]))
                cJSON_AddNumberToObject(item, quantityKeys[q], trial->errors[q]);
        cJSON_AddItemToArray(trials, item);
    }
    cJSON_AddBoolToObject(object, "restless", isRestless(bench, number, bench->trialCounts[number] - 1));
    reached = cJSON_AddArrayToObject(object, "reached");
    for (int i = 0; i < 2 * gel_quantityCount; i++) {
        double ms = timeTo(bench, number, (gelBeamQuantity)(i / 2), tolerances[i % 2]);
        cJSON* item = cJSON_CreateObject();
        cJSON_AddStringToObject(item, "quantity", quantityKeys[i / 2]);
        cJSON_AddNumberToObject(item, "error", tolerances[i % 2]);
        if (isfinite(ms))
            cJSON_AddNumberToObject(item, "frame_ms", ms);
        cJSON_AddItemToArray(reached, item);
    }
    return object;
}

static cJSON* jsonOf(const void* measured)
{
    const Bench* bench = measured;
    cJSON* object = cJSON_CreateObject();
    cJSON_AddStringToObject(object, "scene", gelScene_GetName(bench->beam.scene));
    gelAddSet(object, bench->beam.scene);
    cJSON_AddStringToObject(object, "backend", bench->device);
    cJSON_AddNumberToObject(object, "sag_m", bench->beam.expected[gel_sag]);
    cJSON_AddNumberToObject(object, "period_s", bench->beam.expected[gel_period]);
    cJSON_AddNumberToObject(object, "reference_substeps", bench->beam.referenceSubsteps);
    cJSON* list = cJSON_AddArrayToObject(object, "solvers");
    for (int i = 0; i < solverCount; i++)
        cJSON_AddItemToArray(list, solverToJson(bench, i));
    return object;
}

static void printError(double error)
{
    if (!isfinite(error))
        printf("%11s", "-");
    else if (fabs(error) < 1.0)
        printf("%+9.2f %%", 100.0 * error);
    else
        printf("%9s x", GEL_THREE_DIGITS(1.0 + error));
}

static void printTrials(const Bench* bench)
{
    printf("\n%s  %-20s%10s%12s%11s%11s%s\n", gelInkText(bench->beam.output, gel_inkDim), "", "substeps",
           "ms a frame", "sag", "period", gelInkText(bench->beam.output, gel_inkPlain));
    bool isMissing = false;
    for (int k = 0; k < solverCount; k++)
        for (int i = 0; i < bench->trialCounts[k]; i++) {
            const gelBeamTrial* trial = &bench->trials[k][i];
            printf("  %-20s%10d%12s", i == 0 ? solvers[k].text : "", substepCounts[i],
                   GEL_THREE_DIGITS(trial->frame));
            printError(trial->errors[gel_sag]);
            printError(trial->errors[gel_period]);
            putchar('\n');
            isMissing = isMissing || !isfinite(trial->errors[gel_sag] + trial->errors[gel_period]);
        }
    if (isMissing)
        printf("  -  not at rest after 20 periods, or no full swing in two\n");
    for (int k = 0; k < solverCount; k++)
        if (isRestless(bench, k, bench->trialCounts[k] - 1))
            printf("     %s: as deep as expected, but never at rest in two trials\n", solvers[k].text);
}

static void printTable(const void* measured)
{
    const Bench* bench = measured;
    const gelOutput* output = bench->beam.output;
    gelPrintRow(output, "scene", "%s", gelScene_GetName(bench->beam.scene));
    gelPrintRow(output, "expected", "sag %.5g m, period %.5g s", bench->beam.expected[gel_sag],
                bench->beam.expected[gel_period]);
    gelPrintRow(output, "", "of symplectic Euler with %s substeps, in double precision",
                GEL_GROUPED(bench->beam.referenceSubsteps));
    gelPrintRow(output, "device", "%s", bench->device);
    printTrials(bench);
    printf("\n%s  %-18s%15s%15s%15s%15s%s\n", gelInkText(output, gel_inkDim), "ms until below", "sag 5 %",
           "1 %", "period 5 %", "1 %", gelInkText(output, gel_inkPlain));
    for (int k = 0; k < solverCount; k++) {
        printf("  %-18s", solvers[k].text);
        for (int i = 0; i < 2 * gel_quantityCount; i++) {
            double ms = timeTo(bench, k, (gelBeamQuantity)(i / 2), tolerances[i % 2]),
                   gain = timeTo(bench, 0, (gelBeamQuantity)(i / 2), tolerances[i % 2]) / ms;
            char text[64];
            snprintf(text, sizeof text, k > 0 && isfinite(ms) && isfinite(gain) ? "%s (%.*fx)" : "%s",
                     isfinite(ms) ? GEL_THREE_DIGITS(ms) : "never", gain < 10.0 ? 1 : 0, gain);
            printf("%15s", text);
        }
        putchar('\n');
    }
}

static int execute(Bench* bench)
{
    int code = gelOpenScene(bench->beam.output, bench->beam.path, 1.0, &bench->beam.settings->setup.set,
                            &bench->beam.scene);
    if (code != gel_exitDone)
        return code;
    return gelReportBench(bench->beam.output, measure(bench), jsonOf, printTable, bench);
}

static int refuseIdleOptions(gelOutput* output, const gelBenchSettings* settings)
{
    static const char* const idle[] = {"substeps", "integrator", "frames", "repeats", "warm-up"};
    char given[1024], name[32];
    gelDescribeOptions(output, &gelBenchCommand, settings, given, sizeof given);
    for (size_t i = 0; i < sizeof idle / sizeof idle[0]; i++) {
        snprintf(name, sizeof name, " --%s ", idle[i]);
        if (strstr(given, name) != NULL)
            return gelReportError(output, gel_exitUsage,
                                  "--error chooses substeps, methods and frames itself: omit --%s", idle[i]);
    }
    return gel_exitDone;
}

int gelBenchError(gelOutput* output, const gelBenchSettings* settings)
{
    if (settings->scenes.count > 1)
        return gelReportError(output, gel_exitUsage, "gel bench --error takes one scene, found %s",
                              GEL_GROUPED(settings->scenes.count));
    int code = refuseIdleOptions(output, settings);
    if (code != gel_exitDone)
        return code;
    Bench* bench = gelNew(1, sizeof *bench);
    if (bench == NULL)
        return gelReportStatus(output, gel_outOfMemory, gel_activitySimulation);
    bench->beam.output = output;
    bench->beam.settings = settings;
    bench->beam.path = settings->scenes.count == 1 ? settings->scenes.texts[0] : GEL_ASSET("bench/beam.json");
    code = execute(bench);
    gelDestroyScene(bench->beam.scene);
    free(bench);
    return code;
}
