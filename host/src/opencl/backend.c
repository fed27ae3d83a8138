// The back end on an OpenCL device: its state, which all strategies step in place, and the set-up of each
// strategy. Single stages run on the grid for all bodies.
#include "opencl/backend.h"
#include "opencl/costs.h"
#include "opencl/error.h"
#include "opencl/grid.h"
#include "opencl/launch.h"
#include "opencl/self_test.h"
#include "opencl/share.h"
#include "opencl/tested.h"
#include "opencl/timing.h"
#include "opencl/wait.h"

#include <string.h>

static void releasePlan(gelGrid* grid)
{
    gelForgetGridStep(grid);
    gelClearDeviceState(&grid->state);
    gelClearPart(&grid->all);
    gelClearPart(&grid->some);
    gelClearPlan(&grid->somePlan);
    gelClearSchedule(&grid->schedule);
    gelClearFramesPlan(&grid->frames);
    gelClearContactsPlan(&grid->contacts);
    gelClearBindings(&grid->bindings);
    gelClearFieldsPlan(&grid->fields);
    gelClearPressuresPlan(&grid->pressures);
    gelClearPlasticity(&grid->plasticity);
    gelClearDeviceMotion(&grid->motion);
    gelClearIntegration(&grid->integration);
    gelFree(grid->base.explanation);
    grid->base.explanation = NULL;
    gelFree(grid->staging);
    grid->staging = NULL;
    grid->corrected1 = 0;
    grid->base.bytes = 0;
}

static void destroy(gelBackend* backend)
{
    gelGrid* grid = (gelGrid*)backend;
    if (grid->opencl.queue != NULL && gelFinishQueue(&grid->opencl) == gel_clNoAnswer) {
        gelAbandonGrid(grid);
        return;
    }
    releasePlan(grid);
    gelForgetLaunches(backend);
    for (int k = 0; k < gel_kernelCount; k++)
        if (grid->kernels[k] != NULL)
            clReleaseKernel(grid->kernels[k]);
    gelCloseFrames(&grid->frames);
    gelCloseContacts(&grid->contacts);
    gelCloseBindingProgram(&grid->bindings);
    gelCloseDeviceFields(&grid->fields);
    gelCloseDevicePressures(&grid->pressures);
    gelClosePlasticityProgram(&grid->plasticity);
    gelCloseDevice(&grid->opencl);
    gelFree(grid);
}

// The bits that gelOpencl.kinds must have.
static unsigned kindsOfKernel(int kernel)
{
    return kernel < gel_kernelConstraint ? 0
           : kernel < gel_kernelCorrect  ? 1u << (kernel - gel_kernelConstraint)
           : kernel < gel_kernelGather   ? 1u << (kernel - gel_kernelCorrect) | gelJacobiKernels
           : kernel == gel_kernelGather  ? gelJacobiKernels
           : kernel < gel_kernelForce    ? 1u << gelSpringKinds[kernel - gel_kernelDamp] | gelJacobiKernels
           : kernel < gel_kernelEvaluate ? 1u << (kernel - gel_kernelForce) | gelIntegratorKernels
                                         : gelIntegratorKernels;
}

static gelStatus createKernels(gelGrid* grid, bool automatic)
{
    for (int k = 0; k < gel_kernelCount; k++) {
        cl_int error;
        size_t largest = 0;
        if ((kindsOfKernel(k) & ~grid->opencl.kinds) != 0)
            continue;
        grid->kernels[k] = clCreateKernel(grid->opencl.program, gelGridKernelNames[k], &error);
        if (grid->kernels[k] == NULL)
            return gelFailCl("creating a kernel", gelNoteCall("clCreateKernel", error));
        error = clGetKernelWorkGroupInfo(grid->kernels[k], grid->opencl.device, CL_KERNEL_WORK_GROUP_SIZE,
                                         sizeof largest, &largest, NULL);
        if (error == CL_SUCCESS && automatic && grid->workGroupSize > largest)
            grid->workGroupSize = largest;
        if (error == CL_SUCCESS && grid->workGroupSize > largest)
            return gelFail(gel_invalidArgument, "workGroupSize: %s allows at most %zu for %s, found %zu",
                           grid->opencl.info.name, largest, gelGridKernelNames[k], grid->workGroupSize);
    }
    return gel_success;
}

static void swapKernels(gelGrid* a, gelGrid* b)
{
    gelForgetGridStep(a);
    gelForgetGridStep(b);
    gelGrid kept = *a;
    a->opencl.program = b->opencl.program;
    a->opencl.kinds = b->opencl.kinds;
    a->workGroupSize = b->workGroupSize;
    memcpy(a->kernels, b->kernels, sizeof a->kernels);
    b->opencl.program = kept.opencl.program;
    b->opencl.kinds = kept.opencl.kinds;
    b->workGroupSize = kept.workGroupSize;
    memcpy(b->kernels, kept.kernels, sizeof b->kernels);
    gelSwapFrameKernels(&a->frames, &b->frames);
    gelSwapContactPrograms(&a->contacts, &b->contacts);
    gelCloseBindingProgram(&a->bindings);
    a->bindingsAreTested = false;
    gelClosePlasticityProgram(&a->plasticity);
    a->plasticityIsTested = false;
}

static gelStatus bindAll(gelGrid* grid)
{
    gelStatus status = gelBindGridState(grid);
    if (status == gel_success)
        status = gelBindFrames(&grid->frames, &grid->opencl, &grid->state);
    return status == gel_success ? gelBindContacts(&grid->contacts, &grid->state) : status;
}

// Kernels for these kinds of constraint. They are tested in a separate back end, so that the state here is
// unaffected.
static gelStatus rebuild(gelGrid* grid, unsigned kinds, bool mustBeExact, gelDeviceInfo* info)
{
    gelGrid* fresh = gelAllocate(1, sizeof *fresh);
    if (fresh == NULL)
        return gelFailMemory(1, sizeof *fresh);
    fresh->base.functions = grid->base.functions;
    fresh->workGroupSize = grid->workGroupSize;
    gelStatus status = gelRebuildDevice(&grid->opencl, kinds, &fresh->opencl);
    if (status == gel_success)
        status = createKernels(fresh, true);
    if (status == gel_success)
        status = gelOpenFrames(&fresh->opencl, grid->frames.askedWorkGroupSize, &fresh->frames);
    if (status == gel_success && grid->contacts.program.search != NULL)
        status = gelOpenContacts(&fresh->opencl, grid->frames.askedWorkGroupSize, &fresh->contacts);
    if (status == gel_success)
        status = gelSelfTest(&fresh->base, info);
    if (status == gel_success && info->exact && fresh->contacts.program.search != NULL)
        status = gelGridBackend_TestContacts(&fresh->base, info);
    if (status == gel_success && mustBeExact && !info->exact)
        status = gelFail(gel_inexactDevice,
                         "%s does not compute the reference's bits for all kinds of constraint: %s",
                         grid->opencl.info.name, info->reason);
    if (status == gel_success) {
        swapKernels(grid, fresh);
        status = grid->plan != NULL ? bindAll(grid) : gel_success;
        if (status != gel_success) {
            swapKernels(grid, fresh);
            bindAll(grid);
        }
    }
    destroy(&fresh->base);
    return status;
}

static gelStatus requireKinds(gelGrid* grid, const gelPlan* plan)
{
    unsigned kinds = grid->opencl.kinds;
    gelDeviceInfo info = {0};
    for (int kind = 0; kind < constraint_kinds; kind++)
        if (plan->constraints[kind].count > 0)
            kinds |= 1u << kind;
    kinds |= gelKernelsOf(plan->order, plan->integrator) | (gelPlanDamps(plan) ? gelJacobiKernels : 0);
    if (kinds == grid->opencl.kinds)
        return gel_success;
    gelStatus status = rebuild(grid, kinds, grid->base.exact && !grid->allowsInexact, &info);
    if (status == gel_success && grid->base.exact && !info.exact) {
        gelLog(gel_logWarning, "%s is not exact for all kinds of constraint: %s", info.name, info.reason);
        gelGridBackend_SetTested(&grid->base, &info);
    }
    return status;
}

static gelStatus setPlan(gelBackend* backend, gelPlan* plan)
{
    gelGrid* grid = (gelGrid*)backend;
    size_t count = (size_t)plan->vertexCapacity;
    cl_int error = gelFinishQueue(&grid->opencl); // transfers may still read what is released
    if (error != CL_SUCCESS)
        return gelFailCl("waiting for the device", error);
    releasePlan(grid);
    grid->plan = NULL;
    gelStatus status = requireKinds(grid, plan);
    if (status != gel_success)
        return status;
    grid->plan = plan;
    grid->staging = gelAllocate(4 * count, sizeof *grid->staging);
    status = grid->staging != NULL ? gel_success : gelFailMemory(4 * count, sizeof *grid->staging);
    if (status == gel_success)
        status = gelCreateGridState(grid, count);
    if (status == gel_success)
        status = gelPlaceBodies(&grid->opencl, plan, &grid->base.bytes, &grid->state);
    if (status == gel_success)
        status = gelPlanGridPlasticity(grid);
    return status == gel_success ? gelPlanGridStrategies(grid) : status;
}

static gelStatus writeState(gelBackend* backend, const gelVertexState* vertices)
{
    gelGrid* grid = (gelGrid*)backend;
    return gelWriteDeviceState(&grid->opencl, &grid->state, grid->plan, vertices, grid->staging);
}

static gelStatus readState(gelBackend* backend, gelVertexState* vertices)
{
    gelGrid* grid = (gelGrid*)backend;
    return gelReadDeviceState(&grid->opencl, &grid->state, grid->plan, vertices, grid->staging);
}

static gelStatus setGoals(gelBackend* backend, const gelVertexGoal* goals, int count)
{
    return gelWriteGridGoals((gelGrid*)backend, goals, count);
}

// The part of all bodies, used by single stages and by worlds that are wholly on the grid.
static gelStatus requireAll(gelGrid* grid)
{
    if (grid->all.plan != NULL)
        return gel_success;
    gelStatus status = gelCreatePart(&grid->opencl, &grid->state, grid->plan, &grid->base.bytes, &grid->all);
    return status == gel_success ? gelAddPlasticSlots(grid, &grid->all) : status;
}

// A separate back end with the kernels of this one, so that the state here is unaffected.
static gelStatus testContacts(gelGrid* grid, char reason[256])
{
    gelGrid* fresh = gelAllocate(1, sizeof *fresh);
    if (fresh == NULL)
        return gelFailMemory(1, sizeof *fresh);
    fresh->base.functions = grid->base.functions;
    fresh->workGroupSize = grid->workGroupSize;
    fresh->contactsAreTested = true; // or it would test itself
    gelStatus status = gelShareDevice(&grid->opencl, &fresh->opencl);
    if (status == gel_success)
        status = createKernels(fresh, true);
    if (status == gel_success)
        status = gelOpenFrames(&fresh->opencl, grid->frames.askedWorkGroupSize, &fresh->frames);
    if (status == gel_success) {
        gelSwapContactPrograms(&grid->contacts, &fresh->contacts);
        status = gelSelfTestContacts(&fresh->base, reason);
        gelSwapContactPrograms(&grid->contacts, &fresh->contacts);
    }
    destroy(&fresh->base);
    return status;
}

gelStatus gelGridBackend_TestContacts(gelBackend* backend, gelDeviceInfo* info)
{
    gelGrid* grid = (gelGrid*)backend;
    gelStatus status = gel_success;
    if (grid->contacts.program.search == NULL)
        status = gelOpenContacts(&grid->opencl, grid->frames.askedWorkGroupSize, &grid->contacts);
    double start = gelMilliseconds();
    if (status == gel_success)
        status = testContacts(grid, info->reason);
    info->exact = status == gel_success && info->reason[0] == '\0';
    info->testMilliseconds += gelMilliseconds() - start;
    return status;
}

// Tested when first used, since building them takes longer than all that worlds without contact do.
static gelStatus requireContactProgram(gelGrid* grid)
{
    gelDeviceInfo info = grid->opencl.info;
    if (grid->contactsAreTested)
        return gel_success;
    gelStatus status = gelGridBackend_TestContacts(&grid->base, &info);
    if (status == gel_success)
        status = gelGridBackend_JudgeTest(grid, &info, "where bodies touch");
    grid->contactsAreTested = status == gel_success;
    return status;
}

static gelStatus measureMotion(gelBackend* backend, float frameTime, gelBodyMotion* motions)
{
    gelGrid* grid = (gelGrid*)backend;
    gelStatus status = requireContactProgram(grid);
    return status == gel_success
               ? gelMeasureDeviceMotion(&grid->motion, &grid->opencl, &grid->contacts.program, &grid->state,
                                        grid->plan, frameTime, &grid->base.bytes, motions)
               : status;
}

// Bodies on the grid are stepped whether they sleep or not: their masses are infinite then.
static gelStatus listAwake(gelBackend* backend)
{
    gelGrid* grid = (gelGrid*)backend;
    return gelListAwakeFrames(&grid->frames, &grid->opencl, &grid->schedule, grid->plan->bodies,
                              grid->plan->bodyCount, &grid->state);
}

static gelStatus findContacts(gelBackend* backend, const gelStepParameters* parameters, int substepCount,
                              const double* masses, const gelBounceStates* bounces, int* launches)
{
    gelGrid* grid = (gelGrid*)backend;
    gelStatus status = requireContactProgram(grid);
    return status == gel_success
               ? gelFindDeviceContacts(&grid->contacts, &grid->opencl, &grid->state, grid->plan, parameters,
                                       substepCount, masses, bounces, &grid->base.bytes, launches)
               : status;
}

static gelStatus readContacts(gelBackend* backend, gelPushedList* pushed)
{
    gelGrid* grid = (gelGrid*)backend;
    return gelReadDeviceContacts(&grid->contacts, &grid->opencl, pushed);
}

static gelStatus readBounces(gelBackend* backend, gelBounceStates* bounces)
{
    gelGrid* grid = (gelGrid*)backend;
    return gelReadBounces(&grid->contacts.bounces, &grid->opencl, bounces);
}

static gelStatus solveContacts(gelGrid* grid, const gelStepParameters* parameters, int* launches)
{
    gelStatus status = gelSolveDeviceContacts(&grid->contacts, &grid->opencl, parameters, launches);
    return status == gel_success ? gelSettlePositions(grid, launches) : status;
}

// Adds to *launches.
static gelStatus launchStage(gelGrid* grid, const gelStepParameters* parameters, gelPlanStage stage,
                             int* launches)
{
    switch (stage.stage) {
        case gel_stageContact:
            return solveContacts(grid, parameters, launches);
        case gel_stageLead:
        case gel_stageDraw:
        case gel_stageTether:
        case gel_stageAttach:
            return gelRunBindings(&grid->bindings, &grid->opencl, &grid->state, parameters, stage, launches);
        case gel_stagePressure:
            return gelRunDevicePressures(&grid->pressures, &grid->opencl, &grid->state, parameters, launches);
        case gel_stageYield:
            return gelYieldGrid(grid, parameters, launches);
        case gel_stageField:
            return gelRunDeviceFields(&grid->fields, &grid->opencl, &grid->state, grid->plasticity.lengths,
                                      parameters, stage.substep, launches);
        default:
            break;
    }
    gelStatus status = requireAll(grid);
    return status == gel_success ? gelRunGridStage(grid, &grid->all, parameters, stage, launches) : status;
}

static gelStatus runStage(gelBackend* backend, const gelStepParameters* parameters, gelPlanStage stage)
{
    int launches = 0;
    return launchStage((gelGrid*)backend, parameters, stage, &launches);
}

// What bodies do by themselves: everything but the stages for which they end or begin a substep together.
static gelStatus runBodies(gelGrid* grid, const gelStepParameters* parameters, gelOptionalStages optional,
                           int substepCount, gelProfile* profile)
{
    bool allOnGrid = grid->schedule.bodyCounts[gel_strategyGrid] == grid->plan->bodyCount;
    const gelGridPart* part = allOnGrid ? &grid->all : &grid->some;
    gelStatus status = allOnGrid ? requireAll(grid) : gel_success;
    optional.contacts = optional.fields = optional.leads = optional.draws = optional.pressures =
        optional.tethers = optional.yields = optional.damps = false;
    optional.attachmentColours = 0;
    if (status == gel_success && part->plan != NULL)
        status = gelRunGridStep(grid, part, parameters, optional, substepCount, profile);
    return status == gel_success ? gelRunFrames(&grid->frames, &grid->opencl, &grid->state, parameters,
                                                optional, substepCount, &profile->launchesPerStep)
                                 : status;
}

// Bodies that touch, or are bound, end each substep together, and fields and pressures begin each for all.
static gelStatus runStep(gelBackend* backend, const gelStepParameters* parameters, gelOptionalStages optional,
                         int substepCount, gelProfile* profile)
{
    gelGrid* grid = (gelGrid*)backend;
    gelStatus status = gel_success;
    double inverseTime = parameters->inverse_h / substepCount;
    int* launches = &profile->launchesPerStep;
    bool settles =
        optional
            .contacts; // without contacts, too: tethers and attachments leave positions of two floats unsettled
    optional.contacts = optional.contacts && gelHasContacts(&grid->contacts.list);
    if (!gelCutsSubsteps(optional))
        return runBodies(grid, parameters, optional, substepCount, profile);
    for (int i = 0; i < substepCount && status == gel_success; i++) {
        double progress = (double)(i + 1) / substepCount;
        if (optional.fields)
            status = launchStage(grid, parameters, (gelPlanStage){.stage = gel_stageField, .substep = i},
                                 launches);
        if (status == gel_success)
            status = gelBindGridBodies(grid, parameters, optional, true, progress, inverseTime, launches);
        if (status == gel_success && optional.pressures)
            status = launchStage(grid, parameters, (gelPlanStage){.stage = gel_stagePressure}, launches);
        if (status == gel_success)
            status = runBodies(grid, parameters, optional, 1, profile);
        if (status == gel_success && optional.damps)
            status = launchStage(grid, parameters, (gelPlanStage){.stage = gel_stageDamp}, launches);
        if (status == gel_success)
            status = gelBindGridBodies(grid, parameters, optional, false, progress, inverseTime, launches);
        if (status == gel_success && settles)
            status = launchStage(grid, parameters, (gelPlanStage){.stage = gel_stageContact}, launches);
        if (status == gel_success && optional.yields)
            status = launchStage(grid, parameters, (gelPlanStage){.stage = gel_stageYield}, launches);
    }
    return status;
}

static gelStrategy strategyOf(const gelBackend* backend, int body)
{
    const gelSchedule* schedule = &((const gelGrid*)backend)->schedule;
    return schedule->classes[schedule->classOf[body]].strategy;
}

// What is queued runs in any case, and who waits for it learns of failures.
static void submit(gelBackend* backend)
{
    clFlush(((gelGrid*)backend)->opencl.queue);
}

static gelStatus reload(gelBackend* backend, bool* exact)
{
    gelGrid* grid = (gelGrid*)backend;
    gelDeviceInfo info = {0};
    gelStatus status = rebuild(grid, grid->opencl.kinds, false, &info);
    if (status == gel_success)
        status = gelReloadDeviceFields(&grid->fields, &grid->opencl);
    if (status == gel_success)
        status = gelReloadDevicePressures(&grid->pressures, &grid->opencl);
    if (status != gel_success)
        return status;
    *exact = info.exact;
    gelGridBackend_SetTested(backend, &info);
    if (!info.exact)
        gelLog(gel_logWarning, "the reloaded kernels do not compute the reference's bits: %s", info.reason);
    return gel_success;
}

static gelStatus setTiming(gelBackend* backend, bool enabled)
{
    gelForgetGridStep((gelGrid*)backend); // it belongs to the old queue
    return gelOpenclSetTiming(backend, enabled);
}

static gelStatus openShare(gelBackend* backend, const gelSharedVerticesDef* def, void** target)
{
    gelOpenclShare* share;
    gelStatus status = gelOpenShare(&((gelGrid*)backend)->opencl, def, &share);
    *target = share;
    return status;
}

static gelStatus writeShare(gelBackend* backend, void* target, bool withSpeeds, gelBounds* bounds)
{
    const gelGrid* grid = (gelGrid*)backend;
    return gelOpenclShare_Write(target, &grid->state, grid->plan->vertexCount, withSpeeds, bounds);
}

static void closeShare(gelBackend* backend, void* target)
{
    (void)backend;
    gelCloseShare(target);
}

static const gelBackendFunctions gridFunctions = {.destroy = destroy,
                                                  .setPlan = setPlan,
                                                  .writeState = writeState,
                                                  .readState = readState,
                                                  .keepState = gelKeepGridState,
                                                  .readKept = gelReadKeptGridState,
                                                  .writeRestLengths = gelGridBackend_WriteRestLengths,
                                                  .readRestLengths = gelGridBackend_ReadRestLengths,
                                                  .writeRestShapes = gelGridBackend_WriteRestShapes,
                                                  .setGoals = setGoals,
                                                  .setFields = gelGridBackend_SetFields,
                                                  .setPressures = gelGridBackend_SetPressures,
                                                  .readPressures = gelGridBackend_ReadPressures,
                                                  .setBodyGoals = gelGridBackend_SetBodyGoals,
                                                  .setTethers = gelGridBackend_SetTethers,
                                                  .setAttachments = gelGridBackend_SetAttachments,
                                                  .readMultipliers = gelGridBackend_ReadMultipliers,
                                                  .findContacts = findContacts,
                                                  .readContacts = readContacts,
                                                  .measureMotion = measureMotion,
                                                  .listAwake = listAwake,
                                                  .readBounces = readBounces,
                                                  .runStage = runStage,
                                                  .runStep = runStep,
                                                  .strategyOf = strategyOf,
                                                  .submit = submit,
                                                  .reload = reload,
                                                  .openShare = openShare,
                                                  .writeShare = writeShare,
                                                  .closeShare = closeShare,
                                                  .finish = gelOpenclFinish,
                                                  .setTiming = setTiming,
                                                  .resolveTimes = gelOpenclResolveTimes,
                                                  .measureCopy = gelOpenclMeasureCopy};

gelStatus gelCreateGridBackend(int index, const gelOpenclSetup* setup, gelBackend** backend)
{
    int workGroupSize = setup->workGroupSize;
    *backend = NULL;
    if (workGroupSize < 0)
        return gelFail(gel_invalidArgument, "workGroupSize: expected 0 (automatic) or more, found %d",
                       workGroupSize);
    gelGrid* grid = gelAllocate(1, sizeof *grid);
    if (grid == NULL)
        return gelFailMemory(1, sizeof *grid);
    grid->base.functions = &gridFunctions;
    grid->allowsInexact = setup->allowInexact;
    int tunedLanes = setup->tuning != NULL ? setup->tuning->lanes : 0;
    unsigned kinds = gelUsualKinds | gelKernelsOf(setup->order, setup->integrator);
    gelStatus status = gelOpenDevice(index, setup->lanes != 0 ? setup->lanes : tunedLanes, kinds,
                                     setup->compensated, setup->contextProperties, &grid->opencl);
    if (status == gel_success)
        status = gelOpenWatch(&grid->opencl, setup->timeLimit);
    if (status == gel_success) {
        bool automatic = workGroupSize == 0;
        grid->opencl.lanesWereAsked = setup->lanes != 0;
        gelUseTuning(&grid->opencl, setup->tuning);
        grid->workGroupSize = (size_t)(automatic ? grid->opencl.row.grid.workGroupSize : workGroupSize);
        status = createKernels(grid, automatic);
        if (status == gel_success)
            status = gelOpenFrames(&grid->opencl, (size_t)workGroupSize, &grid->frames);
        grid->opencl.row.body.workGroupSize =
            (int)grid->frames.body.workGroupSize; // as requested, or as fits
        gelOpenCommandBuffer(&grid->opencl, setup->commandBuffer, &grid->commandBuffer);
    }
    if (status != gel_success) {
        destroy(&grid->base);
        return status;
    }
    *backend = &grid->base;
    return gel_success;
}
