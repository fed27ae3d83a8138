// Gel's own choice between XPBD and the two-level solver, by the estimate of softness.
#include "world/solver_choice.h"
#include "world/softness.h"
#include "world/two_level_step.h"

static gelSolver choose(const gelWorld* world, const gelBody* body, double timeStep)
{
    gelSoftness softness;
    return gelEstimateSoftness(world, body, timeStep, gel_costsOfSoftness, &softness) == gel_success &&
                   gelNeedsTwoLevel(&softness)
               ? gel_twoLevelSolver
               : gel_xpbdSolver;
}

// Gives a body to XPBD if the choice is not free, though it may be that of a body like it, or was
// before the world changed. Returns whether it does.
static bool settleUnfree(gelWorld* world, gelBody* body)
{
    if (gelMayChooseTwoLevel(world, body))
        return false;
    if (body->steppedBy != gel_xpbdSolver)
        world->dirty |= gel_dirtyPlan;
    body->steppedBy = gel_xpbdSolver;
    return true;
}

void gelChooseSolvers(gelWorld* world, float timeStep)
{
    gelBody* last = NULL; // set when the next is compared: both are undecided until then
    gelSolver chosen = gel_xpbdSolver;
    for (int b = 0; b < world->bodyCount; b++) {
        gelBody* body = world->bodies[b];
        if (gelIsObstacle(body) || body->solver != gel_autoSolver || settleUnfree(world, body) ||
            body->steppedBy != gel_autoSolver)
            continue;
        gelSolver next =
            last != NULL && gelSagAlike(world, body, last) ? chosen : choose(world, body, (double)timeStep);
        if (last != NULL)
            last->steppedBy = chosen;
        last = body;
        chosen = next;
    }
    if (last == NULL)
        return;
    last->steppedBy = chosen;
    world->dirty |= gel_dirtyPlan;
}

void gelReopenChoices(gelWorld* world)
{
    for (int b = 0; b < world->bodyCount; b++)
        gelAskForSolver(world->bodies[b], world->bodies[b]->solver);
}
