// The bodies whose momenta are kept over their constraints: kernels/physics/balance.h.
#pragma once

#include "balance_tables.h"
#include "plan/plan.h"

typedef struct gelBalanceList {
    int bodyCount, blockCount;
    BalanceBody* bodies;
    BalanceBlock* blocks;
    int bodyCapacity, blockCapacity;
} gelBalanceList;

// Makes the list one of the plan's bodies that take part, all with one lead. On failure it is empty.
gelStatus gelListBalance(const gelPlan* plan, const bool* takesPart, float lead, gelBalanceList* list);
void gelClearBalanceList(gelBalanceList* list);
