// The overlay of a view's picture: the legend, the probes, the stage.
#include "view.h"

#include "panel/legend.h"
#include "panel/overlay.h"
#include "panel/probe_plots.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int drawStage(const gelSession* session, int left, int width, int height)
{
    int phaseCount;
    gelStatus status = gelWorld_GetPhaseColours(session->world, NULL, 0, &phaseCount);
    if (status != gel_success)
        return gelReportStatus(session->output, status, gel_activitySimulation);
    gelPhaseColours* phases = calloc((size_t)phaseCount, sizeof *phases);
    status = phases == NULL ? gel_outOfMemory
                            : gelWorld_GetPhaseColours(session->world, phases, phaseCount, &phaseCount);
    if (status == gel_success) {
        gelWorldDef settings = gelSession_Settings(session);
        bool integrates = settings.integrator != gel_xpbd;
        gelShownStage shown = {.frame = session->frame + !session->stage.lastOfStep,
                               .stage = session->stage,
                               .substepCount = session->substepCount,
                               .phaseCount = phaseCount,
                               .phases = phases,
                               .gathers = gelIsJacobi(settings.order) || integrates,
                               .integrates = integrates};
        for (int i = 0; i < gel_stageCount; i++)
            shown.takesPart[i] = gelWorld_HasStage(session->world, (gelStage)i);
        shown.takesPart[gel_stageGoal] = false; // of a hand, which may hold something
        gelOverlay_DrawStage(&shown, left, width, height);
    }
    free(phases);
    return status == gel_success ? gel_exitDone
                                 : gelReportStatus(session->output, status, gel_activitySimulation);
}

enum { maxNamed = 64 };

// The probes of the scene, in what the other parts of the overlay leave free.
static void drawProbes(const gelView* view, const gelRoom* room)
{
    const gelSession* session = &view->session;
    int top = view->look.mode == gel_displayDifference || gelView_TwoWorlds(view) != gel_twoHidden ? 64 : 12;
    top = view->look.contacts ? top + 60 : top;
    int bottom = room->height - view->bottom - (session->byStages ? 100 : 8);
    int wide = gelView_HalfWidth(view, room->width);
    if (session->probes == NULL || view->look.withoutProbes)
        return;
    float places[maxNamed][2];
    int placed = 0;
    for (int i = 0; i < gelScene_GetProbeCount(session->scene) && placed < maxNamed; i++) {
        gelVec3 place;
        float x, y;
        if (!gelProbes_GetPlace(session->probes, i, &place) ||
            !gelCamera_Find(&view->camera, (float)wide / (float)room->height, place, &x, &y))
            continue;
        x = (float)gelView_HalfBegins(view, 0, room->width) + (0.5f + 0.5f * x) * (float)wide;
        y = (0.5f - 0.5f * y) * (float)room->height;
        int above = 0; // names that would lie over each other stand below each other
        for (int k = 0; k < placed; k++)
            above += fabsf(places[k][0] - x) < 60.0f && fabsf(places[k][1] - y) < 14.0f;
        gelDrawProbePlace(gelScene_GetProbe(session->scene, i).name, x, y, above);
        places[placed][0] = x;
        places[placed++][1] = y;
    }
    bool isAsked = view->lessonStage != NULL && strcmp(view->lessonStage, "asks") == 0; // give nothing away
    bool hasLesson = view->plotRow > 0;
    const gelPlotRoom plots = {
        .left = room->left, .right = room->right, .top = top, .bottom = bottom, .isRow = hasLesson};
    if (!isAsked)
        gelDrawProbePlots(session->scene, session->probes, session->besideProbes, &plots);
}

// The colours of the constraints that the mode shows.
static int batchCount(const gelView* view)
{
    gelCounters counters;
    if (gelWorld_GetCounters(view->session.world, &counters) != gel_success)
        return 0;
    const int* counts = counters.colourCounts;
    int tets = counts[gel_volumeConstraint], others = counts[gel_neoHookeanConstraint];
    return view->look.mode == gel_displayEdgeColours ? counts[gel_distanceConstraint]
           : tets > others                           ? tets
                                                     : others;
}

int gelView_DrawOverlay(gelView* view, const gelRoom* room)
{
    const gelSession* session = &view->session;
    bool isBelow = view->look.mode == gel_displayDifference || gelView_TwoWorlds(view) != gel_twoHidden;
    gelDrawLegend((int)view->look.mode, batchCount(view), room->left, room->lowest);
    if (view->look.mode == gel_displayDifference)
        gelOverlay_DrawDifference(&view->values.measured, gelWorld_GetBackendText(session->beside),
                                  room->right);
    if (view->look.contacts)
        gelOverlay_DrawContacts(view->arrows.count, view->arrows.newtons, view->model.bodySize, isBelow,
                                room->right);
    drawProbes(view, room);
    gelView_DrawNames(view, room);
    return session->byStages ? drawStage(session, room->left, room->right, room->height - view->bottom)
                             : gel_exitDone;
}
