#include "opencl/tile_plan.h"
#include "plan/phases.h"

#include <math.h>

// Constraints of a phase, of all kinds.
typedef struct Load {
    int64_t sum, most; // of all tiles, of one
} Load;

static Load loadOf(const gelBody* body, const gelPhase* phase)
{
    Load load = {0, 0};
    for (int tile = 0; tile < phase->tileCount; tile++) {
        int64_t count = 0;
        for (int kind = 0; kind < constraint_kinds; kind++)
            count += gelCountTileConstraints(body, phase, tile, kind);
        load.sum += count;
        load.most = count > load.most ? count : load.most;
    }
    return load;
}

// Of a launch in which `bodyCount` bodies have this load, ns.
static double timeOf(const gelLaneTuning* row, Load load, int bodyCount)
{
    double spread = (double)load.sum * bodyCount / row->body.sideBySide;
    return (double)row->launchCost + (double)row->body.cost * fmax(spread, (double)load.most);
}

static void measureTiles(const gelBody* body, gelTilePlan* plan)
{
    for (int p = 0; p < plan->phaseCount; p++) {
        gelPhase phase = gelGetPhase(body, p);
        plan->tileCount += phase.tileCount;
        for (int tile = phase.firstTile; tile < phase.firstTile + phase.tileCount; tile++) {
            int count = phase.tiling->vertexStarts[tile + 1] - phase.tiling->vertexStarts[tile];
            plan->largestTile = count > plan->largestTile ? count : plan->largestTile;
        }
    }
}

// Tries all numbers of launches, from one per phase down: the phases from the last launch on are the tail.
gelTilePlan gelPlanTiles(const gelLaneTuning* row, const gelBody* body, int bodyCount)
{
    gelTilePlan plan = {.phaseCount = gelCountPhases(body), .time = HUGE_VAL};
    double before = 0.0; // time of the phases before the tail
    Load tail = {0, 0};
    measureTiles(body, &plan);
    for (int p = 0; p < plan.phaseCount; p++) {
        gelPhase phase = gelGetPhase(body, p);
        before += timeOf(row, loadOf(body, &phase), bodyCount);
    }
    for (int p = plan.phaseCount - 1; p >= (plan.phaseCount > 1); p--) {
        gelPhase phase = gelGetPhase(body, p);
        Load load = loadOf(body, &phase);
        before -= timeOf(row, load, bodyCount);
        tail.most = tail.sum == 0 ? load.most : tail.sum + load.sum;
        tail.sum += load.sum;
        double time = before + timeOf(row, tail, bodyCount);
        if (time < plan.time) {
            plan.time = time;
            plan.launchCount = p + 1;
            plan.largestGroup = tail.most;
        }
    }
    for (int p = 0; p + 1 < plan.launchCount; p++) {
        gelPhase phase = gelGetPhase(body, p);
        Load load = loadOf(body, &phase);
        plan.largestGroup = load.most > plan.largestGroup ? load.most : plan.largestGroup;
    }
    return plan;
}
