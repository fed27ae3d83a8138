#include "history.h"

#include "common/clock.h"
#include "app/fallback.h"

#include <string.h>

static bool isFinite(gelWorld* world)
{
    gelBadVertex bad;
    return gelWorld_FindBadVertex(world, &bad) == gel_success && !bad.found;
}

// Takes a keyframe. A spare holds no comparison: after restoring one, the comparison starts again.
static gelStatus takeKey(gelSession* session, gelKeyframe* key, bool isSpare)
{
    gelStatus status = gelTakeSnapshot(session->world, session->player, &key->own);
    if (status == gel_success && session->beside != NULL && !isSpare)
        status = gelTakeSnapshot(session->beside, session->besidePlayer, &key->beside);
    return status;
}

// Failures are ignored: the scene continues without this keyframe. A spare must be finite.
void gelSession_KeepFrame(gelSession* session)
{
    gelTimeline* timeline = &session->timeline;
    gelKeyframe key = {.frame = session->frame};
    bool isSpare = !gelTimeline_Grows(timeline);
    double start = gelMilliseconds();
    bool isDue = isSpare
                     ? timeline->spare.own == NULL || gelWithinBudget(timeline->savedAt, timeline->saveTime)
                     : timeline->count == 0 || start - timeline->savedAt > 20.0 * timeline->saveTime;
    if (!isDue || gelTimeline_Has(timeline, session->frame))
        return;
    if ((!isSpare || isFinite(session->world)) && takeKey(session, &key, isSpare) == gel_success)
        gelTimeline_Add(timeline, key);
    else
        gelClearKeyframe(&key);
    timeline->savedAt = gelMilliseconds();
    timeline->saveTime += (isSpare ? 1.0 : 0.5) * (timeline->savedAt - start - timeline->saveTime);
}

void gelSession_KeepBegin(gelSession* session)
{
    gelWorldDef def = gelSession_Settings(session);
    gelClearKeyframe(&session->before);
    if (def.integrator == gel_xpbd || !(def.integratorError > 0.0f))
        return;
    gelTakeSnapshot(NULL, session->player, &session->before.own); // NULL if out of memory
    if (session->beside != NULL)
        gelTakeSnapshot(NULL, session->besidePlayer, &session->before.beside);
}

bool gelSession_IsInPast(const gelSession* session)
{
    return session->frame < session->timeline.last;
}

int64_t gelSession_GetFirstFrame(const gelSession* session)
{
    return session->timeline.count > 0 ? session->timeline.keys[0].frame : session->frame;
}

int gelSession_EndFrame(gelSession* session)
{
    gelTimeline* timeline = &session->timeline;
    gelStatus status = gel_success;
    if (session->frame == timeline->last) { // where the user was before
        status = gelPlayer_CatchUp(session->player);
        if (status == gel_success && session->beside != NULL)
            status = gelPlayer_CatchUp(session->besidePlayer);
    }
    timeline->last = session->frame > timeline->last ? session->frame : timeline->last;
    return gelSession_Report(session, status);
}

static void forget(gelSession* session)
{
    session->timeline.last = session->frame;
    session->isTravelling = false;
    gelPlayer_Forget(session->player);
    if (session->besidePlayer != NULL)
        gelPlayer_Forget(session->besidePlayer);
}

int gelSession_ForgetFuture(gelSession* session)
{
    gelBodyId body;
    int vertex, eventCount;
    gelVec3 target;
    if (!gelSession_IsInPast(session))
        return gel_exitDone;
    int code = gelSession_Complete(session);
    gelTimeline_ClearFrom(&session->timeline, session->frame);
    forget(session);
    gelScene_GetEvents(session->scene, &eventCount); // what the scene has grabbed it also releases
    if (eventCount == 0) { // all settings are the user's: a reset shall not bring back those of the future
        gelWorldDef now = gelSession_Settings(session);
        gelCopySettings(gel_worldSettings, &now, &session->def);
    }
    if (code != gel_exitDone || eventCount > 0 ||
        !gelPlayer_GetHold(session->player, &body, &vertex, &target))
        return code;
    return gelSession_Do(session, &(gelEvent){.kind = gel_eventRelease});
}

void gelSession_ForgetHistory(gelSession* session)
{
    gelTimeline_Clear(&session->timeline);
    forget(session);
}

void gelSession_SuspendBeside(gelSession* session)
{
    if (session->beside == NULL)
        return;
    snprintf(session->resumed, sizeof session->resumed, "%s", session->against);
    session->resumedIsAutomatic = session->againstIsAutomatic;
    gelSession_SetAgainst(session, NULL);
}

int gelSession_Restore(gelSession* session, const gelKeyframe* key)
{
    gelStatus status = gelRestoreSnapshot(session->world, session->player, key->own);
    if (status == gel_success && key->beside == NULL)
        gelSession_SuspendBeside(session);
    else if (status == gel_success && session->beside != NULL)
        status = gelRestoreSnapshot(session->beside, session->besidePlayer, key->beside);
    if (status != gel_success)
        return gelSession_Report(session, status);
    session->frame = key->frame;
    session->byStages = false;
    session->restoreCount++;
    if (session->probes != NULL)
        gelProbes_Keep(session->probes, (int)key->frame + 1);
    if (session->besideProbes != NULL)
        gelProbes_Keep(session->besideProbes, (int)(key->frame - session->besideStart) + 1);
    return gel_exitDone;
}

static int arrive(gelSession* session)
{
    session->isTravelling = false;
    if (session->resumed[0] == '\0')
        return gel_exitDone;
    int code = session->beside == NULL ? gelSession_SetAgainst(session, session->resumed) : gel_exitDone;
    session->againstIsAutomatic = session->beside != NULL && session->resumedIsAutomatic;
    session->resumed[0] = '\0';
    return code;
}

int gelSession_UndoFrame(gelSession* session, int code)
{
    gelTimeline* timeline = &session->timeline;
    int64_t frame = session->frame;
    const gelKeyframe* before = &session->before;
    bool isKept = before->own != NULL && (session->beside == NULL || before->beside != NULL);
    if (session->status != gel_stepTooSmall || session->isTravelling || !isKept)
        return code;
    gelRestoreSnapshot(NULL, session->player, before->own);
    if (session->beside != NULL)
        gelRestoreSnapshot(NULL, session->besidePlayer, before->beside);
    session->byStages = false;
    gelTimeline_ClearFrom(timeline, frame + 1);
    forget(session);
    const gelKeyframe* key = gelTimeline_Find(timeline, frame);
    if (key == NULL || gelSession_Restore(session, key) != gel_exitDone)
        return code;
    session->wanted = frame;
    session->isTravelling = true;
    if (key->frame == frame)
        arrive(session);
    session->status = gel_stepTooSmall; // what is told is not how it was undone
    return code;
}

// A frame is stepped to, where it is not the first: so its contacts are known, and its probes.
int gelSession_GoTo(gelSession* session, int64_t frame)
{
    const gelTimeline* timeline = &session->timeline;
    int code = gelSession_Complete(session);
    if (code != gel_exitDone || timeline->count == 0)
        return code;
    int64_t first = timeline->keys[0].frame;
    frame = frame < first ? first : frame > timeline->last ? timeline->last : frame;
    const gelKeyframe* key = gelTimeline_Find(timeline, frame > first ? frame - 1 : first);
    if (frame < session->frame || key->frame > session->frame)
        code = gelSession_Restore(session, key);
    session->wanted = frame;
    session->isTravelling = true;
    return code == gel_exitDone && frame == session->frame ? arrive(session) : code;
}

bool gelSession_IsTravelling(const gelSession* session)
{
    return session->isTravelling;
}

int gelSession_Travel(gelSession* session, double duration)
{
    double end = gelMilliseconds() + 1e3 * duration;
    int code = gel_exitDone;
    while (session->isTravelling && code == gel_exitDone && gelMilliseconds() < end) {
        code = gelSession_Step(session);
        if (code == gel_exitDone && session->frame >= session->wanted)
            code = arrive(session);
    }
    session->isTravelling = session->isTravelling && code == gel_exitDone;
    return code;
}

// Steps there from the keyframe; what is read shows that the device has done it.
static bool goOn(gelSession* session, gelFallback place, const gelKeyframe* key, int64_t frame)
{
    gelBadVertex bad;
    int code = gel_exitDone;
    if (gelWorld_Reopen(session->world, place.backend, place.device, key->own) != gel_success ||
        gelSession_Restore(session, key) != gel_exitDone)
        return false;
    session->wanted = frame;
    session->isTravelling = frame > session->frame;
    while (session->isTravelling && code == gel_exitDone)
        code = gelSession_Travel(session, 1.0);
    return code == gel_exitDone && gelWorld_FindBadVertex(session->world, &bad) == gel_success;
}

int gelSession_Recover(gelSession* session, char* told, size_t size)
{
    gelFallback places[gel_maxFallbacks];
    char reason[sizeof session->output->lastError];
    memcpy(reason, session->output->lastError, sizeof reason);
    int64_t frame = session->isTravelling ? session->wanted : session->frame;
    int count = gelListFallbacks(session->world, &session->losses, places);
    for (int i = 0; i < count; i++) {
        const gelKeyframe* key = gelTimeline_FindAny(&session->timeline, frame); // others are kept on the way
        int64_t from = key != NULL ? key->frame : 0;
        if (key == NULL || !goOn(session, places[i], key, frame))
            continue;
        session->def.backend = places[i].backend;
        session->def.device = places[i].device;
        snprintf(told, size, "%.*s; the scene went on from frame %lld on %s", (int)size / 2, reason,
                 (long long)from, gelWorld_GetBackendText(session->world));
        gelPrintWarning(session->output, "%s", told);
        return gel_exitDone;
    }
    return gel_exitDevice;
}
