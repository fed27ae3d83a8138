#include "headless.h"

#include "history.h"
#include "needed_memory.h"
#include "take_out.h"
#include "panel/legend.h"
#include "panel/panel.h"

enum { fineShadowTaps = 48 };

static int open(gelHeadless* headless)
{
    gelView* view = headless->view;
    const gelViewSettings* settings = view->settings;
    const float scale = settings->scale > 0.0f ? settings->scale : 1.0f;
    const gelDisplayMode mode = view->look.mode;
    if (gelDisplayModes[mode].unit != NULL) { // bodies beside the legend
        const float legend = gelLegendWidth * scale / (float)settings->size.width;
        bool splits = settings->against != NULL && view->two == gel_twoSplit && mode != gel_displayDifference;
        if (splits)
            view->second.left = legend;
        else
            view->camera.shiftRight = view->camera.coveredWidth = legend;
    }
    int code = gelView_OpenPicture(view);
    if (code == gel_exitDone && settings->film != NULL)
        code = gelOpenFilm(view->output, settings->film, settings->size.width, settings->size.height,
                           1.0 / view->session.timeStep, &headless->film);
    if (code != gel_exitDone)
        return code;
    headless->hasPanel = gelOpenPanel(NULL, scale);
    return headless->hasPanel ? gel_exitDone
                              : gelReportError(view->output, gel_exitDisplay,
                                               "the panel cannot be drawn with %s", view->openglText);
}

int gelOpenHeadless(gelView* view, gelHeadless* headless)
{
    *headless = (gelHeadless){.view = view};
    gelOpenNeededMemory(&view->session);
    int code = gelOpenOffscreen(view->output, &headless->offscreen);
    if (code != gel_exitDone)
        return code;
    view->look.shadowTaps = fineShadowTaps;
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
            "not finite at frame %s: vertex %s of body %s; try more substeps or a softer material",
            GEL_GROUPED(frame), GEL_GROUPED(bad.vertex), GEL_GROUPED(bad.bodyIndex + 1));
    while (gelSession_IsTravelling(session) && code == gel_exitDone)
        code = gelSession_Travel(session, 1.0);
    headless->isBodyOut = true;
    return code;
}

int gelHeadless_Draw(gelHeadless* headless)
{
    gelView* view = headless->view;
    int width = view->settings->size.width, height = view->settings->size.height;
    int code = gelView_Draw(view, width, height);
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
