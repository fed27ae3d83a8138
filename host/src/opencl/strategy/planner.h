// Chooses the strategy for each body, and explains it.
#pragma once

#include "opencl/runtime/program.h"
#include "opencl/strategy/tile_estimate.h"
#include "plan/plan.h"

// Bodies of equal mesh, scale and material that request the same strategy.
typedef struct gelBodyClass {
    const gelBody* example;
    int bodyCount;
    int64_t constraintCount; // of one body, of all kinds
    gelTileEstimate tiles;
    gelStrategy strategy;
    char reason[200];
} gelBodyClass;

typedef struct gelSchedule {
    gelBodyClass* classes;
    int classCount;
    int* classOf;                          // [bodies of the plan]
    int bodyCounts[gel_strategyCount];     // by strategy
    double largestCost[gel_strategyCount]; // of the work of one work-group or work-item in a substep, ns
    double totalCost[gel_strategyCount];   // of all bodies in a substep, ns
    int maxTurns[gel_strategyCount];       // most loop iterations of one work-item in a substep
} gelSchedule;

// `bodyLimit` is the number of vertices that the body strategy can hold on the device. On failure *schedule
// is empty.
gelStatus gelMakeSchedule(const gelOpencl* opencl, const gelPlan* plan, int bodyLimit, gelSchedule* schedule);
void gelClearSchedule(gelSchedule* schedule);

// The costs for body, for ensemble, and for anything else perColour's.
const gelStrategyTuning* gelTuningOf(const gelLaneTuning* row, gelStrategy strategy);

// For gelWorld_ExplainPlan: a line or two per class, the largest first, one line for those omitted; if the
// grid has bodies, how its launches are submitted (see gelCommandBuffer); and the source of lanes and costs.
// NULL if out of memory.
char* gelExplainSchedule(const gelOpencl* opencl, const gelSchedule* schedule, bool recorded,
                         const char* recordedText);
