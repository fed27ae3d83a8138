#include "world/forces.h"
#include "world/pressure_step.h"

#include <string.h>

// Stages that push vertices from outside, and the share of its inverse mass with which a pinned vertex takes part. A
// filling would give way to more than a little; fields accelerate a mass.
typedef struct Load {
    gelStage first, last;
    double share;
} Load;
static const Load loads[] = {{gel_stageField, gel_stageField, 1.0},
                             {gel_stageVolume, gel_stagePressure, 1e-6}};

static bool isIn(const Load* load, gelStage stage)
{
    return stage == load->first || stage == load->last;
}

// Copies the state with the pinned vertices free, so that what pushes them is known by how it would move them.
static void unpin(const gelWorld* world, double share, gelVertexState* states)
{
    memcpy(states, world->vertices, (size_t)world->vertexCount * sizeof *states);
    for (int b = 0; b < world->bodyCount; b++) {
        const gelBody* body = world->bodies[b];
        for (int i = 0; i < body->shape->mesh.vertexCount && !gelIsObstacle(body); i++)
            if (states[body->firstVertex + i].inverseMass == 0.0)
                states[body->firstVertex + i].inverseMass = share * gelFreeInverseMass(body, i);
    }
}

// Adds what the velocities of pinned vertices gain, times mass / h.
static void addLoads(const gelWorld* world, double h, const gelVertexState* states, gelVertexForces* forces)
{
    for (int i = 0; i < world->vertexCount; i++)
        for (int k = 0; k < 3 && world->vertices[i].inverseMass == 0.0 && states[i].inverseMass > 0.0; k++)
            forces[i].loads[k] +=
                (states[i].velocity[k] - world->vertices[i].velocity[k]) / (states[i].inverseMass * h);
}

// Finds the forces of a load on pinned vertices, which its stages leave alone.
static gelStatus traceLoad(gelWorld* world, const gelStepParameters* parameters, const gelStageList* stages,
                           const Load* load, gelBackend* tracer, gelVertexForces* forces)
{
    const gelBackendFunctions* functions = tracer->functions;
    gelVertexState* states = gelAllocate((size_t)world->vertexCount, sizeof *states);
    if (states == NULL)
        return gelFailMemory((size_t)world->vertexCount, sizeof *states);
    unpin(world, load->share, states);
    gelStatus status = functions->writeState(tracer, states);
    for (int i = 0; i < stages->count && status == gel_success; i++)
        if (isIn(load, stages->stages[i].stage))
            status = functions->traceStage(tracer, parameters, stages->stages[i], forces);
    if (status == gel_success)
        status = functions->readState(tracer, states);
    if (status == gel_success)
        addLoads(world, parameters->h, states, forces);
    gelFree(states);
    return status;
}

static gelStatus traceLoads(gelWorld* world, const gelStepParameters* parameters, const gelStageList* stages,
                            gelBackend* tracer, gelVertexForces* forces)
{
    const gelBackendFunctions* functions = tracer->functions;
    gelStatus status = gel_success;
    for (int l = 0; l < 2; l++) {
        bool isPresent = false;
        for (int i = 0; i < stages->count; i++)
            isPresent = isPresent || isIn(&loads[l], stages->stages[i].stage);
        if (isPresent && status == gel_success)
            status = traceLoad(world, parameters, stages, &loads[l], tracer, forces);
    }
    if (status == gel_success)
        status = functions->writeState(tracer, world->vertices);
    return status == gel_success && world->pressures.count > 0
               ? functions->setPressures(tracer, world->pressures.records, world->pressures.count)
               : status;
}

// With what it has in its system: links.
static gelStatus setTwoLevel(const gelWorld* world, gelBackend* tracer)
{
    const gelBackendFunctions* functions = tracer->functions;
    gelStatus status = functions->setTwoLevel(tracer, &world->twoLevel);
    if (status == gel_success && world->goalList.count > 0)
        status = functions->setBodyGoals(tracer, &world->goalList);
    return status == gel_success && world->attachmentList.count > 0
               ? functions->setAttachments(tracer, &world->attachmentList)
               : status;
}

static gelStatus traceSubstep(gelWorld* world, float timeStep, gelBackend* tracer, gelVertexForces* forces)
{
    const gelBackendFunctions* functions = tracer->functions;
    gelStepParameters parameters = gelWorldStepParameters(world, timeStep);
    gelStatus status = gelListPressures(world);
    gelStageList stages = {0};
    gelStepContents contents = {.fields = gelFieldsTakePart(&world->fields, world->bodies, world->bodyCount),
                                .goals = world->sentGoalCount > 0,
                                .pressures = world->pressures.count > 0,
                                .tethers = world->tetherList.count > 0,
                                .twoLevel = world->twoLevel.systemCount > 0,
                                .springDamping = gelPlanDamps(&world->plan)};
    if (status == gel_success)
        status = functions->setPlan(tracer, gelWorldSweptPlan(world));
    if (status == gel_success)
        status = functions->writeState(tracer, world->vertices);
    if (status == gel_success)
        status = functions->setGoals(tracer, world->vertexGoals, world->sentGoalCount);
    if (status == gel_success && contents.twoLevel)
        status = setTwoLevel(world, tracer);
    if (status == gel_success)
        status = gelPushFields(world, timeStep, tracer);
    if (status == gel_success)
        status = functions->setTethers(tracer, &world->tetherList);
    if (status == gel_success && contents.pressures)
        status = functions->setPressures(tracer, world->pressures.records, world->pressures.count);
    if (status == gel_success)
        status = gelListStages(gelWorldSweptPlan(world), &parameters, contents, &stages);
    for (int i = 0; i < stages.count; i++)
        stages.stages[i].progress = 1.0; // of goals, which have arrived
    if (status == gel_success)
        status = traceLoads(world, &parameters, &stages, tracer, forces);
    for (int i = 0; i < stages.count && status == gel_success; i++)
        status = functions->traceStage(tracer, &parameters, stages.stages[i], forces);
    gelClearStageList(&stages);
    return status;
}

gelStatus gelWorldFindForces(gelWorld* world, float timeStep, gelVertexForces* forces)
{
    gelBackend* tracer;
    memset(forces, 0, (size_t)world->vertexCount * sizeof *forces);
    if (gelIsJacobi(world->def.order))
        return gelFail(
            gel_unsupported,
            "forces from multipliers: expected the order colour or mesh, found %s: choose one of them",
            gelConstraintOrderText(world->def.order));
    if (world->def.integrator != gel_xpbd)
        return gelFail(gel_unsupported, "forces from multipliers: expected the integrator xpbd, found %s",
                       gelIntegratorText(world->def.integrator));
    gelStatus status = gelWorldPush(world); // plan and goals
    if (status == gel_success)
        status = gelWorldPull(world);
    if (status != gel_success || world->vertexCount == 0)
        return status;
    gelListPlanRestLengths(&world->restLengths, gelWorldSweptPlan(world));
    status = gelCreateReferenceDouble(&tracer);
    if (status != gel_success)
        return status;
    status = traceSubstep(world, timeStep, tracer, forces);
    tracer->functions->destroy(tracer);
    return status;
}
