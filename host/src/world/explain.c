// Describes the plan of a world in words.
#include "gel/body.h"
#include "gel/contacts.h"
#include "plan/pressure.h"
#include "world/world.h"

#include <string.h>

static void explainCut(const gelWorld* world, char* text, size_t size)
{
    if (world->backend->explanation != NULL)
        gelAppend(text, size, "  launches of whole steps are cut at each substep\n");
}

// Says what fields do to the plan.
static void explainFields(const gelWorld* world, char* text, size_t size)
{
    gelAppend(text, size, "fields: %d, a stage at the start of each substep%s\n", world->fields.count,
              gelFieldsPush(&world->fields) ? ", over outer triangles and vertices" : " over vertices");
    explainCut(world, text, size);
}

static int countFilled(const gelWorld* world)
{
    int count = 0;
    for (int b = 0; b < world->bodyCount; b++)
        count += gelIsFilled(world->bodies[b]);
    return count;
}

static void explainFilling(const gelWorld* world, int count, char* text, size_t size)
{
    gelAppend(text, size, "filled bodies: %d, a stage at the start of each substep\n", count);
    explainCut(world, text, size);
}

// Says what contact does to the plan, and what it did in the last step, if that is known.
static void explainContact(gelWorld* world, char* text, size_t size)
{
    int count = 0;
    bool isDevice = world->backend->explanation != NULL;
    gelAppend(text, size, "contact: a search per step, and a stage at the end of each substep\n%s",
              isDevice ? "  while anything is near, launches of whole steps are cut at each substep\n" : "");
    if (world->stepCount > 0 && gelWorld_GetContacts(world, NULL, 0, &count) == gel_success)
        gelAppend(text, size, "  in the last step %d contacts and %d %s\n", count,
                  world->profile.launchesPerStep, isDevice ? "launches" : "loops");
}

// Says what plastic flow does to the plan.
static void explainPlasticity(const gelWorld* world, char* text, size_t size)
{
    gelAppend(text, size, "plasticity: of %d edges, a stage at the end of each substep\n",
              world->plan.plastic.count);
    explainCut(world, text, size);
}

static void explainDamping(const gelWorld* world, char* text, size_t size)
{
    gelAppend(text, size, "springDamping: a stage at the end of each substep\n");
    explainCut(world, text, size);
}

const char* gelWorld_ExplainPlan(gelWorld* world)
{
    enum { moreSize = 1000 };
    if (gelWorldPush(world) != gel_success)
        return NULL;
    const char* plan = world->backend->explanation != NULL ? world->backend->explanation
                                                           : "plain loops, in the order of the constraints\n";
    int filled = countFilled(world);
    bool hasFields = gelFieldsTakePart(&world->fields, world->bodies, world->bodyCount);
    if (!gelWorld_HasContact(world) && !hasFields && filled == 0 && !world->plan.plastic.flows &&
        !gelPlanDamps(&world->plan))
        return plan;
    size_t size = strlen(plan) + moreSize;
    char* text = gelResize(world->explanation, size, 1);
    if (text == NULL) {
        gelFailMemory(size, 1);
        return NULL;
    }
    world->explanation = text;
    memcpy(text, plan, strlen(plan) + 1);
    if (hasFields)
        explainFields(world, text, size);
    if (filled > 0)
        explainFilling(world, filled, text, size);
    if (gelWorld_HasContact(world))
        explainContact(world, text, size);
    if (world->plan.plastic.flows)
        explainPlasticity(world, text, size);
    if (gelPlanDamps(&world->plan))
        explainDamping(world, text, size);
    return text;
}
