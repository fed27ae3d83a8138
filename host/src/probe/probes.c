// The values of probes in a world, frame by frame.
#include "probe/probe_frame.h"
#include "scene/contents/quantity.h"
#include "probe/series.h"
#include "scene/contents/vertex_set.h"
#include "gel/body.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int vertexCountOf(const gelBody* body)
{
    return body->shape->mesh.vertexCount;
}

// Without a set, a soft body's vertices count by their masses: their mean is its centre of mass. Pins count
// alike.
static void weigh(const gelBody* body, gelProbe* probe)
{
    const gelVertexSet* set = &probe->source->set;
    bool byMass = set->kind == gel_setOfAll && !gelIsObstacle(body);
    const float* given = probe->measure->of != gel_ofPins ? set->weights : NULL;
    double sum = 0.0;
    for (int i = 0; i < probe->vertexCount; i++) {
        probe->weights[i] = byMass          ? 1.0 / gelFreeInverseMass(body, probe->vertices[i])
                            : given != NULL ? (double)given[i]
                                            : 1.0;
        sum += probe->weights[i];
    }
    for (int i = 0; i < probe->vertexCount; i++)
        probe->weights[i] /= sum;
}

static gelStatus failProbe(const gelProbes* probes, const gelProbe* probe, const char* message)
{
    return gelFail(gel_formatError, "%s: $.probes[%d]: %s", probes->scene->file,
                   (int)(probe - probes->probes), message);
}

static int byNumber(const void* a, const void* b)
{
    const int p = *(const int*)a, q = *(const int*)b;
    return (p > q) - (p < q);
}

// Keeps each pinned vertex once. False if none of the probe's vertices is pinned.
static bool keepPinned(const gelWorld* world, const gelBody* body, gelProbe* probe)
{
    int kept = 0;
    qsort(probe->vertices, (size_t)probe->vertexCount, sizeof *probe->vertices, byNumber);
    for (int i = 0; i < probe->vertexCount; i++)
        if (world->vertices[body->firstVertex + probe->vertices[i]].inverseMass == 0.0 &&
            (kept == 0 || probe->vertices[kept - 1] != probe->vertices[i]))
            probe->vertices[kept++] = probe->vertices[i];
    probe->vertexCount = kept;
    return kept > 0;
}

// Finds the vertices of its set where they are at the start.
static gelStatus openVertices(const gelProbes* probes, const gelWorld* world, const gelBody* body,
                              gelProbe* probe)
{
    const gelVertexSet* set = &probe->source->set;
    int count = vertexCountOf(body), room = set->vertexCount > count ? set->vertexCount : count;
    double* positions = gelAllocate((size_t)count, 3 * sizeof *positions);
    probe->vertices = gelAllocate((size_t)room, sizeof *probe->vertices);
    probe->weights = gelAllocate((size_t)room, sizeof *probe->weights);
    if (positions == NULL || probe->vertices == NULL || probe->weights == NULL) {
        gelFree(positions);
        return gelFailMemory((size_t)room, 3 * sizeof *positions);
    }
    for (int i = 0; i < count; i++)
        memcpy(positions + 3 * (size_t)i, world->vertices[body->firstVertex + i].position,
               3 * sizeof *positions);
    probe->vertexCount = gelListVertexSet(set, positions, count, probe->vertices);
    gelFree(positions);
    if (probe->vertexCount == 0)
        return failProbe(
            probes, probe,
            set->kind == gel_setInBox ? "box: no vertex is in it: check its corners and the body's position"
            : set->kind == gel_setOfVertices ? "group: no vertex is in it: the mesh is too coarse there"
                                             : "below: no vertex is that low: check the body's position");
    if (probe->measure->of == gel_ofPins && !keepPinned(world, body, probe))
        return failProbe(probes, probe, "none of its vertices is pinned: add \"pins\" to the body there");
    weigh(body, probe);
    gelFindProbeMean(world, body, probe, false, probe->start);
    return gel_success;
}

static gelStatus openProbe(const gelProbes* probes, const gelWorld* world, gelProbe* probe)
{
    const gelSceneProbe* source = probe->source;
    int obstacles = probes->scene->obstacleCount;
    int index = source->obstacle >= 0 ? world->bodyCount - obstacles + source->obstacle : source->body;
    probe->measure = &gelProbeMeasures[source->measure];
    const char* only = gelIsJacobi(world->def.order)       ? "for the orders colour and mesh"
                       : world->def.integrator != gel_xpbd ? "for the integrator xpbd"
                                                           : NULL;
    if (only != NULL && gelIsFromMultipliers(probe->measure))
        return gelFail(gel_unsupported, "%s: $.probes[%d]: forces are known only %s: cannot measure \"%s\"",
                       probes->scene->file, (int)(probe - probes->probes), only, source->name);
    if (source->obstacle < 0 && source->body < 0)
        return gel_success; // of all bodies
    if (index < 0 || index >= world->bodyCount ||
        gelIsObstacle(world->bodies[index]) != (source->obstacle >= 0))
        return failProbe(probes, probe,
                         "the world lacks its body: create probes directly after the scene's bodies");
    const gelBody* body = world->bodies[index];
    probe->body = body->id;
    if (probe->measure->kind == gel_measureContactForce && !world->def.contact)
        gelLog(gel_logWarning, "%s: $.probes[%d]: there are no contacts, as \"contact\" is false",
               probes->scene->file, (int)(probe - probes->probes));
    gelMeasureOf of = probe->measure->of;
    return of == gel_ofVertices || of == gel_ofTets || of == gel_ofPins
               ? openVertices(probes, world, body, probe)
               : gel_success;
}

void gelDestroyProbes(gelProbes* probes)
{
    if (probes == NULL)
        return;
    for (int i = 0; i < probes->probeCount; i++) {
        gelFree(probes->probes[i].vertices);
        gelFree(probes->probes[i].weights);
    }
    gelFree(probes->probes);
    gelFree(probes->numbers);
    gelFree(probes->expected);
    gelFree(probes->times);
    gelFree(probes->values);
    gelFree(probes->strains);
    gelFree(probes->forces);
    gelFree(probes->contacts);
    gelFree(probes);
}

static gelSceneNames namesOf(const gelProbes* probes)
{
    return (gelSceneNames){.scene = probes->scene,
                           .def = &probes->def,
                           .numbers = probes->numbers,
                           .numberCount = probes->scene->numberCount};
}

// Clears a probe that cannot be read. gelLastError still says why.
static void leaveOut(gelProbe* probe)
{
    gelFree(probe->vertices);
    gelFree(probe->weights);
    *probe = (gelProbe){.source = probe->source};
}

// Opens one probe, or all with -1. *leftOut: the first unreadable one; NULL: that is an error.
static gelStatus openProbes(gelProbes* probes, gelWorld* world, int only, int* leftOut)
{
    const gelScene* scene = probes->scene;
    probes->probes = gelAllocate((size_t)scene->probeCount, sizeof *probes->probes);
    probes->expected = gelAllocate((size_t)scene->expectationCount, sizeof *probes->expected);
    probes->numbers = gelAllocate((size_t)scene->numberCount, sizeof *probes->numbers);
    if (probes->probes == NULL || probes->expected == NULL || probes->numbers == NULL)
        return gelFailMemory((size_t)scene->probeCount, sizeof *probes->probes);
    gelStatus status = scene->probeCount > 0 ? gelWorldPull(world) : gel_success;
    for (int i = 0; i < scene->probeCount && status == gel_success; i++) {
        probes->probes[probes->probeCount++].source = &scene->probes[i];
        if (only < 0 || only == i)
            status = openProbe(probes, world, &probes->probes[i]);
        if ((status != gel_formatError && status != gel_unsupported) || leftOut == NULL)
            continue;
        leaveOut(&probes->probes[i]);
        *leftOut = *leftOut < 0 ? i : *leftOut;
        status = gel_success;
    }
    if (status != gel_success)
        return status;
    probes->def = gelWorld_GetDef(world);
    gelSceneNames names = namesOf(probes);
    status = gelEvaluateNumbers(scene, &probes->def, probes->numbers);
    return status == gel_success ? gelEvaluateExpectations(&names, probes->expected) : status;
}

static gelStatus createProbes(const gelScene* scene, gelWorld* world, int only, int* leftOut,
                              gelProbes** result)
{
    *result = NULL;
    gelProbes* probes = gelAllocate(1, sizeof *probes);
    if (probes == NULL)
        return gelFailMemory(1, sizeof *probes);
    probes->scene = scene;
    gelStatus status = openProbes(probes, world, only, leftOut);
    if (status == gel_success)
        *result = probes;
    else
        gelDestroyProbes(probes);
    return status;
}

gelStatus gelCreateProbes(const gelScene* scene, gelWorld* world, gelProbes** result)
{
    return createProbes(scene, world, -1, NULL, result);
}

gelStatus gelCreateReadableProbes(const gelScene* scene, gelWorld* world, int* leftOut, gelProbes** result)
{
    *leftOut = -1;
    return createProbes(scene, world, -1, leftOut, result);
}

gelStatus gelCreateProbe(const gelScene* scene, gelWorld* world, int probe, gelProbes** result)
{
    *result = NULL;
    if (probe < 0 || probe >= scene->probeCount)
        return gelFail(gel_invalidArgument, "there is no probe %d: the scene has %d, counted from 0", probe,
                       scene->probeCount);
    return createProbes(scene, world, probe, NULL, result);
}

static gelStatus reserveRow(gelProbes* probes)
{
    size_t rowSize = (size_t)probes->probeCount * sizeof *probes->values;
    int count = probes->frameCount + 1;
    gelStatus status = gelReserve(&probes->times, &probes->timeCapacity, count, sizeof *probes->times);
    return status == gel_success && rowSize > 0
               ? gelReserve(&probes->values, &probes->valueCapacity, count, rowSize)
               : status;
}

gelStatus gelProbes_PutFrame(gelProbes* probes, double time, const double* values)
{
    const size_t count = (size_t)probes->probeCount;
    gelStatus status = reserveRow(probes);
    for (size_t i = 0; i < count && status == gel_success; i++)
        probes->values[(size_t)probes->frameCount * count + i] = values[i];
    if (status == gel_success)
        probes->times[probes->frameCount++] = time;
    return status;
}

gelStatus gelProbes_AddFrame(gelProbes* probes, gelWorld* world, double time)
{
    gelProbeFrame frame = {.probes = probes, .world = world};
    gelStatus status = reserveRow(probes);
    if (status == gel_success && probes->probeCount > 0)
        status = gelWorldPull(world);
    size_t row = (size_t)probes->frameCount * (size_t)probes->probeCount;
    for (int i = 0; i < probes->probeCount && status == gel_success; i++)
        status = gelReadProbe(&frame, &probes->probes[i], &probes->values[row + (size_t)i]);
    if (status != gel_success)
        return status;
    probes->times[probes->frameCount++] = time;
    return gel_success;
}

void gelProbes_Clear(gelProbes* probes)
{
    probes->frameCount = 0;
}

void gelProbes_Keep(gelProbes* probes, int frameCount)
{
    if (frameCount >= 0 && frameCount < probes->frameCount)
        probes->frameCount = frameCount;
}

int gelProbes_GetFrameCount(const gelProbes* probes)
{
    return probes->frameCount;
}

static bool hasFrame(const gelProbes* probes, int frame)
{
    return frame >= 0 && frame < probes->frameCount;
}

double gelProbes_GetTime(const gelProbes* probes, int frame)
{
    return hasFrame(probes, frame) ? probes->times[frame] : NAN;
}

double gelProbes_GetValue(const gelProbes* probes, int probe, int frame)
{
    return hasFrame(probes, frame) && probe >= 0 && probe < probes->probeCount
               ? probes->values[(size_t)frame * (size_t)probes->probeCount + (size_t)probe]
               : NAN;
}

bool gelProbes_GetCurve(const gelProbes* probes, int probe, double time, double* value)
{
    *value = NAN;
    if (probe < 0 || probe >= probes->probeCount || !probes->probes[probe].source->curve.isGiven)
        return false;
    gelSceneNames names = namesOf(probes);
    if (gelEvaluateCurve(&names, probe, time, value) != gel_success)
        *value = NAN;
    return true;
}

bool gelProbes_GetPlace(const gelProbes* probes, int probe, gelVec3* place)
{
    bool isKnown =
        probe >= 0 && probe < probes->probeCount && probes->frameCount > 0 && probes->probes[probe].isPlaced;
    const double* x = isKnown ? probes->probes[probe].place : (const double[3]){0.0, 0.0, 0.0};
    *place = (gelVec3){(float)x[0], (float)x[1], (float)x[2]};
    return isKnown;
}

static gelSeries seriesOf(const gelProbes* probes, int probe)
{
    const double* values = probes->frameCount > 0 ? probes->values + probe : NULL;
    return (gelSeries){probes->times, values, probes->probeCount, probes->frameCount};
}

gelStatus gelProbes_Statistic(const gelProbes* probes, int probe, gelStatistic take, const gelSpan* span,
                              double* value)
{
    *value = NAN;
    if (probe < 0 || probe >= probes->probeCount)
        return gelFail(gel_invalidArgument, "there is no probe %d: the scene has %d, counted from 0", probe,
                       probes->probeCount);
    gelSeries series = seriesOf(probes, probe);
    return gelStatisticOfSeries(&series, take, span, value);
}

gelStatus gelProbes_Judge(const gelProbes* probes, int index, gelVerdict* verdict)
{
    const gelScene* scene = probes->scene;
    *verdict = (gelVerdict){.measured = NAN, .error = NAN};
    if (index < 0 || index >= scene->expectationCount)
        return gelFail(gel_invalidArgument, "there is no expectation %d: the scene has %d, counted from 0",
                       index, scene->expectationCount);
    const gelSceneExpectation* expectation = &scene->expectations[index];
    const gelExpected* expected = &probes->expected[index];
    bool isAt = expectation->parts[gel_expectedAt].isGiven;
    verdict->span = (gelSpan){.start = expected->parts[gel_expectedFrom],
                              .end = expected->parts[isAt ? gel_expectedAt : gel_expectedTo],
                              .hasLevel = expectation->parts[gel_expectedLevel].isGiven,
                              .level = expected->parts[gel_expectedLevel]};
    verdict->expected = expected->parts[gel_expectedValue];
    verdict->tolerance = expected->tolerance;
    verdict->isRelative = expectation->isRelative;
    gelSeries series = seriesOf(probes, expectation->probe);
    verdict->isLeftOut = probes->probes[expectation->probe].measure == NULL;
    verdict->isReached = gelSeriesReaches(&series, verdict->span.end);
    if (gelStatisticOfSeries(&series, expectation->take, &verdict->span, &verdict->measured) != gel_success) {
        snprintf(verdict->problem, sizeof verdict->problem, "%.190s",
                 verdict->isLeftOut && verdict->isReached ? "its probe is ignored" : gelLastError());
        return gel_success;
    }
    verdict->error = verdict->measured - verdict->expected;
    verdict->isMet = fabs(verdict->error) <= verdict->tolerance;
    return gel_success;
}
