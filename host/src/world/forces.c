#include "world/forces.h"
#include "world/pressure_step.h"

#include <string.h>

static gelStatus traceSubstep(gelWorld* world, float timeStep, gelBackend* tracer, gelVertexForces* forces)
{
    const gelBackendFunctions* functions = tracer->functions;
    gelStepParameters parameters = gelWorldStepParameters(world, timeStep);
    gelStatus status = gelListPressures(world);
    gelStageList stages = {0};
    gelStepContents contents = {.fields = gelFieldsTakePart(&world->fields, world->bodies, world->bodyCount),
                                .goals = world->goalCount > 0,
                                .pressures = world->pressures.count > 0,
                                .tethers = world->tetherList.count > 0,
                                .springDamping = gelPlanDamps(&world->plan)};
    if (status == gel_success)
        status = functions->setPlan(tracer, &world->plan);
    if (status == gel_success)
        status = functions->writeState(tracer, world->vertices);
    if (status == gel_success)
        status = functions->setGoals(tracer, world->vertexGoals, world->goalCount);
    if (status == gel_success)
        status = gelPushFields(world, timeStep, tracer);
    if (status == gel_success)
        status = functions->setTethers(tracer, &world->tetherList);
    if (status == gel_success && contents.pressures)
        status = functions->setPressures(tracer, world->pressures.records, world->pressures.count);
    if (status == gel_success)
        status = gelListStages(&world->plan, &parameters, contents, &stages);
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
    gelListPlanRestLengths(&world->restLengths, &world->plan);
    status = gelCreateReferenceDouble(&tracer);
    if (status != gel_success)
        return status;
    status = traceSubstep(world, timeStep, tracer, forces);
    tracer->functions->destroy(tracer);
    return status;
}
