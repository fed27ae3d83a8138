// The solver of a body, set and read.
#include "gel/body.h"
#include "settings/settings.h"
#include "world/world.h"

gelStatus gelBody_SetSolver(gelWorld* world, gelBodyId id, gelSolver solver, int cycles, int aggregates)
{
    gelBody* body = gelFindBody(world, id);
    gelBodyDef def = gelDefaultBodyDef();
    def.solver = solver;
    def.cycles = cycles;
    def.aggregates = aggregates;
    if (body == NULL)
        return gel_invalidHandle;
    if (gelIsObstacle(body))
        return gelRefuseObstacle(body, "it has no solver");
    gelStatus status = gelCheckSettings(gel_bodySettings, &def);
    if (status == gel_success)
        status = gelWorldBeginChange(world);
    if (status != gel_success)
        return status;
    gelAskForSolver(body, solver != gel_worldSolver ? solver : world->def.solver);
    body->cycles = cycles;
    body->aggregates = aggregates;
    gelBodyChanged(world, body);
    return gel_success;
}

gelSolver gelBody_GetSolver(const gelWorld* world, gelBodyId id)
{
    const gelBody* body = gelFindBody(world, id);
    return body != NULL ? body->steppedBy : gel_xpbdSolver;
}
