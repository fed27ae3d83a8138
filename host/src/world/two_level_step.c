#include "world/two_level_step.h"

gelStatus gelPushTwoLevel(gelWorld* world)
{
    bool had = world->twoLevel.bodyCount > 0;
    gelTwoLevelList list;
    gelStatus status = gelListTwoLevel(&world->plan, &list);
    if (status != gel_success)
        return status;
    gelClearTwoLevelList(&world->twoLevel);
    world->twoLevel = list;
    return had || list.bodyCount > 0
               ? world->backend->functions->setTwoLevel(world->backend, &world->twoLevel)
               : gel_success;
}

const char* gelFindTwoLevelLack(const gelWorld* world, const gelBody* body)
{
    return world->def.integrator != gel_xpbd     ? "an explicit integrator"
           : world->def.order != gel_colourOrder ? "an order other than colour"
           : world->def.compensated              ? "compensated positions"
           : world->def.springDamping > 0.0f     ? "springDamping"
           : body->restLengths != NULL           ? "creep, tearStrain and tearForce"
                                                 : NULL;
}

gelStatus gelCheckTwoLevel(const gelWorld* world)
{
    for (int b = 0; b < world->bodyCount && world->twoLevel.bodyCount > 0; b++) {
        const gelBody* body = world->bodies[b];
        const char* what = gelIsTwoLevel(body) ? gelFindTwoLevelLack(world, body) : NULL;
        if (what != NULL)
            return gelFail(
                gel_unsupported,
                "body {%d, %u} has the solver twoLevel, which does not support %s: use the solver xpbd",
                body->id.index1, body->id.generation, what);
    }
    return gel_success;
}
