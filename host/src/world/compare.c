// Steps two worlds in lock-step, and finds where they diverge.
#include "gel/compare.h"
#include "gel/timing.h"
#include "common/clock.h"
#include "plan/kinds.h"
#include "plan/plasticity.h"
#include "world/rest.h"
#include "world/world.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static gelStatus checkSameBodies(const gelWorld* a, const gelWorld* b)
{
    bool same = a->bodyCount == b->bodyCount && a->vertexCount == b->vertexCount;
    for (int i = 0; same && i < a->bodyCount; i++) {
        gelShapeSource source = gelSourceOf(b->bodies[i]->shape);
        same = gelShapeIsOf(a->bodies[i]->shape, &source, b->bodies[i]->shape->meshHash);
    }
    if (same)
        return gel_success;
    return gelFail(gel_invalidArgument,
                   "the worlds hold different bodies: %d with %d vertices and %d with %d vertices",
                   a->bodyCount, a->vertexCount, b->bodyCount, b->vertexCount);
}

static gelStatus pullBoth(gelWorld* a, gelWorld* b)
{
    gelStatus status = checkSameBodies(a, b);
    if (status == gel_success)
        status = gelWorldPull(a);
    return status == gel_success ? gelWorldPull(b) : status;
}

static bool sameBits(const double a[3], const double b[3])
{
    return memcmp(a, b, 3 * sizeof *a) == 0;
}

static double bodySize(const gelWorld* world, const gelBody* body)
{
    double lower[3] = {INFINITY, INFINITY, INFINITY}, upper[3] = {-INFINITY, -INFINITY, -INFINITY}, sum = 0.0;
    for (int i = 0; i < body->shape->mesh.vertexCount; i++)
        for (int k = 0; k < 3; k++) {
            double x = world->vertices[body->firstVertex + i].position[k];
            if (!isfinite(x))
                continue;
            lower[k] = fmin(lower[k], x);
            upper[k] = fmax(upper[k], x);
        }
    for (int k = 0; k < 3; k++)
        sum += upper[k] >= lower[k] ? (upper[k] - lower[k]) * (upper[k] - lower[k]) : 0.0;
    return sqrt(sum);
}

static bool isFiniteState(const gelVertexState* vertex)
{
    bool finite = true;
    for (int k = 0; k < 3; k++)
        finite = finite && isfinite(vertex->position[k]) && isfinite(vertex->velocity[k]);
    return finite;
}

gelStatus gelMeasureDifference(gelWorld* a, gelWorld* b, gelDifference* difference)
{
    *difference = (gelDifference){.equal = true};
    gelStatus status = pullBoth(a, b);
    if (status != gel_success)
        return status;
    double squares = 0.0;
    for (int i = 0; i < a->vertexCount; i++) {
        const gelVertexState *p = &a->vertices[i], *q = &b->vertices[i];
        double square = 0.0;
        for (int k = 0; k < 3; k++)
            square += (p->position[k] - q->position[k]) * (p->position[k] - q->position[k]);
        bool finite = isFiniteState(p) && isFiniteState(q);
        square = finite ? square : (double)INFINITY;
        squares += square;
        difference->equal = difference->equal && finite && sameBits(p->position, q->position) &&
                            sameBits(p->velocity, q->velocity);
        difference->largest = fmax(difference->largest, sqrt(square));
    }
    difference->rootMeanSquare = a->vertexCount > 0 ? sqrt(squares / a->vertexCount) : 0.0;
    for (int i = 0; i < a->bodyCount; i++)
        difference->bodySize = fmax(difference->bodySize, bodySize(a, a->bodies[i]));
    return gel_success;
}

// Maps floats to integers that sort alike; subtract for ULPs.
static int64_t orderedBits(double value)
{
    float single = (float)value;
    int32_t bits;
    memcpy(&bits, &single, sizeof bits);
    return bits >= 0 ? bits : INT64_C(-2147483648) - bits;
}

typedef struct Place {
    int vertex; // in the world
    int component;
    bool velocity;
} Place;

static bool differsAt(const gelWorld* a, const gelWorld* b, int vertex, Place* place)
{
    const gelVertexState *p = &a->vertices[vertex], *q = &b->vertices[vertex];
    for (int velocity = 0; velocity < 2; velocity++)
        for (int k = 0; k < 3; k++) {
            const double* x = velocity ? &p->velocity[k] : &p->position[k];
            const double* y = velocity ? &q->velocity[k] : &q->position[k];
            if (memcmp(x, y, sizeof *x) != 0) {
                *place = (Place){vertex, k, velocity != 0};
                return true;
            }
        }
    return false;
}

static gelPlanStage stageOf(const gelStageInfo* info)
{
    return (gelPlanStage){.stage = info->stage,
                          .kind = (int)info->kind,
                          .phase = info->phase,
                          .colour = info->colour,
                          .evaluation = info->evaluation,
                          .substep = info->substep};
}

// Searches the constraints of the colour in order, or all vertices. *slot is -1 for the latter.
static bool findPlace(const gelWorld* a, const gelWorld* b, const gelStageInfo* info, Place* place, int* slot)
{
    const gelPlanConstraints* constraints = gelPlanConstraintsOf(&a->plan, stageOf(info));
    *slot = -1;
    if (constraints != NULL) {
        gelColourRange range = constraints->colours[info->colour];
        for (int i = range.first; i < range.first + range.count; i++)
            for (int k = 0; k < gelKinds[constraints->kind].arity; k++)
                if (differsAt(a, b, constraints->vertices[k][i], place)) {
                    *slot = i;
                    return true;
                }
    }
    for (int i = 0; i < a->vertexCount; i++)
        if (differsAt(a, b, i, place))
            return true;
    return false;
}

static gelDivergence describe(const gelWorld* a, const gelWorld* b, const gelStageInfo* info, Place place,
                              int slot)
{
    const gelPlanConstraints* constraints = gelPlanConstraintsOf(&a->plan, stageOf(info));
    const gelVertexState *p = &a->vertices[place.vertex], *q = &b->vertices[place.vertex];
    const gelBody* body = a->bodies[0];
    for (int i = 1; i < a->bodyCount; i++)
        if (a->bodies[i]->firstVertex <= place.vertex)
            body = a->bodies[i];
    double x = place.velocity ? p->velocity[place.component] : p->position[place.component];
    double y = place.velocity ? q->velocity[place.component] : q->position[place.component];
    return (gelDivergence){.substep = info->substep,
                           .stage = info->stage,
                           .kind = info->kind,
                           .phase = constraints != NULL ? info->phase : -1,
                           .phaseCount = info->phaseCount,
                           .colour = constraints != NULL ? info->colour : -1,
                           .constraint = slot >= 0 ? constraints->sources[slot] : -1,
                           .body = body->id,
                           .vertex = place.vertex - body->firstVertex,
                           .component = place.component,
                           .velocity = place.velocity,
                           .a = x,
                           .b = y,
                           .ulps = isfinite(x) && isfinite(y) ? llabs(orderedBits(x) - orderedBits(y))
                                                              : INT64_MAX};
}

// Both worlds are at the start of a step with equal bits. Runs the step in both, stage by stage, until they
// differ.
static gelStatus findDivergence(gelWorld* a, gelWorld* b, float timeStep, gelDivergence* divergence,
                                bool* diverged)
{
    gelStageInfo info = {0}, infoB;
    Place place;
    int slot;
    while (!info.lastOfStep) {
        gelStatus status = gelWorld_StepStage(a, timeStep, &info);
        if (status == gel_success)
            status = gelWorld_StepStage(b, timeStep, &infoB);
        if (status == gel_success)
            status = pullBoth(a, b);
        if (status != gel_success)
            return status;
        if (findPlace(a, b, &info, &place, &slot)) {
            *divergence = describe(a, b, &info, place, slot);
            *diverged = true;
            break;
        }
    }
    gelStatus status = gelWorldFinishStep(a);
    return status == gel_success ? gelWorldFinishStep(b) : status;
}

// A world at the start of a step.
typedef struct Saved {
    gelVertexState* vertices;
    gelSavedRest* rest;
    float (*fillings)[2]; // of each body: expectedVolume, pressure
    float* restLengths;
    double fieldTime;
} Saved;

static void clearSaved(Saved* saved)
{
    gelFree(saved->vertices);
    gelFree(saved->rest);
    gelFree(saved->fillings);
    gelFree(saved->restLengths);
}

static gelStatus save(gelWorld* world, Saved* saved)
{
    gelStatus status = gelWorldPush(world); // the plan, whose plastic edges are saved
    if (status != gel_success)
        return status;
    size_t count = (size_t)world->vertexCount;
    saved->vertices = gelAllocate(count, sizeof *saved->vertices);
    saved->rest = gelAllocate((size_t)world->bodyCount, sizeof *saved->rest);
    saved->fillings = gelAllocate((size_t)world->bodyCount, sizeof *saved->fillings);
    saved->restLengths = gelAllocate((size_t)world->plan.plastic.count, sizeof *saved->restLengths);
    if (saved->vertices == NULL || saved->rest == NULL || saved->fillings == NULL ||
        saved->restLengths == NULL)
        return gelFailMemory(count, sizeof *saved->vertices);
    memcpy(saved->vertices, world->vertices, count * sizeof *saved->vertices);
    gelWorldSaveRest(world, saved->rest);
    for (int b = 0; b < world->bodyCount; b++) {
        saved->fillings[b][0] = world->bodies[b]->expectedVolume;
        saved->fillings[b][1] = world->bodies[b]->pressure;
    }
    gelGatherRestLengths(&world->plan, saved->restLengths);
    saved->fieldTime = world->fields.time;
    return gel_success;
}

// Restores a world to the start of the step it has just done.
static void restore(gelWorld* world, const Saved* saved)
{
    memcpy(world->vertices, saved->vertices, (size_t)world->vertexCount * sizeof *saved->vertices);
    gelWorldRestoreRest(world, saved->rest);
    for (int b = 0; b < world->bodyCount; b++) {
        world->bodies[b]->expectedVolume = saved->fillings[b][0];
        world->bodies[b]->pressure = saved->fillings[b][1];
    }
    gelScatterRestLengths(&world->plan, saved->restLengths);
    world->deviceIsNewer = false;
    world->hostIsNewer = true;
    world->stepCount--;
    world->fields.time = saved->fieldTime;
}

static gelStatus stepTimed(gelWorld* world, float timeStep, double* milliseconds)
{
    double start = gelMilliseconds();
    gelStatus status = gelWorld_Step(world, timeStep);
    if (status == gel_success)
        status = gelWorld_Finish(world);
    *milliseconds = gelMilliseconds() - start;
    return status;
}

// In turns, so that the caches are as kind to one as to the other.
static gelStatus stepBoth(gelWorld* a, gelWorld* b, float timeStep, gelDifference* difference)
{
    gelWorld* worlds[2] = {a, b};
    double milliseconds[2];
    int first = (int)(a->stepCount % 2);
    gelStatus status = stepTimed(worlds[first], timeStep, &milliseconds[first]);
    if (status == gel_success)
        status = stepTimed(worlds[1 - first], timeStep, &milliseconds[1 - first]);
    if (status == gel_success)
        status = gelMeasureDifference(a, b, difference);
    if (status == gel_success)
        memcpy(difference->stepMilliseconds, milliseconds, sizeof milliseconds);
    return status;
}

gelStatus gelStepAndCompare(gelWorld* a, gelWorld* b, float timeStep, gelDifference* difference,
                            gelDivergence* divergence, bool* diverged)
{
    gelDifference before;
    bool found = false;
    if (diverged != NULL)
        *diverged = false;
    gelStatus status = gelWorldFinishStep(a);
    if (status == gel_success)
        status = gelWorldFinishStep(b);
    if (status == gel_success)
        status = gelMeasureDifference(a, b, &before);
    if (status != gel_success)
        return status;
    Saved saved[2] = {{0}};
    status = save(a, &saved[0]);
    if (status == gel_success)
        status = save(b, &saved[1]);
    if (status == gel_success)
        status = stepBoth(a, b, timeStep, difference);
    if (status == gel_success && before.equal && !difference->equal && divergence != NULL) {
        restore(a, &saved[0]);
        restore(b, &saved[1]);
        status = findDivergence(a, b, timeStep, divergence, &found);
    }
    if (diverged != NULL)
        *diverged = found;
    clearSaved(&saved[0]);
    clearSaved(&saved[1]);
    return status;
}
