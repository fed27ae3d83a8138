// How the phases of a body become launches, and what they cost.
#pragma once

#include "opencl/program.h"
#include "plan/body.h"

// Of a class of bodies. Each phase is a launch with a work-group per tile, but from phase launchCount - 1 on
// they share one, in which a work-group takes all tiles of a body, one after another.
typedef struct gelTilePlan {
    int phaseCount, tileCount; // of one body
    int launchCount;           // of a substep
    int largestTile;           // vertices
    int64_t largestGroup;      // constraints of the work-group with the most
    double time;               // of a substep of all bodies, ns
} gelTilePlan;

// `bodyCount` equal bodies, with the costs of body for each work-group.
gelTilePlan gelPlanTiles(const gelLaneTuning* row, const gelBody* body, int bodyCount);
