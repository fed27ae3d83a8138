#include "kept_state.h"

#include "common/clock.h"
#include "fallback.h"

void gelKeptState_End(gelKeptState* kept)
{
    gelDestroyWorldState(kept->state);
    gelDestroyPlayerState(kept->playerState);
    kept->state = NULL;
    kept->playerState = NULL;
}

void gelKeptState_Keep(gelKeptState* kept, int frame)
{
    if (gelCostsLittleAgain(kept->savedAt, kept->saveTime))
        gelKeptState_KeepNow(kept, frame);
}

bool gelKeptState_KeepNow(gelKeptState* kept, int frame)
{
    double start = gelMilliseconds();
    gelWorldState* state = NULL;
    gelPlayerState* playerState = NULL;
    bool ok = gelWorld_SaveState(kept->world, &state) == gel_success &&
              gelPlayer_SaveState(kept->player, &playerState) == gel_success;
    if (ok) { // otherwise the former state is what a lost device is gone on from
        gelKeptState_End(kept);
        kept->state = state;
        kept->playerState = playerState;
        kept->frame = frame;
        kept->isBegun = kept->isAtBegun = false;
    } else {
        gelDestroyWorldState(state);
        gelDestroyPlayerState(playerState);
    }
    kept->savedAt = gelMilliseconds();
    kept->saveTime = kept->savedAt - start;
    return ok;
}

bool gelKeptState_KeepBegun(gelKeptState* kept, int frame)
{
    if (!gelKeptState_KeepNow(kept, frame))
        return false;
    kept->isBegun = kept->isAtBegun = true;
    return true;
}

gelStatus gelKeptState_GoBack(gelKeptState* kept)
{
    gelStatus status = gelWorld_RestoreState(kept->world, kept->state);
    if (status != gel_success)
        return status;
    gelPlayer_RestoreState(kept->player, kept->playerState);
    kept->isAtBegun = kept->isBegun;
    return gel_success;
}

gelStatus gelKeptState_Begin(gelKeptState* kept)
{
    bool isBegun = kept->isAtBegun;
    kept->isAtBegun = false;
    return isBegun ? gel_success : gelPlayer_BeginFrame(kept->player);
}

gelStatus gelKeptState_Step(gelKeptState* kept)
{
    gelStatus status = gelKeptState_Begin(kept);
    return status == gel_success ? gelWorld_Step(kept->world, (float)kept->timeStep) : status;
}

// Opens the world there, and steps to the frame; what is read shows that the device has done it.
static gelStatus goOn(gelKeptState* kept, gelFallback place, int frame)
{
    gelBadVertex bad;
    gelStatus status = gelWorld_Reopen(kept->world, place.backend, place.device, kept->state);
    if (status != gel_success)
        return status;
    gelPlayer_RestoreState(kept->player, kept->playerState);
    kept->isAtBegun = kept->isBegun;
    for (int i = kept->frame + 1; i <= frame && status == gel_success; i++)
        status = gelKeptState_Step(kept);
    return status == gel_success ? gelFindBadVertex(kept->world, &bad) : status;
}

int gelKeptState_Recover(gelKeptState* kept, gelOutput* output, int frame)
{
    gelFallback places[gel_mostFallbacks];
    char reason[2000];
    snprintf(reason, sizeof reason, "%s", gelLastError());
    kept->lossCount++;
    int count = kept->state != NULL ? gelListFallbacks(kept->world, kept->lossCount, places) : 0;
    for (int i = 0; i < count; i++) {
        if (goOn(kept, places[i], frame) != gel_success)
            continue;
        gelPrintWarning(output, "%s; the run went on from frame %s on %s", reason, GEL_GROUPED(kept->frame),
                        gelWorld_GetBackendText(kept->world));
        return gel_exitDone;
    }
    return gelReportError(output, gel_exitDevice, "%s", reason);
}
