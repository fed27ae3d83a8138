#include "take_out.h"

#include "app/divergence_guard.h"
#include "history.h"

#include <stdio.h>
#include <string.h>

// The latest before now in which all is finite; NULL: none. Takes the world there.
static const gelKeyframe* findFinite(gelSession* session)
{
    const gelKeyframe* key = gelTimeline_FindAny(&session->timeline, session->frame - 1);
    gelBadVertex bad = {.found = true};
    while (key != NULL && bad.found) {
        if (gelRestoreSnapshot(session->world, session->player, key->own) == gel_success &&
            gelWorld_FindBadVertex(session->world, &bad) == gel_success && !bad.found)
            return key;
        bad.found = true;
        key = gelTimeline_FindAny(&session->timeline, key->frame - 1);
    }
    return NULL;
}

// A keyframe is of a whole frame.
static gelStatus completeKept(gelKeptState* kept)
{
    if (!kept->stateHasInput)
        return gel_success;
    gelStatus status = gelKeptState_GoTo(kept, kept->frame + 1);
    return status == gel_success ? gelKeptState_Keep(kept, kept->frame + 1, false) : status;
}

// Continues from the kept state, of which it takes ownership. Keyframes from the frame on in which
// the first body was taken out belong to other states, so they are dropped.
static int goOn(gelSession* session, gelKeptState* kept, const gelDivergenceGuard* watch, int64_t wanted)
{
    gelKeyframe key = {.frame = kept->frame, .own = kept->snapshot};
    kept->snapshot = NULL;
    int64_t first = watch->outCount > 0 ? watch->firstFrame - 1 : key.frame + 1;
    gelTimeline_ClearFrom(&session->timeline, first);
    gelPlayer_ForgetHashes(session->player, first);
    int code = gelSession_Restore(session, &key);
    gelTimeline_Add(&session->timeline, key);
    session->wanted = wanted;
    session->isTravelling = code == gel_exitDone && !watch->bad.found && wanted > session->frame;
    return code;
}

int gelSession_IsolateDiverged(gelSession* session, bool* isDone, char* told, size_t size)
{
    gelKeptState kept = {.world = session->world, .player = session->player, .timeStep = session->timeStep};
    gelSnapshot* here;
    gelDivergenceGuard watch = {.bad = {.found = true}};
    int64_t wanted = session->isTravelling ? session->wanted : session->frame;
    int reached;
    *isDone = false;
    if (gelTimeline_FindAny(&session->timeline, session->frame - 1) == NULL ||
        gelTakeSnapshot(session->world, session->player, &here) != gel_success)
        return gel_exitDone;
    gelSession_SuspendBeside(session);
    const gelKeyframe* key = findFinite(session);
    int code = gel_exitDone;
    if (key == NULL || gelKeptState_Keep(&kept, (int)key->frame, false) != gel_success) {
        gelStatus status = gelRestoreSnapshot(session->world, session->player, here);
        code = gelSession_Report(session, status); // it is not finite, but nothing better is known
    } else {
        gelStatus status =
            gelDivergenceGuard_Isolate(&watch, session->output, &kept, (int)session->frame, &reached);
        if (status == gel_success && !watch.bad.found)
            status = completeKept(&kept);
        code = status == gel_success ? goOn(session, &kept, &watch, wanted)
                                     : gelReportStatus(session->output, status, gel_activitySimulation);
        *isDone = code == gel_exitDone && !watch.bad.found;
    }
    if (watch.outCount > 0)
        snprintf(told, size, "%s", watch.message);
    if (watch.outCount > 1)
        snprintf(told + strlen(told), size - strlen(told), " (and %d more)", watch.outCount - 1);
    gelKeptState_End(&kept);
    gelDestroySnapshot(here);
    return code;
}
