#include "plan/ranks.h"
#include "base/vector3.h"
#include "mesh/locality.h"
#include "plan/phases.h"
#include "plan/stages.h"

#include <stdlib.h>

// A position on its way.
typedef struct Move {
    int exchange, from, to, vertex;
} Move;

typedef struct Moves {
    int count, capacity;
    Move* items;
} Moves;

const int* gelRankTileVertices(const gelRankTile* tile, int* count)
{
    gelPhase phase = gelGetPhase(tile->body, tile->phase);
    const int* starts = phase.tiling->vertexStarts + phase.firstTile + tile->tile;
    *count = starts[1] - starts[0];
    return phase.tiling->vertices + starts[0];
}

static int64_t countConstraints(const gelPlan* plan, const gelRankTile* tile)
{
    int64_t count = 0;
    gelPhase phase = gelGetPhase(tile->body, tile->phase);
    for (int kind = 0; kind < constraint_kinds; kind++)
        count += gelCountTileConstraints(tile->body, &phase, tile->tile, kind);
    return plan->isSwept && !gelIsSwept(tile->body) ? 0 : count;
}

static int countTiles(const gelBody* body, int phase)
{
    return phase < gelCountPhases(body) ? gelGetPhase(body, phase).tileCount : 0;
}

static gelStatus listTiles(const gelPlan* plan, gelRanks* ranks)
{
    ranks->phaseStarts = gelAllocate((size_t)ranks->phaseCount + 1, sizeof *ranks->phaseStarts);
    if (ranks->phaseStarts == NULL)
        return gelFailMemory((size_t)ranks->phaseCount + 1, sizeof *ranks->phaseStarts);
    for (int phase = 0; phase < ranks->phaseCount; phase++) {
        ranks->phaseStarts[phase + 1] = ranks->phaseStarts[phase];
        for (int b = 0; b < plan->bodyCount; b++)
            ranks->phaseStarts[phase + 1] += countTiles(plan->bodies[b], phase);
    }
    ranks->tileCount = ranks->phaseStarts[ranks->phaseCount];
    ranks->tiles = gelAllocate((size_t)ranks->tileCount + 1, sizeof *ranks->tiles);
    if (ranks->tiles == NULL)
        return gelFailMemory((size_t)ranks->tileCount, sizeof *ranks->tiles);
    size_t starts = (size_t)ranks->phaseCount * (size_t)ranks->bodyCount + 1;
    ranks->bodyStarts = gelAllocate(starts, sizeof *ranks->bodyStarts);
    if (ranks->bodyStarts == NULL)
        return gelFailMemory(starts, sizeof *ranks->bodyStarts);
    gelRankTile* next = ranks->tiles;
    for (int phase = 0; phase < ranks->phaseCount; phase++)
        for (int b = 0; b < plan->bodyCount; b++) {
            ranks->bodyStarts[phase * ranks->bodyCount + b] = (int)(next - ranks->tiles);
            for (int t = 0; t < countTiles(plan->bodies[b], phase); t++, next++) {
                *next = (gelRankTile){.body = plan->bodies[b], .phase = phase, .tile = t};
                next->constraintCount = countConstraints(plan, next);
            }
        }
    ranks->bodyStarts[starts - 1] = ranks->tileCount;
    return gel_success;
}

// Returns the constraints of a phase. *largest: the most of a tile.
static int64_t sumPhase(const gelRanks* ranks, int phase, int64_t* largest)
{
    int64_t sum = 0;
    *largest = 0;
    for (int t = ranks->phaseStarts[phase]; t < ranks->phaseStarts[phase + 1]; t++) {
        int64_t count = ranks->tiles[t].constraintCount;
        sum += count;
        *largest = count > *largest ? count : *largest;
    }
    return sum;
}

// Finds the mean of a body's vertices where it was created. It stays when the body moves.
static void findCentre(const gelBody* body, float* centre)
{
    const double q[4] = {body->rotation.x, body->rotation.y, body->rotation.z, body->rotation.w};
    const gelTetMesh* mesh = &body->shape->mesh;
    double mean[3] = {0.0, 0.0, 0.0}, turned[3];
    for (int v = 0; v < mesh->vertexCount; v++)
        for (int axis = 0; axis < 3; axis++)
            mean[axis] += body->scale * (double)mesh->positions[3 * (size_t)v + (size_t)axis];
    for (int axis = 0; axis < 3 && mesh->vertexCount > 0; axis++)
        mean[axis] /= mesh->vertexCount;
    gelRotate(q, mean, turned);
    centre[0] = body->position.x + (float)turned[0];
    centre[1] = body->position.y + (float)turned[1];
    centre[2] = body->position.z + (float)turned[2];
}

static gelStatus orderBodies(const gelPlan* plan, int** order)
{
    float* centres = gelAllocate(3 * (size_t)plan->bodyCount + 1, sizeof *centres);
    *order = NULL;
    if (centres == NULL)
        return gelFailMemory(3 * (size_t)plan->bodyCount, sizeof *centres);
    for (int b = 0; b < plan->bodyCount; b++)
        findCentre(plan->bodies[b], centres + 3 * (size_t)b);
    gelStatus status = gelSortAlongCurve(centres, plan->bodyCount, order);
    gelFree(centres);
    return status;
}

// Returns the rank of what has so many constraints, after `before` others of `sum`: it goes by its middle.
static int rankAt(const gelRanks* ranks, int64_t before, int64_t count, int64_t sum)
{
    int64_t rank = sum > 0 ? (2 * before + count) * ranks->rankCount / (2 * sum) : 0;
    return rank < ranks->rankCount ? (int)rank : ranks->rankCount - 1;
}

// Gives tiles of a body to ranks after those that have been given `before` constraints; a small body as a whole. Returns
// its constraints.
static int64_t shareBody(gelRanks* ranks, int body, int64_t before, int64_t sum)
{
    gelRankTile* tiles = ranks->tiles + ranks->bodyStarts[body];
    const int tileCount = ranks->bodyStarts[body + 1] - ranks->bodyStarts[body];
    int64_t all = 0, done = 0;
    for (int t = 0; t < tileCount; t++)
        all += tiles[t].constraintCount;
    const bool isSmall = 4 * ranks->rankCount * all <= sum;
    ranks->bodyRanks[body] = isSmall ? rankAt(ranks, before, all, sum) : gel_everyRank;
    for (int t = 0; t < tileCount; t++) {
        int count;
        const int* vertices = gelRankTileVertices(&tiles[t], &count);
        tiles[t].rank =
            isSmall ? ranks->bodyRanks[body] : rankAt(ranks, before + done, tiles[t].constraintCount, sum);
        done += tiles[t].constraintCount;
        for (int i = 0; i < count; i++)
            ranks->homes[tiles[t].body->firstVertex + vertices[i]] = tiles[t].rank;
    }
    return all;
}

// Gives each rank a run of tiles, so that its constraints are an equal share.
static gelStatus shareFirstPhase(const gelPlan* plan, gelRanks* ranks)
{
    int* order;
    int64_t largest, before = 0, sum = sumPhase(ranks, 0, &largest);
    gelStatus status = orderBodies(plan, &order);
    for (int v = 0; v < ranks->vertexCount; v++)
        ranks->homes[v] = gel_everyRank;
    for (int i = 0; i < ranks->bodyCount && status == gel_success; i++)
        before += shareBody(ranks, order[i], before, sum);
    gelFree(order);
    return status;
}

// Room for sharing out a phase: the rank that has each vertex, the votes for each rank, and its constraints so far.
typedef struct Sharing {
    int *holders, *votes;
    int64_t *loads, limit;
} Sharing;

// Returns the rank that holds most of a tile's vertices of those whose load allows it; else the one with the least load.
static int chooseRank(const gelRanks* ranks, const gelRankTile* tile, Sharing* sharing)
{
    int count, best = -1;
    const int* vertices = gelRankTileVertices(tile, &count);
    const int* holders = sharing->holders + tile->body->firstVertex;
    for (int i = 0; i < count; i++)
        sharing->votes[holders[vertices[i]]]++;
    for (int i = 0; i < count; i++) {
        int rank = holders[vertices[i]], votes = sharing->votes[rank];
        bool fits = sharing->loads[rank] + tile->constraintCount <= sharing->limit;
        bool isBetter =
            best < 0 || votes > sharing->votes[best] || (votes == sharing->votes[best] && rank < best);
        best = fits && isBetter ? rank : best;
    }
    for (int i = 0; i < count; i++)
        sharing->votes[holders[vertices[i]]] = 0;
    if (best >= 0)
        return best;
    best = 0;
    for (int rank = 1; rank < ranks->rankCount; rank++)
        best = sharing->loads[rank] < sharing->loads[best] ? rank : best;
    return best;
}

static gelStatus addMove(Moves* moves, Move move)
{
    gelStatus status = gelReserve(&moves->items, &moves->capacity, moves->count + 1, sizeof *moves->items);
    if (status == gel_success)
        moves->items[moves->count++] = move;
    return status;
}

// A rank may have a quarter more than its share.
static void openPhase(const gelRanks* ranks, int phase, Sharing* sharing)
{
    int64_t largest, sum = sumPhase(ranks, phase, &largest);
    int64_t limit = 5 * sum / (4 * (int64_t)ranks->rankCount);
    sharing->limit = limit > largest ? limit : largest;
    for (int rank = 0; rank < ranks->rankCount; rank++)
        sharing->loads[rank] = 0;
}

// Gives a tile of a later phase to a rank, and lists what it needs from others.
static gelStatus shareTile(const gelRanks* ranks, gelRankTile* tile, int bodyRank, Sharing* sharing,
                           Moves* moves)
{
    gelStatus status = gel_success;
    int count;
    const int* vertices = gelRankTileVertices(tile, &count);
    tile->rank = bodyRank != gel_everyRank ? bodyRank : chooseRank(ranks, tile, sharing);
    sharing->loads[tile->rank] += tile->constraintCount;
    for (int i = 0; i < count && status == gel_success; i++) {
        int vertex = tile->body->firstVertex + vertices[i], *holder = &sharing->holders[vertex];
        if (*holder != tile->rank)
            status = addMove(moves, (Move){tile->phase, *holder, tile->rank, vertex});
        *holder = tile->rank;
    }
    return status;
}

// Shares out a later phase. Its tiles share no vertex.
static gelStatus sharePhase(gelRanks* ranks, int phase, Sharing* sharing, Moves* moves)
{
    gelStatus status = gel_success;
    const int* starts = ranks->bodyStarts + phase * ranks->bodyCount;
    openPhase(ranks, phase, sharing);
    for (int b = 0; b < ranks->bodyCount; b++)
        for (int t = starts[b]; t < starts[b + 1] && status == gel_success; t++)
            status = shareTile(ranks, &ranks->tiles[t], ranks->bodyRanks[b], sharing, moves);
    return status;
}

static gelStatus sendHome(const gelRanks* ranks, const int* holders, Moves* moves)
{
    gelStatus status = gel_success;
    for (int v = 0; v < ranks->vertexCount && status == gel_success; v++)
        if (holders[v] != ranks->homes[v])
            status = addMove(moves, (Move){ranks->phaseCount, holders[v], ranks->homes[v], v});
    return status;
}

static int compareMoves(const void* a, const void* b)
{
    const Move *p = a, *q = b;
    const int before[] = {p->exchange, p->from, p->to, p->vertex},
              after[] = {q->exchange, q->from, q->to, q->vertex};
    int k = 0;
    while (k < 3 && before[k] == after[k])
        k++;
    return (before[k] > after[k]) - (before[k] < after[k]);
}

static bool isOfMessage(const Move* move, const gelRankMessage* message)
{
    return move->exchange == message->exchange && move->from == message->from && move->to == message->to;
}

// Groups the moves by exchange, sender and receiver.
static gelStatus listMessages(Moves* moves, gelRanks* ranks)
{
    int capacity = 0;
    gelStatus status = gel_success;
    ranks->moved = gelAllocate((size_t)moves->count + 1, sizeof *ranks->moved);
    if (ranks->moved == NULL)
        return gelFailMemory((size_t)moves->count, sizeof *ranks->moved);
    if (moves->count > 0) // qsort must not be given NULL
        qsort(moves->items, (size_t)moves->count, sizeof *moves->items, compareMoves);
    for (int i = 0; i < moves->count && status == gel_success; i++) {
        const Move* move = &moves->items[i];
        ranks->moved[i] = move->vertex;
        if (ranks->messageCount == 0 || !isOfMessage(move, &ranks->messages[ranks->messageCount - 1])) {
            status =
                gelReserve(&ranks->messages, &capacity, ranks->messageCount + 1, sizeof *ranks->messages);
            if (status == gel_success)
                ranks->messages[ranks->messageCount++] =
                    (gelRankMessage){move->exchange, move->from, move->to, i, 0};
        }
        if (status == gel_success)
            ranks->messages[ranks->messageCount - 1].count++;
    }
    return status;
}

static gelStatus shareLaterPhases(gelRanks* ranks, Sharing* sharing)
{
    gelStatus status = gel_success;
    Moves moves = {0};
    for (int v = 0; v < ranks->vertexCount; v++)
        sharing->holders[v] = ranks->homes[v];
    for (int phase = 1; phase < ranks->phaseCount && status == gel_success; phase++)
        status = sharePhase(ranks, phase, sharing, &moves);
    if (status == gel_success)
        status = sendHome(ranks, sharing->holders, &moves);
    if (status == gel_success)
        status = listMessages(&moves, ranks);
    gelFree(moves.items);
    return status;
}

// Marks tiles that need what an exchange brings: before their phase, or home before the first of the next substep.
static gelStatus markWaiting(gelRanks* ranks)
{
    int* arrivals =
        gelAllocate((size_t)ranks->vertexCount + 1, sizeof *arrivals); // the last exchange of each vertex
    if (arrivals == NULL)
        return gelFailMemory((size_t)ranks->vertexCount, sizeof *arrivals);
    for (int exchange = 1, m = 0; exchange <= ranks->phaseCount; exchange++) {
        for (; m < ranks->messageCount && ranks->messages[m].exchange == exchange; m++)
            for (int i = 0; i < ranks->messages[m].count; i++)
                arrivals[ranks->moved[ranks->messages[m].first + i]] = exchange;
        const int phase = exchange % ranks->phaseCount;
        for (int t = ranks->phaseStarts[phase]; t < ranks->phaseStarts[phase + 1]; t++) {
            gelRankTile* tile = &ranks->tiles[t];
            int count;
            const int* vertices = gelRankTileVertices(tile, &count);
            for (int i = 0; i < count && !tile->waits; i++)
                tile->waits = arrivals[tile->body->firstVertex + vertices[i]] == exchange;
        }
    }
    gelFree(arrivals);
    return gel_success;
}

gelStatus gelShareOut(const gelPlan* plan, int rankCount, gelRanks* ranks)
{
    *ranks = (gelRanks){.plan = plan,
                        .rankCount = rankCount,
                        .phaseCount = plan->phaseCount,
                        .bodyCount = plan->bodyCount,
                        .vertexCount = plan->vertexCount};
    size_t vertices = (size_t)plan->vertexCount, count = (size_t)rankCount;
    Sharing sharing = {.holders = gelAllocate(vertices + 1, sizeof(int)),
                       .votes = gelAllocate(count, sizeof(int)),
                       .loads = gelAllocate(count, sizeof(int64_t))};
    ranks->homes = gelAllocate(vertices + 1, sizeof *ranks->homes);
    ranks->bodyRanks = gelAllocate((size_t)plan->bodyCount + 1, sizeof *ranks->bodyRanks);
    bool ok = sharing.holders != NULL && sharing.votes != NULL && sharing.loads != NULL &&
              ranks->homes != NULL && ranks->bodyRanks != NULL;
    gelStatus status = ok ? listTiles(plan, ranks) : gelFailMemory(2 * vertices + 3 * count, sizeof(int));
    if (status == gel_success)
        status = shareFirstPhase(plan, ranks);
    if (status == gel_success)
        status = shareLaterPhases(ranks, &sharing);
    if (status == gel_success)
        status = markWaiting(ranks);
    gelFree(sharing.holders);
    gelFree(sharing.votes);
    gelFree(sharing.loads);
    if (status != gel_success)
        gelClearRanks(ranks);
    return status;
}

void gelClearRanks(gelRanks* ranks)
{
    gelFree(ranks->phaseStarts);
    gelFree(ranks->bodyStarts);
    gelFree(ranks->tiles);
    gelFree(ranks->homes);
    gelFree(ranks->bodyRanks);
    gelFree(ranks->messages);
    gelFree(ranks->moved);
    *ranks = (gelRanks){0};
}

gelStatus gelCheckRankedPlan(const gelPlan* plan)
{
    if (gelPlanIntegrates(plan))
        return gelFail(gel_unsupported,
                       "ranks share out tiles, which the integrator %s does not have: use %s",
                       gelIntegratorText(plan->integrator), gelIntegratorText(gel_xpbd));
    if (plan->order != gel_colourOrder)
        return gelFail(gel_unsupported, "ranks share out tiles, which the order %s does not have: use %s",
                       gelConstraintOrderText(plan->order), gelConstraintOrderText(gel_colourOrder));
    return gel_success;
}

bool gelReadsAllVertices(gelStage stage, bool push)
{
    return gelIsOfAllBodies(stage) && stage != gel_stageKinematicGoals && stage != gel_stageGoalSprings &&
           (stage != gel_stageField || push);
}

// Shares all but the lists with the plan.
void gelMakeRankPlan(const gelRanks* ranks, int rank, gelPlan* mine)
{
    *mine = *ranks->plan;
    mine->ranks = ranks;
    mine->rank = rank;
    mine->isListed = false;
    for (int kind = 0; kind < constraint_kinds; kind++) {
        const gelPlanConstraints* whole = &ranks->plan->constraints[kind];
        mine->constraints[kind] =
            (gelPlanConstraints){.kind = kind, .count = whole->count, .colourCount = whole->colourCount};
        mine->gathers[kind] = (gelGather){0};
    }
}

void gelClearRankPlan(gelPlan* mine)
{
    for (int kind = 0; kind < constraint_kinds; kind++) {
        gelClearPlanConstraints(&mine->constraints[kind]);
        gelClearGather(&mine->gathers[kind]);
    }
    *mine = (gelPlan){0};
}
