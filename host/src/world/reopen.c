// A world that goes on with another back end, or with its device opened anew.
#include "world/integrator.h"
#include "world/state.h"
#include "world/world.h"

#include <assert.h>

// Replaces the back end. Everything that the former one held is uploaded again; a step under way
// is dropped.
static void takeBackend(gelWorld* world, const gelWorldDef* def, gelBackend* backend)
{
    gelWorldDetachShared(world);
    world->backend->functions->destroy(world->backend);
    world->backend = backend;
    world->def.backend = def->backend;
    world->def.device = def->device;
    world->cursor.substep = world->cursor.index = 0;
    world->dirty |= gel_dirtyPlan;
    world->statePlace = gel_stateOnHost;
    world->multipliersAreThere = false;
}

gelStatus gelReopenWorld(gelWorld* world, gelBackendKind kind, int device, const gelWorldState* state)
{
    assert(world != NULL);
    gelWorldDef def = world->def;
    def.backend = kind;
    def.device = device;
    gelBackend* backend;
    gelStatus status = state != NULL ? gelCheckState(world, state) : gelWorldFinishStep(world);
    if (status == gel_success && state == NULL)
        status = gelWorldPull(world);
    if (status == gel_success)
        status = gelCheckIntegrator(&def);
    if (status == gel_success)
        status = gelCreateBackend(&def, &backend);
    if (status != gel_success)
        return status;
    if (backend->doublePrecision != world->backend->doublePrecision) {
        gelFail(gel_unsupported,
                "%s has another precision than the world: expected a back end of the same "
                "precision",
                backend->text);
        backend->functions->destroy(backend);
        return gel_unsupported;
    }
    takeBackend(world, &def, backend);
    return state != NULL ? gelRestoreWorldState(world, state) : gel_success;
}
