#define _POSIX_C_SOURCE 200809L // pthread
#include "backend/ranks.h"
#include "backend/rank.h"
#include "backend/transport.h"
#include "base/pool.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

// A task of all ranks together: stages of a step, or only that each gets the newest records of all vertices or contacts.
typedef struct Job {
    const gelStepParameters* parameters;
    const gelStageList* stages; // NULL: `stage` alone, if `hasStage`
    int substepCount;
    bool hasStage, makesWhole, findsContacts, gathersPushes;
    bool toAll; // pushes; or to the first rank, which answers for all
    gelPlanStage stage;
    const double* masses; // and restitution: of findContacts
    const gelRestitutionStates* restitution;
} Job;

typedef struct Worker {
    gelRank rank;
    const Job* job;
    int launches; // of findContacts
    gelStatus status;
    char error[1024];
} Worker;

typedef struct Ranks {
    gelBackend base;
    gelThreadTransport* threads; // NULL: the transport is the user's
    gelRankShares shares;
    int count;
    Worker* workers;
    bool hasFailedSearch; // so that ranks may have kept different lists of candidates
    bool keepsWhole;      // each rank has kept all vertices; else those that are at home with it
} Ranks;

static gelBackend* firstOf(const gelBackend* backend)
{
    return ((const Ranks*)backend)->workers[0].rank.inner;
}

static gelStatus findContactsOf(Worker* worker, const Job* job)
{
    gelBackend* inner = worker->rank.inner;
    worker->launches = 0;
    return inner->functions->findContacts(inner, job->parameters, job->substepCount, job->masses,
                                          job->restitution, &worker->launches);
}

static gelStatus runStages(Worker* worker, const Job* job)
{
    gelRank* rank = &worker->rank;
    gelStatus status = job->findsContacts ? findContactsOf(worker, job) : gel_success;
    if (job->stages != NULL)
        status = gelRunRankStep(rank, job->parameters, job->stages, job->substepCount);
    if (job->hasStage && status == gel_success)
        status = gelRunRankStage(rank, job->parameters, job->stage);
    if (job->gathersPushes && status == gel_success)
        status = gelGatherPushes(rank, job->toAll);
    return status == gel_success && job->makesWhole ? gelMakeRankWhole(rank) : status;
}

static void* work(void* context)
{
    Worker* worker = context;
    worker->status = runStages(worker, worker->job);
    worker->error[0] = '\0';
    if (worker->status != gel_success) {
        snprintf(worker->error, sizeof worker->error, "%s", gelLastError());
        worker->rank.transport.fail(worker->rank.transport.context);
    }
    return NULL;
}

// Says what one of the ranks found, rather than that others were woken by it.
static gelStatus report(const Ranks* self)
{
    const Worker* failed = NULL;
    for (int i = 0; i < self->count; i++) {
        const Worker* worker = &self->workers[i];
        if (worker->status != gel_success &&
            (failed == NULL || strcmp(worker->error, gelOtherFailedText) != 0))
            failed = worker;
    }
    return failed == NULL
               ? gel_success
               : gelFail(failed->status, "rank %d: %s", failed->rank.transport.rank, failed->error);
}

// Ranks wait for each other, so each has a thread. The first has the caller's.
static gelStatus runAll(Ranks* self, const Job* job)
{
    pthread_t threads[GEL_MAXIMUM_RANK_THREADS];
    int started = 1;
    const bool holds = self->count > 1 && gelHoldPool();
    if (self->threads != NULL)
        gelResetThreadTransport(self->threads);
    for (int i = 0; i < self->count; i++)
        self->workers[i].job = job;
    while (started < self->count &&
           pthread_create(&threads[started], NULL, work, &self->workers[started]) == 0)
        started++;
    if (started == self->count)
        work(&self->workers[0]);
    else
        self->workers[0].rank.transport.fail(self->workers[0].rank.transport.context);
    for (int i = 1; i < started; i++)
        pthread_join(threads[i], NULL);
    if (holds)
        gelLeavePool();
    return started == self->count ? report(self)
                                  : gelFail(gel_outOfMemory, "a rank could not start a thread");
}

// A rank may have failed after its exchange, when others had succeeded: all take part again, as they wait for each other.
static gelStatus makeWhole(gelBackend* backend)
{
    Ranks* self = (Ranks*)backend;
    bool areWhole = true;
    for (int i = 0; i < self->count; i++)
        areWhole = areWhole && self->workers[i].rank.isWhole;
    for (int i = 0; i < self->count && !areWhole; i++)
        self->workers[i].rank.isWhole = false;
    return areWhole ? gel_success : runAll(self, &(Job){.makesWhole = true});
}

static gelStatus gatherPushes(gelBackend* backend)
{
    Ranks* self = (Ranks*)backend;
    const bool toAll = self->threads == NULL;
    return self->workers[0].rank.lacksPushes ? runAll(self, &(Job){.gathersPushes = true, .toAll = toAll})
                                             : gel_success;
}

// Ranks of one process prepare one after another, as they share shapes. Then they search together.
static gelStatus findContacts(gelBackend* backend, const gelStepParameters* parameters, int substepCount,
                              const double* masses, const gelRestitutionStates* restitution, int* launches)
{
    Ranks* self = (Ranks*)backend;
    gelStatus status = makeWhole(backend);
    const bool prepares = self->count > 1 || self->hasFailedSearch;
    for (int i = 0; i < self->count && prepares && status == gel_success; i++)
        status = firstOf(backend)->functions->prepareContacts(self->workers[i].rank.inner, parameters,
                                                              self->hasFailedSearch);
    if (status != gel_success)
        return status;
    status = runAll(self, &(Job){.parameters = parameters,
                                 .substepCount = substepCount,
                                 .findsContacts = true,
                                 .masses = masses,
                                 .restitution = restitution});
    for (int i = 0; i < self->count; i++)
        *launches += self->workers[i].launches;
    self->hasFailedSearch = status != gel_success;
    return status;
}

static gelStatus runStage(gelBackend* backend, const gelStepParameters* parameters, gelPlanStage stage)
{
    return runAll((Ranks*)backend, &(Job){.parameters = parameters, .hasStage = true, .stage = stage});
}

static gelStatus runStep(gelBackend* backend, const gelStepParameters* parameters, const gelStageList* stages,
                         int substepCount, gelProfile* profile)
{
    profile->launchesPerStep += substepCount * stages->count;
    Ranks* self = (Ranks*)backend;
    return runAll(self, &(Job){.parameters = parameters,
                               .stages = stages,
                               .substepCount = substepCount,
                               .makesWhole = self->threads == NULL, // processes need not read together
                               .gathersPushes = self->threads == NULL,
                               .toAll = self->threads == NULL});
}

static gelStatus setPlan(gelBackend* backend, gelPlan* plan)
{
    Ranks* self = (Ranks*)backend;
    gelStatus status = gelCheckRankedPlan(plan);
    for (int i = 0; i < self->count; i++)
        gelClearRank(&self->workers[i].rank);
    gelClearShares(&self->shares);
    if (status == gel_success)
        status = gelListShares(plan, self->workers[0].rank.transport.rankCount, &self->shares);
    self->base.bytes = 0;
    for (int i = 0; i < self->count && status == gel_success; i++) {
        status = gelPlanRank(&self->workers[i].rank, &self->shares);
        self->base.bytes += self->workers[i].rank.inner->bytes;
    }
    return status;
}

static gelStatus writeState(gelBackend* backend, const gelVertexState* vertices)
{
    Ranks* self = (Ranks*)backend;
    gelStatus status = gel_success;
    for (int i = 0; i < self->count && status == gel_success; i++) {
        gelRank* rank = &self->workers[i].rank;
        status = rank->inner->functions->writeState(rank->inner, vertices);
        rank->isWhole = status == gel_success;
    }
    return status;
}

// Inner back ends never run whole steps.
static gelStatus keepState(gelBackend* backend, bool isWhole, int substepCount)
{
    (void)isWhole;
    Ranks* self = (Ranks*)backend;
    gelStatus status = self->threads == NULL ? makeWhole(backend) : gel_success;
    self->keepsWhole = self->workers[0].rank.isWhole;
    for (int i = 0; i < self->count && status == gel_success; i++)
        status = firstOf(backend)->functions->keepState(self->workers[i].rank.inner, false, substepCount);
    return status;
}

// Copies what a rank has kept of the vertices that are at home with it. `all` has room for all vertices.
static gelStatus readKeptHomes(const gelRank* rank, gelVertexState* all, gelVertexState* vertices)
{
    const gelRankShares* shares = rank->shares;
    const int own = rank->transport.rank;
    gelStatus status = rank->inner->functions->readKept(rank->inner, all);
    for (int i = shares->homeStarts[own]; i < shares->homeStarts[own + 1] && status == gel_success; i++) {
        const gelVertexState* kept = &all[shares->homeVertices[i]];
        gelVertexState* vertex = &vertices[shares->homeVertices[i]];
        memcpy(vertex->position, kept->position, sizeof vertex->position);
        memcpy(vertex->predicted, kept->predicted, sizeof vertex->predicted);
        memcpy(vertex->velocity, kept->velocity, sizeof vertex->velocity);
    }
    return status;
}

static gelStatus readKept(gelBackend* backend, gelVertexState* vertices)
{
    const Ranks* self = (const Ranks*)backend;
    const size_t count = (size_t)self->shares.ranks.vertexCount;
    gelStatus status = firstOf(backend)->functions->readKept(firstOf(backend), vertices);
    if (status != gel_success || self->keepsWhole)
        return status;
    gelVertexState* all = gelAllocate(count, sizeof *all);
    if (all == NULL)
        return gelFailMemory(count, sizeof *all);
    for (int i = 1; i < self->count && status == gel_success; i++)
        status = readKeptHomes(&self->workers[i].rank, all, vertices);
    gelFree(all);
    return status;
}

static gelStatus writeRestShapes(gelBackend* backend)
{
    Ranks* self = (Ranks*)backend;
    gelStatus status = gel_success;
    for (int i = 0; i < self->count && status == gel_success; i++) {
        gelRank* rank = &self->workers[i].rank;
        for (int kind = 0; kind < constraint_kinds && rank->plan.isListed; kind++)
            gelListRestShapes(&rank->plan, &rank->plan.constraints[kind]);
        if (rank->inner->functions->writeRestShapes != NULL)
            status = rank->inner->functions->writeRestShapes(rank->inner);
    }
    return status;
}

static gelStatus listAwake(gelBackend* backend)
{
    const Ranks* self = (const Ranks*)backend;
    const gelBackendFunctions* inner = firstOf(backend)->functions;
    gelStatus status = gel_success;
    for (int i = 0; i < self->count && status == gel_success && inner->listAwake != NULL; i++)
        status = inner->listAwake(self->workers[i].rank.inner);
    return status;
}

// Each rank has values of its own, as bodies may flow or tear.
static gelStatus setTwoLevel(gelBackend* backend, const gelTwoLevelList* list)
{
    Ranks* self = (Ranks*)backend;
    gelStatus status = gel_success;
    size_t count = (size_t)list->valueCount;
    for (int i = 0; i < self->count && status == gel_success; i++) {
        gelRank* rank = &self->workers[i].rank;
        float* values = gelResize(rank->twoLevel.values, count, sizeof *values);
        if (values == NULL)
            return gelFailMemory(count, sizeof *values);
        if (count > 0)
            memcpy(values, list->values, count * sizeof *values);
        rank->twoLevel = *list;
        rank->twoLevel.values = values;
        status = rank->inner->functions->setTwoLevel(rank->inner, &rank->twoLevel);
    }
    return status;
}

static gelStatus setFields(gelBackend* backend, const gelFieldTable* table)
{
    Ranks* self = (Ranks*)backend;
    gelStatus status = gel_success;
    for (int i = 0; i < self->count && status == gel_success; i++) {
        self->workers[i].rank.push = table->hasForces;
        status = firstOf(backend)->functions->setFields(self->workers[i].rank.inner, table);
    }
    return status;
}

// Functions that go on to all ranks, or to the first, which answers for all; some once it has the state of all.
#define TO_ALL(name, prepare, arguments, ...)                                                                \
    static gelStatus name arguments                                                                          \
    {                                                                                                        \
        Ranks* self = (Ranks*)backend;                                                                       \
        gelStatus status = prepare(backend);                                                                 \
        for (int i = 0; i < self->count && status == gel_success; i++)                                       \
            status = firstOf(backend)->functions->name(self->workers[i].rank.inner, __VA_ARGS__);            \
        return status;                                                                                       \
    }
#define TO_FIRST(name, prepare, arguments, ...)                                                              \
    static gelStatus name arguments                                                                          \
    {                                                                                                        \
        gelStatus status = prepare(backend);                                                                 \
        return status == gel_success ? firstOf(backend)->functions->name(firstOf(backend), __VA_ARGS__)      \
                                     : status;                                                               \
    }

static gelStatus asItIs(gelBackend* backend)
{
    (void)backend;
    return gel_success;
}

TO_ALL(writeRestLengths, asItIs, (gelBackend * backend, const float* lengths), lengths)
TO_ALL(setGoals, asItIs, (gelBackend * backend, const gelVertexGoal* goals, int count), goals, count)
TO_ALL(setBodyGoals, asItIs, (gelBackend * backend, const gelGoalList* goals), goals)
TO_ALL(setTethers, asItIs, (gelBackend * backend, const gelTetherList* tethers), tethers)
TO_ALL(setAttachments, asItIs, (gelBackend * backend, const gelAttachmentList* attachments), attachments)
TO_ALL(setPressures, asItIs, (gelBackend * backend, const PressureRecord* records, int count), records, count)
TO_ALL(setBalance, asItIs, (gelBackend * backend, const gelBalanceList* list), list)

TO_FIRST(readState, makeWhole, (gelBackend * backend, gelVertexState* vertices), vertices)
TO_FIRST(readRestLengths, asItIs, (gelBackend * backend, bool kept, float* lengths), kept, lengths)
TO_FIRST(readMultipliers, asItIs, (gelBackend * backend, double (*multipliers)[4]), multipliers)
TO_FIRST(readPressures, asItIs, (gelBackend * backend, PressureRecord* records, int count), records, count)
TO_FIRST(countWrongTets, makeWhole, (gelBackend * backend, int* counts), counts)
TO_FIRST(readTouches, asItIs, (gelBackend * backend, double* touches), touches)
TO_FIRST(readRestitution, asItIs, (gelBackend * backend, gelRestitutionStates* restitution), restitution)
TO_FIRST(readContacts, gatherPushes, (gelBackend * backend, gelPushedList* pushed), pushed)
TO_FIRST(measureMotion, makeWhole, (gelBackend * backend, float frameTime, gelBodyMotion* motions), frameTime,
         motions)
TO_FIRST(openShare, asItIs, (gelBackend * backend, const gelSharedVerticesDef* def, void** target), def,
         target)
TO_FIRST(writeShare, makeWhole, (gelBackend * backend, void* target, bool withSpeeds, gelBounds* bounds),
         target, withSpeeds, bounds)
TO_FIRST(measureCopy, asItIs, (gelBackend * backend, size_t bytes, double* bytesPerSecond), bytes,
         bytesPerSecond)

static void closeShare(gelBackend* backend, void* target)
{
    firstOf(backend)->functions->closeShare(firstOf(backend), target);
}

static void submit(gelBackend* backend)
{
    const Ranks* self = (Ranks*)backend;
    for (int i = 0; i < self->count; i++)
        firstOf(backend)->functions->submit(self->workers[i].rank.inner);
}

static gelStatus finish(gelBackend* backend)
{
    const Ranks* self = (Ranks*)backend;
    gelStatus status = gel_success;
    for (int i = 0; i < self->count && status == gel_success; i++)
        status = firstOf(backend)->functions->finish(self->workers[i].rank.inner);
    return status;
}

// The launches are those of the first rank.
static gelStatus setTiming(gelBackend* backend, bool enabled)
{
    gelBackend* first = firstOf(backend);
    gelClearLaunchLog(&backend->launches);
    first->launches.enabled = false;
    gelStatus status = first->functions->setTiming(first, enabled);
    first->launches.enabled = enabled && status == gel_success;
    return status;
}

static gelStatus resolveTimes(gelBackend* backend)
{
    gelBackend* first = firstOf(backend);
    gelStatus status = first->functions->resolveTimes(first);
    if (status != gel_success)
        return status;
    gelClearLaunchLog(&backend->launches);
    backend->launches = first->launches;
    first->launches = (gelLaunchLog){.enabled = true};
    return gel_success;
}

static void destroy(gelBackend* backend)
{
    Ranks* self = (Ranks*)backend;
    for (int i = 0; i < self->count; i++) {
        gelRank* rank = &self->workers[i].rank;
        rank->inner->functions->destroy(rank->inner);
        gelClearRank(rank);
    }
    gelClearShares(&self->shares);
    gelCloseThreadTransport(self->threads);
    gelClearLaunchLog(&backend->launches);
    gelFree(self->workers);
    gelFree(self);
}

static const gelBackendFunctions functions = {.destroy = destroy,
                                              .setPlan = setPlan,
                                              .writeState = writeState,
                                              .readState = readState,
                                              .keepState = keepState,
                                              .readKept = readKept,
                                              .writeRestLengths = writeRestLengths,
                                              .readRestLengths = readRestLengths,
                                              .writeRestShapes = writeRestShapes,
                                              .setGoals = setGoals,
                                              .setBodyGoals = setBodyGoals,
                                              .setTethers = setTethers,
                                              .setAttachments = setAttachments,
                                              .readMultipliers = readMultipliers,
                                              .setFields = setFields,
                                              .setPressures = setPressures,
                                              .readPressures = readPressures,
                                              .setBalance = setBalance,
                                              .setTwoLevel = setTwoLevel,
                                              .readTouches = readTouches,
                                              .countWrongTets = countWrongTets,
                                              .findContacts = findContacts,
                                              .readRestitution = readRestitution,
                                              .readContacts = readContacts,
                                              .measureMotion = measureMotion,
                                              .listAwake = listAwake,
                                              .runStage = runStage,
                                              .runStep = runStep,
                                              .submit = submit,
                                              .openShare = openShare,
                                              .writeShare = writeShare,
                                              .closeShare = closeShare,
                                              .finish = finish,
                                              .setTiming = setTiming,
                                              .resolveTimes = resolveTimes,
                                              .measureCopy = measureCopy};

gelStatus gelJoinRanks(gelBackend* const* inner, int count, const gelTransport* transport,
                       gelBackend** backend)
{
    Ranks* self = gelAllocate(1, sizeof *self);
    Worker* workers = gelAllocate((size_t)count, sizeof *workers);
    gelThreadTransport* threads = NULL;
    gelStatus status =
        self != NULL && workers != NULL ? gel_success : gelFailMemory((size_t)count, sizeof *workers);
    if (status == gel_success && transport == NULL)
        status = gelOpenThreadTransport(count, &threads);
    if (status != gel_success) {
        for (int i = 0; i < count; i++)
            inner[i]->functions->destroy(inner[i]);
        gelFree(workers);
        gelFree(self);
        *backend = NULL;
        return status;
    }
    for (int i = 0; i < count; i++)
        gelOpenRank(inner[i], transport != NULL ? *transport : gelTransportOf(threads, i), &workers[i].rank);
    *self = (Ranks){.base = *inner[0], .threads = threads, .count = count, .workers = workers};
    self->base.functions = &functions;
    self->base.launches = (gelLaunchLog){0};
    self->base.explanation = NULL;
    snprintf(self->base.text, sizeof self->base.text, "%.200s, %d ranks", inner[0]->text,
             workers[0].rank.transport.rankCount);
    *backend = &self->base;
    return gel_success;
}
