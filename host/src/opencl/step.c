// Single stages of all bodies (perColour), whole steps by each body's strategy, and the phases of a rank.
#include "opencl/backend_internal.h"

// The part of all bodies, used by single stages and by worlds that perColour steps as a whole.
static gelStatus requireAll(gelOpenclBackend* self)
{
    if (self->all.plan != NULL)
        return gel_success;
    gelStatus status =
        gelCreateColourSet(&self->opencl, &self->state, self->plan, &self->base.bytes, &self->all);
    return status == gel_success ? gelAddPlasticSlots(self, &self->all) : status;
}

// A stage for the vertices of all bodies, whatever their strategies.
static gelStatus launchPass(gelOpenclBackend* self, const gelStepParameters* parameters, gelPlanStage stage,
                            int* launches)
{
    gelStatus status =
        self->all.ranges == NULL ? gelListRanges(&self->state, self->plan, &self->all) : gel_success;
    gelColourSet vertices = self->all;
    vertices.plan = self->plan; // without constraints
    return status == gel_success ? gelLaunchStageByColour(self, &vertices, parameters, stage, launches)
                                 : status;
}

static gelStatus launchStage(gelOpenclBackend* self, const gelStepParameters* parameters, gelPlanStage stage,
                             int* launches)
{
    switch (stage.stage) {
        case gel_stageContact:
            return gelRunContactStage(self, parameters, launches);
        case gel_stageKinematicGoals:
        case gel_stageGoalSprings:
        case gel_stageTether:
        case gel_stageAttach:
            return gelRunLinks(&self->links, &self->opencl, &self->state, parameters, stage, launches);
        case gel_stageBalance:
            return gelRunDeviceBalance(&self->balance, &self->opencl, &self->state, parameters, launches);
        case gel_stageLoads:
        case gel_stageTwoLevel:
            return gelRunStiffStage(self, parameters, stage, launches);
        case gel_stageVolume:
        case gel_stagePressure:
            return gelRunDevicePressures(&self->pressures, &self->opencl, &self->state, parameters,
                                         stage.stage, launches);
        case gel_stageYield:
            return gelRunYieldStage(self, parameters, launches);
        case gel_stageField:
            return gelRunDeviceFields(&self->fields, &self->opencl, &self->state, self->plasticity.lengths,
                                      parameters, stage.substep, launches);
        default:
            break;
    }
    if (gelIsPass(stage.stage) && !gelPlanIntegrates(self->plan))
        return launchPass(self, parameters, stage, launches);
    gelStatus status = requireAll(self);
    return status == gel_success ? gelRunStageByColour(self, &self->all, parameters, stage, launches)
                                 : status;
}

gelStatus gelOpenclBackend_RunStage(gelBackend* backend, const gelStepParameters* parameters,
                                    gelPlanStage stage)
{
    int launches = 0;
    return launchStage((gelOpenclBackend*)backend, parameters, stage, &launches);
}

// The bodies that perColour steps, and the stages of their plan; `stages` are the world's. (*part)->plan is NULL if there
// are none.
static gelStatus requireGrid(gelOpenclBackend* self, const gelStepParameters* parameters,
                             const gelStageList* stages, const gelColourSet** part, gelStageList* list)
{
    bool allOnGrid = self->schedule.bodyCounts[gel_strategyPerColour] == self->plan->bodyCount;
    *part = allOnGrid ? &self->all : &self->some;
    gelStatus status = allOnGrid ? requireAll(self) : gel_success;
    if (status == gel_success && !allOnGrid && self->some.plan != NULL)
        status = gelListStages(self->some.plan, parameters, stages->contents, &self->someStages);
    *list = allOnGrid ? *stages : self->someStages;
    return status;
}

// The stages that are not of all bodies, by each body's strategy. `stops`: those up to the constraints, of one substep.
static gelStatus runBodies(gelOpenclBackend* self, const gelStepParameters* parameters,
                           const gelStageList* stages, int substepCount, bool stops, gelProfile* profile)
{
    const gelColourSet* part;
    gelStageList list;
    gelStatus status = requireGrid(self, parameters, stages, &part, &list);
    for (int i = 0; i < list.count && stops; i++)
        list.count = list.stages[i].stage == gel_stageBalance ? i : list.count;
    if (status == gel_success && part->plan != NULL)
        status = gelRunStepByColour(self, part, parameters, &list, substepCount, profile);
    return status == gel_success
               ? gelRunFused(&self->fused, &self->opencl, &self->state, parameters, stages->contents.goals,
                             substepCount, stops, &profile->launchesPerStep)
               : status;
}

// Whether all bodies wait for each other in a substep. Where nothing touches, the stage of contacts alone needs no waiting.
static bool cutsSubsteps(const gelOpenclBackend* self, const gelStageList* stages)
{
    bool cuts = false;
    for (int i = 0; i < stages->count && !cuts; i++)
        cuts = gelIsOfAllBodies(stages->stages[i].stage) &&
               (stages->stages[i].stage != gel_stageContact || gelHasContacts(&self->contacts.list));
    return cuts;
}

// Stages of all bodies one by one, and what is between them by the strategies. Where bodies are balanced, a substep is cut
// after its constraints, too.
gelStatus gelOpenclBackend_RunStep(gelBackend* backend, const gelStepParameters* parameters,
                                   const gelStageList* stages, int substepCount, gelProfile* profile)
{
    gelOpenclBackend* self = (gelOpenclBackend*)backend;
    gelStatus status = gel_success;
    if (!cutsSubsteps(self, stages))
        return runBodies(self, parameters, stages, substepCount, false, profile);
    for (int i = 0; i < substepCount * stages->count && status == gel_success; i++) {
        int index = i % stages->count;
        gelPlanStage stage = gelStageOfStep(stages, index, i / stages->count, substepCount, parameters);
        if (gelIsOfAllBodies(stage.stage))
            status = launchStage(self, parameters, stage, &profile->launchesPerStep);
        else if (stages->contents.balance && stage.stage > gel_stageBalance)
            status = launchPass(self, parameters, stage, &profile->launchesPerStep);
        else if (index == 0 || gelIsOfAllBodies(stages->stages[index - 1].stage))
            status = runBodies(self, parameters, stages, 1, stages->contents.balance, profile);
    }
    return status;
}

// Whether a stage follows the constraints, or is of one of their phases, or comes before them with the first.
static bool isOfPhase(gelPlanStage stage, int phase, bool follows)
{
    return !gelIsOfAllBodies(stage.stage) && (stage.stage > gel_stageConstraints) == follows &&
           (follows || stage.phase == phase); // a pass has phase 0
}

gelStatus gelOpenclBackend_RunPhase(gelBackend* backend, const gelStepParameters* parameters,
                                    const gelStageList* stages, int substep, int substepCount, int phase,
                                    gelPhasePart phasePart)
{
    gelOpenclBackend* self = (gelOpenclBackend*)backend;
    const gelColourSet* part;
    gelStageList list;
    int launches = 0;
    gelStatus status = requireGrid(self, parameters, stages, &part, &list);
    const bool hasGrid = part->plan != NULL && phasePart != gel_readyPart;
    for (int begins = phase > 0 || substep == 0; begins < 2 && hasGrid; begins++)
        for (int i = 0; i < list.count && status == gel_success; i++)
            if (isOfPhase(list.stages[i], phase, begins == 0) && (begins == 0 || substep < substepCount))
                status = gelLaunchStageByColour(self, part, parameters, list.stages[i], &launches);
    const int goalCount = stages->contents.goals ? self->state.goalCount : 0;
    return status == gel_success ? gelRunTilePhase(&self->fused.tiles, &self->opencl, parameters, goalCount,
                                                   substep, substepCount, phase, phasePart, &launches)
                                 : status;
}

bool gelOpenclBackend_HasContacts(const gelBackend* backend)
{
    return gelHasContacts(&((const gelOpenclBackend*)backend)->contacts.list);
}
