// Counts how ranks would share a substep of a world.
#include "gel/ranks.h"
#include "contact/traffic.h"
#include "plan/ranks.h"
#include "world/world.h"

// Per rank, of one phase or exchange.
typedef struct Loads {
    int64_t *counts, *positions;
    bool* hasTile;
} Loads;

static int64_t largestOf(const int64_t* counts, int count)
{
    int64_t largest = 0;
    for (int i = 0; i < count; i++)
        largest = counts[i] > largest ? counts[i] : largest;
    return largest;
}

static void clearLoads(Loads* loads, int count)
{
    for (int i = 0; i < count; i++)
        loads->counts[i] = loads->positions[i] = 0;
}

static void countWork(const gelRanks* ranks, Loads* loads, gelRankShare* share)
{
    for (int phase = 0; phase < ranks->phaseCount; phase++) {
        clearLoads(loads, ranks->rankCount);
        for (int t = ranks->phaseStarts[phase]; t < ranks->phaseStarts[phase + 1]; t++) {
            const gelRankTile* tile = &ranks->tiles[t];
            loads->counts[tile->rank] += tile->constraintCount;
            share->constraints += tile->constraintCount;
            loads->hasTile[tile->rank] = true;
        }
        share->busiestConstraints += largestOf(loads->counts, ranks->rankCount);
    }
    for (int rank = 0; rank < ranks->rankCount; rank++)
        share->idleRanks += !loads->hasTile[rank];
}

static void countTraffic(const gelRanks* ranks, Loads* loads, gelRankShare* share)
{
    enum { positionSize = 3 * sizeof(float) };
    for (int m = 0; m < ranks->messageCount;) {
        int exchange = ranks->messages[m].exchange;
        clearLoads(loads, ranks->rankCount);
        for (; m < ranks->messageCount && ranks->messages[m].exchange == exchange; m++) {
            const gelRankMessage* message = &ranks->messages[m];
            loads->counts[message->from]++;
            loads->positions[message->from] += message->count;
            share->bytes += (int64_t)positionSize * message->count;
        }
        share->exchanges++;
        share->busiestMessages += largestOf(loads->counts, ranks->rankCount);
        share->busiestBytes += positionSize * largestOf(loads->positions, ranks->rankCount);
    }
    share->messages = ranks->messageCount;
}

static void countBodies(const gelRanks* ranks, gelRankShare* share)
{
    for (int b = 0; b < ranks->bodyCount; b++) {
        int tileCount = 0, first = 0;
        bool isWhole = true;
        for (int phase = 0; phase < ranks->phaseCount; phase++) {
            const int* starts = ranks->bodyStarts + phase * ranks->bodyCount + b;
            for (int t = starts[0]; t < starts[1]; t++, tileCount++) {
                first = tileCount == 0 ? ranks->tiles[t].rank : first;
                isWhole &= ranks->tiles[t].rank == first;
            }
        }
        share->bodies += tileCount > 0;
        share->wholeBodies += tileCount > 0 && isWhole;
    }
}

// Counts the contacts of the last step, unless each rank would solve all of them.
static gelStatus countContacts(const gelWorld* world, const gelRanks* ranks, gelRankShare* share)
{
    const gelBackend* backend = world->backend;
    const gelGround* ground = &world->def.ground;
    const gelSurfaceTables* tables;
    const gelContactList* list = backend->functions->listedContacts != NULL
                                     ? backend->functions->listedContacts(backend, &tables)
                                     : NULL;
    gelContactTraffic traffic;
    if (list == NULL || list->depth.deepPairCount > 0 ||
        !gelMayShareContacts(ranks->plan, ranks->rankCount, world->stages.contents.twoLevel,
                             ground->enabled ? (double)ground->restitution : 0.0))
        return gel_success;
    gelStatus status = gelCountContactTraffic(tables, list, ranks, &traffic);
    if (status != gel_success)
        return status;
    share->countsContacts = true;
    share->contacts = traffic.contacts;
    share->solvedContacts = traffic.solved;
    share->busiestContacts = traffic.busiestSolved;
    share->exchanges += traffic.exchanges;
    share->messages += traffic.messages;
    share->busiestMessages += traffic.busiestMessages;
    share->bytes += traffic.bytes;
    share->busiestBytes += traffic.busiestBytes;
    return gel_success;
}

static bool isUncounted(const gelWorld* world, const gelRankShare* share, gelStage stage)
{
    return gelReadsAllVertices(stage, gelFieldsPush(&world->fields)) &&
           !(stage == gel_stageContact && share->countsContacts);
}

static void nameUncounted(const gelWorld* world, gelRankShare* share)
{
    gelStage last = gel_stageCount;
    for (int i = 0; i < world->stages.count; i++) {
        gelStage stage = world->stages.stages[i].stage;
        if (isUncounted(world, share, stage) && stage != last)
            gelAppend(share->uncounted, sizeof share->uncounted, "%s%s", last == gel_stageCount ? "" : ", ",
                      gelStageText(stage, gel_constraintKindCount));
        last = isUncounted(world, share, stage) ? stage : last;
    }
}

static gelStatus countShare(const gelWorld* world, const gelRanks* ranks, gelRankShare* share)
{
    size_t count = (size_t)ranks->rankCount;
    Loads loads = {.counts = gelAllocate(count, sizeof(int64_t)),
                   .positions = gelAllocate(count, sizeof(int64_t)),
                   .hasTile = gelAllocate(count, sizeof(bool))};
    bool ok = loads.counts != NULL && loads.positions != NULL && loads.hasTile != NULL;
    *share = (gelRankShare){.rankCount = ranks->rankCount, .phaseCount = ranks->phaseCount};
    for (int b = 0; b < world->bodyCount; b++)
        share->tets += world->bodies[b]->shape->mesh.tetCount;
    gelStatus status = ok ? gel_success : gelFailMemory(count, sizeof(int64_t));
    if (ok) {
        countWork(ranks, &loads, share);
        countTraffic(ranks, &loads, share);
        countBodies(ranks, share);
        status = countContacts(world, ranks, share);
        nameUncounted(world, share);
    }
    gelFree(loads.counts);
    gelFree(loads.positions);
    gelFree(loads.hasTile);
    return status;
}

gelStatus gelWorld_GetRankShare(gelWorld* world, int rankCount, gelRankShare* share)
{
    if (rankCount < 1 || rankCount > GEL_MAXIMUM_RANKS)
        return gelFail(gel_invalidArgument, "rankCount: expected 1 to %d ranks, found %d", GEL_MAXIMUM_RANKS,
                       rankCount);
    gelStatus status = gelWorldPush(world);
    if (status != gel_success)
        return status;
    const gelPlan* plan = gelWorldSweptPlan(world);
    gelRanks ranks = {0};
    status = gelCheckRankedPlan(plan);
    if (status == gel_success)
        status = gelShareOut(plan, rankCount, &ranks);
    if (status == gel_success)
        status = countShare(world, &ranks, share);
    gelClearRanks(&ranks);
    return status;
}
