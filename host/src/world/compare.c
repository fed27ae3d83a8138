// Steps two worlds in lock-step, and finds where they diverge.
#include "gel/compare.h"
#include "gel/timing.h"
#include "common/clock.h"
#include "plan/kinds.h"
#include "world/state.h"
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

// The states are those of the start.
static gelStatus stepAndFind(gelWorld* const worlds[2], gelWorldState* const states[2], float timeStep,
                             gelDifference* difference, gelDivergence* divergence, bool* found)
{
    gelDifference before;
    gelStatus status = gelMeasureDifference(worlds[0], worlds[1], &before);
    if (status == gel_success)
        status = stepBoth(worlds[0], worlds[1], timeStep, difference);
    if (status != gel_success || !before.equal || difference->equal || divergence == NULL)
        return status;
    for (int i = 0; i < 2 && status == gel_success; i++)
        status = gelRestoreWorldState(worlds[i], states[i]);
    return status == gel_success ? findDivergence(worlds[0], worlds[1], timeStep, divergence, found) : status;
}

gelStatus gelStepAndCompare(gelWorld* a, gelWorld* b, float timeStep, gelDifference* difference,
                            gelDivergence* divergence, bool* diverged)
{
    gelWorld* const worlds[2] = {a, b};
    gelWorldState* states[2] = {NULL, NULL};
    bool found = false;
    gelStatus status = gelSaveWorldState(a, &states[0]);
    if (status == gel_success)
        status = gelSaveWorldState(b, &states[1]);
    if (status == gel_success) {
        status = stepAndFind(worlds, states, timeStep, difference, divergence, &found);
        for (int i = 0; i < 2 && status != gel_success; i++)
            gelWorldReturnTo(worlds[i], states[i]);
    }
    gelDestroyWorldState(states[0]);
    gelDestroyWorldState(states[1]);
    if (diverged != NULL)
        *diverged = status == gel_success && found;
    return status;
}
