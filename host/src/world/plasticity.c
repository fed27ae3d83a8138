#include "world/plasticity.h"
#include "plan/plasticity.h"
#include "plan/tearing.h"

#include <string.h>

gelStatus gelReserveRestLengths(gelRestLengths* room, const gelPlan* plan)
{
    return gelReserve(&room->lengths, &room->capacity, plan->plastic.count, sizeof *room->lengths);
}

gelStatus gelPushRestLengths(gelRestLengths* room, const gelPlan* plan, gelBackend* backend)
{
    if (plan->plastic.count == 0)
        return gel_success;
    gelGatherRestLengths(plan, room->lengths);
    return backend->functions->writeRestLengths(backend, room->lengths);
}

gelStatus gelPullRestLengths(gelRestLengths* room, const gelPlan* plan, gelBackend* backend, bool kept)
{
    if (plan->plastic.count == 0)
        return gel_success;
    gelStatus status = backend->functions->readRestLengths(backend, kept, room->lengths);
    if (status == gel_success)
        gelScatterRestLengths(plan, room->lengths);
    return status;
}

void gelListPlanRestLengths(gelRestLengths* room, gelPlan* plan)
{
    if (plan->plastic.count == 0)
        return;
    gelGatherRestLengths(plan, room->lengths);
    gelListRestLengths(plan, room->lengths);
}

static size_t sizeOf(const gelBody* body)
{
    return (size_t)body->shape->constraints[constraint_distance].count * sizeof *body->restLengths;
}

uint64_t gelHashRestLengths(uint64_t hash, const gelBody* body)
{
    int count = body->shape->constraints[constraint_distance].count;
    bool hasFlowed = false;
    for (int e = 0; e < count && body->restLengths != NULL && !hasFlowed; e++)
        hasFlowed = body->restLengths[e] != gelMadeLength(body, e);
    return hasFlowed ? gelHashFloats(hash, body->restLengths, (size_t)count) : hash;
}

bool gelPlansRestLengthsAlike(const gelBody* a, const gelBody* b)
{
    if (a->restLengths == NULL || b->restLengths == NULL)
        return a->restLengths == b->restLengths;
    if (gelTetsTear(a) != gelTetsTear(b))
        return false;
    // Springs that only pull have what they were given, if anything: tension.c.
    return a->material.springs == gel_pushAndPull || memcmp(a->restLengths, b->restLengths, sizeOf(a)) == 0;
}
