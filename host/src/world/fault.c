#include "world/fault.h"
#include "plan/kinds.h"

#include <math.h>
#include <string.h>

void gelWorld_PlantFault(gelWorld* world, gelFault fault)
{
    world->fault = fault;
    world->faultIsPlanted = true;
}

bool gelStepHasFault(const gelWorld* world)
{
    return world->faultIsPlanted && world->fault.step == world->stepCount;
}

bool gelFaultIsDue(const gelWorld* world, const gelStageInfo* info)
{
    const gelFault* fault = &world->fault;
    return world->faultIsPlanted && fault->step == world->stepCount && fault->substep == info->substep &&
           fault->stage == info->stage && fault->kind == info->kind && fault->colour == info->colour;
}

// The vertex changed by a planted fault: one moved by the first constraint of the colour.
static int faultyVertex(const gelWorld* world)
{
    const gelFault* fault = &world->fault;
    gelPlanStage stage = {.stage = fault->stage, .kind = (int)fault->kind, .colour = fault->colour};
    const gelPlanConstraints* constraints = gelPlanConstraintsOf(&world->plan, stage);
    if (constraints == NULL)
        return 0;
    int slot = constraints->colours[world->fault.colour].first;
    for (int k = 0; k < gelKinds[constraints->kind].arity; k++)
        if (world->vertices[constraints->vertices[k][slot]].inverseMass > 0.0)
            return constraints->vertices[k][slot];
    return constraints->vertices[0][slot];
}

static double flipLowestBit(double value, bool doublePrecision)
{
    if (doublePrecision) {
        uint64_t bits;
        memcpy(&bits, &value, sizeof bits);
        bits ^= 1;
        memcpy(&value, &bits, sizeof bits);
        return value;
    }
    float single = (float)value;
    uint32_t bits;
    memcpy(&bits, &single, sizeof bits);
    bits ^= 1;
    memcpy(&single, &bits, sizeof bits);
    return (double)single;
}

// Flips a bit of the largest coordinate: a bit of a tiny one could be lost in the next addition.
gelStatus gelApplyFault(gelWorld* world)
{
    world->deviceIsNewer = true;
    gelStatus status = gelWorldPull(world);
    if (status != gel_success)
        return status;
    gelVertexState* vertex = &world->vertices[faultyVertex(world)];
    gelStage stage = world->fault.stage;
    bool ofVelocity = stage == gel_stageVelocity || stage == gel_stageField || stage == gel_stagePressure;
    double* xyz = ofVelocity ? vertex->velocity : vertex->position;
    int component = 0;
    for (int k = 1; k < 3; k++)
        component = fabs(xyz[k]) > fabs(xyz[component]) ? k : component;
    xyz[component] = flipLowestBit(xyz[component], world->backend->doublePrecision);
    world->hostIsNewer = true;
    return gelWorldPush(world);
}
