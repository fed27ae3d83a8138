// How the phases of a body become launches of the strategy tiles, and what they cost.
#pragma once

#include "opencl/runtime/program.h"
#include "plan/phases.h"

// What one work-group has to do in a launch.
typedef struct gelTileLoad {
    int64_t constraints, vertices, colours; // of its tiles
    int tiles;
} gelTileLoad;

// Of a class of bodies. Each phase is a launch with a work-group per tile, but from phase launchCount - 1 on
// they share one, in which a work-group takes all tiles of a body, one after another.
typedef struct gelTileEstimate {
    int phaseCount;
    gelTileLoad body;         // all tiles of one body
    gelTileLoad largestGroup; // of any launch, each number by itself
    int largestTile;          // vertices
    int launchCount;          // of a substep
    double time;              // of a substep of all bodies, ns
} gelTileEstimate;

// `bodyCount` equal bodies, with the costs of body for each work-group.
gelTileEstimate gelEstimateTiles(const gelLaneTuning* row, const gelBody* body, int bodyCount);
