#define _POSIX_C_SOURCE 200809L // strdup
#include "bench/case.h"
#include "app/asset.h"
#include "bench/bullet.h"
#include "common/clock.h"
#include "app/memory.h"
#include "app/overwrite.h"
#include "app/scene_size.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

const gelContender gelContenders[gel_contenderCount] = {
    {.key = "c_colour", .text = "plain C, colour order"},
    {.key = "c_mesh", .text = "plain C, mesh order", .order = gel_meshOrder},
    {.key = "perColour", .text = "perColour", .onDevice = true, .strategy = gel_strategyPerColour},
    {.key = "body", .text = "body", .onDevice = true, .strategy = gel_strategyBody},
    {.key = "ensemble", .text = "ensemble", .onDevice = true, .strategy = gel_strategyEnsemble},
    {.key = "tiles", .text = "tiles", .onDevice = true, .strategy = gel_strategyTiles},
    {.key = "auto", .text = "auto", .onDevice = true, .strategy = gel_strategyAuto},
    {.key = "jacobi", .text = "jacobi", .onDevice = true, .order = gel_jacobiOrder},
};

typedef struct BuiltIn {
    const char *key, *file;
    bool large, inSeries;
    bool byName; // not unless it is named
    bool contact, sleep;
    int settling; // frames
} BuiltIn;

// A to F are compared with other programs; the series, by size, shows the effect of size; G to I that of contact. The last
// have other kinds of constraints.
static const BuiltIn builtIn[] = {
    {.key = "A", .file = "bench/bear.json"},
    {.key = "B", .file = "bench/lattice_10k.json"},
    {.key = "C", .file = "bench/bears_100.json"},
    {.key = "D", .file = "bench/lattice_200k.json"},
    {.key = "E", .file = "bench/bears_2000.json", .large = true},
    {.key = "F", .file = "bench/lattice_1m.json", .large = true},
    {.key = "G", .file = "bench/bears_lying.json", .contact = true, .settling = 20},
    {.key = "H", .file = "bench/bears_poured.json", .contact = true, .settling = 15},
    {.key = "I", .file = "bench/bears_lying.json", .contact = true, .sleep = true, .settling = 200},
    {.key = "1k", .file = "bench/lattice_1k.json", .inSeries = true},
    {.key = "3k", .file = "bench/lattice_3k.json", .inSeries = true},
    {.key = "30k", .file = "bench/lattice_30k.json", .inSeries = true},
    {.key = "100k", .file = "bench/lattice_100k.json", .inSeries = true},
    {.key = "500k", .file = "bench/lattice_500k.json", .large = true, .inSeries = true},
    {.key = "cloth", .file = "bench/cloth.json", .byName = true},
    {.key = "ropes", .file = "bench/ropes.json", .byName = true},
    {.key = "balloons", .file = "bench/balloons.json", .byName = true},
    {.key = "kinds", .file = "bench/kinds.json", .byName = true},
    {.key = "stiff", .file = "bench/stiff.json", .byName = true},
};
enum { builtInCount = sizeof builtIn / sizeof builtIn[0] };

// A built-in scene, or the file `key`.
static gelStatus addCase(gelBenchCases* list, const gelTexts* set, const char* key, const BuiltIn* found)
{
    gelBenchCase* bench = &list->cases[list->count];
    char* path = gelCopyOf(found != NULL ? GEL_ASSET(found->file) : key);
    if (path == NULL)
        return gel_outOfMemory;
    *bench = (gelBenchCase){.key = key, .path = path, .set = set};
    if (found != NULL) {
        bench->inSeries = found->inSeries;
        bench->contact.isMeasured = found->contact;
        bench->contact.sleep = found->sleep;
        bench->contact.settling = found->settling;
    }
    for (int i = 0; i < gel_contenderCount; i++)
        bench->rows[i].contender = &gelContenders[i];
    list->count++;
    return gel_success;
}

static const BuiltIn* findBuiltIn(const char* text)
{
    for (int i = 0; i < builtInCount; i++)
        if (strcmp(builtIn[i].key, text) == 0)
            return &builtIn[i];
    return NULL;
}

int gelListBenchCases(gelOutput* output, const gelBenchSettings* settings, bool series, bool contact,
                      gelBenchCases* list)
{
    const gelArguments* given = &settings->scenes;
    const gelTexts* set = &settings->setup.set;
    gelStatus status = gel_success;
    *list = (gelBenchCases){gelNew((size_t)(given->count + builtInCount), sizeof(gelBenchCase)), 0, 0};
    if (list->cases == NULL)
        return gelReportStatus(output, gel_outOfMemory, gel_activitySimulation);
    for (int i = 0; i < given->count && status == gel_success; i++) {
        status = addCase(list, set, given->texts[i], findBuiltIn(given->texts[i]));
        list->cases[i].inSeries = false;
    }
    for (int i = 0; i < builtInCount && given->count == 0 && status == gel_success; i++)
        if (!builtIn[i].byName && (settings->large || !builtIn[i].large) &&
            (series || !builtIn[i].inSeries) && (contact || !builtIn[i].contact))
            status = addCase(list, set, builtIn[i].key, &builtIn[i]);
    return status == gel_success ? gel_exitDone : gelReportStatus(output, status, gel_activitySimulation);
}

int gelFindContactCases(gelOutput* output, const gelBenchSettings* settings, gelBenchCases* list)
{
    int code = gel_exitDone;
    for (int i = 0; i < list->count; i++) {
        gelScene* scene;
        if (findBuiltIn(list->cases[i].key) != NULL)
            continue; // the table says so
        code = gelOpenScene(output, list->cases[i].path, 1.0, &settings->setup.set, &scene);
        if (code != gel_exitDone)
            return code;
        list->cases[i].contact.isMeasured = gelScene_HasContact(scene);
        if (settings->plot != NULL)
            code = gelCheckOverwrite(output, "plot", settings->plot, scene);
        gelDestroyScene(scene);
        if (code != gel_exitDone)
            return code;
    }
    for (int i = 0; i < list->count; i++) {
        gelBenchCase plain = list->cases[i];
        if (plain.contact.isMeasured)
            continue;
        memmove(&list->cases[list->plainCount + 1], &list->cases[list->plainCount],
                (size_t)(i - list->plainCount) * sizeof plain);
        list->cases[list->plainCount++] = plain;
    }
    return gel_exitDone;
}

static void freeContact(gelBenchContact* contact)
{
    for (int i = 0; i < gel_contactRowCount; i++) {
        for (int k = 0; k < gel_contactWorldCount; k++)
            free(contact->rows[i].samples[k]);
        for (int k = 0; k < gel_contactPartCount; k++)
            free(contact->rows[i].parts[k]);
    }
}

void gelFreeBenchCases(gelBenchCases* list)
{
    for (int i = 0; i < list->count; i++) {
        gelCloseBenchCase(&list->cases[i]);
        for (int k = 0; k < gel_contenderCount; k++)
            free(list->cases[i].rows[k].samples);
        free(list->cases[i].beside.samples);
        freeContact(&list->cases[i].contact);
        free((char*)list->cases[i].path);
    }
    free(list->cases);
    *list = (gelBenchCases){0};
}

static void copyLine(const char* text, size_t length, char line[gel_reasonSize])
{
    int n = 0;
    for (size_t i = 0; i < length && n + 1 < gel_reasonSize; i++)
        if (text[i] != ' ' || n == 0 || line[n - 1] != ' ') // lines of a plan are indented
            line[n++] = text[i] == '\n' ? ';' : text[i];
    line[n] = '\0';
}

static void copyError(char line[gel_reasonSize])
{
    copyLine(gelLastError(), strlen(gelLastError()), line);
}

// Returns the length of what a plan says first: which strategy some bodies have, and, indented, why.
static size_t lengthOfFirstPart(const char* plan)
{
    size_t length = strcspn(plan, "\n");
    while (plan[length] == '\n' && plan[length + 1] == ' ')
        length += 1 + strcspn(plan + length + 1, "\n");
    return length;
}

// A requested strategy that does not fit is replaced by another, whose figures these would be.
static bool givesWay(const gelContender* contender, gelWorld* world, char reason[gel_reasonSize])
{
    gelStrategy strategy = contender->strategy;
    bool fits = !contender->onDevice || strategy == gel_strategyAuto;
    for (int i = 0; i < gelWorld_GetBodyCount(world) && !fits; i++)
        fits = gelBody_GetStrategy(world, gelWorld_GetBody(world, i), &strategy) == gel_success &&
               strategy == contender->strategy;
    const char* plan = fits ? NULL : gelWorld_ExplainPlan(world);
    if (plan != NULL)
        copyLine(plan, lengthOfFirstPart(plan), reason);
    else if (!fits)
        copyError(reason);
    return !fits;
}

// Contenders differ only in the world definition.
gelStatus gelOpenContender(const gelBenchSettings* settings, const gelScene* scene,
                           const gelContender* contender, gelWorldDef* def, gelWorld** world,
                           char reason[gel_reasonSize])
{
    gelSetup setup = settings->setup;
    setup.expectedFrames = INT_MAX; // a benchmark takes minutes
    *world = NULL;
    gelStatus status =
        gelMakeWorldDef(scene, contender->onDevice ? settings->backend : "reference", &setup, def);
    def->order = contender->order;
    def->strategy = contender->strategy;
    if (status == gel_success)
        status = gelCreateWorld(def, world);
    if (status == gel_success)
        status = gelScene_CreateBodies(scene, *world);
    if (status != gel_success)
        copyError(reason);
    else if (givesWay(contender, *world, reason))
        status = gel_unsupported;
    if (status == gel_success)
        return status;
    gelDestroyWorld(*world);
    *world = NULL;
    return status;
}

static gelStatus openRow(const gelBenchSettings* settings, const gelScene* scene, gelBenchCase* bench,
                         gelBenchRow* row)
{
    gelWorldDef def;
    gelCounters counters;
    gelStatus status = gelOpenContender(settings, scene, row->contender, &def, &row->world, row->reason);
    if (status != gel_success)
        return status;
    status = gelWorld_Step(row->world,
                           (float)bench->timeStep); // refuses orders that a body's solver does not have
    if (status == gel_success)
        status = gelWorld_GetCounters(row->world, &counters);
    if (status == gel_success) {
        snprintf(row->backend, sizeof row->backend, "%s", gelWorld_GetBackendText(row->world));
        bench->counters = counters;
        bench->substeps = def.substepCount;
        bench->ground = def.ground.enabled;
        return gel_success;
    }
    gelDestroyWorld(row->world);
    row->world = NULL;
    copyError(row->reason);
    return status;
}

int gelOpenBenchCase(gelOutput* output, const gelBenchSettings* settings, gelBenchCase* bench)
{
    gelScene* scene;
    int code = gelOpenScene(output, bench->path, 1.0, &settings->setup.set, &scene);
    if (code != gel_exitDone)
        return code;
    snprintf(bench->name, sizeof bench->name, "%s", gelScene_GetName(scene));
    bench->timeStep = (double)gelScene_GetTimeStep(scene);
    gelStatus status = openRow(settings, scene, bench, &bench->rows[gel_yardstick]);
    for (int i = 0; i < gel_contenderCount && status == gel_success; i++)
        if (i != gel_yardstick)
            openRow(settings, scene, bench, &bench->rows[i]);
    gelDestroyScene(scene);
    if (status != gel_success)
        return gelReportStatus(output, status, gel_activityInput);
    if (gelBenchConstraints(bench) == 0.0)
        return gelReportError(output, gel_exitInput, "%s: the scene has no constraints", bench->path);
    return gel_exitDone;
}

void gelCloseBenchCase(gelBenchCase* bench)
{
    for (int i = 0; i < gel_contenderCount; i++) {
        gelDestroyWorld(bench->rows[i].world);
        bench->rows[i].world = NULL;
    }
    gelCloseBullet(bench->beside.bullet);
    bench->beside.bullet = NULL;
    for (int i = 0; i < gel_contactRowCount; i++)
        for (int k = 0; k < gel_contactWorldCount; k++) {
            gelDestroyWorld(bench->contact.rows[i].worlds[k]);
            bench->contact.rows[i].worlds[k] = NULL;
        }
}

int gelStepAndWait(gelOutput* output, const gelBenchCase* bench, gelWorld* world, int frames,
                   double* milliseconds)
{
    gelStatus status = gel_success;
    double start = gelMilliseconds();
    for (int i = 0; i < frames && status == gel_success; i++)
        status = gelWorld_Step(world, (float)bench->timeStep);
    if (status == gel_success)
        status = gelWorld_Finish(world);
    if (milliseconds != NULL)
        *milliseconds = gelMilliseconds() - start;
    return status == gel_success ? gel_exitDone : gelReportStatus(output, status, gel_activitySimulation);
}

int gelAdvanceBench(gelOutput* output, gelProgress* progress, int* done)
{
    *done += 1;
    if (gelProgress_IsDue(progress))
        gelProgress_Draw(progress, *done);
    return gelInterruptCode() != 0 ? gelReportError(output, gelInterruptCode(), "interrupted") : gel_exitDone;
}

int gelReportBench(gelOutput* output, int code, gelBenchToJson* toJson, gelPrintBench* print,
                   const void* bench)
{
    if (code != gel_exitDone)
        return code;
    if (output->json)
        return gelPrintJson(output, toJson(bench), code);
    print(bench);
    return code;
}

double gelBenchConstraints(const gelBenchCase* bench)
{
    double count = 0.0;
    for (int kind = 0; kind < gel_constraintKindCount; kind++)
        count += (double)bench->counters.constraintCounts[kind];
    return count;
}

double gelBenchNanosecondsOf(const gelBenchCase* bench, double count, double ms)
{
    return ms * 1e6 / (count * bench->substeps);
}

double gelBenchNanoseconds(const gelBenchCase* bench, double ms)
{
    return gelBenchNanosecondsOf(bench, gelBenchConstraints(bench), ms);
}

// Bytes that a substep reads and writes if nothing is kept between two constraints: the measure for all
// contenders, even those that keep more and so move less. Numbers take 4 bytes, a vertex record 16.
static const struct {
    int vertices, numbers; // of a constraint: rest value, compliance, and what else the kind needs
} kindSizes[gel_constraintKindCount] = {
    [gel_distanceConstraint] = {2, 2},   [gel_volumeConstraint] = {4, 2}, [gel_bendingConstraint] = {4, 2},
    [gel_neoHookeanConstraint] = {4, 9}, [gel_rodConstraint] = {3, 4},    [gel_tensionConstraint] = {2, 3},
    [gel_isometricConstraint] = {4, 5},
};
enum {
    heldByVertex = 3 * 16,                       // position, predicted, velocity
    movedByVertex = (2 + 3) * 16 + (3 + 1) * 16, // integrate; velocity
    movedByGround = (3 + 2) * 16,
};

static int heldByConstraint(int kind)
{
    return 4 * (kindSizes[kind].vertices + kindSizes[kind].numbers);
}

double gelBenchBytesMoved(const gelBenchCase* bench)
{
    const gelCounters* counters = &bench->counters;
    double bytes = (double)counters->vertexCount * (movedByVertex + (bench->ground ? movedByGround : 0));
    for (int kind = 0; kind < gel_constraintKindCount; kind++)
        bytes += (double)counters->constraintCounts[kind] *
                 (heldByConstraint(kind) + 2 * kindSizes[kind].vertices * 16);
    return bench->substeps * bytes;
}

double gelBenchBytesHeld(const gelBenchCase* bench)
{
    double bytes = (double)bench->counters.vertexCount * heldByVertex;
    for (int kind = 0; kind < gel_constraintKindCount; kind++)
        bytes += (double)bench->counters.constraintCounts[kind] * heldByConstraint(kind);
    return bytes;
}

cJSON* gelBenchCaseToJson(const gelBenchCase* bench)
{
    const gelCounters* counters = &bench->counters;
    cJSON* object = cJSON_CreateObject();
    cJSON_AddStringToObject(object, "key", bench->key);
    cJSON_AddStringToObject(object, "name", bench->name);
    cJSON_AddStringToObject(object, "path", bench->path);
    if (bench->set->count > 0)
        cJSON_AddItemToObject(
            object, "set", cJSON_CreateStringArray((const char* const*)bench->set->texts, bench->set->count));
    gelAddBodyCounts(object, counters);
    cJSON_AddNumberToObject(object, "vertices", counters->vertexCount);
    cJSON_AddNumberToObject(object, "edges", counters->constraintCounts[gel_distanceConstraint]);
    cJSON_AddNumberToObject(object, "tets", counters->tetCount);
    cJSON_AddNumberToObject(object, "substeps", bench->substeps);
    cJSON_AddNumberToObject(object, "time_step_s", bench->timeStep);
    cJSON* leftOut = cJSON_AddArrayToObject(object, "left_out");
    for (int i = 0; i < gel_contenderCount; i++) {
        if (bench->rows[i].reason[0] == '\0')
            continue;
        cJSON* row = cJSON_CreateObject();
        cJSON_AddStringToObject(row, "key", bench->rows[i].contender->key);
        cJSON_AddStringToObject(row, "reason", bench->rows[i].reason);
        cJSON_AddItemToArray(leftOut, row);
    }
    return object;
}

void gelPrintBenchHeading(const gelOutput* output, const gelBenchCase* bench)
{
    char text[512];
    bool isBuiltIn = findBuiltIn(bench->key) != NULL;
    int width = printf("%s%s", isBuiltIn ? bench->key : "", isBuiltIn ? "  " : "");
    printf("%s", gelInkText(output, gel_inkBold));
    width += printf("%s", bench->name);
    printf("%s: ", gelInkText(output, gel_inkPlain));
    bool contact = bench->contact.isMeasured;
    int64_t count = contact ? bench->contact.contacts : (int64_t)gelBenchConstraints(bench);
    char bodies[gel_bodiesTextSize];
    snprintf(text, sizeof text, "%s, %s, %s, %s", gelBodiesText(&bench->counters, bodies),
             GEL_COUNT(bench->counters.tetCount, "tet", "tets"),
             contact ? GEL_COUNT(count, "contact", "contacts")
                     : GEL_COUNT(count, "constraint", "constraints"),
             GEL_COUNT(bench->substeps, "substep", "substeps"));
    gelPrintWrapped(text, width + 2);
}

void gelPrintLeftOutRow(const gelOutput* output, const gelContender* contender, const char* reason)
{
    printf("  %s%s left out:%s\n    ", gelInkText(output, gel_inkDim), contender->text,
           gelInkText(output, gel_inkPlain));
    gelPrintWrapped(reason, 4);
}

void gelPrintLeftOut(const gelOutput* output, const gelBenchCase* bench)
{
    for (int i = 0; i < gel_contenderCount; i++)
        if (bench->rows[i].reason[0] != '\0')
            gelPrintLeftOutRow(output, bench->rows[i].contender, bench->rows[i].reason);
}
