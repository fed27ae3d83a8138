// gel bench --error: the cost of a frame, by solver, in which a clamped beam sags and swings as it should. Few substeps are
// fast but wrong.
#include "app/asset.h"
#include "app/memory.h"
#include "bench/case.h"
#include "common/clock.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct Solver {
    const char *key, *text;
    const char* precise; // the back end whose errors are shown; NULL: the one that is timed
    gelSolver solver;
    gelTimeScheme timeScheme;
    int cycles, aggregates;
} Solver;

// XPBD gets the benefit of double precision: in single, rounding hides what thousands of substeps gain.
static const Solver solvers[] = {
    {"xpbd", "XPBD", "double", gel_xpbdSolver, gel_bdf2, 1, 0},
    {"euler", "two-level, Euler", NULL, gel_twoLevelSolver, gel_implicitEuler, 1, 0},
    {"bdf2", "two-level, BDF2", NULL, gel_twoLevelSolver, gel_bdf2, 1, 0},
    {"bdf2_fine", "2 cycles, 16 parts", NULL, gel_twoLevelSolver, gel_bdf2, 2, 16},
};
static const int substepCounts[] = {1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 4000};
enum {
    solverCount = sizeof solvers / sizeof solvers[0],
    countCount = sizeof substepCounts / sizeof substepCounts[0],
    mostFrames = 2048,   // of a swing
    longestPeriod = 960, // frames
    mostSubsteps = 1000, // of a step; a frame may have several
    timedFrames = 9,
    untimedFrames = 2,
    fewestOfReference = 250, // of the reference, which doubles them until it is stable
    mostOfReference = 16000
};
static const double tolerances[] = {0.05, 0.01};
static const double leastChange = 0.001; // of an error, from one trial to the next

typedef enum Quantity { sagQuantity, periodQuantity, quantityCount } Quantity;
static const char* const quantityKeys[quantityCount] = {"sag", "period"};

typedef struct Trial {
    double frame;                 // ms, the least
    double errors[quantityCount]; // relative; NaN if there is no rest, or no swing
} Trial;

typedef struct Bench {
    gelOutput* output;
    const gelBenchSettings* settings;
    const char* path;
    const char* timed; // the back end that is timed, as on the command line
    char device[256];  // what that is here
    gelScene* scene;
    double down[3]; // direction of gravity
    int vertex;     // of the first body: the one that sinks most
    double start;   // of that vertex, along `down`, m
    int referenceSubsteps, periodFrames;
    double expected[quantityCount]; // m, s
    int trialCounts[solverCount];
    Trial trials[solverCount][countCount];
    double depths[mostFrames]; // of the vertex, after each frame of a swing, m
    gelProgress progress;
    int done;
} Bench;

// A world of the scene whose first body has this solver and this damping, and what a frame of it is.
typedef struct Run {
    gelWorld* world;
    gelBodyId body;
    int steps; // in a frame
    double* xyz;
    int vertexCount;
} Run;

// Steps by symplectic Euler from now on. It has no solver, and a scene refuses bodies of the two-level solver with it, so the
// bodies are there before.
static gelStatus integrate(Run* run, gelWorldDef def)
{
    gelStatus status = gel_success;
    gelWorld* converted = NULL;
    for (int i = 0; i < gelWorld_GetBodyCount(run->world) && status == gel_success; i++) {
        gelBodyId id = gelWorld_GetBody(run->world, i);
        if (!gelBody_IsObstacle(run->world, id))
            status = gelBody_SetSolver(run->world, id, gel_xpbdSolver, 1, 0);
    }
    def.integrator = gel_symplecticEuler;
    if (status == gel_success)
        status = gelConvertWorld(run->world, &def, &converted);
    if (status == gel_success) {
        gelDestroyWorld(run->world);
        run->world = converted;
    }
    return status;
}

static gelStatus setUpBodies(Run* run, const gelWorldDef* def, const Solver* solver, double damping)
{
    gelBodyDef body;
    run->body = gelWorld_GetBody(run->world, 0);
    gelStatus status = gelBody_GetDef(run->world, run->body, &body);
    body.material.damping = (float)damping;
    if (status == gel_success)
        status = gelBody_SetMaterial(run->world, run->body, &body.material);
    if (status == gel_success)
        status = solver == NULL ? integrate(run, *def)
                                : gelBody_SetSolver(run->world, run->body, solver->solver, solver->cycles,
                                                    solver->aggregates);
    if (status != gel_success)
        return status;
    run->vertexCount = gelBody_GetMesh(run->world, run->body)->vertexCount;
    run->xyz = gelNew((size_t)run->vertexCount * 3, sizeof *run->xyz);
    return run->xyz != NULL ? gel_success : gel_outOfMemory;
}

static int openRun(Bench* bench, const char* backend, const Solver* solver, int substeps, double damping,
                   Run* run)
{
    gelSetup setup = bench->settings->setup;
    gelWorldDef def;
    *run = (Run){.steps = (substeps + mostSubsteps - 1) / mostSubsteps};
    setup.substeps = substeps / run->steps;
    gelStatus status = gelMakeWorldDef(bench->scene, backend, &setup, &def);
    def.integrator = gel_xpbd;
    def.timeScheme = solver != NULL ? solver->timeScheme : gel_bdf2;
    if (status == gel_success)
        status = gelCreateWorld(&def, &run->world);
    if (status == gel_success)
        status = gelScene_CreateBodies(bench->scene, run->world);
    if (status == gel_success && gelWorld_GetBodyCount(run->world) == 0)
        return gelReportError(bench->output, gel_exitInput, "%s: the scene has no bodies", bench->path);
    if (status == gel_success)
        status = setUpBodies(run, &def, solver, damping);
    return status == gel_success ? gel_exitDone
                                 : gelReportStatus(bench->output, status, gel_activitySimulation);
}

static void closeRun(Run* run)
{
    gelDestroyWorld(run->world);
    free(run->xyz);
}

static int stepFrame(Bench* bench, Run* run)
{
    gelStatus status = gel_success;
    for (int i = 0; i < run->steps && status == gel_success; i++)
        status = gelWorld_Step(run->world, gelScene_GetTimeStep(bench->scene) / (float)run->steps);
    if (status != gel_success)
        return gelReportStatus(bench->output, status, gel_activitySimulation);
    return gelInterruptCode() != 0 ? gelReportError(bench->output, gelInterruptCode(), "interrupted")
                                   : gel_exitDone;
}

// How far vertex `i` is along gravity, as last read.
static double placeOf(const Bench* bench, const Run* run, int i)
{
    const double *x = &run->xyz[3 * i], *down = bench->down;
    return x[0] * down[0] + x[1] * down[1] + x[2] * down[2];
}

// Reads all vertices and finds how deep the one that sinks most is. The depth is NaN if the body has diverged.
static int readDepth(const Bench* bench, Run* run, double* depth)
{
    gelStatus status = gelBody_ReadPositionsDouble(run->world, run->body, run->xyz, run->vertexCount);
    if (status != gel_success)
        return gelReportStatus(bench->output, status, gel_activitySimulation);
    *depth = placeOf(bench, run, bench->vertex) - bench->start;
    return gel_exitDone;
}

// Returns when the depth next rises above `level` from frame `first` on, in frames: on the cubic through four of them. NaN if
// it does not.
static double crossing(const double* depths, int first, int count, double level)
{
    for (int i = first < 1 ? 1 : first; i + 2 < count; i++) {
        const double* d = &depths[i];
        double low = 0.0, high = 1.0;
        if (!(d[0] < level && d[1] >= level))
            continue;
        for (int k = 0; k < 40; k++) {
            double t = 0.5 * (low + high);
            double value = -t * (t - 1.0) * (t - 2.0) / 6.0 * d[-1] +
                           (t + 1.0) * (t - 1.0) * (t - 2.0) / 2.0 * d[0] -
                           (t + 1.0) * t * (t - 2.0) / 2.0 * d[1] + (t + 1.0) * t * (t - 1.0) / 6.0 * d[2];
            low = value < level ? t : low;
            high = value < level ? high : t;
        }
        return i + low;
    }
    return NAN;
}

// Lets the beam swing without damping for `frames`. Stops when its positions are NaN or infinite.
static int swing(Bench* bench, const char* backend, const Solver* solver, int substeps, int frames,
                 int* count)
{
    Run run;
    int code = openRun(bench, backend, solver, substeps, 0.0, &run);
    bench->depths[0] = 0.0;
    for (*count = 1; *count < frames && code == gel_exitDone && isfinite(bench->depths[*count - 1]);) {
        code = stepFrame(bench, &run);
        if (code == gel_exitDone)
            code = readDepth(bench, &run, &bench->depths[*count]);
        *count += code == gel_exitDone;
    }
    closeRun(&run);
    return code;
}

// Lets it come to rest: with as much damping as one period needs. The depth is NaN if it still moves after 20 periods.
static int findRest(Bench* bench, const char* backend, const Solver* solver, int substeps, double* depth)
{
    const int period = bench->periodFrames, quarter = period / 4 + 1;
    double pi = 3.14159265358979323846, before = 0.0,
           damping = 2.0 * pi / (period * (double)gelScene_GetTimeStep(bench->scene));
    Run run;
    int code = openRun(bench, backend, solver, substeps, damping, &run);
    *depth = NAN;
    for (int i = 1; i <= 20 * period && code == gel_exitDone; i++) {
        code = stepFrame(bench, &run);
        if (code != gel_exitDone || i % quarter != 0)
            continue;
        double found = NAN;
        code = readDepth(bench, &run, &found);
        if (code != gel_exitDone)
            break;
        if (!isfinite(found) || (i > 2 * period && fabs(found - before) <= 2e-5 * fabs(found))) {
            *depth = found;
            break;
        }
        before = found;
    }
    closeRun(&run);
    return code;
}

// The time from one rise through the rest to the next, s.
static double periodOf(const Bench* bench, int count, double rest)
{
    double first = crossing(bench->depths, 0, count, rest);
    double next = isfinite(first) ? crossing(bench->depths, (int)first + 1, count, rest) : NAN;
    return (next - first) * (double)gelScene_GetTimeStep(bench->scene);
}

// Finds the vertex that sinks most in the first frames, and where it starts.
static int findVertex(Bench* bench)
{
    enum { frames = 40, bdf2 = 2 };
    Run run;
    int code = openRun(bench, "reference", &solvers[bdf2], 10, 0.0, &run);
    double *starts = code == gel_exitDone ? gelNew((size_t)run.vertexCount, sizeof *starts) : NULL,
           most = 0.0;
    if (code == gel_exitDone && starts == NULL)
        code = gelReportStatus(bench->output, gel_outOfMemory, gel_activitySimulation);
    for (int frame = 0; frame <= frames && code == gel_exitDone; frame++) {
        double depth;
        code = frame > 0 ? stepFrame(bench, &run) : gel_exitDone;
        if (code == gel_exitDone)
            code = readDepth(bench, &run, &depth);
        for (int i = 0; i < run.vertexCount && code == gel_exitDone; i++) {
            starts[i] = frame == 0 ? placeOf(bench, &run, i) : starts[i];
            if (placeOf(bench, &run, i) - starts[i] <= most)
                continue;
            most = placeOf(bench, &run, i) - starts[i];
            bench->vertex = i;
            bench->start = starts[i];
        }
    }
    free(starts);
    closeRun(&run);
    return code == gel_exitDone && most <= 0.0
               ? gelReportError(bench->output, gel_exitInput,
                                "%s: expected a first body that sinks and swings, found none of its vertices "
                                "lower in %d frames: add gravity",
                                bench->path, frames)
               : code;
}

// The frames from the start to the first lowest place, twice. 0 if there is none.
static int roughPeriod(const double* depths, int count)
{
    for (int i = 1; i + 1 < count; i++)
        if (depths[i] > 0.0 && depths[i] > depths[i + 1])
            return 2 * i;
    return 0;
}

// The reference is the symplectic Euler method, with the fewest substeps of a series at which it does not blow up.
static int findExpected(Bench* bench)
{
    int code = gel_exitDone, count = 0, substeps = fewestOfReference / 2;
    bool isStable = false;
    while (code == gel_exitDone && !isStable && substeps < mostOfReference) {
        substeps *= 2;
        bench->periodFrames = 0;
        for (int frames = 30; code == gel_exitDone && bench->periodFrames == 0 && frames <= longestPeriod;
             frames *= 4) {
            code = swing(bench, "double", NULL, substeps, frames, &count);
            isStable = code == gel_exitDone && isfinite(bench->depths[count - 1]);
            bench->periodFrames = isStable ? roughPeriod(bench->depths, count) : longestPeriod;
        }
    }
    bench->referenceSubsteps = substeps;
    bool isKnown = isStable && bench->periodFrames > 0 && bench->periodFrames < longestPeriod;
    if (code == gel_exitDone && isKnown)
        code = findRest(bench, "double", NULL, substeps, &bench->expected[sagQuantity]);
    if (code == gel_exitDone && isKnown)
        code = swing(bench, "double", NULL, substeps, 2 * bench->periodFrames + 4, &count);
    if (code != gel_exitDone)
        return code;
    bench->expected[periodQuantity] = periodOf(bench, count, bench->expected[sagQuantity]);
    return isKnown && isfinite(bench->expected[periodQuantity])
               ? gel_exitDone
               : gelReportError(
                     bench->output, gel_exitInput,
                     "%s: expected a first body that hangs from pins, and swings with a period of at "
                     "most %s; symplectic Euler with %s substeps finds none",
                     bench->path, GEL_COUNT(longestPeriod, "frame", "frames"), GEL_GROUPED(substeps));
}

static int timeFrame(Bench* bench, const Solver* solver, int substeps, double* frame)
{
    double samples[timedFrames];
    Run run;
    int code = openRun(bench, bench->timed, solver, substeps, 0.0, &run);
    for (int i = -untimedFrames; i < timedFrames && code == gel_exitDone; i++) {
        double start = gelMilliseconds();
        code = stepFrame(bench, &run);
        gelStatus status = code == gel_exitDone ? gelWorld_Finish(run.world) : gel_success;
        if (status != gel_success)
            code = gelReportStatus(bench->output, status, gel_activitySimulation);
        if (i >= 0)
            samples[i] = gelMilliseconds() - start;
    }
    closeRun(&run);
    *frame = code == gel_exitDone ? gelFigureOf(samples, timedFrames).min : NAN;
    return code;
}

static int measureTrial(Bench* bench, const Solver* solver, int substeps, Trial* trial)
{
    const char* precise = solver->precise != NULL ? solver->precise : bench->timed;
    double rest;
    int count, code = findRest(bench, precise, solver, substeps, &rest);
    if (code == gel_exitDone)
        code = swing(bench, precise, solver, substeps, 2 * bench->periodFrames + 4, &count);
    if (code != gel_exitDone)
        return code;
    trial->errors[sagQuantity] = rest / bench->expected[sagQuantity] - 1.0;
    trial->errors[periodQuantity] = periodOf(bench, count, rest) / bench->expected[periodQuantity] - 1.0;
    return timeFrame(bench, solver, substeps, &trial->frame);
}

static bool isWithin(double error, double tolerance)
{
    return fabs(error) <= tolerance; // not if it is NaN
}

// Whether more substeps are of no use: errors are within the least tolerance or have settled, or a frame costs more than with
// the first solver. A period that is not found has not settled: a beam that is too heavy with few substeps swings too slowly.
static bool isLast(const Bench* bench, int number, int trial)
{
    const Trial *last = &bench->trials[number][trial], *first = &bench->trials[0][bench->trialCounts[0] - 1];
    bool isMet = true, isSettled = trial > 0;
    for (int q = 0; q < quantityCount; q++) {
        isMet = isMet && isWithin(last->errors[q], tolerances[1]);
        isSettled = isSettled && isWithin(last->errors[q] - last[-1].errors[q], leastChange);
    }
    return isMet || isSettled || last->frame > first->frame;
}

static int measureSolver(Bench* bench, int number)
{
    int code = gel_exitDone;
    for (int i = 0; i < countCount && code == gel_exitDone; i++) {
        code = measureTrial(bench, &solvers[number], substepCounts[i], &bench->trials[number][i]);
        bench->trialCounts[number] = i + 1;
        code = code == gel_exitDone ? gelAdvanceBench(bench->output, &bench->progress, &bench->done) : code;
        if (isLast(bench, number, i))
            break;
    }
    bench->done = (number + 1) * countCount;
    return code;
}

static gelStatus openDevice(Bench* bench, const char* backend)
{
    gelSetup setup = bench->settings->setup;
    gelWorldDef def;
    gelWorld* world = NULL;
    gelStatus status = gelMakeWorldDef(bench->scene, backend, &setup, &def);
    if (status == gel_success)
        status = gelCreateWorld(&def, &world);
    if (status == gel_success) {
        bench->timed = backend;
        snprintf(bench->device, sizeof bench->device, "%s", gelWorld_GetBackendText(world));
    }
    gelDestroyWorld(world);
    return status;
}

// Falls back on a plain C loop if the device asked for cannot be had.
static int chooseDevice(Bench* bench)
{
    gelStatus status = openDevice(bench, bench->settings->backend);
    if (status != gel_success) {
        gelPrintWarning(bench->output, "frames are timed in plain C: %s", gelLastError());
        status = openDevice(bench, "reference");
    }
    return status == gel_success ? gel_exitDone
                                 : gelReportStatus(bench->output, status, gel_activityArguments);
}

static int measure(Bench* bench)
{
    gelCatchInterrupt();
    gelStartProgress(&bench->progress, bench->output, bench->settings->quiet, "trial",
                     countCount * solverCount);
    int code = chooseDevice(bench);
    gelSetLogFunction(NULL, NULL); // trials with few substeps are meant to be too soft: no warnings
    if (code == gel_exitDone)
        code = findVertex(bench);
    if (code == gel_exitDone)
        code = findExpected(bench);
    for (int i = 0; i < solverCount && code == gel_exitDone; i++)
        code = measureSolver(bench, i);
    gelEndProgress(&bench->progress);
    return code;
}

// Returns the milliseconds of a frame whose error is the tolerance, between the last trial that exceeds it and the next: errors
// are a power of the substeps there, and times a line. Infinite if it is never met.
static double timeTo(const Bench* bench, int number, Quantity quantity, double tolerance)
{
    const Trial* trials = bench->trials[number];
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
        const Trial* trial = &bench->trials[number][i];
        cJSON* item = cJSON_CreateObject();
        cJSON_AddNumberToObject(item, "substeps", substepCounts[i]);
        cJSON_AddNumberToObject(item, "frame_ms", trial->frame);
        for (int q = 0; q < quantityCount; q++)
            if (isfinite(trial->errors[q]))
                cJSON_AddNumberToObject(item, quantityKeys[q], trial->errors[q]);
        cJSON_AddItemToArray(trials, item);
    }
    reached = cJSON_AddArrayToObject(object, "reached");
    for (int i = 0; i < 2 * quantityCount; i++) {
        double ms = timeTo(bench, number, (Quantity)(i / 2), tolerances[i % 2]);
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
    cJSON_AddStringToObject(object, "scene", gelScene_GetName(bench->scene));
    gelAddSet(object, bench->scene);
    cJSON_AddStringToObject(object, "backend", bench->device);
    cJSON_AddNumberToObject(object, "sag_m", bench->expected[sagQuantity]);
    cJSON_AddNumberToObject(object, "period_s", bench->expected[periodQuantity]);
    cJSON_AddNumberToObject(object, "reference_substeps", bench->referenceSubsteps);
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
    printf("\n%s  %-20s%10s%12s%11s%11s%s\n", gelInkText(bench->output, gel_inkDim), "", "substeps",
           "ms a frame", "sag", "period", gelInkText(bench->output, gel_inkPlain));
    for (int k = 0; k < solverCount; k++)
        for (int i = 0; i < bench->trialCounts[k]; i++) {
            const Trial* trial = &bench->trials[k][i];
            printf("  %-20s%10d%12s", i == 0 ? solvers[k].text : "", substepCounts[i],
                   GEL_THREE_DIGITS(trial->frame));
            printError(trial->errors[sagQuantity]);
            printError(trial->errors[periodQuantity]);
            putchar('\n');
        }
}

static void printTable(const void* measured)
{
    const Bench* bench = measured;
    const gelOutput* output = bench->output;
    gelPrintRow(output, "scene", "%s", gelScene_GetName(bench->scene));
    gelPrintRow(output, "expected", "sag %.5g m, period %.5g s", bench->expected[sagQuantity],
                bench->expected[periodQuantity]);
    gelPrintRow(output, "", "of symplectic Euler with %s substeps, in double precision",
                GEL_GROUPED(bench->referenceSubsteps));
    gelPrintRow(output, "device", "%s", bench->device);
    printTrials(bench);
    printf("\n%s  %-18s%15s%15s%15s%15s%s\n", gelInkText(output, gel_inkDim), "ms until below", "sag 5 %",
           "1 %", "period 5 %", "1 %", gelInkText(output, gel_inkPlain));
    for (int k = 0; k < solverCount; k++) {
        printf("  %-18s", solvers[k].text);
        for (int i = 0; i < 2 * quantityCount; i++) {
            double ms = timeTo(bench, k, (Quantity)(i / 2), tolerances[i % 2]),
                   gain = timeTo(bench, 0, (Quantity)(i / 2), tolerances[i % 2]) / ms;
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
    int code = gelOpenScene(bench->output, bench->path, 1.0, &bench->settings->setup.set, &bench->scene);
    if (code != gel_exitDone)
        return code;
    gelVec3 gravity = gelScene_GetWorldDef(bench->scene).gravity;
    double x = (double)gravity.x, y = (double)gravity.y, z = (double)gravity.z,
           length = sqrt(x * x + y * y + z * z);
    if (length > 0.0) {
        bench->down[0] = x / length;
        bench->down[1] = y / length;
        bench->down[2] = z / length;
    }
    return gelReportBench(bench->output, measure(bench), jsonOf, printTable, bench);
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
    *bench = (Bench){.output = output,
                     .settings = settings,
                     .path = settings->scenes.count == 1 ? settings->scenes.texts[0]
                                                         : GEL_ASSET("bench/beam.json")};
    code = execute(bench);
    gelDestroyScene(bench->scene);
    free(bench);
    return code;
}
