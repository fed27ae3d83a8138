// How the phases of a body become launches of the strategy tiles, and what they cost.
#pragma once

#include "opencl/runtime/program.h"
#include "plan/phases.h"

// The work of one work-group in a launch.
typedef struct gelTileLoad {
    int64_t constraints, vertices, colours; // of its tiles
    int tiles;
} gelTileLoad;

// The launches and costs of a class of equal bodies. Each phase is a launch with a work-group per
// tile, but the phases from launchCount - 1 on share one launch, in which a work-group solves all
// tiles of a body, one after another.
typedef struct gelTileEstimate {
    int phaseCount;
    gelTileLoad body;         // all tiles of one body
    gelTileLoad largestGroup; // of any launch, each number by itself
    int largestTile;          // vertices
    int launchCount;          // of a substep
    double time;              // of a substep of all bodies, ns
} gelTileEstimate;

// Estimates `bodyCount` equal bodies. A work-group costs as much per constraint as with the
// strategy body.
gelTileEstimate gelEstimateTiles(const gelLaneTuning* row, const gelBody* body, int bodyCount);
