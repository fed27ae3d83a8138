// The window: GLFW, and a loop that runs the simulation in real time.
#include "window/window.h"

#include "common/clock.h"
#include "window/hints.h"
#include "window/lesson.h"
#include "window/display_loss.h"
#include "window/open.h"
#include "window/paint.h"
#include "history.h"
#include "needed_memory.h"
#include "app/setup.h"
#include "window/against.h"
#include "window/failure.h"
#include "window/capture.h"
#include "window/solver.h"
#include "window/thumbnails.h"
#include "window/tilt.h"
#include "window/walls.h"
#include "window/time.h"
#include "window/touch.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static double seconds(void)
{
    return gelMilliseconds() * 1e-3;
}

static void reset(gelWindow* window)
{
    gelWindow_Note(window, gelSession_Reset(&window->view->session));
    if (window->code == gel_exitDone)
        gelWindow_Note(window, gelView_AdoptWorld(window->view, false));
}

// The newest available context: 4.5, or 3.3, which is enough.
static GLFWwindow* createWindow(const gelViewSettings* settings, const char* title)
{
    static const int versions[][2] = {{4, 5}, {3, 3}};
    const char* debug = getenv("GEL_OPENGL_DEBUG");
    GLFWwindow* handle = NULL;
    for (size_t i = 0; i < sizeof versions / sizeof versions[0] && handle == NULL; i++) {
        glfwDefaultWindowHints();
        glfwWindowHint(GLFW_SCALE_TO_MONITOR, GLFW_TRUE);
        glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, versions[i][0]);
        glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, versions[i][1]);
        glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
        glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
        glfwWindowHint(GLFW_OPENGL_DEBUG_CONTEXT, debug != NULL && debug[0] != '\0' ? GLFW_TRUE : GLFW_FALSE);
        handle = glfwCreateWindow(settings->size.width, settings->size.height, title, NULL, NULL);
    }
    return handle;
}

static void noteFigures(gelWindow* window, double elapsed)
{
    gelView* view = window->view;
    gelPanelState* panel = &window->panel;
    double weight = fmin(elapsed, 1.0);
    view->realTimeRatio +=
        weight * (window->framesDone * view->session.timeStep / fmax(elapsed, 1e-6) - view->realTimeRatio);
    panel->picturesPerSecond += weight * (1.0 / fmax(elapsed, 1e-3) - panel->picturesPerSecond);
    gelFigures_Note(&panel->figures, gel_plotPicture, elapsed * 1e3);
    gelFigures_Note(&panel->figures, gel_plotSimulation, window->stepping * 1e3);
}

// `elapsed`: since the picture before, ms. A device runs behind the host: the picture waited for its steps, too.
static void noteTimes(gelWindow* window, double elapsed)
{
    const double placedAt = window->view->placedAt, drawing = gelMilliseconds() - placedAt,
                 waiting = placedAt * 1e-3 - window->drawnFrom;
    gelPace_Note(&window->pace, window->framesDone, window->stepping + waiting);
    if (!window->isResting)
        gelQualityChooser_Note(&window->quality, drawing * 1e-3, fmax(elapsed - drawing, 0.0) * 1e-3);
}

static int measure(gelWindow* window)
{
    gelSession* session = &window->view->session;
    gelStatus status = gelFigures_Measure(&window->panel.figures, session->world, session->beside, seconds());
    return status == gel_success ? gel_exitDone
                                 : gelReportStatus(session->output, status, gel_activitySimulation);
}

// Only every eighth picture, as it must wait for OpenGL, and only if shown.
static void startClock(gelWindow* window)
{
    gelView* view = window->view;
    gelView_SetClock(view, window->panel.visible && view->pictureCount % 8 == 0 ? &window->clock : NULL);
    gelPictureClock_Start(view->clock);
}

// Leave the mode that needs the comparison, or it would be started again and fail again.
static void takeNotice(gelWindow* window)
{
    gelView* view = window->view;
    char* notice = view->session.notice;
    if (notice[0] == '\0')
        return;
    view->messageIsBad = true;
    snprintf(view->message, sizeof view->message, "%s", notice);
    notice[0] = '\0';
    if (view->look.mode == gel_displayDifference && view->session.beside == NULL)
        view->look.mode = gel_displayShaded;
}

static void readClock(gelWindow* window)
{
    gelFigures* figures = &window->panel.figures;
    const double* times = window->clock.milliseconds;
    double drawing = 0.0;
    if (window->view->clock == NULL)
        return;
    gelPictureClock_Mark(&window->clock, gel_picturePanel);
    gelPictureClock_Finish(&window->clock);
    for (int stage = gel_pictureCorners; stage <= gel_pictureResolve; stage++)
        drawing += times[stage];
    gelFigures_Note(figures, gel_plotPositions, times[gel_picturePositions]);
    gelFigures_Note(figures, gel_plotDrawing, drawing);
    gelFigures_Note(figures, gel_plotPanel, times[gel_picturePanel]);
    gelView_SetClock(window->view, NULL);
}

static void fillPanel(gelWindow* window)
{
    gelView* view = window->view;
    gelPanelState* panel = &window->panel;
    panel->keysText = gelWindow_KeysText();
    panel->sceneName = gelScene_GetName(view->session.scene);
    panel->backendText = gelWorld_GetBackendText(view->session.world);
    panel->inexact = gelWorld_GetDevice(view->session.world, &panel->device) && !panel->device.exact;
    panel->openglText = view->openglText;
    panel->shareMode = gelPositionSource_Mode(&view->source);
    gelLaunchText(gelWorld_GetProfile(view->session.world), panel->launches);
    panel->underWay = gelSession_IsUnderWay(&view->session);
    panel->frame = view->session.frame;
    panel->timeStep = view->session.timeStep;
    panel->time = gelSession_GetTime(&view->session);
    panel->filming = window->capture.film != NULL;
    panel->realTimeRatio = view->realTimeRatio;
    panel->paused = view->session.paused;
    panel->wireframe = view->look.wireframe;
    panel->contacts = view->look.contacts;
    panel->withoutSkins = view->look.withoutSkins;
    panel->skinned = view->model.skins.triangleCount > 0;
    panel->mode = (int)view->look.mode;
    panel->speed = window->pace.speed;
    panel->def = gelSession_Settings(&view->session);
    gelWindow_FillAgainst(window);
    panel->besideText = view->session.beside != NULL ? gelWorld_GetBackendText(view->session.beside) : NULL;
    panel->bodyCount = gelWorld_GetBodyCount(view->session.world);
    panel->fields.count = gelWorld_GetFields(view->session.world, panel->fields.list, GEL_MAXIMUM_FIELDS);
    if (panel->materialBody >= panel->bodyCount)
        panel->materialBody = -1;
    if (panel->visible && !panel->materialIsHeld)
        gelSession_GetMaterial(&view->session, panel->materialBody, &panel->material);
    if (panel->visible)
        gelWindow_RecordFailure(window, measure(window));
    gelWindow_FillSolver(window);
    gelWindow_FillPaint(window);
}

static void reload(gelWindow* window)
{
    gelWindow_Note(window, gelView_Reload(window->view));
    window->messageEnd = seconds() + 4.0;
}

static void drawMessage(gelWindow* window, int width, int height)
{
    gelView* view = window->view;
    bool isTold = view->look.mode == gel_displayDifference || gelView_TwoWorlds(view) != gel_twoHidden;
    int top = isTold ? 64 : 12; // what is compared
    bool over = !view->messageIsBad && seconds() > window->messageEnd;
    if (over ||
        (view->message[0] != '\0' &&
         !gelOverlay_DrawMessage(view->message, view->messageIsBad, window->panel.right, top, width, height)))
        view->message[0] = '\0';
}

// Bodies that change their model have other constraints, which the picture holds.
static void setMaterial(gelWindow* window)
{
    gelView* view = window->view;
    const gelPanelState* panel = &window->panel;
    gelWindow_RecordFailure(window,
                            gelSession_SetMaterial(&view->session, panel->materialBody, &panel->material));
    if (gelView_HasOtherConstraints(view))
        gelWindow_Note(window, gelView_AdoptWorld(view, false));
}

static void setStrength(gelWindow* window)
{
    const gelFieldState* fields = &window->panel.fields;
    gelEvent event = {
        .kind = gel_eventField, .field = fields->changed, .strength = fields->list[fields->changed].strength};
    gelWindow_RecordFailure(window, gelSession_Do(&window->view->session, &event));
}

static void obeyPanel(gelWindow* window)
{
    gelView* view = window->view;
    gelPanelState* panel = &window->panel;
    view->session.paused = panel->paused;
    view->look.wireframe = panel->wireframe;
    view->look.contacts = panel->contacts;
    view->look.withoutSkins = panel->withoutSkins;
    view->look.mode = (gelDisplayMode)panel->mode;
    if (panel->speed != window->pace.speed)
        gelPace_SetSpeed(&window->pace, panel->speed);
    if (panel->defChanged)
        gelWindow_RecordFailure(window, gelSession_Adjust(&view->session, &panel->def));
    if (panel->materialChanged)
        setMaterial(window);
    if (panel->fields.changed >= 0)
        setStrength(window);
    if (panel->wantedBackend >= 0) {
        int code = gelSession_SetBackend(&view->session, window->lists.backends[panel->wantedBackend]);
        gelWindow_RecordFailure(window, code);
        if (code == gel_exitDone) {
            panel->backend = panel->wantedBackend;
            gelWindow_Note(window, gelView_AdoptWorld(view, false));
        }
    }
    if (panel->wantedScene >= 0)
        gelWindow_OpenScene(window, window->lists.paths[panel->wantedScene]);
    if (panel->step)
        gelWindow_RequestFrame(window);
    if (panel->stepStage)
        gelWindow_RequestStage(window);
    if (panel->reset)
        reset(window);
    if (panel->showAll)
        gelWindow_ShowAll(window);
    gelWindow_ObeyAgainst(window);
    if (panel->reload)
        reload(window);
    if (panel->startPage)
        gelWindow_OpenStart(window, false);
    gelWindow_ObeyTimeline(window);
    gelWindow_ObeySolver(window);
    gelWindow_ObeyPaint(window);
    panel->defChanged = panel->startPage = panel->materialChanged = panel->step = panel->stepStage =
        panel->reset = panel->showAll = panel->reload = false;
    panel->wantedBackend = panel->wantedScene = panel->fields.changed = -1;
}

// Whether nothing moves, nor has anything come from keys or mouse for a moment.
static bool standsStill(const gelWindow* window)
{
    const double moment = 0.4; // s
    return window->isResting && glfwGetTime() > window->stirredAt + moment &&
           glfwGetMouseButton(window->handle, GLFW_MOUSE_BUTTON_LEFT) != GLFW_PRESS;
}

// Draws the bodies at the chosen quality, or in full, and once, while nothing moves.
static int drawBodies(gelWindow* window, int width, int height)
{
    gelView* view = window->view;
    const bool isStill = standsStill(window),
               isDrawn = isStill && window->stillWidth == width && window->stillHeight == height;
    view->look.quality = gelQualityOfLevel(gelQualities[isStill ? 0 : window->quality.level]);
    const float sharpness = view->look.quality.sharpness;
    int drawnWidth = (int)((float)width * sharpness), drawnHeight = (int)((float)height * sharpness);
    drawnWidth = drawnWidth < 1 ? 1 : drawnWidth;
    drawnHeight = drawnHeight < 1 ? 1 : drawnHeight;
    int code = isDrawn ? gel_exitDone : gelView_DrawOnAnyDevice(view, drawnWidth, drawnHeight);
    if (code != gel_exitDone)
        return code;
    window->stillWidth = isStill ? width : 0;
    window->stillHeight = isStill ? height : 0;
    glBindFramebuffer(GL_READ_FRAMEBUFFER, gelView_Picture(view));
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, 0);
    glBlitFramebuffer(0, 0, drawnWidth, drawnHeight, 0, 0, width, height, GL_COLOR_BUFFER_BIT,
                      sharpness < 1.0f ? GL_LINEAR : GL_NEAREST);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    glViewport(0, 0, width, height);
    return gel_exitDone;
}

static int drawPicture(gelWindow* window, int width, int height, double elapsed)
{
    gelView* view = window->view;
    if (window->start.open) {
        gelWindow_DrawStart(window, width, height);
        return window->code;
    }
    gelWindow_Capture(window, width, height);
    startClock(window);
    gelWindow_MakeRoom(window);
    if (!window->cameraIsMoved && !window->grabbing)
        gelView_KeepInSight(view);
    window->drawnFrom = seconds();
    int code = drawBodies(window, width, height);
    if (code != gel_exitDone)
        return code;
    fillPanel(window);
    gelPanel_Begin(&width, &height);
    gelPanel_DrawControls(&window->panel);
    view->bottom = gelWindow_DrawTimeline(window, width, height);
    gelWindow_FillLesson(window);
    gelDrawLessonPane(&window->lesson, 0, height - view->bottom, width);
    int lowest = height - view->bottom - view->plotRow; // above the strip of stages
    lowest -= view->session.byStages ? 120 : 12;
    lowest = gelWindow_DrawTilt(window, gelWindow_DrawFilmMark(window, lowest));
    gelRoom room = {.width = width,
                    .height = height,
                    .left = window->panel.right,
                    .right = width - window->lesson.width,
                    .lowest = lowest};
    gelWindow_Note(window, gelView_DrawOverlay(view, &room));
    gelWindow_DrawHint(window, room.right);
    drawMessage(window, room.right, height);
    gelPointer hand = {.width = width, .height = height};
    if (gelView_FindHand(view, &hand))
        gelPanel_DrawHand((float)hand.x, (float)hand.y);
    gelWindow_DrawWallLine(window, width, height);
    gelWindow_DrawBrush(window, width, height);
    gelPanel_End();
    readClock(window);
    glfwSwapBuffers(window->handle);
    noteTimes(window, elapsed);
    obeyPanel(window);
    gelWindow_ObeyLesson(window);
    return window->code;
}

static bool isOver(gelWindow* window)
{
    if (gelWindowIsLost() && window->code == gel_exitDone)
        window->code = gelReportError(window->view->output, gel_exitDisplay,
                                      "the window was destroyed by another program");
    int frames = window->view->settings->frames;
    return window->code != gel_exitDone || glfwWindowShouldClose(window->handle) || gelInterruptCode() != 0 ||
           (frames > 0 && window->view->session.frame >= frames);
}

// Does the work that is due, or was requested while paused.
static void work(gelWindow* window, double elapsed)
{
    gelSession* session = &window->view->session;
    double start = seconds();
    int64_t before = session->frame;
    bool travels = gelWindow_WorkOnTime(window), plays = !session->paused && !travels && !window->start.open;
    if (plays)
        gelWindow_PlayOn(window);
    gelWork due = plays ? gelPace_Due(&window->pace, session->timeStep, elapsed) : (gelWork){0};
    due.frames = window->capture.film != NULL && due.frames > 1 ? 1 : due.frames; // a film misses none
    for (int i = 0; i < due.frames + due.stages && !session->paused;
         i++) // one kind only: a frame completes the one under way
        gelWindow_DoNext(window, i >= due.frames);
    gelWindow_CheckDivergence(window);
    window->framesDone = plays ? (int)(session->frame - before) : 0;
    window->stepping = seconds() - start;
}

// Whether the next picture would show nothing new until something comes: then it is drawn ten times a second alone.
static bool isAtRest(const gelWindow* window)
{
    const gelSession* session = &window->view->session;
    const double restless = 0.25; // the panel may take some pictures to answer, s
    bool stands = (session->paused && !gelSession_IsTravelling(session)) || window->start.open;
    return stands && window->askedCount == 0 && window->capture.film == NULL &&
           seconds() > window->messageEnd && glfwGetTime() > window->stirredAt + restless;
}

// Returns whether it waited: that is no time in which the scene was to go on.
static bool rest(gelWindow* window)
{
    window->isResting = isAtRest(window);
    if (window->isResting)
        glfwWaitEventsTimeout(0.1);
    return window->isResting;
}

static void runLoop(gelWindow* window)
{
    double last = seconds();
    while (!isOver(window)) {
        int width, height;
        glfwPollEvents();
        double now = seconds(), elapsed = now - last;
        last = now;
        work(window, elapsed);
        if (!window->isResting)
            noteFigures(window, elapsed);
        takeNotice(window);
        glfwGetFramebufferSize(window->handle, &width, &height);
        if (window->code != gel_exitDone || gelWindowIsLost()) // its size is invalid then
            continue;
        if (width < 1 || height < 1 || glfwGetWindowAttrib(window->handle, GLFW_ICONIFIED) == GLFW_TRUE)
            glfwWaitEventsTimeout(1.0 / 60.0); // minimised: step without drawing
        else
            window->code = drawPicture(window, width, height, elapsed * 1e3);
        if (rest(window))
            last = seconds();
    }
}

static int openAndRun(gelWindow* window)
{
    gelView* view = window->view;
    const char* why = NULL;
    window->handle = createWindow(view->settings, gelScene_GetName(view->session.scene));
    if (window->handle == NULL) {
        glfwGetError(&why);
        return gelReportError(view->output, gel_exitDisplay,
                              "a window requires OpenGL 3.3 or later: %s; "
                              "--headless --shot FILE draws without one",
                              why != NULL ? why : "no reason given");
    }
    glfwMakeContextCurrent(window->handle);
    gelWindow_CatchInput(window);
    glfwSwapInterval(1);
    gelOpenNeededMemory(&view->session);
    int code = gelLoadOpengl(view->output, (GLADloadfunc)glfwGetProcAddress);
    if (code == gel_exitDone)
        code = gelView_OpenPicture(view);
    if (code == gel_exitDone && !gelOpenPanel(window->handle, view->settings->scale))
        code = gelReportError(view->output, gel_exitDisplay, "the panel cannot be rendered with %s",
                              view->openglText);
    if (code == gel_exitDone) {
        int width, height;
        gelOpenPictureClock(&window->clock);
        if (view->startPage)
            gelWindow_OpenStart(window, false);
        else if (view->settings->frames == 0)
            gelWindow_AdoptLesson(window);
        view->bottom = window->panel.timeline ? gelTimelineHeight : 0;
        gelWindow_MakeRoom(window);
        gelView_ShowAll(view);
        gelCatchInterrupt();
        view->output->holdsErrors = true;
        runLoop(window);
        gelWindow_EndDivergence(window);
        gelWindow_Note(window, gelWindow_EndFilm(window));
        code = window->code;
        if (code == gel_exitDone && gelInterruptCode() != 0)
            code = gelReportError(view->output, gelInterruptCode(), "interrupted after frame %s%s",
                                  GEL_GROUPED(view->session.frame),
                                  view->settings->record != NULL || view->settings->shot != NULL
                                      ? "; nothing was written"
                                      : "");
        gelReleaseErrors(view->output, code);
        gelClosePictureClock(&window->clock);
        gelWindow_DropPaint(window);
        gelDropThumbnails(&window->catalogue);
        glfwGetFramebufferSize(window->handle, &width, &height);
        if (code == gel_exitDone && view->settings->shot != NULL && view->pictureCount > 0 && width > 0 &&
            height > 0) {
            view->look.quality = gelFilmQuality;
            view->second.left = view->second.right = 0.0f; // without the panel
            code = gelView_DrawOnAnyDevice(view, width, height);
            code = code == gel_exitDone ? gelView_WriteShot(view, width, height) : code;
        }
        gelClosePanel();
    }
    return gelView_ClosePicture(view, code == gel_exitDone ? gelInterruptCode() : code);
}

int gelRunWindow(gelView* view)
{
    const char* why = NULL;
    if (glfwInit() != GLFW_TRUE) {
        glfwGetError(&why);
        return gelReportError(
            view->output, gel_exitDisplay,
            "there is no display for a window (%s); --headless --shot FILE draws without one",
            why != NULL ? why : "no reason given");
    }
    gelWatchForLostWindow(view->output);
    gelWindow* window = calloc(1, sizeof *window);
    int code = gel_exitInternal;
    if (window != NULL && gelListForWindow(&view->session, &window->lists) &&
        gelReadCatalogue(view->output, &window->catalogue) == gel_exitDone) {
        window->view = view;
        window->hasScene = !view->startPage;
        window->openedAt = seconds();
        window->start = (gelStartPage){.scenes = window->catalogue.scenes,
                                       .sceneCount = window->catalogue.sceneCount,
                                       .lessons = window->catalogue.lessons,
                                       .lessonCount = window->catalogue.lessonCount};
        view->session.timeline.limit = (size_t)view->settings->history << 20;
        window->panel = (gelPanelState){.visible = !view->settings->hidePanel,
                                        .timeline = !view->settings->hidePanel,
                                        .right = view->settings->hidePanel ? 0 : gel_panelRight,
                                        .wantedScene = -1,
                                        .fields = {.changed = -1},
                                        .wantedBackend = -1,
                                        .materialBody = -1,
                                        .scenes = (const char* const*)window->lists.names,
                                        .sceneCount = window->lists.sceneCount,
                                        .backends = (const char* const*)window->lists.backends,
                                        .backendCount = window->lists.backendCount};
        view->look.quality = gelQualities[0];
        code = openAndRun(window);
    } else {
        gelReportError(view->output, code, "out of memory for the window");
    }
    if (window != NULL) {
        gelClearLists(&window->lists);
        gelClearCatalogue(&window->catalogue);
    }
    free(window);
    glfwTerminate();
    return code;
}
