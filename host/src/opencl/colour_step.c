// The strategy perColour, step by step: a step that equals the previous one is recorded.
#include "opencl/backend_internal.h"

#include <string.h>

gelStatus gelRunStageByColour(gelOpenclBackend* self, const gelColourSet* part,
                              const gelStepParameters* parameters, gelPlanStage stage, int* launches)
{
    bool isSubstep = gelPlanIntegrates(part->plan) && stage.stage == gel_stageIntegrate &&
                     stage.evaluation == gel_allEvaluations;
    return isSubstep ? gelIntegrateOnDevice(self, part, parameters, launches)
                     : gelLaunchStageByColour(self, part, parameters, stage, launches);
}

static gelStatus runSubsteps(gelOpenclBackend* self, const gelColourSet* part,
                             const gelStepParameters* parameters, const gelStageList* stages,
                             int substepCount, int* launches)
{
    gelStatus status = gel_success;
    for (int i = 0; i < substepCount * stages->count && status == gel_success; i++) {
        gelPlanStage stage = stages->stages[i % stages->count];
        if (!gelIsOfAllBodies(stage.stage))
            status = gelRunStageByColour(self, part, parameters, stage, launches);
    }
    return status;
}

// A recorded launch takes host memory, hundreds to thousands of bytes.
enum { maxRecorded = 16384 };

// Recording costs as much as launching, so it waits for a repeated step: while somebody moves a slider, every
// step has different parameters.
static void recordStep(gelOpenclBackend* self, const gelColourSet* part, const gelStepParameters* parameters,
                       const gelStageList* stages, int substepCount)
{
    gelCommandBuffer* buffer = &self->commandBuffer;
    int launches = 0;
    if (stages->count > maxRecorded / substepCount)
        return;
    gelBeginCommands(&self->opencl, buffer);
    if (buffer->commands != NULL)
        gelEndCommands(&self->opencl, buffer,
                       runSubsteps(self, part, parameters, stages, substepCount, &launches));
}

void gelForgetRecordedStep(gelOpenclBackend* self)
{
    gelForgetCommands(&self->opencl, &self->commandBuffer);
    memset(&self->lastStep, 0, sizeof self->lastStep);
}

gelStatus gelRunStepByColour(gelOpenclBackend* self, const gelColourSet* part,
                             const gelStepParameters* parameters, const gelStageList* stages,
                             int substepCount, gelProfile* profile)
{
    gelCommandBuffer* buffer = &self->commandBuffer;
    gelStepKey key;
    memset(&key, 0, sizeof key); // keys are compared as bytes
    key.parameters = *parameters;
    key.part = part;
    key.substepCount = substepCount;
    key.firstGoal = part->firstGoal;
    for (int i = 0; i < stages->count; i++)
        key.stages |= 1u << stages->stages[i].stage;
    key.goalCount = stages->contents.goals ? part->goalCount : 0;
    if (buffer->used && self->opencl.launches == NULL && !stages->contents.adaptive) {
        bool again = memcmp(&key, &self->lastStep, sizeof key) == 0;
        if (!again)
            gelForgetRecordedStep(self);
        else if (buffer->commands == NULL)
            recordStep(self, part, parameters, stages, substepCount);
        self->lastStep = key;
        if (again && gelEnqueueCommands(&self->opencl, buffer)) {
            profile->launchesPerStep += buffer->launchCount;
            profile->recordedLaunches += buffer->launchCount;
            return gel_success;
        }
    }
    return runSubsteps(self, part, parameters, stages, substepCount, &profile->launchesPerStep);
}
