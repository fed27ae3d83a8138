// Bodies that are stepped by perColour's launches: their vertices, and their constraints on the device.
#pragma once

#include "opencl/runtime/buffer.h"
#include "plan/plan.h"

// Consecutive vertices.
typedef struct gelVertexRange {
    int first, count;
} gelVertexRange;

typedef struct gelColourSet {
    const gelPlan* plan;             // NULL while there is nothing on the device
    cl_mem tables, indices, numbers; // as in kernels/tables.h, one table per kind of constraint
    cl_mem gathers, corrections;     // of plans that gather: one GatherTable per kind; records
    gelVertexRange* ranges;          // of places
    int rangeCount;
    int firstGoal, goalCount;      // those of its vertices
    int firstLength, firstVolume;  // in `numbers`: rest lengths of edges, and rest volumes
    cl_mem plasticSlots, tetSlots; // {slot, plastic edge}, or tearing tet: gelAddPlasticSlots
    int plasticSlotCount, tetSlotCount;
} gelColourSet;

// Lists the places of the vertices over which a plan passes, of bodies which must exist. There must be no list yet. That of a
// rank is short: places go tile by tile.
gelStatus gelListRanges(const gelDeviceState* state, const gelPlan* plan, gelColourSet* part);
// Lists the plan's constraints, and the ranges if that has not been done. Adds to *bytes.
gelStatus gelCreateColourSet(const gelOpencl* opencl, const gelDeviceState* state, gelPlan* plan,
                             uint64_t* bytes, gelColourSet* part);
void gelClearColourSet(gelColourSet* part);
