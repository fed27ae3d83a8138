// gel bench: the cost of a constraint. All contenders of a scene take turns, so that other activity on the
// machine affects them alike.
#include "bench/bullet.h"
#include "bench/case.h"
#include "bench/plot.h"
#include "common/clock.h"
#include "app/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct Bench {
    gelOutput* output;
    const gelBenchSettings* settings;
    gelBenchCases list;
    gelProgress progress;
    int done; // for the progress
} Bench;

// The first frames build kernels and touch memory. A repeat then has enough frames to time the fastest and
// few enough that the slowest does not take long; all contenders step the same number, so that they end in
// the same state.
static int warmUp(Bench* bench, gelBenchCase* scene, int* framesPerRepeat)
{
    const double fastEnough = 25.0, tooLong = 250.0; // ms
    double min = HUGE_VAL, max = 0.0;
    int code = gel_exitDone;
    for (int i = 0; i < gel_contenderCount && code == gel_exitDone; i++) {
        gelBenchRow* row = &scene->rows[i];
        double milliseconds;
        if (row->world == NULL)
            continue;
        code = gelStepAndWait(bench->output, scene, row->world, bench->settings->warmUp, NULL);
        if (code == gel_exitDone)
            code = gelStepAndWait(bench->output, scene, row->world, 1, &milliseconds);
        if (code == gel_exitDone) {
            min = fmin(min, fmax(milliseconds, 1e-3));
            max = fmax(max, milliseconds);
            row->profile = gelWorld_GetProfile(row->world);
            code = gelAdvanceBench(bench->output, &bench->progress, &bench->done);
        }
    }
    int frames = (int)ceil(fmin(fastEnough / min, tooLong / max));
    *framesPerRepeat = bench->settings->frames > 0 ? bench->settings->frames : frames > 1 ? frames : 1;
    return code;
}

// Reads all bodies, concatenated in the world's vertex order.
static float* readPositions(gelWorld* world, int vertexCount)
{
    int count = gelWorld_GetBodyCount(world);
    float* xyz = gelNew((size_t)vertexCount * 3, sizeof *xyz);
    bool ok = xyz != NULL;
    for (int i = 0; i < count && ok; i++) {
        gelBodyId id = gelWorld_GetBody(world, i);
        int first = gelBody_GetFirstVertex(world, id);
        ok = gelBody_ReadPositions(world, id, &xyz[3 * first], vertexCount - first) == gel_success;
    }
    if (!ok)
        free(xyz);
    return ok ? xyz : NULL;
}

// In mesh order, as in a program without colouring.
static int* readEdges(gelWorld* world, int edgeCount)
{
    gelConstraint* constraints = gelNew((size_t)edgeCount, sizeof *constraints);
    int* edges = gelNew((size_t)edgeCount * 2, sizeof *edges);
    bool ok = constraints != NULL && edges != NULL &&
              gelWorld_GetConstraints(world, gel_distanceConstraint, constraints, edgeCount) == gel_success;
    for (int i = 0; i < edgeCount && ok; i++)
        memcpy(&edges[2 * i], constraints[i].vertices, 2 * sizeof *edges);
    free(constraints);
    if (!ok)
        free(edges);
    return ok ? edges : NULL;
}

static int openBeside(Bench* bench, gelBenchCase* scene)
{
    enum { meshOrder = 1 };
    gelWorld* world = scene->rows[meshOrder].world;
    gelBenchBeside* beside = &scene->beside;
    int version, vertices = scene->counters.vertexCount,
                 edges = scene->counters.constraintCounts[gel_distanceConstraint];
    if (!gelHasBullet(&version) || world == NULL)
        return gel_exitDone;
    float* positions = readPositions(world, vertices);
    int* pairs = readEdges(world, edges);
    beside->links = edges;
    beside->samples = gelNew((size_t)bench->settings->repeats, sizeof(double));
    if (positions != NULL && pairs != NULL && beside->samples != NULL)
        beside->bullet = gelOpenBullet(positions, vertices, pairs, edges, scene->substeps);
    free(positions);
    free(pairs);
    return beside->bullet != NULL ? gel_exitDone
                                  : gelReportStatus(bench->output, gel_outOfMemory, gel_activitySimulation);
}

static void stepBeside(gelBenchCase* scene, int frames, double* milliseconds)
{
    double sum = 0.0;
    for (int i = 0; i < frames && scene->beside.bullet != NULL; i++)
        sum += gelBullet_Step(scene->beside.bullet, scene->timeStep);
    if (milliseconds != NULL)
        *milliseconds = sum / frames;
}

static int takeTurns(Bench* bench, gelBenchCase* scene, int frames)
{
    int code = gel_exitDone;
    stepBeside(scene, bench->settings->warmUp, NULL);
    for (int repeat = 0; repeat < bench->settings->repeats && code == gel_exitDone; repeat++) {
        for (int i = 0; i < gel_contenderCount && code == gel_exitDone; i++) {
            gelBenchRow* row = &scene->rows[i];
            double milliseconds;
            if (row->world == NULL)
                continue;
            code = gelStepAndWait(bench->output, scene, row->world, frames, &milliseconds);
            row->samples[repeat] = milliseconds / frames;
            if (code == gel_exitDone)
                code = gelAdvanceBench(bench->output, &bench->progress, &bench->done);
        }
        if (scene->beside.bullet != NULL)
            stepBeside(scene, frames, &scene->beside.samples[repeat]);
    }
    return code;
}

// Copies as much memory as the scene holds, from one half to the other, but enough that the launch does not
// matter. Done before and after the turns; the faster one counts.
static int measureCopies(Bench* bench, gelBenchCase* scene)
{
    const double min = 2 << 20, max = 512 << 20;
    uint64_t bytes = (uint64_t)fmin(fmax(0.5 * gelBenchBytesHeld(scene), min), max);
    double speeds[2] = {0.0, 0.0}; // of the host and of the device
    for (int i = 0; i < gel_contenderCount; i++) {
        gelBenchRow* row = &scene->rows[i];
        double* speed = &speeds[row->contender->onDevice];
        if (row->world == NULL)
            continue;
        gelStatus status = *speed == 0.0 ? gelWorld_MeasureCopy(row->world, bytes, speed) : gel_success;
        if (status != gel_success)
            return gelReportStatus(bench->output, status, gel_activitySimulation);
        row->copySpeed = fmax(row->copySpeed, *speed);
    }
    return gel_exitDone;
}

static int finish(Bench* bench, gelBenchCase* scene)
{
    gelBenchBeside* beside = &scene->beside;
    if (beside->bullet != NULL) {
        beside->frame = gelFigureOf(beside->samples, bench->settings->repeats);
        beside->stretch = gelBullet_Stretch(beside->bullet);
    }
    for (int i = 0; i < gel_contenderCount; i++) {
        gelBenchRow* row = &scene->rows[i];
        if (row->world == NULL)
            continue;
        row->frame = gelFigureOf(row->samples, bench->settings->repeats);
        row->hash = gelWorld_Hash(row->world);
        gelCounters counters;
        if (row->hash == 0 || gelWorld_GetCounters(row->world, &counters) != gel_success)
            return gelReportStatus(bench->output, gel_deviceError, gel_activitySimulation);
        row->deviceBytes = counters.deviceBytes; // everything needed for stepping is allocated now
    }
    return gel_exitDone;
}

static int measureScene(Bench* bench, gelBenchCase* scene)
{
    int frames = 0, repeats = bench->settings->repeats, before = bench->done;
    int code = gelOpenBenchCase(bench->output, bench->settings, scene);
    for (int i = 0; i < gel_contenderCount && code == gel_exitDone; i++) {
        scene->rows[i].samples = gelNew((size_t)repeats, sizeof(double));
        if (scene->rows[i].samples == NULL)
            code = gelReportStatus(bench->output, gel_outOfMemory, gel_activitySimulation);
    }
    if (code == gel_exitDone)
        code = openBeside(bench, scene);
    if (code == gel_exitDone)
        code = warmUp(bench, scene, &frames);
    if (code == gel_exitDone)
        code = measureCopies(bench, scene);
    if (code == gel_exitDone)
        code = takeTurns(bench, scene, frames);
    if (code == gel_exitDone)
        code = measureCopies(bench, scene);
    if (code == gel_exitDone)
        code = finish(bench, scene);
    gelCloseBenchCase(scene);
    bench->done = before + gel_contenderCount * (repeats + 1);
    return code;
}

static double ratioOf(const gelBenchCase* scene, const gelBenchRow* row)
{
    return scene->rows[gel_yardstick].frame.min / row->frame.min;
}

static double movedPerSecond(const gelBenchCase* scene, const gelBenchRow* row)
{
    return gelBenchBytesMoved(scene) / (row->frame.min * 1e-3);
}

static bool bitsAreWrong(const gelBenchCase* scene, const gelBenchRow* row)
{
    return row->contender->order == gel_colourOrder && row->hash != scene->rows[gel_yardstick].hash;
}

static cJSON* rowToJson(const gelBenchCase* scene, const gelBenchRow* row)
{
    cJSON* object = cJSON_CreateObject();
    char hash[32];
    double nanoseconds = gelBenchNanoseconds(scene, row->frame.min);
    cJSON_AddStringToObject(object, "key", row->contender->key);
    cJSON_AddStringToObject(object, "text", row->contender->text);
    cJSON_AddStringToObject(object, "backend", row->backend);
    cJSON_AddNumberToObject(object, "min_ns_per_constraint", nanoseconds);
    cJSON_AddNumberToObject(object, "median_ns_per_constraint",
                            gelBenchNanoseconds(scene, row->frame.median));
    cJSON_AddNumberToObject(object, "ratio", ratioOf(scene, row));
    cJSON_AddNumberToObject(object, "constraints_per_second", 1e9 / nanoseconds);
    cJSON_AddNumberToObject(object, "frames_per_second", 1e3 / row->frame.min);
    cJSON_AddNumberToObject(object, "launches_per_frame", row->profile.launchesPerStep);
    cJSON_AddNumberToObject(object, "recorded_launches_per_frame", row->profile.recordedLaunches);
    cJSON_AddNumberToObject(object, "moved_bytes_per_second", movedPerSecond(scene, row));
    cJSON_AddNumberToObject(object, "copied_bytes_per_second", row->copySpeed);
    cJSON_AddNumberToObject(object, "moved_of_copied", movedPerSecond(scene, row) / row->copySpeed);
    cJSON_AddNumberToObject(object, "device_bytes", (double)row->deviceBytes);
    if (scene->counters.tetCount > 0)
        cJSON_AddNumberToObject(object, "device_bytes_per_tet",
                                (double)row->deviceBytes / scene->counters.tetCount);
    snprintf(hash, sizeof hash, "%016llx", (unsigned long long)row->hash);
    cJSON_AddStringToObject(object, "hash", hash);
    if (row->contender->order == gel_colourOrder)
        cJSON_AddBoolToObject(object, "equal_bits", !bitsAreWrong(scene, row));
    return object;
}

static double nanosecondsOfLink(const gelBenchCase* scene, double milliseconds)
{
    return gelBenchNanosecondsOf(scene, scene->beside.links, milliseconds);
}

// The ratio compares a constraint with a link, which is cheaper: an edge needs a third of the work of a tet.
static double ratioOfLink(const gelBenchCase* scene)
{
    return gelBenchNanoseconds(scene, scene->rows[gel_yardstick].frame.min) /
           nanosecondsOfLink(scene, scene->beside.frame.min);
}

static cJSON* besideToJson(const gelBenchCase* scene)
{
    int version;
    cJSON* object = cJSON_CreateObject();
    gelHasBullet(&version);
    cJSON_AddStringToObject(object, "key", "bullet");
    cJSON_AddStringToObject(object, "text", "Bullet, links only");
    cJSON_AddNumberToObject(object, "version", version);
    cJSON_AddNumberToObject(object, "links", scene->beside.links);
    cJSON_AddNumberToObject(object, "iterations", scene->substeps);
    cJSON_AddNumberToObject(object, "min_ms", scene->beside.frame.min);
    cJSON_AddNumberToObject(object, "min_ns_per_link", nanosecondsOfLink(scene, scene->beside.frame.min));
    cJSON_AddNumberToObject(object, "median_ns_per_link",
                            nanosecondsOfLink(scene, scene->beside.frame.median));
    cJSON_AddNumberToObject(object, "ratio", ratioOfLink(scene));
    cJSON_AddNumberToObject(object, "stretch", scene->beside.stretch);
    return object;
}

static cJSON* jsonOf(const void* measured)
{
    const Bench* bench = measured;
    cJSON* object = cJSON_CreateObject();
    cJSON_AddNumberToObject(object, "repeats", bench->settings->repeats);
    cJSON_AddStringToObject(object, "yardstick", gelContenders[gel_yardstick].key);
    if (bench->settings->plot != NULL)
        cJSON_AddStringToObject(object, "plot", bench->settings->plot);
    cJSON* scenes = cJSON_AddArrayToObject(object, "scenes");
    for (int i = 0; i < bench->list.count; i++) {
        const gelBenchCase* scene = &bench->list.cases[i];
        cJSON* sceneObject = gelBenchCaseToJson(scene);
        cJSON_AddItemToArray(scenes, sceneObject);
        if (scene->contact.isMeasured) {
            cJSON_AddItemToObject(sceneObject, "contact", gelBenchContactToJson(&scene->contact));
            continue;
        }
        cJSON_AddNumberToObject(sceneObject, "moved_bytes_per_frame", gelBenchBytesMoved(scene));
        cJSON* rows = cJSON_AddArrayToObject(sceneObject, "contenders");
        for (int k = 0; k < gel_contenderCount; k++)
            if (scene->rows[k].reason[0] == '\0')
                cJSON_AddItemToArray(rows, rowToJson(scene, &scene->rows[k]));
        cJSON* beside = cJSON_AddArrayToObject(sceneObject, "beside");
        if (scene->beside.links > 0)
            cJSON_AddItemToArray(beside, besideToJson(scene));
    }
    return object;
}

static void printTitles(const gelOutput* output)
{
    printf("%s%-25s%17s%9s%10s%10s%9s\n%-25s%8s%9s%9s%10s%10s%9s%s\n", gelInkText(output, gel_inkDim), "",
           "ns per constraint", "times", "launches", "bandwidth", "bytes", "", "minimum", "median", "plain C",
           "per frame", "of a copy", "per tet", gelInkText(output, gel_inkPlain));
}

// "490"; "490 in 1" if a command buffer holds them.
static const char* launchesOf(const gelBenchRow* row, char text[gel_groupedSize])
{
    int launches = row->profile.launchesPerStep, recorded = row->profile.recordedLaunches;
    if (recorded > 0)
        snprintf(text, gel_groupedSize, "%d in %d", launches, launches - recorded + 1);
    else
        gelGroupDigits(launches, text);
    return text;
}

static void printRow(const gelOutput* output, const gelBenchCase* scene, const gelBenchRow* row)
{
    char bytes[32] = "";
    if (row->contender->onDevice && scene->counters.tetCount > 0)
        snprintf(bytes, sizeof bytes, "%.0f", (double)row->deviceBytes / scene->counters.tetCount);
    printf("  %-23s%8s%9s%8sx%10s%8.0f %%%9s%s%s%s\n", row->contender->text,
           GEL_THREE_DIGITS(gelBenchNanoseconds(scene, row->frame.min)),
           GEL_THREE_DIGITS(gelBenchNanoseconds(scene, row->frame.median)),
           GEL_THREE_DIGITS(ratioOf(scene, row)), launchesOf(row, (char[gel_groupedSize]){0}),
           100.0 * movedPerSecond(scene, row) / row->copySpeed, bytes, gelInkText(output, gel_inkBad),
           bitsAreWrong(scene, row) ? "\n    bits differ from plain C" : "",
           gelInkText(output, gel_inkPlain));
}

static void printScene(const gelOutput* output, const gelBenchCase* scene)
{
    gelPrintBenchHeading(output, scene);
    for (int i = 0; i < gel_contenderCount; i++)
        if (scene->rows[i].reason[0] == '\0')
            printRow(output, scene, &scene->rows[i]);
    if (scene->beside.links > 0)
        printf("  %-23s%8s%9s%8sx%s  ns per link, see --help%s\n", "Bullet, links only",
               GEL_THREE_DIGITS(nanosecondsOfLink(scene, scene->beside.frame.min)),
               GEL_THREE_DIGITS(nanosecondsOfLink(scene, scene->beside.frame.median)),
               GEL_THREE_DIGITS(ratioOfLink(scene)), gelInkText(output, gel_inkDim),
               gelInkText(output, gel_inkPlain));
    gelPrintLeftOut(output, scene);
}

static int measureContactScene(Bench* bench, gelBenchCase* scene)
{
    int before = bench->done;
    int code = gelMeasureContact(bench->output, bench->settings, &bench->progress, &bench->done, scene);
    bench->done = before + gel_contenderCount * (bench->settings->repeats + 1);
    return code;
}

static void printMeasured(const Bench* bench, int index)
{
    const gelBenchCase* scene = &bench->list.cases[index];
    bool contact = scene->contact.isMeasured;
    if (bench->output->json)
        return;
    if (index == 0 || index == bench->list.plainCount)
        (contact ? gelPrintContactTitles : printTitles)(bench->output);
    (contact ? gelPrintContactCase : printScene)(bench->output, scene);
    fflush(stdout);
}

// Printed scene by scene, as they finish.
static int measureAll(Bench* bench)
{
    const gelBenchSettings* settings = bench->settings;
    int code = gel_exitDone;
    int total = bench->list.count * gel_contenderCount * (settings->repeats + 1);
    gelCatchInterrupt();
    gelStartProgress(&bench->progress, bench->output, settings->quiet, "run", total);
    for (int i = 0; i < bench->list.count && code == gel_exitDone; i++) {
        gelBenchCase* scene = &bench->list.cases[i];
        code = scene->contact.isMeasured ? measureContactScene(bench, scene) : measureScene(bench, scene);
        gelEndProgress(&bench->progress);
        if (code == gel_exitDone)
            printMeasured(bench, i);
    }
    gelEndProgress(&bench->progress);
    return code;
}

// NULL if there was none.
static const char* deviceOf(const gelBenchCase* scene)
{
    const gelBenchContactRow* contact = scene->contact.rows;
    for (int i = 0; i < gel_contactRowCount && scene->contact.isMeasured; i++)
        if (contact[i].contender->onDevice && contact[i].reason[0] == '\0')
            return contact[i].backend;
    for (int i = 0; i < gel_contenderCount && !scene->contact.isMeasured; i++)
        if (scene->rows[i].contender->onDevice && scene->rows[i].reason[0] == '\0')
            return scene->rows[i].backend;
    return NULL;
}

static void printEnd(const void* measured)
{
    const Bench* bench = measured;
    const char* device = deviceOf(&bench->list.cases[0]);
    if (device != NULL) {
        putchar('\n');
        gelPrintRow(bench->output, "device", "%s", device);
    }
    if (bench->settings->plot != NULL)
        gelPrintRow(bench->output, "drawn", "%s", bench->settings->plot);
}

static int execute(Bench* bench)
{
    const gelBenchSettings* settings = bench->settings;
    gelTextFile plot = {0};
    gelCanvas canvas = {0};
    int code = gel_exitDone;
    if (settings->plot != NULL)
        code = gelOpenPlot(bench->output, settings->plot, &plot, &canvas);
    if (code == gel_exitDone)
        code = gelListBenchCases(bench->output, settings, settings->plot != NULL, settings->plot == NULL,
                                 &bench->list);
    if (code == gel_exitDone)
        code = gelFindContactCases(bench->output, settings, &bench->list);
    if (code == gel_exitDone && settings->plot != NULL && bench->list.plainCount == 0)
        code = gelReportError(bench->output, gel_exitUsage,
                              "--plot draws the costs of constraints, and %s measures contact: add a scene "
                              "without, or omit --plot",
                              bench->list.cases[0].key);
    if (code == gel_exitDone)
        code = measureAll(bench);
    if (code == gel_exitDone && settings->plot != NULL)
        gelPlotBench(&canvas, &(gelBenchCases){bench->list.cases, bench->list.plainCount, 0});
    code = gelClosePlot(bench->output, &canvas, code);
    code = gelCloseTextFile(bench->output, "plot", &plot, code);
    return gelReportBench(bench->output, code, jsonOf, printEnd, bench);
}

int gelBenchSpeed(gelOutput* output, const gelBenchSettings* settings)
{
    Bench bench = {.output = output, .settings = settings};
    int code = execute(&bench);
    gelFreeBenchCases(&bench.list);
    return code;
}
