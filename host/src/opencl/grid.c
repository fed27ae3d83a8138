// The grid strategy: one launch per stage and colour, over all its bodies at once.
#include "opencl/grid.h"
#include "opencl/error.h"
#include "opencl/launch.h"

#include <string.h>

const char* const gelGridKernelNames[gel_kernelCount] = {"integrate_vertices", "solve_distances",
                                                         "solve_volumes",      "solve_goals",
                                                         "solve_grounds",      "update_velocities"};

static const gelStage kernelStages[gel_kernelCount] = {gel_stageIntegrate, gel_stageDistance,
                                                       gel_stageVolume,    gel_stageGoal,
                                                       gel_stageGround,    gel_stageVelocity};

static gelStatus launch(gelGrid* grid, gelGridKernel kernel, const gelArgument* arguments, int argumentCount,
                        int firstArgument, int itemCount)
{
    size_t lanes = (size_t)grid->opencl.lanes, workItems = ((size_t)itemCount + lanes - 1) / lanes;
    return gelLaunch(&grid->opencl, grid->kernels[kernel], gelStageText(kernelStages[kernel]), arguments,
                     argumentCount, firstArgument, workItems, grid->workGroupSize);
}

static gelStatus runIntegrate(gelGrid* grid, const gelStepParameters* parameters, gelVertexRange range)
{
    cl_float4 gravity = gelRecord(parameters->gravity, 0.0);
    float h = (float)parameters->h;
    const gelArgument arguments[] = {GEL_ARGUMENT(gravity), GEL_ARGUMENT(h), GEL_ARGUMENT(range.first),
                                     GEL_ARGUMENT(range.count)};
    return launch(grid, gel_kernelIntegrate, arguments, 4, 3, range.count);
}

static gelStatus runConstraints(gelGrid* grid, gelGridKernel kernel, const gelPlanConstraints* constraints,
                                const gelDeviceConstraints* device, double inverseH2, int colour)
{
    gelColourRange range = constraints->colours[colour];
    float stiffness = (float)inverseH2;
    const gelArgument arguments[] = {GEL_ARGUMENT(stiffness), GEL_ARGUMENT(range.first),
                                     GEL_ARGUMENT(range.count)};
    cl_int error = gelSetBuffers(grid->kernels[kernel], device->arrays, device->arrayCount, 1);
    if (error != CL_SUCCESS)
        return gelFailCl("setting kernel arguments", error);
    return launch(grid, kernel, arguments, 3, constraints->arity + 3, range.count);
}

static gelStatus runGoals(gelGrid* grid, const gelGridPart* part, const gelStepParameters* parameters)
{
    float h = (float)parameters->h, h2 = (float)parameters->h2, damping = (float)parameters->goalDamping;
    const gelArgument arguments[] = {GEL_ARGUMENT(h), GEL_ARGUMENT(h2), GEL_ARGUMENT(damping),
                                     GEL_ARGUMENT(part->firstGoal), GEL_ARGUMENT(part->goalCount)};
    return launch(grid, gel_kernelGoal, arguments, 5, 5, part->goalCount);
}

static gelStatus runGround(gelGrid* grid, const gelStepParameters* parameters, gelVertexRange range)
{
    gelFrameNumbers numbers = gelMakeFrameNumbers(parameters, (cl_int4){{0}});
    float h = (float)parameters->h;
    const gelArgument arguments[] = {GEL_ARGUMENT(numbers.plane), GEL_ARGUMENT(numbers.contact),
                                     GEL_ARGUMENT(h), GEL_ARGUMENT(range.first), GEL_ARGUMENT(range.count)};
    return launch(grid, gel_kernelGround, arguments, 5, 3, range.count);
}

static gelStatus runVelocity(gelGrid* grid, const gelStepParameters* parameters, gelVertexRange range)
{
    float h = (float)parameters->h, inverseH = (float)parameters->inverseH;
    const gelArgument arguments[] = {GEL_ARGUMENT(h), GEL_ARGUMENT(inverseH), GEL_ARGUMENT(range.first),
                                     GEL_ARGUMENT(range.count)};
    return launch(grid, gel_kernelVelocity, arguments, 4, 3, range.count);
}

static gelStatus runVertexStage(gelGrid* grid, const gelGridPart* part, const gelStepParameters* parameters,
                                gelStage stage, int* launches)
{
    gelStatus status = gel_success;
    for (int i = 0; i < part->rangeCount && status == gel_success; i++) {
        gelVertexRange range = part->ranges[i];
        status = stage == gel_stageIntegrate ? runIntegrate(grid, parameters, range)
                 : stage == gel_stageGround  ? runGround(grid, parameters, range)
                                             : runVelocity(grid, parameters, range);
        *launches += 1;
    }
    return status;
}

gelStatus gelRunGridStage(gelGrid* grid, const gelGridPart* part, const gelStepParameters* parameters,
                          gelStage stage, int colour, int* launches)
{
    const gelPlan* plan = part->plan;
    double inverseH2 = parameters->inverseH2;
    if (stage == gel_stageIntegrate || stage == gel_stageGround || stage == gel_stageVelocity)
        return runVertexStage(grid, part, parameters, stage, launches);
    if (stage == gel_stageGoal && part->goalCount == 0)
        return gel_success;
    *launches += stage == gel_stagePatches ? 2 : 1;
    switch (stage) {
        case gel_stageDistance:
            return runConstraints(grid, gel_kernelDistance, &plan->edges, &part->edges, inverseH2, colour);
        case gel_stageVolume:
            return runConstraints(grid, gel_kernelVolume, &plan->tets, &part->tets, inverseH2, colour);
        case gel_stagePatches:
            return gelSweepPatches(&grid->patches, &grid->opencl, parameters);
        case gel_stageGoal:
            return runGoals(grid, part, parameters);
        default:
            return gelFail(gel_invalidArgument, "%d is not a stage", (int)stage);
    }
}

static gelStatus runSubsteps(gelGrid* grid, const gelGridPart* part, const gelStepParameters* parameters,
                             gelOptionalStages optional, int substepCount, int* launches)
{
    int stageCount = gelPlanStageCount(part->plan, optional);
    gelStatus status = gel_success;
    for (int i = 0; i < substepCount * stageCount && status == gel_success; i++) {
        int colour;
        gelStage stage = gelPlanStage(part->plan, optional, i % stageCount, &colour);
        status = gelRunGridStage(grid, part, parameters, stage, colour, launches);
    }
    return status;
}

// A recorded launch takes memory on the host, some hundred bytes to some thousand.
enum { mostRecorded = 16384 };

// Recording costs what launching does: it is done for a step that comes a second time, since while somebody turns a knob
// every step has other numbers.
static void recordStep(gelGrid* grid, const gelGridPart* part, const gelStepParameters* parameters,
                       gelOptionalStages optional, int substepCount)
{
    gelCommandBuffer* buffer = &grid->commandBuffer;
    int launches = 0;
    if (gelPlanStageCount(part->plan, optional) > mostRecorded / substepCount)
        return;
    gelBeginCommands(&grid->opencl, buffer);
    if (buffer->commands != NULL)
        gelEndCommands(&grid->opencl, buffer,
                       runSubsteps(grid, part, parameters, optional, substepCount, &launches));
}

void gelForgetGridStep(gelGrid* grid)
{
    gelForgetCommands(&grid->opencl, &grid->commandBuffer);
    memset(&grid->lastStep, 0, sizeof grid->lastStep);
}

gelStatus gelRunGridStep(gelGrid* grid, const gelGridPart* part, const gelStepParameters* parameters,
                         gelOptionalStages optional, int substepCount, gelProfile* profile)
{
    gelCommandBuffer* buffer = &grid->commandBuffer;
    gelStepKey key;
    memset(&key, 0, sizeof key); // it is compared as bytes
    key.parameters = *parameters;
    key.part = part;
    key.substepCount = substepCount;
    key.firstGoal = part->firstGoal;
    key.goalCount = optional.goals ? part->goalCount : 0;
    key.ground = optional.ground;
    if (buffer->used && grid->opencl.launches == NULL) {
        bool again = memcmp(&key, &grid->lastStep, sizeof key) == 0;
        if (!again)
            gelForgetGridStep(grid);
        else if (buffer->commands == NULL)
            recordStep(grid, part, parameters, optional, substepCount);
        grid->lastStep = key;
        if (again && gelEnqueueCommands(&grid->opencl, buffer)) {
            profile->launchesPerStep += buffer->launchCount;
            profile->recordedLaunches = buffer->launchCount;
            return gel_success;
        }
    }
    return runSubsteps(grid, part, parameters, optional, substepCount, &profile->launchesPerStep);
}
