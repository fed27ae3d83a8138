#include "opencl/strategy/tile_estimate.h"

#include <math.h>

static gelTileLoad loadOfTile(const gelBody* body, const gelPhase* phase, int tile)
{
    const int* starts = phase->tiling->vertexStarts + phase->firstTile + tile;
    gelTileLoad load = {.vertices = starts[1] - starts[0], .tiles = 1};
    for (int kind = 0; kind < constraint_kinds; kind++) {
        gelTileColours colours = gelGetTileColours(body, phase, tile, kind);
        load.constraints += gelCountTileConstraints(body, phase, tile, kind);
        load.colours += colours.end - colours.first;
    }
    return load;
}

static gelTileLoad sumOf(gelTileLoad a, gelTileLoad b)
{
    return (gelTileLoad){a.constraints + b.constraints, a.vertices + b.vertices, a.colours + b.colours,
                         a.tiles + b.tiles};
}

static int64_t larger(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

static gelTileLoad largestOf(gelTileLoad a, gelTileLoad b)
{
    return (gelTileLoad){larger(a.constraints, b.constraints), larger(a.vertices, b.vertices),
                         larger(a.colours, b.colours), (int)larger(a.tiles, b.tiles)};
}

// A phase: all its tiles, and the largest of them.
typedef struct Phase {
    gelTileLoad sum, largest;
} Phase;

static Phase measurePhase(const gelBody* body, int index)
{
    gelPhase phase = gelGetPhase(body, index);
    Phase result = {0};
    for (int tile = 0; tile < phase.tileCount; tile++) {
        gelTileLoad load = loadOfTile(body, &phase, tile);
        result.sum = sumOf(result.sum, load);
        result.largest = largestOf(result.largest, load);
    }
    return result;
}

// Returns the time of a phase's launch over `bodyCount` bodies, ns.
static double timeOf(const gelLaneTuning* row, const Phase* phase, int bodyCount)
{
    double spread = (double)phase->sum.constraints * bodyCount / row->body.sideBySide;
    return (double)row->launchCost +
           (double)row->body.cost * fmax(spread, (double)phase->largest.constraints);
}

// Tries all numbers of launches, from one per phase down. The phases from the last launch on are
// the tail; with more than one phase, the first is never part of it, since all cores have work
// there.
gelTileEstimate gelEstimateTiles(const gelLaneTuning* row, const gelBody* body, int bodyCount)
{
    gelTileEstimate estimate = {.phaseCount = gelCountPhases(body), .time = HUGE_VAL};
    double before = 0.0; // time of the phases before the tail
    for (int p = 0; p < estimate.phaseCount; p++) {
        Phase phase = measurePhase(body, p);
        before += timeOf(row, &phase, bodyCount);
        estimate.body = sumOf(estimate.body, phase.sum);
        estimate.largestTile = (int)larger(estimate.largestTile, phase.largest.vertices);
    }
    gelTileLoad tail = {0}, shared = {0};
    for (int p = estimate.phaseCount - 1; p >= (estimate.phaseCount > 1); p--) {
        Phase phase = measurePhase(body, p);
        before -= timeOf(row, &phase, bodyCount);
        tail = sumOf(tail, phase.sum);
        Phase launch = {tail, p + 1 == estimate.phaseCount ? phase.largest : tail};
        double time = before + timeOf(row, &launch, bodyCount);
        if (time < estimate.time) {
            estimate.time = time;
            estimate.launchCount = p + 1;
            shared = launch.largest;
        }
    }
    estimate.largestGroup = shared;
    for (int p = 0; p + 1 < estimate.launchCount; p++)
        estimate.largestGroup = largestOf(estimate.largestGroup, measurePhase(body, p).largest);
    return estimate;
}
