// The pictures of a view, in a window or without one.
#include "view.h"
#include "common/clock.h"
#include "app/divergence_guard.h"
#include "history.h"

#include <stdio.h>
#include <string.h>

static int openWorld(gelView* view)
{
    gelShareWay wanted = (gelShareWay)view->settings->share;
    if (view->session.world != NULL)
        return gel_exitDone;
    view->ownsWorld = true;
    if ((wanted == gel_shareAuto || wanted == gel_shareGl) &&
        gelReadContextProperties(view->contextProperties))
        view->session.setup.contextProperties = view->contextProperties;
    int code = gelSession_OpenWorld(&view->session);
    if (code == gel_exitDone && view->settings->against != NULL)
        return gelSession_SetAgainst(&view->session, view->settings->against);
    return code == gel_exitDone ? gelView_FollowMode(view) : code;
}

// A requested way must be possible at the start; after a later change of back end, the next best is used.
static int checkShare(const gelView* view)
{
    gelShareWay wanted = (gelShareWay)view->settings->share;
    if (wanted == gel_shareAuto || wanted == view->source.way)
        return gel_exitDone;
    bool tooOld = wanted == gel_shareHostPointer && glBufferStorage == NULL;
    return gelReportError(view->output, tooOld ? gel_exitDisplay : gel_exitDevice, "--share %s: %s",
                          gelShareWayName((int)wanted), view->source.whyNot);
}

int gelView_OpenPicture(gelView* view)
{
    snprintf(view->openglText, sizeof view->openglText, "%s, %s", (const char*)glGetString(GL_VERSION),
             (const char*)glGetString(GL_RENDERER));
    view->size = view->settings->size;
    int code = openWorld(view);
    if (code == gel_exitDone)
        code = gelCreateRenderer(view->output, &view->renderer);
    if (code == gel_exitDone)
        code = gelView_AdoptWorld(view, true);
    return code == gel_exitDone ? checkShare(view) : code;
}

int gelView_ClosePicture(gelView* view, int code)
{
    if (code == gel_exitDone && view->finish != NULL)
        code = view->finish(view);
    gelDestroyModel(&view->model);
    gelClosePositionSource(&view->source);
    gelCloseVertexMap(&view->values);
    gelCloseContactArrows(&view->arrows);
    gelCloseSecondPicture(&view->second);
    gelDestroyRenderer(view->renderer);
    gelClearPicture(&view->picture);
    if (view->ownsWorld)
        gelSession_CloseWorld(&view->session);
    view->renderer = NULL;
    return code;
}

int gelView_AdoptWorld(gelView* view, bool withCamera)
{
    gelDestroyModel(&view->model);
    gelClosePositionSource(&view->source);
    gelCloseVertexMap(&view->values);
    view->takenCount++;
    view->shownBodyChanges = gelPlayer_GetBodyChanges(view->session.player);
    int code = gelCreateModel(view->output, view->session.world, &view->model);
    if (code == gel_exitDone)
        code = gelOpenVertexMap(view->output, view->session.world, &view->values);
    if (code == gel_exitDone)
        code = gelOpenPositionSource(view->output, view->session.world, (gelShareWay)view->settings->share,
                                     &view->source);
    if (code != gel_exitDone)
        return code;
    view->look.ground = gelSession_Settings(&view->session).ground;
    if (!withCamera)
        return gel_exitDone;
    gelView_ShowAll(view);
    return gel_exitDone;
}

int gelView_FollowMode(gelView* view)
{
    gelSession* session = &view->session;
    bool needed = view->look.mode == gel_displayDifference;
    const char* wanted = strcmp(session->backend, "reference") == 0 ? "double" : "reference";
    bool chosen = session->beside != NULL && !session->againstIsAutomatic;
    bool done = needed ? strcmp(session->against, wanted) == 0 : session->beside == NULL;
    if (chosen || done)
        return gel_exitDone;
    int code = gelSession_SetAgainst(session, needed ? wanted : NULL);
    session->againstIsAutomatic = needed && code == gel_exitDone;
    return code;
}

void gelView_SetClock(gelView* view, gelPictureClock* clock)
{
    view->clock = clock;
    gelRenderer_SetClock(view->renderer, clock);
}

bool gelView_HasOtherConstraints(const gelView* view)
{
    gelCounters counters;
    return gelWorld_GetCounters(view->session.world, &counters) == gel_success &&
           counters.constraintCounts[gel_neoHookeanConstraint] !=
               view->model.constraints[gel_neoHookeanConstraint].count;
}

// Bodies that came, went, tore or were taken out, also by going back in time.
static int followBodies(gelView* view)
{
    const gelSession* session = &view->session;
    bool changed = view->shownBodyChanges != gelPlayer_GetBodyChanges(session->player) ||
                   gelCountTornSprings(session->world) != view->model.tornCount ||
                   gelCountQuarantined(session->world) != view->model.outCount;
    if (!changed && view->shownRestores != session->restoreCount)
        changed = gelView_HasOtherConstraints(view) || view->model.tornCount > 0 || view->model.outCount > 0;
    view->shownRestores = session->restoreCount;
    return changed ? gelView_AdoptWorld(view, false) : gel_exitDone;
}

// Updates the values by which some modes colour vertices.
static gelStatus showValues(gelView* view)
{
    if (view->look.mode == gel_displayDifference)
        return gelVertexMap_ShowDifference(&view->values, &view->session);
    if (view->look.mode > gel_displayDifference)
        return gelVertexMap_ShowValues(&view->values, view->session.world, view->look.mode, &view->painted);
    return gel_success;
}

int gelView_Draw(gelView* view, int width, int height)
{
    bool speeds = view->look.mode == gel_displaySpeed;
    int code = gelView_FollowMode(view);
    if (code == gel_exitDone)
        code = followBodies(view);
    if (code != gel_exitDone)
        return code;
    gelStatus status = gelPositionSource_Update(&view->source, speeds);
    if (status == gel_invalidHandle) { // the world goes on with another back end
        code = gelView_AdoptWorld(view, false);
        if (code != gel_exitDone)
            return code;
        status = gelPositionSource_Update(&view->source, speeds);
    }
    if (status == gel_success)
        status = showValues(view);
    view->arrows.count = 0;
    if (status == gel_success && view->look.contacts)
        status = gelContactArrows_Update(&view->arrows, view->session.world, view->model.bodySize);
    if (status != gel_success)
        return gelReportStatus(view->output, status, gel_activitySimulation);
    view->look.values = view->values.values.texture;
    view->look.arrows = view->arrows.data.texture;
    view->look.arrowCount = view->arrows.count;
    gelPictureClock_Mark(view->clock, gel_picturePositions);
    view->placedAt = gelMilliseconds();
    view->look.ground = gelSession_Settings(&view->session).ground;
    view->look.lit = (gelLitStage){view->session.byStages, view->session.stage.stage,
                                   view->session.stage.kind, view->session.stage.colour};
    view->pictureCount++;
    return gelView_DrawWorlds(view, width, height);
}

int gelView_Recover(gelView* view)
{
    view->messageIsBad = true;
    return gelSession_Recover(&view->session, view->message, sizeof view->message);
}

int gelView_DrawOnAnyDevice(gelView* view, int width, int height)
{
    int code = gelView_Draw(view, width, height);
    bool goesOn = code == gel_exitDevice && gelView_Recover(view) == gel_exitDone;
    return goesOn ? gelView_Draw(view, width, height) : code;
}

int gelView_ReadPicture(gelView* view, int width, int height)
{
    if (gelReadPicture(gelView_Picture(view), width, height, &view->picture))
        return gel_exitDone;
    return gelReportError(view->output, gel_exitInternal, "out of memory for a picture of %d x %d", width,
                          height);
}

int gelView_WriteShot(gelView* view, int width, int height)
{
    int code = gelView_ReadPicture(view, width, height);
    return code == gel_exitDone ? gelSavePicture(view->output, view->settings->shot, &view->picture) : code;
}
