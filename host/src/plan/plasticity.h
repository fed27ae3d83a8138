// Bodies whose edges have rest lengths of their own, since they flow or tear, or did, and where constraints have them.
#pragma once

#include "plan/plan.h"

// A slot of a list, and the edge or tet that it is of.
typedef struct gelPlasticSlot {
    int slot, item;
} gelPlasticSlot;

// Gives a body rest lengths of its own, those it is made with, if its material flows or tears and it has none.
gelStatus gelMakeRestLengths(gelBody* body);

// Sets plan->plastic.
gelStatus gelCountPlasticEdges(gelPlan* plan);
// Stores the two vertices of each edge, in the world's numbers, and its terms, as in
// kernels/physics/plasticity.h.
void gelListPlasticEdges(const gelPlan* plan, int* vertices, float (*terms)[5]);
// The rest lengths of the plan's bodies, in order of the edges.
void gelGatherRestLengths(const gelPlan* plan, float* lengths);
void gelScatterRestLengths(const gelPlan* plan, const float* lengths);

// The slots, padding included, of plastic edges or, by their `starts`, of tearing tets. `list` may be of some bodies of the
// plan, which must exist. Without any *slots is NULL.
gelStatus gelFindPlasticSlots(const gelPlan* plan, const int* starts, const gelPlanConstraints* list,
                              gelPlasticSlot** slots, int* count);
// Puts rest lengths into the plan's lists, and the volumes of tets that tear, if they have been listed.
void gelListRestLengths(gelPlan* plan, const float* lengths);
