#include "backend/rank.h"

#include <limits.h>
#include <string.h>

static gelStatus listHomes(gelRankShares* shares)
{
    const gelRanks* ranks = &shares->ranks;
    size_t rankCount = (size_t)ranks->rankCount, vertexCount = (size_t)ranks->vertexCount;
    int* next = shares->homeStarts = gelAllocate(rankCount + 2, sizeof *next);
    shares->homeVertices = gelAllocate(vertexCount, sizeof *shares->homeVertices);
    if (next == NULL || shares->homeVertices == NULL)
        return gelFailMemory(rankCount + vertexCount, sizeof *next);
    for (int v = 0; v < ranks->vertexCount; v++)
        if (ranks->homes[v] != gel_everyRank)
            next[ranks->homes[v] + 2]++;
    for (int rank = 0; rank < ranks->rankCount; rank++)
        next[rank + 2] += next[rank + 1];
    for (int v = 0; v < ranks->vertexCount; v++)
        if (ranks->homes[v] != gel_everyRank)
            shares->homeVertices[next[ranks->homes[v] + 1]++] = v;
    return gel_success;
}

gelStatus gelListShares(const gelPlan* plan, int rankCount, gelRankShares* shares)
{
    *shares = (gelRankShares){0};
    gelStatus status = gelShareOut(plan, rankCount, &shares->ranks);
    if (status == gel_success)
        status = listHomes(shares);
    const gelRanks* ranks = &shares->ranks;
    size_t count = (size_t)ranks->phaseCount + 2;
    if (status == gel_success && (shares->exchangeStarts = gelAllocate(count, sizeof(int))) == NULL)
        status = gelFailMemory(count, sizeof(int));
    for (int m = 0; m < ranks->messageCount && status == gel_success; m++)
        shares->exchangeStarts[ranks->messages[m].exchange + 1] = m + 1;
    for (int e = 0; e <= ranks->phaseCount && status == gel_success; e++)
        if (shares->exchangeStarts[e + 1] < shares->exchangeStarts[e])
            shares->exchangeStarts[e + 1] = shares->exchangeStarts[e];
    if (status != gel_success)
        gelClearShares(shares);
    return status;
}

void gelClearShares(gelRankShares* shares)
{
    gelClearRanks(&shares->ranks);
    gelFree(shares->exchangeStarts);
    gelFree(shares->homeStarts);
    gelFree(shares->homeVertices);
    *shares = (gelRankShares){0};
}

// Sends the own part of `all` to each of the others, and gets theirs. The parts follow each other: that of a rank starts at an
// item of `size` bytes. `starts`: [rankCount + 1]; NULL: each has one item.
static gelStatus exchangeWithAll(const gelRank* rank, void* all, const int* starts, size_t size)
{
    const int own = rank->transport.rank;
    gelParcel *sent = rank->parcels, *received = sent + rank->transport.rankCount;
    gelParcel mine = {.bytes = NULL};
    int others = 0;
    for (int other = 0; other < rank->transport.rankCount; other++) {
        const size_t first = (size_t)(starts != NULL ? starts[other] : other),
                     end = (size_t)(starts != NULL ? starts[other + 1] : other + 1);
        const gelParcel part = {other, (char*)all + first * size, (end - first) * size};
        if (other == own)
            mine = part;
        else
            received[others++] = part;
    }
    for (int i = 0; i < others; i++)
        sent[i] = (gelParcel){received[i].rank, mine.bytes, mine.size};
    return gelExchange(rank, others, others);
}

// Runs the gelAllGather of a rank.
static gelStatus gatherItems(void* context, const void* own, int* count, size_t size, const void** all)
{
    gelRank* rank = context;
    const int self = rank->transport.rank, rankCount = rank->transport.rankCount;
    int* starts = rank->starts;
    int64_t sum = 0;
    starts[0] = 0;
    starts[self + 1] = *count;
    gelStatus status = exchangeWithAll(rank, starts + 1, NULL, sizeof *starts);
    for (int i = 0; i < rankCount && status == gel_success; i++) {
        sum += starts[i + 1];
        if (sum > INT_MAX / 4)
            status = gelFail(gel_unsupported,
                             "ranks have found over %d contacts: move bodies apart, or use coarser meshes",
                             INT_MAX / 4);
        starts[i + 1] = (int)sum;
    }
    if (status == gel_success)
        status = gelReserve(&rank->gathered, &rank->gatheredCapacity, (int)sum, size);
    if (status != gel_success)
        return status;
    if (*count > 0)
        memcpy(rank->gathered + (size_t)starts[self] * size, own, (size_t)*count * size);
    *count = (int)sum;
    *all = rank->gathered;
    return sum == 0 ? gel_success : exchangeWithAll(rank, rank->gathered, starts, size);
}

void gelOpenRank(gelBackend* inner, gelTransport transport, gelRank* rank)
{
    *rank = (gelRank){.inner = inner, .transport = transport};
    rank->gather = (gelAllGather){transport.rank, transport.rankCount, rank, gatherItems};
    inner->gather = transport.rankCount > 1 ? &rank->gather : NULL;
}

static int countHomes(const gelRankShares* shares, int rank)
{
    return shares->homeStarts[rank + 1] - shares->homeStarts[rank];
}

// The most that a rank sends and receives at once: it makes all ranks whole, or moves positions.
static size_t countMost(const gelRankShares* shares, int rank)
{
    const gelRanks* ranks = &shares->ranks;
    size_t most = 0;
    for (int e = 0; e <= ranks->phaseCount; e++) {
        size_t sum = 0;
        for (int m = shares->exchangeStarts[e]; m < shares->exchangeStarts[e + 1]; m++)
            if (ranks->messages[m].from == rank || ranks->messages[m].to == rank)
                sum += (size_t)ranks->messages[m].count;
        most = sum > most ? sum : most;
    }
    size_t whole = gel_vertexPartCount * (size_t)shares->homeStarts[ranks->rankCount];
    return most > whole ? most : whole;
}

gelStatus gelPlanRank(gelRank* rank, const gelRankShares* shares)
{
    gelClearRank(rank);
    size_t most = countMost(shares, rank->transport.rank), count = 2 * (size_t)rank->transport.rankCount;
    rank->shares = shares;
    rank->phase = 0;
    rank->move = (gelRankMove){0};
    rank->isSolving = rank->isWhole = false;
    rank->bytes = gelAllocate(most, gelVertexSize(rank));
    rank->parcels = gelAllocate(count, sizeof *rank->parcels);
    rank->starts = gelAllocate(count, sizeof *rank->starts);
    if (rank->bytes == NULL || rank->parcels == NULL || rank->starts == NULL)
        return gelFailMemory(most, gelVertexSize(rank));
    gelMakeRankPlan(&shares->ranks, rank->transport.rank, &rank->plan);
    return rank->inner->functions->setPlan(rank->inner, &rank->plan);
}

void gelClearRank(gelRank* rank)
{
    gelClearRankPlan(&rank->plan);
    gelFree(rank->twoLevel.values);
    gelFree(rank->bytes);
    gelFree(rank->parcels);
    gelFree(rank->contactBytes);
    gelFree(rank->gathered);
    gelFree(rank->starts);
    rank->twoLevel = (gelTwoLevelList){0};
    rank->bytes = rank->contactBytes = rank->gathered = NULL;
    rank->contactCapacity = rank->gatheredCapacity = 0;
    rank->parcels = NULL;
    rank->starts = NULL;
}

// Begins to move the positions that an exchange lists, or to take them back.
static gelStatus beginMove(gelRank* rank, int exchange, bool isBack)
{
    const gelRanks* ranks = &rank->shares->ranks;
    const int own = rank->transport.rank, end = rank->shares->exchangeStarts[exchange + 1];
    gelParcel *sent = rank->parcels, *received = sent + rank->transport.rankCount;
    gelRankMove* move = &rank->move;
    char* next = rank->bytes;
    gelStatus status = gel_success;
    *move = (gelRankMove){.exchange = exchange, .isBack = isBack};
    for (int m = rank->shares->exchangeStarts[exchange]; m < end && status == gel_success; m++) {
        const gelRankMessage* message = &ranks->messages[m];
        const int from = isBack ? message->to : message->from, to = isBack ? message->from : message->to;
        const gelParcel parcel = {from == own ? to : from, next,
                                  (size_t)message->count * gelVertexSize(rank)};
        if (from == own) {
            sent[move->sentCount++] = parcel;
            status = rank->inner->functions->readVertices(
                rank->inner, gel_positions, ranks->moved + message->first, message->count, next);
        } else if (to == own) {
            received[move->receivedCount++] = parcel;
        }
        next += from == own || to == own ? parcel.size : 0;
    }
    return status == gel_success && move->sentCount + move->receivedCount > 0
               ? rank->transport.begin(rank->transport.context, sent, move->sentCount, received,
                                       move->receivedCount)
               : status;
}

static gelStatus endMove(gelRank* rank)
{
    const gelRanks* ranks = &rank->shares->ranks;
    const gelRankMove move = rank->move;
    const gelParcel* received = rank->parcels + rank->transport.rankCount;
    gelStatus status = gel_success;
    if (move.exchange == 0)
        return status;
    if (move.sentCount + move.receivedCount > 0)
        status = rank->transport.end(rank->transport.context);
    rank->move = (gelRankMove){0};
    const int* starts = rank->shares->exchangeStarts + move.exchange;
    for (int m = starts[0], i = 0; m < starts[1] && status == gel_success; m++) {
        const gelRankMessage* message = &ranks->messages[m];
        if ((move.isBack ? message->from : message->to) == rank->transport.rank)
            status = rank->inner->functions->writeVertices(rank->inner, gel_positions,
                                                           ranks->moved + message->first, message->count,
                                                           received[i++].bytes);
    }
    return status;
}

static gelStatus movePositions(gelRank* rank, int exchange, bool isBack)
{
    gelStatus status = beginMove(rank, exchange, isBack);
    return status == gel_success ? endMove(rank) : status;
}

// After the last phase positions go home.
static gelStatus movePositionsTo(gelRank* rank, int phase)
{
    gelStatus status = gel_success;
    while (rank->phase < phase && status == gel_success)
        status = movePositions(rank, ++rank->phase, false);
    return status;
}

// Copies the parts of the vertices whose home is a rank, one after another.
static gelStatus copyHomes(const gelRank* rank, int home, char* bytes, bool isWritten)
{
    const gelBackendFunctions* functions = rank->inner->functions;
    const int* vertices = rank->shares->homeVertices + rank->shares->homeStarts[home];
    const int count = countHomes(rank->shares, home);
    gelStatus status = gel_success;
    for (int part = 0; part < gel_vertexPartCount && status == gel_success; part++) {
        status = isWritten
                     ? functions->writeVertices(rank->inner, (gelVertexPart)part, vertices, count, bytes)
                     : functions->readVertices(rank->inner, (gelVertexPart)part, vertices, count, bytes);
        bytes += (size_t)count * gelVertexSize(rank);
    }
    return status;
}

gelStatus gelMakeRankWhole(gelRank* rank)
{
    const int own = rank->transport.rank, *starts = rank->shares->homeStarts;
    const size_t size = gel_vertexPartCount * gelVertexSize(rank);
    gelStatus status = gel_success;
    if (rank->isWhole)
        return gel_success;
    for (int exchange = rank->phase; exchange > 0 && status == gel_success; exchange--)
        status = movePositions(rank, exchange, true);
    if (status == gel_success)
        status = copyHomes(rank, own, rank->bytes + (size_t)starts[own] * size, false);
    if (status == gel_success)
        status = exchangeWithAll(rank, rank->bytes, starts, size);
    for (int other = 0; other < rank->transport.rankCount && status == gel_success; other++)
        if (other != own)
            status = copyHomes(rank, other, rank->bytes + (size_t)starts[other] * size, true);
    rank->isWhole = status == gel_success;
    return status;
}

// Ends the constraints of a substep, if they are under way.
static gelStatus sendHome(gelRank* rank)
{
    gelStatus status = rank->isSolving ? movePositionsTo(rank, rank->shares->ranks.phaseCount) : gel_success;
    rank->isSolving = false;
    rank->phase = 0;
    return status;
}

gelStatus gelRunRankStage(gelRank* rank, const gelStepParameters* parameters, gelPlanStage stage)
{
    const bool isConstraints = stage.stage == gel_stageConstraints;
    gelStatus status = isConstraints ? gelListConstraints(&rank->plan) : gel_success;
    if (isConstraints) {
        status = status == gel_success ? movePositionsTo(rank, stage.phase) : status;
        if (status == gel_success && rank->plan.constraints[stage.kind].colours[stage.colour].count > 0)
            status = rank->inner->functions->runStage(rank->inner, parameters, stage);
        rank->isSolving = true;
        rank->isWhole = false;
        return status;
    }
    status = sendHome(rank);
    const gelContactShare* share = stage.stage == gel_stageContact ? gelShareOfContacts(rank) : NULL;
    if (status == gel_success && share != NULL)
        return gelSolveSharedContacts(rank, share, parameters, stage);
    if (status == gel_success && gelReadsAllVertices(stage.stage, rank->push))
        status = gelMakeRankWhole(rank);
    rank->isWhole = rank->isWhole && !gelIsPass(stage.stage); // which leave out the vertices of others
    return status == gel_success ? rank->inner->functions->runStage(rank->inner, parameters, stage) : status;
}

// Runs a phase: while positions are on their way, first what does not need them. Then those for the next phase set out, home
// after the last.
static gelStatus runPhase(gelRank* rank, const gelStepParameters* parameters, const gelStageList* stages,
                          int substep, int substepCount, int phase)
{
    gelBackend* inner = rank->inner;
    const bool isMoving = rank->move.exchange > 0;
    gelStatus status = gel_success;
    if (isMoving)
        status = inner->functions->runPhase(inner, parameters, stages, substep, substepCount, phase,
                                            gel_readyPart);
    if (status == gel_success)
        status = endMove(rank);
    if (status == gel_success)
        status = inner->functions->runPhase(inner, parameters, stages, substep, substepCount, phase,
                                            isMoving ? gel_waitingPart : gel_wholePhase);
    return status == gel_success && substep < substepCount ? beginMove(rank, phase + 1, false) : status;
}

// Runs the stages of single bodies in some substeps. `stops`: the only one ends after its constraints. Positions are at home
// then.
static gelStatus runPhases(gelRank* rank, const gelStepParameters* parameters, const gelStageList* stages,
                           int substepCount, bool stops)
{
    const int phaseCount = rank->shares->ranks.phaseCount, end = substepCount * phaseCount + (stops ? 0 : 1);
    gelStatus status = sendHome(rank);
    rank->isWhole = false;
    for (int i = 0; i < end && status == gel_success; i++)
        status = runPhase(rank, parameters, stages, i / phaseCount, substepCount, i % phaseCount);
    return status == gel_success ? endMove(rank) : status;
}

// Whether ranks wait for each other at a stage. Contacts that the two-level solver keeps are its own.
static bool isOfAll(const gelRank* rank, const gelStageList* stages, gelStage stage)
{
    const gelBackendFunctions* functions = rank->inner->functions;
    return gelIsOfAllBodies(stage) && (stage != gel_stageContact || stages->contents.twoLevel ||
                                       functions->hasContacts == NULL || functions->hasContacts(rank->inner));
}

gelStatus gelRunRankStep(gelRank* rank, const gelStepParameters* parameters, const gelStageList* stages,
                         int substepCount)
{
    const bool hasPhases = rank->inner->functions->runPhase != NULL;
    bool cuts = !hasPhases;
    gelStatus status = gel_success;
    for (int i = 0; i < stages->count && !cuts; i++)
        cuts = isOfAll(rank, stages, stages->stages[i].stage);
    if (!cuts)
        return runPhases(rank, parameters, stages, substepCount, false);
    for (int i = 0; i < substepCount * stages->count && status == gel_success; i++) {
        const int index = i % stages->count;
        gelPlanStage stage = gelStageOfStep(stages, index, i / stages->count, substepCount, parameters);
        const bool isSingle = !gelIsOfAllBodies(stage.stage),
                   isAlone = !hasPhases || (stages->contents.balance && stage.stage > gel_stageBalance);
        if (isSingle ? isAlone : isOfAll(rank, stages, stage.stage))
            status = gelRunRankStage(rank, parameters, stage);
        else if (isSingle && (index == 0 || gelIsOfAllBodies(stages->stages[index - 1].stage)))
            status = runPhases(rank, parameters, stages, 1, stages->contents.balance);
    }
    return status;
}
