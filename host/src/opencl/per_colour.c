// The strategy perColour, stage by stage: one launch per stage and colour, over all its bodies at once.
#include "opencl/backend_internal.h"
#include "opencl/runtime/error.h"
#include "opencl/runtime/launch.h"
#include "opencl/runtime/parameters.h"
#include "physics/runge_kutta.h"
#include "plan/method.h"

#include <pthread.h>

const char* const gelColourKernelNames[gel_kernelCount] = {"keep_vertices",
                                                           "solve_goals",
#define STAGE(...)
#define PASS(name, text, present, scope, note, kernel, ...) "per_colour_" #kernel,
                                                           GEL_STAGES(STAGE, PASS)
#undef PASS
#undef STAGE
#define ROW(name, arity, valueCount) "per_colour_" #name,
                                                               CONSTRAINT_LIST(ROW)
#undef ROW
#define ROW(name, arity, valueCount) "correct_" #name,
                                                                   CONSTRAINT_LIST(ROW)
#undef ROW
                                                                       "gather_corrections",
#define ROW(name, arity, valueCount) "damp_" #name,
                                                           SPRING_LIST(ROW)
#undef ROW
#define ROW(name, arity, valueCount) "force_" #name,
                                                               CONSTRAINT_LIST(ROW)
#undef ROW
                                                                   "evaluate_vertices",
                                                           "push_velocities",
                                                           "measure_errors"};

static gelStatus launch(gelOpenclBackend* self, gelColourKernel kernel, gelPlanStage stage,
                        const gelArgument* arguments, int argumentCount, int firstArgument, int itemCount)
{
    size_t lanes = (size_t)self->opencl.lanes, workItems = ((size_t)itemCount + lanes - 1) / lanes;
    return gelLaunch(&self->opencl, self->kernels[kernel], gelPlanStageText(stage), arguments, argumentCount,
                     firstArgument, workItems, self->workGroupSize);
}

static gelStatus runConstraints(gelOpenclBackend* self, const gelColourSet* part, const StepParameters* step,
                                gelPlanStage stage)
{
    int count = gelPlanConstraintsOf(part->plan, stage)->colours[stage.colour].count;
    gelColourKernel kernel = (gelColourKernel)(gel_kernelConstraint + stage.kind);
    const cl_mem buffers[] = {part->tables, part->indices, part->numbers};
    const gelArgument arguments[] = {GEL_ARGUMENT(*step), GEL_ARGUMENT(stage.colour)};
    if (count == 0) // of this rank
        return gel_success;
    cl_int error = gelSetBuffers(self->kernels[kernel], buffers, 3, 1);
    if (error != CL_SUCCESS)
        return gelFailCl("setting kernel arguments", error);
    return launch(self, kernel, stage, arguments, 2, 4, count);
}

// Corrections, or forces.
static gelStatus correct(gelOpenclBackend* self, const gelColourSet* part, const StepParameters* step,
                         gelPlanStage stage)
{
    bool integrates = gelPlanIntegrates(part->plan);
    int count = part->plan->constraints[stage.kind].count;
    gelColourKernel kernel =
        (gelColourKernel)((integrates ? gel_kernelForce : gel_kernelCorrect) + (gelColourKernel)stage.kind);
    const cl_mem gathered[] = {part->tables, part->gathers, part->indices, part->numbers, part->corrections};
    const cl_mem summed[] = {part->tables, part->indices, part->numbers, part->corrections};
    const gelArgument arguments[] = {GEL_ARGUMENT(*step)};
    cl_int error = integrates ? gelSetBuffers(self->kernels[kernel], summed, 4, 2)
                              : gelSetBuffers(self->kernels[kernel], gathered, 5, 1);
    self->corrected1 = 1 + stage.kind;
    if (error != CL_SUCCESS)
        return gelFailCl("setting kernel arguments", error);
    return launch(self, kernel, stage, arguments, 1, 6, count);
}

// Each vertex adds up the corrections of a kind, to what is moved.
static gelStatus addUp(gelOpenclBackend* self, const gelColourSet* part, cl_int kind, const cl_mem* moved,
                       gelPlanStage stage, int* launches)
{
    const cl_mem buffers[] = {part->gathers, part->indices, part->numbers, part->corrections};
    const gelArgument arguments[] = {GEL_ARGUMENT(kind)};
    cl_kernel kernel = self->kernels[gel_kernelGather];
    cl_int error = gelSetBuffers(kernel, moved, 1, 0);
    if (error == CL_SUCCESS)
        error = gelSetBuffers(kernel, buffers, 4, 1);
    *launches += 1;
    self->corrected1 = 0;
    return error == CL_SUCCESS
               ? launch(self, gel_kernelGather, stage, arguments, 1, 5, part->plan->gathers[kind].vertexCount)
               : gelFailCl("setting kernel arguments", error);
}

// To positions, or sums of forces. If the plan has changed since, the corrections
// are computed again.
static gelStatus gather(gelOpenclBackend* self, const gelColourSet* part, const StepParameters* step,
                        gelPlanStage stage, int* launches)
{
    const cl_mem* moved =
        self->integration.forces != NULL ? &self->integration.forces : &self->state.position;
    gelStatus status = gel_success;
    if (self->corrected1 != 1 + stage.kind) {
        *launches += 1;
        status = correct(self, part, step, (gelPlanStage){.stage = gel_stageConstraints, .kind = stage.kind});
    }
    return status == gel_success ? addUp(self, part, stage.kind, moved, stage, launches) : status;
}

// Velocities, along the springs of each kind.
static gelStatus damp(gelOpenclBackend* self, const gelColourSet* part, const StepParameters* step,
                      gelPlanStage stage, int* launches)
{
    const cl_mem buffers[] = {self->state.position, self->state.velocity, part->tables,     part->gathers,
                              part->indices,        part->numbers,        part->corrections};
    const gelArgument arguments[] = {GEL_ARGUMENT(*step)};
    gelStatus status = gel_success;
    for (int i = 0; i < gelSpringKindCount && status == gel_success; i++) {
        gelColourKernel kernel = (gelColourKernel)(gel_kernelDamp + i);
        int count = part->plan->constraints[gelSpringKinds[i]].slotCount;
        if (count == 0)
            continue;
        cl_int error = gelSetBuffers(self->kernels[kernel], buffers, 7, 0);
        if (error != CL_SUCCESS)
            return gelFailCl("setting kernel arguments", error);
        *launches += 1;
        status = launch(self, kernel, stage, arguments, 1, 7, count);
        if (status == gel_success)
            status = addUp(self, part, gelSpringKinds[i], &self->state.velocity, stage, launches);
    }
    return status;
}

static gelStatus runGoals(gelOpenclBackend* self, const gelColourSet* part, const StepParameters* step,
                          gelPlanStage stage)
{
    const gelArgument arguments[] = {GEL_ARGUMENT(*step), GEL_ARGUMENT(part->firstGoal),
                                     GEL_ARGUMENT(part->goalCount)};
    return launch(self, gel_kernelGoal, stage, arguments, 3, 5, part->goalCount);
}

// One launch per range of vertices.
static gelStatus runVertices(gelOpenclBackend* self, const gelColourSet* part, const StepParameters* step,
                             gelColourKernel kernel, gelPlanStage stage, int* launches)
{
    gelStatus status = gel_success;
    for (int i = 0; i < part->rangeCount && status == gel_success; i++) {
        const gelVertexRange* range = &part->ranges[i];
        const gelArgument arguments[] = {GEL_ARGUMENT(*step), GEL_ARGUMENT(range->first),
                                         GEL_ARGUMENT(range->count)};
        status = launch(self, kernel, stage, arguments, 3, 3, range->count);
        *launches += 1;
    }
    return status;
}

static gelStatus evaluate(gelOpenclBackend* self, const gelColourSet* part, const StepParameters* step,
                          gelPlanStage stage, int* launches)
{
    gelMethodRow row = gelGetMethodRow(part->plan->integrator, stage.evaluation);
    const Evaluation evaluation = GEL_EVALUATION(row, float);
    cl_int error =
        GEL_CL(clSetKernelArg, self->kernels[gel_kernelEvaluate], 9, sizeof evaluation, &evaluation);
    return error == CL_SUCCESS ? runVertices(self, part, step, gel_kernelEvaluate, stage, launches)
                               : gelFailCl("setting kernel arguments", error);
}

gelStatus gelLaunchStageByColour(gelOpenclBackend* self, const gelColourSet* part,
                                 const gelStepParameters* parameters, gelPlanStage stage, int* launches)
{
    StepParameters step = gelRoundStep(parameters);
    bool integrates = gelPlanIntegrates(part->plan);
    if (integrates && stage.stage == gel_stageIntegrate)
        return evaluate(self, part, &step, stage, launches);
    if (integrates && stage.stage == gel_stageVelocity)
        return runVertices(self, part, &step, gel_kernelPush, stage, launches);
    switch (stage.stage) {
#define STAGE(...)
#define PASS(name, ...)                                                                                      \
    case gel_stage##name:                                                                                    \
        return runVertices(self, part, &step, gel_kernelPass##name, stage, launches);
        GEL_STAGES(STAGE, PASS)
#undef PASS
#undef STAGE
        case gel_stageConstraints:
            *launches += 1;
            return gelPlanGathers(part->plan) ? correct(self, part, &step, stage)
                                              : runConstraints(self, part, &step, stage);
        case gel_stageDamp:
            return damp(self, part, &step, stage, launches);
        case gel_stageGather:
            return gather(self, part, &step, stage, launches);
        case gel_stageGoal:
            if (part->goalCount == 0)
                return gel_success;
            *launches += 1;
            return runGoals(self, part, &step, stage);
        default:
            return gelFail(gel_invalidArgument, "%d is not a stage", (int)stage.stage);
    }
}

// Releasing objects of a device that hangs may wait for ever, and if it comes back it reads and writes their memory. So
// they stay until the process ends, and this list is what still refers to them.
void gelAbandonOpenclBackend(gelOpenclBackend* self)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static gelOpenclBackend* abandoned;
    pthread_mutex_lock(&lock);
    self->nextAbandoned = abandoned;
    abandoned = self;
    pthread_mutex_unlock(&lock);
}
