#include "app/kept_state.h"

#include "common/clock.h"
#include "app/fallback.h"

#include <string.h>

void gelKeptState_End(gelKeptState* kept)
{
    gelDestroySnapshot(kept->snapshot);
    kept->snapshot = NULL;
}

bool gelKeptState_IsDue(const gelKeptState* kept)
{
    return gelWithinBudget(kept->savedAt, kept->saveTime);
}

gelStatus gelKeptState_Keep(gelKeptState* kept, int frame, bool hasInput)
{
    double start = gelMilliseconds();
    gelSnapshot* snapshot;
    gelStatus status = gelTakeSnapshot(kept->world, kept->player, &snapshot);
    if (status == gel_success) {
        gelKeptState_End(kept);
        kept->snapshot = snapshot;
        kept->frame = frame;
        kept->count++;
        kept->size = gelSnapshot_GetSize(snapshot);
        kept->stateHasInput = kept->worldHasInput = hasInput;
    }
    kept->savedAt = gelMilliseconds();
    kept->saveTime = kept->savedAt - start;
    kept->seconds += kept->saveTime * 1e-3;
    return status;
}

gelStatus gelKeptState_GoTo(gelKeptState* kept, int frame)
{
    gelStatus status = gelRestoreSnapshot(kept->world, kept->player, kept->snapshot);
    if (status == gel_success)
        kept->worldHasInput = kept->stateHasInput;
    for (int i = kept->frame; i < frame && status == gel_success; i++)
        status = gelKeptState_Step(kept);
    return status;
}

gelStatus gelKeptState_Begin(gelKeptState* kept)
{
    bool hasInput = kept->worldHasInput;
    kept->worldHasInput = false;
    return hasInput ? gel_success : gelPlayer_BeginFrame(kept->player);
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
    gelStatus status = gelWorld_Reopen(kept->world, place.backend, place.device, kept->snapshot);
    if (status == gel_success)
        status = gelKeptState_GoTo(kept, frame);
    return status == gel_success ? gelWorld_FindBadVertex(kept->world, &bad) : status;
}

int gelKeptState_Recover(gelKeptState* kept, gelOutput* output, int frame)
{
    gelFallback places[gel_maxFallbacks];
    char reason[2000], others[2000] = "";
    snprintf(reason, sizeof reason, "%s", gelLastError());
    int count = kept->snapshot != NULL ? gelListFallbacks(kept->world, &kept->losses, places) : 0;
    for (int i = 0; i < count; i++) {
        if (goOn(kept, places[i], frame) != gel_success) {
            size_t used = strlen(others);
            if (strstr(reason, gelLastError()) == NULL && strstr(others, gelLastError()) == NULL)
                snprintf(others + used, sizeof others - used, "; then: %s", gelLastError());
            continue;
        }
        gelPrintWarning(output, "%s; the run went on from frame %s on %s", reason, GEL_GROUPED(kept->frame),
                        gelWorld_GetBackendText(kept->world));
        return gel_exitDone;
    }
    return gelReportError(output, gel_exitDevice, "%s%s", reason, others);
}
