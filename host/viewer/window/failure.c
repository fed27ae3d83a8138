#include "window/failure.h"

#include "common/clock.h"
#include "history.h"
#include "app/setup.h"
#include "take_out.h"

#include <math.h>

// With a number of frames to run nobody is there to go on.
static bool canPause(const gelWindow* window)
{
    return window->view->settings->frames == 0;
}

void gelWindow_RecordStep(gelWindow* window, int code)
{
    gelView* view = window->view;
    gelSession* session = &view->session;
    if (code == gel_exitDone)
        return;
    if (session->status != gel_stepTooSmall || !canPause(window)) {
        gelWindow_Note(window, code);
        return;
    }
    session->paused = true;
    window->askedCount = 0;
    view->messageIsBad = true;
    int64_t frame = gelSession_IsTravelling(session) ? session->wanted : session->frame;
    int length = snprintf(view->message, sizeof view->message, "Paused before frame %lld, which failed. ",
                          (long long)frame + 1);
    snprintf(view->message + length, sizeof view->message - (size_t)length, "%.*s", 4000,
             view->output->lastError);
}

static void pauseAt(gelWindow* window, int world, const gelBadVertex* bad)
{
    gelView* view = window->view;
    view->session.paused = true;
    view->messageIsBad = true;
    snprintf(view->message, sizeof view->message,
             "Paused at frame %lld: body %d%s diverged: vertex %d is NaN or infinite. Go back in time (Left, "
             "Page Up) or to the start (R), and use more substeps or a softer material.",
             (long long)view->session.frame, bad->bodyIndex + 1, world == 1 ? " of the second world" : "",
             bad->vertex);
}

static void takeOut(gelWindow* window, const gelBadVertex* bad)
{
    gelView* view = window->view;
    bool isDone = false;
    int code = gelSession_IsUnderWay(&view->session)
                   ? gel_exitDone // it is looked at when it is complete
                   : gelSession_IsolateDiverged(&view->session, &isDone, view->message, sizeof view->message);
    view->messageIsBad = view->messageIsBad || isDone;
    if (code != gel_exitDone)
        gelWindow_Note(window, code);
    else if (!isDone && canPause(window))
        pauseAt(window, 0, bad);
}

static void check(gelWindow* window, bool isDue)
{
    gelSession* session = &window->view->session;
    double start = gelMilliseconds() * 1e-3;
    gelWorld* const worlds[2] = {session->world, session->beside};
    isDue = isDue || start - window->finiteAt > fmax(0.25, 20.0 * window->finiteSeconds);
    if (session->frame == window->finiteFrame || !isDue)
        return;
    for (int i = 0; i < 2 && worlds[i] != NULL; i++) {
        gelBadVertex bad;
        if (gelWorld_FindBadVertex(worlds[i], &bad) != gel_success || !bad.found)
            continue;
        if (i == 0)
            takeOut(window, &bad);
        else if (canPause(window))
            pauseAt(window, i, &bad);
        break;
    }
    window->finiteFrame = session->frame;
    window->finiteAt = gelMilliseconds() * 1e-3;
    window->finiteSeconds = window->finiteAt - start;
}

void gelWindow_CheckDivergence(gelWindow* window)
{
    check(window, false);
}

void gelWindow_EndDivergence(gelWindow* window)
{
    gelSession* session = &window->view->session;
    if (window->code == gel_exitDone)
        check(window, true);
    while (gelSession_IsTravelling(session) && window->code == gel_exitDone)
        gelWindow_Note(window, gelSession_Travel(session, 1.0));
}

void gelWindow_RecordFailure(gelWindow* window, int code)
{
    gelView* view = window->view;
    if (code == gel_exitDone)
        return;
    view->messageIsBad = true;
    snprintf(view->message, sizeof view->message, "%s", view->output->lastError);
}

void gelWindow_Note(gelWindow* window, int code)
{
    bool goesOn = code == gel_exitDevice && gelView_Recover(window->view) == gel_exitDone;
    if (window->code == gel_exitDone && !goesOn)
        window->code = code;
}
