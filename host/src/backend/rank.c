#include "backend/rank.h"

static size_t vertexSize(const gelRank* rank)
{
    return 3 * (rank->inner->doublePrecision ? sizeof(double) : sizeof(float));
}

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

gelStatus gelPlanRank(gelRank* rank, const gelPlan* plan, const gelRankShares* shares)
{
    gelClearRank(rank);
    size_t most = countMost(shares, rank->transport.rank), count = 2 * (size_t)rank->transport.rankCount;
    rank->shares = shares;
    rank->phase = 0;
    rank->isSolving = rank->isWhole = false;
    rank->bytes = gelAllocate(most, vertexSize(rank));
    rank->parcels = gelAllocate(count, sizeof *rank->parcels);
    gelStatus status = rank->bytes != NULL && rank->parcels != NULL
                           ? gelMakeRankPlan(plan, &shares->ranks, rank->transport.rank, &rank->plan)
                           : gelFailMemory(most, vertexSize(rank));
    return status == gel_success ? rank->inner->functions->setPlan(rank->inner, &rank->plan) : status;
}

void gelClearRank(gelRank* rank)
{
    gelClearRankPlan(&rank->plan);
    gelFree(rank->twoLevel.values);
    gelFree(rank->bytes);
    gelFree(rank->parcels);
    rank->twoLevel = (gelTwoLevelList){0};
    rank->bytes = NULL;
    rank->parcels = NULL;
}

// Moves the positions that an exchange lists, or takes them back.
static gelStatus movePositions(gelRank* rank, int exchange, bool isBack)
{
    const gelRanks* ranks = &rank->shares->ranks;
    const gelBackendFunctions* functions = rank->inner->functions;
    const int own = rank->transport.rank, first = rank->shares->exchangeStarts[exchange],
              end = rank->shares->exchangeStarts[exchange + 1];
    gelParcel *sent = rank->parcels, *received = sent + rank->transport.rankCount;
    int sentCount = 0, receivedCount = 0;
    char* next = rank->bytes;
    gelStatus status = gel_success;
    for (int m = first; m < end && status == gel_success; m++) {
        const gelRankMessage* message = &ranks->messages[m];
        const int from = isBack ? message->to : message->from, to = isBack ? message->from : message->to;
        const gelParcel parcel = {from == own ? to : from, next, (size_t)message->count * vertexSize(rank)};
        if (from == own) {
            sent[sentCount++] = parcel;
            status = functions->readVertices(rank->inner, gel_positions, ranks->moved + message->first,
                                             message->count, next);
        } else if (to == own) {
            received[receivedCount++] = parcel;
        }
        next += from == own || to == own ? parcel.size : 0;
    }
    if (status == gel_success && sentCount + receivedCount > 0)
        status = rank->transport.exchange(rank->transport.context, sent, sentCount, received, receivedCount);
    for (int m = first, i = 0; m < end && status == gel_success; m++) {
        const gelRankMessage* message = &ranks->messages[m];
        if ((isBack ? message->from : message->to) == own)
            status = functions->writeVertices(rank->inner, gel_positions, ranks->moved + message->first,
                                              message->count, received[i++].bytes);
    }
    return status;
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
        bytes += (size_t)count * vertexSize(rank);
    }
    return status;
}

static size_t sizeOfHomes(const gelRank* rank, int home)
{
    return gel_vertexPartCount * (size_t)countHomes(rank->shares, home) * vertexSize(rank);
}

gelStatus gelMakeRankWhole(gelRank* rank)
{
    const int own = rank->transport.rank, rankCount = rank->transport.rankCount;
    gelParcel *sent = rank->parcels, *received = sent + rankCount;
    gelStatus status = gel_success;
    if (rank->isWhole)
        return gel_success;
    for (int exchange = rank->phase; exchange > 0 && status == gel_success; exchange--)
        status = movePositions(rank, exchange, true);
    char* next = rank->bytes + sizeOfHomes(rank, own);
    int count = 0;
    for (int other = 0; other < rankCount; other++) {
        if (other == own)
            continue;
        sent[count] = (gelParcel){other, rank->bytes, sizeOfHomes(rank, own)};
        received[count++] = (gelParcel){other, next, sizeOfHomes(rank, other)};
        next += sizeOfHomes(rank, other);
    }
    if (status == gel_success)
        status = copyHomes(rank, own, rank->bytes, false);
    if (status == gel_success)
        status = rank->transport.exchange(rank->transport.context, sent, count, received, count);
    for (int i = 0; i < count && status == gel_success; i++)
        status = copyHomes(rank, received[i].rank, received[i].bytes, true);
    rank->isWhole = status == gel_success;
    return status;
}

gelStatus gelRunRankStage(gelRank* rank, const gelStepParameters* parameters, gelPlanStage stage)
{
    const bool isConstraints = stage.stage == gel_stageConstraints;
    gelStatus status = gel_success;
    if (isConstraints) {
        status = movePositionsTo(rank, stage.phase);
        if (rank->plan.constraints[stage.kind].colours[stage.colour].count > 0 && status == gel_success)
            status = rank->inner->functions->runStage(rank->inner, parameters, stage);
        rank->isSolving = true;
        rank->isWhole = false;
        return status;
    }
    if (rank->isSolving)
        status = movePositionsTo(rank, rank->shares->ranks.phaseCount);
    rank->isSolving = false;
    rank->phase = 0;
    if (status == gel_success && gelReadsAllVertices(stage.stage, rank->push))
        status = gelMakeRankWhole(rank);
    rank->isWhole = rank->isWhole && !gelIsPass(stage.stage); // which leave out the vertices of others
    return status == gel_success ? rank->inner->functions->runStage(rank->inner, parameters, stage) : status;
}
