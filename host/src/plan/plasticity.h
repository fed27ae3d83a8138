// Bodies whose edges have rest lengths of their own, since they flow or tear, or did, and where constraints have them.
#pragma once

#include "plan/plan.h"

// A slot of a list, and the edge that it is of.
typedef struct gelPlasticSlot {
    int slot, edge;
} gelPlasticSlot;

// Gives a body rest lengths of its own, those it is made with, if its material flows or tears and it has none.
gelStatus gelMakeRestLengths(gelBody* body);

// Sets plan->plastic.
gelStatus gelCountPlasticEdges(gelPlan* plan);
// Of each edge its two vertices, of the world, and its terms, as in kernels/physics/plasticity.h.
void gelListPlasticEdges(const gelPlan* plan, int* vertices, float (*terms)[5]);
// The rest lengths of the plan's bodies, in order of the edges.
void gelGatherRestLengths(const gelPlan* plan, float* lengths);
void gelScatterRestLengths(const gelPlan* plan, const float* lengths);

// The slots of distance constraints, padding included, that are of plastic edges. `list` may be of some bodies of the
// plan, which must exist.
gelStatus gelFindPlasticSlots(const gelPlan* plan, const gelPlanConstraints* list, gelPlasticSlot** slots,
                              int* count);
// Puts rest lengths into the plan's list, if it has been listed.
void gelListRestLengths(gelPlan* plan, const float* lengths);
