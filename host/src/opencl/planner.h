// Which strategy steps which body, and why.
#pragma once

#include "opencl/program.h"
#include "plan/plan.h"

// Bodies of equal mesh, scale and material, that ask for the same strategy.
typedef struct gelBodyClass {
    const gelBody* example;
    int bodyCount;
    int64_t constraintCount; // edges and tets of one body
    gelStrategy strategy;
    char reason[160];
} gelBodyClass;

typedef struct gelSchedule {
    gelBodyClass* classes;
    int classCount;
    int* classOf;                          // [bodies of the plan]
    int bodyCounts[gel_strategyCount];     // by strategy
    double largestCost[gel_strategyCount]; // of what one work-group or work-item does in a substep, ns
    double totalCost[gel_strategyCount];   // of all bodies in a substep, ns
    int mostTurns[gel_strategyCount];      // of the loops of one work-item in a substep
} gelSchedule;

// `bodyLimit` is how many vertices the body strategy can hold on the device. On failure *schedule is empty.
gelStatus gelMakeSchedule(const gelOpencl* opencl, gelBody* const* bodies, int bodyCount, int bodyLimit,
                          gelSchedule* schedule);
void gelClearSchedule(gelSchedule* schedule);

// What is counted with for body, ensemble, and any other as the grid.
const gelStrategyTuning* gelTuningOf(const gelLaneTuning* row, gelStrategy strategy);

// For gelWorld_ExplainPlan: a line or two for each class, the largest first, one for those left out, where the grid has
// bodies how its launches go to the device (see gelCommandBuffer), and where lanes and costs come from. NULL when there is
// no memory.
char* gelExplainSchedule(const gelOpencl* opencl, const gelSchedule* schedule, bool recorded,
                         const char* recordedText);
