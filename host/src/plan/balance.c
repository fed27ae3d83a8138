#include "plan/balance.h"

static int blocksOf(const gelBody* body)
{
    return (body->shape->mesh.vertexCount + balance_block - 1) / balance_block;
}

static gelStatus reserve(const gelPlan* plan, const bool* takesPart, gelBalanceList* list)
{
    int bodies = 0, blocks = 0;
    for (int b = 0; b < plan->bodyCount; b++)
        if (takesPart[b]) {
            bodies++;
            blocks += blocksOf(plan->bodies[b]);
        }
    gelStatus status = gelReserve(&list->bodies, &list->bodyCapacity, bodies, sizeof *list->bodies);
    return status == gel_success
               ? gelReserve(&list->blocks, &list->blockCapacity, blocks, sizeof *list->blocks)
               : status;
}

gelStatus gelListBalance(const gelPlan* plan, const bool* takesPart, float lead, gelBalanceList* list)
{
    gelStatus status = reserve(plan, takesPart, list);
    list->bodyCount = list->blockCount = 0;
    for (int b = 0; b < plan->bodyCount && status == gel_success; b++) {
        const gelBody* body = plan->bodies[b];
        int first = body->firstVertex, end = first + body->shape->mesh.vertexCount;
        if (!takesPart[b])
            continue;
        list->bodies[list->bodyCount] = (BalanceBody){.first_block = list->blockCount, .lead = lead};
        for (int i = first; i < end; i += balance_block)
            list->blocks[list->blockCount++] =
                (BalanceBlock){i, i + balance_block < end ? i + balance_block : end, list->bodyCount};
        list->bodies[list->bodyCount++].end_block = list->blockCount;
    }
    return status;
}

void gelClearBalanceList(gelBalanceList* list)
{
    gelFree(list->bodies);
    gelFree(list->blocks);
    *list = (gelBalanceList){0};
}
