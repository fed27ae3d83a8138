// The back end on an OpenCL device: its state, and the set-up of each strategy.
#include "opencl/backend.h"
#include "opencl/strategy/costs.h"
#include "opencl/runtime/error.h"
#include "opencl/backend_internal.h"
#include "opencl/runtime/launch.h"
#include "opencl/self_test/self_test.h"
#include "opencl/share.h"
#include "opencl/device_verdict.h"
#include "opencl/timing.h"
#include "opencl/runtime/wait.h"
#include "opencl/stage/candidate_cache.h"

#include <string.h>

static void releasePlan(gelOpenclBackend* self)
{
    gelForgetRecordedStep(self);
    gelClearDeviceState(&self->state);
    gelClearColourSet(&self->all);
    gelClearColourSet(&self->some);
    gelClearPlan(&self->somePlan);
    gelClearStageList(&self->someStages);
    gelClearSchedule(&self->schedule);
    gelClearFusedPlan(&self->fused);
    gelClearContactsPlan(&self->contacts);
    gelClearDeviceLinks(&self->links);
    gelClearFieldsPlan(&self->fields);
    gelClearPressuresPlan(&self->pressures);
    gelClearBalancePlan(&self->balance);
    gelClearTwoLevelPlan(&self->twoLevel);
    gelClearPlasticity(&self->plasticity);
    gelClearDeviceMotion(&self->motion);
    gelClearIntegration(&self->integration);
    gelFree(self->base.explanation);
    self->base.explanation = NULL;
    gelFree(self->staging);
    self->staging = NULL;
    self->corrected1 = 0;
    self->base.bytes = 0;
}

static void destroy(gelBackend* backend)
{
    gelOpenclBackend* self = (gelOpenclBackend*)backend;
    if (self->opencl.queue != NULL && gelFinishQueue(&self->opencl) == gel_clNoAnswer) {
        gelAbandonOpenclBackend(self);
        return;
    }
    releasePlan(self);
    gelForgetLaunches(backend);
    for (int k = 0; k < gel_kernelCount; k++)
        if (self->kernels[k] != NULL)
            gelCl.clReleaseKernel(self->kernels[k]);
    gelCloseFused(&self->fused);
    gelCloseContacts(&self->contacts);
    gelCloseLinkProgram(&self->links);
    gelCloseDeviceFields(&self->fields);
    gelCloseDevicePressures(&self->pressures);
    gelCloseDeviceBalance(&self->balance);
    gelCloseDeviceTwoLevel(&self->twoLevel);
    gelClosePlasticityProgram(&self->plasticity);
    gelCloseDevice(&self->opencl);
    gelFree(self);
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

static gelStatus createKernels(gelOpenclBackend* self, bool automatic)
{
    for (int k = 0; k < gel_kernelCount; k++) {
        cl_int error;
        size_t largest = 0;
        if ((kindsOfKernel(k) & ~self->opencl.kinds) != 0)
            continue;
        self->kernels[k] = gelCl.clCreateKernel(self->opencl.program, gelColourKernelNames[k], &error);
        if (self->kernels[k] == NULL)
            return gelFailCl("creating a kernel", gelRecordCall("clCreateKernel", error));
        error = gelCl.clGetKernelWorkGroupInfo(self->kernels[k], self->opencl.device,
                                               CL_KERNEL_WORK_GROUP_SIZE, sizeof largest, &largest, NULL);
        if (error == CL_SUCCESS && automatic && self->workGroupSize > largest)
            self->workGroupSize = largest;
        if (error == CL_SUCCESS && self->workGroupSize > largest)
            return gelFail(gel_invalidArgument, "workGroupSize: %s allows at most %zu for %s, found %zu",
                           self->opencl.info.name, largest, gelColourKernelNames[k], self->workGroupSize);
    }
    return gel_success;
}

// Kernels take their arguments along: they are set again before they run.
static void swapStages(gelOpenclBackend* a, gelOpenclBackend* b)
{
    gelSwapContactPrograms(&a->contacts, &b->contacts);
    gelSwapStagePrograms(a, b);
    memset(a->twoLevel.arguments, 0, sizeof a->twoLevel.arguments);
    memset(b->twoLevel.arguments, 0, sizeof b->twoLevel.arguments);
}

static void swapKernels(gelOpenclBackend* a, gelOpenclBackend* b)
{
    gelForgetRecordedStep(a);
    gelForgetRecordedStep(b);
    gelOpenclBackend kept = *a;
    a->opencl.program = b->opencl.program;
    a->opencl.kinds = b->opencl.kinds;
    a->workGroupSize = b->workGroupSize;
    memcpy(a->kernels, b->kernels, sizeof a->kernels);
    b->opencl.program = kept.opencl.program;
    b->opencl.kinds = kept.opencl.kinds;
    b->workGroupSize = kept.workGroupSize;
    memcpy(b->kernels, kept.kernels, sizeof b->kernels);
    gelSwapFusedKernels(&a->fused, &b->fused);
    swapStages(a, b);
}

static gelTestSubject subjectOf(gelOpenclBackend* self)
{
    return (gelTestSubject){.backend = &self->base,
                            .opencl = &self->opencl,
                            .commandBuffer = &self->commandBuffer,
                            .contacts = &self->contacts,
                            .plan = &self->plan};
}

gelStatus gelOpenclBackend_Test(gelBackend* backend, gelDeviceInfo* info)
{
    gelTestSubject subject = subjectOf((gelOpenclBackend*)backend);
    return gelSelfTest(&subject, info);
}

static gelStatus bindAll(gelOpenclBackend* self)
{
    gelStatus status = gelSetStateArguments(self);
    if (status == gel_success)
        status = gelBindFused(&self->fused, &self->opencl, &self->state);
    return status == gel_success ? gelBindContacts(&self->contacts, &self->state) : status;
}

// Tests a separate back end with the kernels of this one, so that the state here is unaffected.
static gelStatus testApart(gelOpenclBackend* self, gelStatus (*test)(const gelTestSubject*, char[256]),
                           char reason[256])
{
    gelOpenclBackend* fresh = gelAllocate(1, sizeof *fresh);
    if (fresh == NULL)
        return gelFailMemory(1, sizeof *fresh);
    fresh->base.functions = self->base.functions;
    fresh->workGroupSize = self->workGroupSize;
    fresh->contactsAreTested = fresh->twoLevelIsTested = fresh->planesAreTested =
        true; // or it would test itself
    fresh->twoLevel.kinds = self->twoLevel.kinds;
    gelStatus status = gelShareDevice(&self->opencl, &fresh->opencl);
    if (status == gel_success)
        status = createKernels(fresh, true);
    if (status == gel_success)
        status = gelOpenFused(&fresh->opencl, self->fused.askedWorkGroupSize, &fresh->fused);
    if (status == gel_success) {
        gelTestSubject subject = subjectOf(fresh);
        swapStages(self, fresh);
        status = test(&subject, reason);
        swapStages(self, fresh);
    }
    destroy(&fresh->base);
    return status;
}

// Kernels for these kinds of constraint. They are tested in a separate back end, so that the state here is
// unaffected.
static gelStatus rebuild(gelOpenclBackend* self, unsigned kinds, bool mustBeExact, gelDeviceInfo* info)
{
    gelOpenclBackend* fresh = gelAllocate(1, sizeof *fresh);
    if (fresh == NULL)
        return gelFailMemory(1, sizeof *fresh);
    fresh->base.functions = self->base.functions;
    fresh->workGroupSize = self->workGroupSize;
    gelStatus status = gelRebuildDevice(&self->opencl, kinds, &fresh->opencl);
    if (status == gel_success)
        status = createKernels(fresh, true);
    if (status == gel_success)
        status = gelOpenFused(&fresh->opencl, self->fused.askedWorkGroupSize, &fresh->fused);
    if (status == gel_success && self->contacts.program.search != NULL)
        status = gelOpenContacts(&fresh->opencl, self->fused.askedWorkGroupSize, &fresh->contacts);
    if (status == gel_success)
        status = gelOpenclBackend_Test(&fresh->base, info);
    if (status == gel_success && info->exact && fresh->contacts.program.search != NULL)
        status = gelOpenclBackend_TestContacts(&fresh->base, info);
    if (status == gel_success)
        status = gelRenewStages(self, fresh, info);
    if (status == gel_success && info->exact && fresh->twoLevel.program != NULL &&
        fresh->contacts.program.search != NULL) {
        status = testApart(fresh, gelSelfTestPlanes, info->reason);
        info->exact = info->reason[0] == '\0';
    }
    if (status == gel_success && mustBeExact && !info->exact)
        status = gelFail(gel_inexactDevice,
                         "%s does not compute the reference's bits for all kinds of constraint: %s",
                         self->opencl.info.name, info->reason);
    if (status == gel_success) {
        swapKernels(self, fresh);
        status = self->plan != NULL ? bindAll(self) : gel_success;
        if (status != gel_success) {
            swapKernels(self, fresh);
            bindAll(self);
        }
    }
    destroy(&fresh->base);
    return status;
}

static gelStatus requireKinds(gelOpenclBackend* self, const gelPlan* plan)
{
    unsigned kinds = self->opencl.kinds;
    gelDeviceInfo info = {0};
    for (int kind = 0; kind < constraint_kinds; kind++)
        if (plan->constraints[kind].count > 0)
            kinds |= 1u << kind;
    kinds |= gelKernelsOf(plan->order, plan->integrator) | (gelPlanDamps(plan) ? gelJacobiKernels : 0);
    if (kinds == self->opencl.kinds)
        return gel_success;
    gelStatus status = rebuild(self, kinds, self->base.exact && !self->allowsInexact, &info);
    if (status == gel_success && self->base.exact && !info.exact) {
        gelLog(gel_logWarning, "%s is not exact for all kinds of constraint: %s", info.name, info.reason);
        gelOpenclBackend_SetTested(&self->base, &info);
    }
    return status;
}

static gelStatus setPlan(gelBackend* backend, gelPlan* plan)
{
    gelOpenclBackend* self = (gelOpenclBackend*)backend;
    size_t count = (size_t)plan->vertexCapacity;
    cl_int error = gelFinishQueue(&self->opencl); // transfers may still read what is released
    if (error != CL_SUCCESS)
        return gelFailCl("waiting for the device", error);
    releasePlan(self);
    self->plan = NULL;
    gelStatus status = requireKinds(self, plan);
    if (status != gel_success)
        return status;
    self->plan = plan;
    self->staging = gelAllocate(3 * count, sizeof *self->staging);
    status = self->staging != NULL ? gel_success : gelFailMemory(3 * count, sizeof *self->staging);
    if (status == gel_success)
        status = gelCreateStateBuffers(self, count);
    if (status == gel_success)
        status = gelPlaceBodies(&self->opencl, plan, &self->base.bytes, &self->state);
    if (status == gel_success)
        status = gelPlanDevicePlasticity(self);
    return status == gel_success ? gelPlanStrategies(self) : status;
}

static gelStatus writeState(gelBackend* backend, const gelVertexState* vertices)
{
    gelOpenclBackend* self = (gelOpenclBackend*)backend;
    gelStatus status = gelWriteDeviceState(&self->opencl, &self->state, self->plan, vertices, self->staging);
    return status == gel_success ? gelWriteDeviceHistory(&self->twoLevel, &self->opencl) : status;
}

static gelStatus readState(gelBackend* backend, gelVertexState* vertices)
{
    gelOpenclBackend* self = (gelOpenclBackend*)backend;
    gelStatus status = gelReadDeviceState(&self->opencl, &self->state, self->plan, vertices, self->staging);
    return status == gel_success ? gelReadDeviceHistory(&self->twoLevel, &self->opencl, false) : status;
}

static gelStatus setGoals(gelBackend* backend, const gelVertexGoal* goals, int count)
{
    return gelWriteGoals((gelOpenclBackend*)backend, goals, count);
}

gelStatus gelOpenclBackend_TestContacts(gelBackend* backend, gelDeviceInfo* info)
{
    gelOpenclBackend* self = (gelOpenclBackend*)backend;
    gelStatus status = gel_success;
    if (self->contacts.program.search == NULL)
        status = gelOpenContacts(&self->opencl, self->fused.askedWorkGroupSize, &self->contacts);
    double start = gelMilliseconds();
    if (status == gel_success)
        status = testApart(self, gelSelfTestContacts, info->reason);
    info->exact = status == gel_success && info->reason[0] == '\0';
    info->testMilliseconds += gelMilliseconds() - start;
    return status;
}

// Tested when first used, since building them takes longer than all that worlds without contact do.
static gelStatus requireContactProgram(gelOpenclBackend* self)
{
    gelDeviceInfo info = self->opencl.info;
    if (self->contactsAreTested)
        return gel_success;
    gelStatus status = gelOpenclBackend_TestContacts(&self->base, &info);
    if (status == gel_success)
        status = gelOpenclBackend_JudgeTest(self, &info, "for contact");
    self->contactsAreTested = status == gel_success;
    return status;
}

static gelStatus measureMotion(gelBackend* backend, float frameTime, gelBodyMotion* motions)
{
    gelOpenclBackend* self = (gelOpenclBackend*)backend;
    gelStatus status = requireContactProgram(self);
    return status == gel_success
               ? gelMeasureDeviceMotion(&self->motion, &self->opencl, &self->contacts.program, &self->state,
                                        self->plan, frameTime, &self->base.bytes, motions)
               : status;
}

static gelStatus countWrongTets(gelBackend* backend, int* counts)
{
    gelOpenclBackend* self = (gelOpenclBackend*)backend;
    return gelCountDeviceRuins(&self->twoLevel, &self->opencl, &self->state, counts);
}

// perColour steps bodies whether they sleep or not: their masses are infinite then.
static gelStatus listAwake(gelBackend* backend)
{
    gelOpenclBackend* self = (gelOpenclBackend*)backend;
    return gelListAwakeFused(&self->fused, &self->opencl, &self->schedule, self->plan, &self->state);
}

static gelStatus testPlanes(gelOpenclBackend* self, const gelOpencl* untimed, char reason[256])
{
    (void)untimed; // its back end has its own launches
    return testApart(self, gelSelfTestPlanes, reason);
}

static gelStatus prepareContacts(gelBackend* backend, const gelStepParameters* parameters, bool forgets)
{
    gelOpenclBackend* self = (gelOpenclBackend*)backend;
    gelStatus status = requireContactProgram(self);
    if (status == gel_success && self->twoLevel.cycles > 0 && parameters->has_obstacles > 0.0)
        status = gelOpenclBackend_RequireTested(self, &self->planesAreTested, testPlanes,
                                                "for obstacles under the solver twoLevel");
    self->contacts.gather = self->base.gather;
    if (forgets)
        gelForgetCandidates(&self->contacts.search.cache);
    return status == gel_success ? gelPrepareDeviceContacts(&self->contacts, &self->opencl, &self->state,
                                                            self->plan, &self->base.bytes)
                                 : status;
}

static gelStatus findContacts(gelBackend* backend, const gelStepParameters* parameters, int substepCount,
                              const double* masses, const gelRestitutionStates* restitution, int* launches)
{
    gelOpenclBackend* self = (gelOpenclBackend*)backend;
    gelStatus status = prepareContacts(backend, parameters, false);
    return status == gel_success
               ? gelFindDeviceContacts(&self->contacts, &self->opencl, &self->state, self->plan, parameters,
                                       substepCount, masses, restitution, &self->base.bytes, launches)
               : status;
}

static gelStatus readContacts(gelBackend* backend, gelPushedList* pushed)
{
    gelOpenclBackend* self = (gelOpenclBackend*)backend;
    return gelReadDeviceContacts(&self->contacts, &self->opencl, pushed);
}

static const gelContactList* listedContacts(const gelBackend* backend, const gelSurfaceTables** tables)
{
    const gelContacts* contacts = &((const gelOpenclBackend*)backend)->contacts;
    *tables = &contacts->search.tables;
    return contacts->planned ? &contacts->list : NULL;
}

static const gelContactShare* shareOfContacts(const gelBackend* backend)
{
    const gelContactList* list = &((const gelOpenclBackend*)backend)->contacts.list;
    return list->share.isShared ? &list->share : NULL;
}

static gelStatus beginContacts(gelBackend* backend, const gelStepParameters* parameters)
{
    const gelOpenclBackend* self = (gelOpenclBackend*)backend;
    int launches = 0;
    return gelBeginDeviceContacts(&self->contacts, &self->opencl, parameters, &launches);
}

static gelStatus copyPushes(gelBackend* backend, const int* contacts, int count, void* pushes, bool isWritten)
{
    const gelOpenclBackend* self = (gelOpenclBackend*)backend;
    return gelCopyDevicePushes(&self->contacts, &self->opencl, contacts, count, pushes, isWritten);
}

static gelStatus readRestitution(gelBackend* backend, gelRestitutionStates* restitution)
{
    gelOpenclBackend* self = (gelOpenclBackend*)backend;
    return gelReadRestitution(&self->contacts.restitution, &self->opencl, restitution);
}

static gelStrategy strategyOf(const gelBackend* backend, int body)
{
    const gelSchedule* schedule = &((const gelOpenclBackend*)backend)->schedule;
    return schedule->classes[schedule->classOf[body]].strategy;
}

// Ignores errors of clFlush: queued work runs in any case, and the next call that waits for it
// reports failures.
static void submit(gelBackend* backend)
{
    gelCl.clFlush(((gelOpenclBackend*)backend)->opencl.queue);
}

static gelStatus reload(gelBackend* backend, bool* exact)
{
    gelOpenclBackend* self = (gelOpenclBackend*)backend;
    gelDeviceInfo info = {0};
    gelStatus status = rebuild(self, self->opencl.kinds, false, &info);
    if (status != gel_success)
        return status;
    *exact = info.exact;
    gelOpenclBackend_SetTested(backend, &info);
    if (!info.exact)
        gelLog(gel_logWarning, "the reloaded kernels do not compute the reference's bits: %s", info.reason);
    return gel_success;
}

static gelStatus setTiming(gelBackend* backend, bool enabled)
{
    gelForgetRecordedStep((gelOpenclBackend*)backend); // it belongs to the old queue
    return gelOpenclSetTiming(backend, enabled);
}

static gelStatus openShare(gelBackend* backend, const gelSharedVerticesDef* def, void** target)
{
    gelOpenclShare* share;
    gelStatus status = gelOpenShare(&((gelOpenclBackend*)backend)->opencl, def, &share);
    *target = share;
    return status;
}

static gelStatus writeShare(gelBackend* backend, void* target, bool withSpeeds, gelBounds* bounds)
{
    const gelOpenclBackend* self = (gelOpenclBackend*)backend;
    return gelOpenclShare_Write(target, &self->state, self->plan->vertexCount, withSpeeds, bounds);
}

static void closeShare(gelBackend* backend, void* target)
{
    (void)backend;
    gelCloseShare(target);
}

static gelOpenclVertices openclOfShare(const gelBackend* backend, const void* target)
{
    (void)backend;
    return gelOpenclShare_GetObjects(target);
}

static const gelBackendFunctions gridFunctions = {.destroy = destroy,
                                                  .setPlan = setPlan,
                                                  .writeState = writeState,
                                                  .readState = readState,
                                                  .readVertices = gelReadVertices,
                                                  .writeVertices = gelWriteVertices,
                                                  .keepState = gelKeepState,
                                                  .readKept = gelReadKeptState,
                                                  .writeRestLengths = gelOpenclBackend_WriteRestLengths,
                                                  .readRestLengths = gelOpenclBackend_ReadRestLengths,
                                                  .writeRestShapes = gelOpenclBackend_WriteRestShapes,
                                                  .setGoals = setGoals,
                                                  .setFields = gelOpenclBackend_SetFields,
                                                  .setPressures = gelOpenclBackend_SetPressures,
                                                  .readPressures = gelOpenclBackend_ReadPressures,
                                                  .setBodyGoals = gelOpenclBackend_SetBodyGoals,
                                                  .setTethers = gelOpenclBackend_SetTethers,
                                                  .setAttachments = gelOpenclBackend_SetAttachments,
                                                  .readMultipliers = gelOpenclBackend_ReadMultipliers,
                                                  .setBalance = gelOpenclBackend_SetBalance,
                                                  .setTwoLevel = gelOpenclBackend_SetTwoLevel,
                                                  .readTouches = gelOpenclBackend_ReadTouches,
                                                  .countWrongTets = countWrongTets,
                                                  .prepareContacts = prepareContacts,
                                                  .findContacts = findContacts,
                                                  .readContacts = readContacts,
                                                  .measureMotion = measureMotion,
                                                  .listAwake = listAwake,
                                                  .readRestitution = readRestitution,
                                                  .runStage = gelOpenclBackend_RunStage,
                                                  .runStep = gelOpenclBackend_RunStep,
                                                  .runPhase = gelOpenclBackend_RunPhase,
                                                  .hasContacts = gelOpenclBackend_HasContacts,
                                                  .listedContacts = listedContacts,
                                                  .shareOfContacts = shareOfContacts,
                                                  .beginContacts = beginContacts,
                                                  .copyPushes = copyPushes,
                                                  .strategyOf = strategyOf,
                                                  .submit = submit,
                                                  .reload = reload,
                                                  .openShare = openShare,
                                                  .writeShare = writeShare,
                                                  .closeShare = closeShare,
                                                  .openclOfShare = openclOfShare,
                                                  .finish = gelOpenclFinish,
                                                  .setTiming = setTiming,
                                                  .resolveTimes = gelOpenclResolveTimes,
                                                  .measureCopy = gelOpenclMeasureCopy};

gelStatus gelOpenOpenclBackend(int index, const gelOpenclSetup* setup, gelBackend** backend)
{
    int workGroupSize = setup->workGroupSize;
    *backend = NULL;
    if (workGroupSize < 0)
        return gelFail(gel_invalidArgument, "workGroupSize: expected 0 (automatic) or more, found %d",
                       workGroupSize);
    gelOpenclBackend* self = gelAllocate(1, sizeof *self);
    if (self == NULL)
        return gelFailMemory(1, sizeof *self);
    self->base.functions = &gridFunctions;
    self->allowsInexact = setup->allowInexact;
    int tunedLanes = setup->tuning != NULL ? setup->tuning->lanes : 0;
    unsigned kinds = setup->hasAllKinds ? gelAllKinds : gelUsualKinds;
    kinds |= gelKernelsOf(setup->order, setup->integrator);
    gelStatus status = gelOpenDevice(index, setup->lanes != 0 ? setup->lanes : tunedLanes, kinds,
                                     setup->contextProperties, &self->opencl);
    if (status == gel_success)
        status = gelOpenWatch(&self->opencl, setup->timeLimit);
    if (status == gel_success) {
        bool automatic = workGroupSize == 0;
        self->opencl.lanesWereAsked = setup->lanes != 0;
        gelUseTuning(&self->opencl, setup->tuning);
        self->workGroupSize = (size_t)(automatic ? self->opencl.row.perColour.workGroupSize : workGroupSize);
        status = createKernels(self, automatic);
        if (status == gel_success)
            status = gelOpenFused(&self->opencl, (size_t)workGroupSize, &self->fused);
        self->opencl.row.body.workGroupSize = (int)self->fused.body.workGroupSize; // as requested, or as fits
        gelOpenCommandBuffer(&self->opencl, setup->commandBuffer, &self->commandBuffer);
    }
    if (status != gel_success)
        destroy(&self->base);
    else
        *backend = &self->base;
    return status;
}
