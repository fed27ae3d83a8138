// Takes bodies out of the scene that are not finite, as the command does.
#include "app/divergence_guard.h"
#include "gel_web.h"

gelStatus gelGuardFrame(void)
{
    static gelOutput output; // keeps why a body could not be taken out
    gelDivergenceGuard guard = {0};
    gelStatus status = gelDivergenceGuard_Check(&guard, gelWeb.world);
    if (status != gel_success || !guard.bad.found)
        return status;
    gelKeptState kept = {.world = gelWeb.world,
                         .player = gelWeb.player,
                         .timeStep = (double)gelScene_GetTimeStep(gelWeb.scene)};
    int frame = (int)gelPlayer_GetFrame(gelWeb.player);
    int code = gel_exitDone;
    status = gelRestoreKeptFrame();
    if (status == gel_success)
        status = gelKeptState_Keep(&kept, frame - 1, false);
    if (status == gel_success)
        code = gelFiniteWatch_Check(&guard, &output, &kept, frame);
    gelKeptState_End(&kept);
    return code == gel_exitDone ? status : gelRefuse("%s", output.lastError);
}
