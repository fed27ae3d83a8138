#include "window/time.h"

#include "common/clock.h"
#include "history.h"
#include "window/failure.h"

#include <math.h>
#include <string.h>

static const double secondsOfTravel = 0.04; // per picture

void gelWindow_DoNext(gelWindow* window, bool stage)
{
    gelSession* session = &window->view->session;
    int frames = window->view->settings->frames;
    if (window->code != gel_exitDone || (frames > 0 && session->frame >= frames))
        return;
    window->stepCount++;
    gelWindow_RecordStep(window, stage ? gelSession_StepStage(session) : gelSession_Step(session));
}

void gelWindow_RequestMove(gelWindow* window, gelMove move)
{
    window->view->session.paused = true;
    window->grabbing = false;
    if (window->askedCount < gelMaxExperiments)
        window->asked[window->askedCount++] = (gelExperimentResult){gel_askedMove, move};
}

static void goTo(gelWindow* window, int64_t frame)
{
    gelWindow_Note(window, gelSession_GoTo(&window->view->session, frame));
    window->stepCount++;
}

// Returns false if it waits until the way is done.
static bool move(gelWindow* window, gelMove move)
{
    gelSession* session = &window->view->session;
    int64_t last = session->timeline.last, second = llround(1.0 / session->timeStep);
    bool travels = gelSession_IsTravelling(session);
    int64_t now = travels ? session->wanted : session->frame + gelSession_IsUnderWay(session);
    if (move == gel_moveToFirst)
        goTo(window, 0);
    else if (move == gel_moveToLast)
        goTo(window, last);
    else if (move == gel_moveBack || move == gel_moveSecondBack)
        goTo(window, now - (move == gel_moveBack ? 1 : second));
    else if (now < last)
        goTo(window, now + (move == gel_moveForth ? 1 : second));
    else if (travels)
        return false;
    else
        gelWindow_DoNext(window, false);
    return true;
}

bool gelWindow_WorkOnTime(gelWindow* window)
{
    gelSession* session = &window->view->session;
    int done = 0, max = window->capture.film != NULL && window->askedCount > 1 ? 1 : window->askedCount;
    for (; done < max && session->paused; done++) { // a film misses none
        gelExperimentResult asked = window->asked[done];
        if (asked.kind == gel_askedMove ? !move(window, asked.move) : gelSession_IsTravelling(session))
            break;
        if (asked.kind != gel_askedMove)
            gelWindow_DoNext(window, asked.kind == gel_askedStage);
    }
    window->askedCount -= done;
    memmove(window->asked, window->asked + done, (size_t)window->askedCount * sizeof *window->asked);
    if (!session->paused)
        window->askedCount = 0;
    if (!gelSession_IsTravelling(session))
        return false;
    gelWindow_Note(window, gelSession_Travel(session, secondsOfTravel));
    return true;
}

void gelWindow_PlayOn(gelWindow* window)
{
    gelView* view = window->view;
    gelSession* session = &view->session;
    if (!gelSession_IsInPast(session))
        return;
    long long from = (long long)session->frame, last = (long long)session->timeline.last;
    gelWindow_Note(window, gelSession_ForgetFuture(session));
    if (view->messageIsBad && view->message[0] != '\0')
        return;
    snprintf(view->message, sizeof view->message,
             "Continued from frame %lld: the later history, up to %lld, is discarded.", from, last);
    view->messageIsBad = false;
    window->messageEnd = gelMilliseconds() * 1e-3 + 4.0;
}

int gelWindow_DrawTimeline(gelWindow* window, int width, int height)
{
    const gelSession* session = &window->view->session;
    if (!window->panel.timeline)
        return 0;
    window->bar =
        (gelTimelineBar){.timeline = &session->timeline,
                         .first = gelSession_GetFirstFrame(session),
                         .frame = session->frame,
                         .wanted = gelSession_IsTravelling(session) ? session->wanted : session->frame,
                         .time = gelSession_GetTime(session),
                         .timeStep = session->timeStep,
                         .chosen = -1};
    if (window->panel.visible && window->panel.right == 0) // the panel needs the width
        return 0;
    gelTimelineBar_Draw(&window->bar, window->panel.right, width, height);
    return gelTimelineHeight;
}

void gelWindow_ObeyTimeline(gelWindow* window)
{
    gelTimelineBar* bar = &window->bar;
    if (bar->move != gel_moveNone)
        gelWindow_RequestMove(window, bar->move);
    if (bar->chosen >= 0 && window->panel.timeline) {
        window->view->session.paused = true;
        window->grabbing = false;
        goTo(window, bar->chosen);
    }
    bar->move = gel_moveNone;
    bar->chosen = -1;
}
