// A back end that errs once: after a stage of a step it flips the lowest bit of a coordinate, so that a test can prove that
// the comparison finds it.
#pragma once

#include "support/harness.h"

#include "plan/kinds.h"
#include "world/world.h"

typedef struct PlantedFault {
    int64_t step; // counted from the creation of the world, 0-based
    int substep;
    gelStage stage;
    gelConstraintKind kind; // of gel_stageConstraints and gel_stageGather
    int colour;             // of gel_stageConstraints, counted through all phases of its kind
    // Set by plantFault:
    gelWorld* world;
    const gelBackendFunctions* right;
    gelBackendFunctions wrong;
} PlantedFault;
static PlantedFault planted;

// A vertex that the first constraint of the colour moves.
static inline gelVertexState* faultyVertex(gelPlanStage stage)
{
    gelVertexState* vertices = planted.world->vertices;
    const gelPlanConstraints* constraints = gelPlanConstraintsOf(&planted.world->plan, stage);
    if (constraints == NULL)
        return vertices;
    int slot = constraints->colours[stage.colour].first, moved = constraints->vertices[0][slot];
    for (int k = gelKinds[constraints->kind].arity - 1; k >= 0; k--)
        if (vertices[constraints->vertices[k][slot]].inverseMass > 0.0)
            moved = constraints->vertices[k][slot];
    return &vertices[moved];
}

static inline double flipLowestBit(double value)
{
    float single = (float)value;
    uint32_t bits;
    memcpy(&bits, &single, sizeof bits);
    bits ^= 1;
    memcpy(&single, &bits, sizeof bits);
    return (double)single;
}

// Flips a bit of a vertex's largest coordinate: that of a tiny one could be lost in the next
// addition.
static inline gelStatus flipBit(gelPlanStage stage)
{
    planted.world->statePlace = gel_stateOnBackend;
    gelStatus status = gelWorldPull(planted.world);
    if (status != gel_success)
        return status;
    bool ofVelocity =
        stage.stage == gel_stageVelocity || stage.stage == gel_stageField || stage.stage == gel_stagePressure;
    gelVertexState* vertex = faultyVertex(stage);
    double* xyz = ofVelocity ? vertex->velocity : vertex->position;
    int component = 0;
    for (int k = 1; k < 3; k++)
        component = fabs(xyz[k]) > fabs(xyz[component]) ? k : component;
    xyz[component] = flipLowestBit(xyz[component]);
    gelWorldStateChanged(planted.world);
    return gelWorldPush(planted.world);
}

static inline bool isFaultyStep(void)
{
    return planted.world->stepCount == planted.step;
}

// The faulty step goes stage by stage, so it is not whole.
static inline gelStatus keepRightState(gelBackend* backend, bool isWhole, int substepCount)
{
    return planted.right->keepState(backend, isWhole && !isFaultyStep(), substepCount);
}

static inline gelStatus runWrongStage(gelBackend* backend, const gelStepParameters* parameters,
                                      gelPlanStage stage)
{
    gelStatus status = planted.right->runStage(backend, parameters, stage);
    bool isHere = backend == planted.world->backend && isFaultyStep() && stage.substep == planted.substep &&
                  stage.stage == planted.stage && stage.kind == (int)planted.kind &&
                  stage.colour == planted.colour;
    return status == gel_success && isHere ? flipBit(stage) : status;
}

static inline gelStatus runWrongStep(gelBackend* backend, const gelStepParameters* parameters,
                                     const gelStageList* stages, int substepCount, gelProfile* profile)
{
    if (backend != planted.world->backend || !isFaultyStep())
        return planted.right->runStep(backend, parameters, stages, substepCount, profile);
    gelStatus status = gel_success;
    for (int i = 0; i < substepCount * stages->count && status == gel_success; i++)
        status = runWrongStage(
            backend, parameters,
            gelStageOfStep(stages, i % stages->count, i / stages->count, substepCount, parameters));
    return status;
}

// The world's back end is of single precision. One fault is planted at a time, in a world that is destroyed before the
// next.
static inline void plantFault(gelWorld* world, PlantedFault fault)
{
    bool again = planted.world == world && world->backend->functions == &planted.wrong;
    const gelBackendFunctions* right = again ? planted.right : world->backend->functions;
    planted = fault;
    planted.world = world;
    planted.right = right;
    planted.wrong = *right;
    planted.wrong.keepState = keepRightState;
    planted.wrong.runStage = runWrongStage;
    if (right->runStep != NULL)
        planted.wrong.runStep = runWrongStep;
    world->backend->functions = &planted.wrong;
}
