#include "headless.h"

#include "history.h"
#include "needed_memory.h"
#include "take_out.h"
#include "panel/legend.h"
#include "panel/panel.h"
#include "panel/probe_plots.h"

// Makes room in the picture for the legend, at the left, and the plots, at the right.
static void makeRoom(gelView* view, float scale)
{
    const gelDisplayMode mode = view->look.mode;
    const float width = (float)view->settings->size.width / scale;
    const bool hasPlots = view->session.probes != NULL && !view->look.withoutProbes;
    const float left = gelDisplayModes[mode].unit != NULL ? gelLegendWidth / width : 0.0f,
                right = hasPlots ? gelPlotColumnWidth(width) / width : 0.0f;
    if (gelView_TwoWorlds(view) == gel_twoSplit) { // then the halves are what is not covered
        view->second.left = left;
        view->second.right = right;
    } else {
        view->camera.shiftRight = left - right;
        view->camera.coveredWidth = left + right;
    }
    gelView_ShowAll(view);
}

static int open(gelHeadless* headless)
{
    gelView* view = headless->view;
    const gelViewSettings* settings = view->settings;
    const float scale = settings->scale > 0.0f ? settings->scale : 1.0f;
    int code = gelView_OpenPicture(view);
    if (code != gel_exitDone)
        return code;
    makeRoom(view, scale);
    if (settings->film != NULL)
        code = gelOpenFilm(view->output, settings->film, settings->size.width, settings->size.height,
                           1.0 / view->session.timeStep, &headless->film);
    if (code != gel_exitDone)
        return code;
    headless->hasPanel = gelOpenPanel(NULL, scale);
    return headless->hasPanel ? gel_exitDone
                              : gelReportError(view->output, gel_exitDisplay,
                                               "the panel cannot be rendered with %s", view->openglText);
}

int gelOpenHeadless(gelView* view, gelHeadless* headless)
{
    *headless = (gelHeadless){.view = view};
    gelOpenNeededMemory(&view->session);
    int code = gelOpenOffscreen(view->output, &headless->offscreen);
    if (code != gel_exitDone)
        return code;
    view->look.quality = gelQualityOfLevel(gelFilmQuality);
    code = open(headless);
    return code == gel_exitDone ? code : gelCloseHeadless(headless, code);
}

int gelHeadless_CheckDivergence(gelHeadless* headless)
{
    gelSession* session = &headless->view->session;
    gelOutput* output = headless->view->output;
    char told[sizeof headless->view->message];
    gelBadVertex bad;
    bool isDone = false;
    if (gelSession_IsUnderWay(session))
        return gel_exitDone;
    gelStatus status = gelWorld_FindBadVertex(session->world, &bad);
    if (status != gel_success || !bad.found)
        return gelSession_Report(session, status);
    long long frame = (long long)session->frame;
    int code = gelSession_IsolateDiverged(session, &isDone, told, sizeof told);
    if (code == gel_exitDone && !isDone)
        return gelReportError(
            output, gel_exitInternal,
            "diverged at frame %s: vertex %s of body %s is NaN or infinite; use more substeps or a softer "
            "material",
            GEL_GROUPED(frame), GEL_GROUPED(bad.vertex), GEL_GROUPED(bad.bodyIndex + 1));
    while (gelSession_IsTravelling(session) && code == gel_exitDone)
        code = gelSession_Travel(session, 1.0);
    headless->isBodyOut = true;
    return code;
}

// Draws the bodies in sight: the camera of a film follows them, that of a still starts anew.
static int drawBodies(gelHeadless* headless, int width, int height)
{
    gelView* view = headless->view;
    if (headless->film != NULL)
        gelView_KeepInSight(view);
    int code = gelView_Draw(view, width, height);
    if (code != gel_exitDone || headless->film != NULL || gelView_SeesAll(view) || !gelView_FrameAgain(view))
        return code;
    return gelView_Draw(view, width, height);
}

int gelHeadless_Draw(gelHeadless* headless)
{
    gelView* view = headless->view;
    int width = view->settings->size.width, height = view->settings->size.height;
    int code = drawBodies(headless, width, height);
    if (code != gel_exitDone)
        return code;
    int points = width, pointsTall = height;
    gelPanel_Begin(&points, &pointsTall);
    gelRoom room = {.width = points,
                    .height = pointsTall,
                    .right = points,
                    .lowest = pointsTall - (view->session.byStages ? 118 : 14)};
    code = gelView_DrawOverlay(view, &room);
    gelPanel_End();
    gelPictureClock_Mark(view->clock, gel_picturePanel);
    if (headless->film == NULL || code != gel_exitDone)
        return code;
    code = gelView_ReadPicture(view, width, height);
    if (code != gel_exitDone)
        return code;
    return gelFilm_Add(headless->film, &view->picture) ? gel_exitDone : gel_exitOutput;
}

int gelCloseHeadless(gelHeadless* headless, int code)
{
    gelView* view = headless->view;
    if (code == gel_exitDone && view->settings->shot != NULL)
        code = gelView_WriteShot(view, view->settings->size.width, view->settings->size.height);
    if (headless->hasPanel)
        gelClosePanel();
    bool ffmpegFailed = code == gel_exitOutput; // which is reported on closing
    int filmCode = gelCloseFilm(headless->film, view->output, code == gel_exitDone || ffmpegFailed);
    code = gelView_ClosePicture(view, code == gel_exitDone ? filmCode : code);
    gelCloseOffscreen(&headless->offscreen);
    return code == gel_exitDone && headless->isBodyOut ? gel_exitQuarantined : code;
}
