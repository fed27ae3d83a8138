#include "window/open.h"

#include "panel/probe_plots.h"
#include "window/paint.h"
#include "window/thumbnails.h"

#include <string.h>

// From the start, so that the picture does not jump when the plots appear.
static bool hasPlotRow(const gelView* view, const gelLessonPane* pane)
{
    return pane->isShown && gelScene_GetProbeCount(view->session.scene) > 0 && !view->look.withoutProbes;
}

// The width of the plots of a scene without a lesson, in points.
static float plotColumn(const gelWindow* window, float points)
{
    const gelView* view = window->view;
    bool has = !window->lesson.isShown && view->session.probes != NULL && !view->look.withoutProbes;
    return has ? gelPlotColumnWidth(points) : 0.0f;
}

void gelWindow_MakeRoom(gelWindow* window)
{
    gelView* view = window->view;
    int width, height;
    glfwGetFramebufferSize(window->handle, &width, &height);
    if (width < 1 || height < 1)
        return;
    const float points = (float)width / gelPanel_Scale(), pointsTall = (float)height / gelPanel_Scale();
    const float left = (float)window->panel.right,
                right = (float)window->lesson.width + plotColumn(window, points);
    view->size = (gelPictureSize){width, height};
    bool isSplit = gelView_TwoWorlds(view) == gel_twoSplit; // then the halves are what is not covered
    view->second.left = left / points;
    view->second.right = right / points;
    view->camera.shiftRight = isSplit ? 0.0f : (left - right) / points;
    view->camera.coveredWidth = isSplit ? 0.0f : (left + right) / points;
    view->plotRow = hasPlotRow(view, &window->lesson) ? (int)gelPlotRowHeight(pointsTall) : 0;
    view->camera.shiftUp = view->camera.coveredHeight = (float)(view->bottom + view->plotRow) / pointsTall;
}

void gelWindow_ShowAll(gelWindow* window)
{
    gelView_ShowAll(window->view);
    window->cameraIsMoved = false;
}

static int refuseWhileRecording(gelView* view)
{
    return gelReportError(
        view->output, gel_exitUsage,
        "%s is being recorded and can hold only one scene. Close this window to write it, and open the "
        "other scene in a new window.",
        view->settings->record);
}

static int openSession(const gelView* view, const char* path, gelSession* opened)
{
    int code = gelOpenSession(view->output, path, view->session.backend, &view->session.setup, opened);
    if (code != gel_exitDone)
        return code;
    code = gelSession_OpenWorld(opened);
    if (code != gel_exitDone)
        gelCloseSession(opened);
    return code;
}

// The panel offers the scenes of the folder that the new one is in.
static void relist(gelWindow* window)
{
    gelWindowLists lists;
    gelPanelState* panel = &window->panel;
    const char* path = window->view->session.scenePath;
    if (!gelListForWindow(&window->view->session, &lists))
        return;
    gelClearLists(&window->lists);
    window->lists = lists;
    panel->scenes = (const char* const*)lists.names;
    panel->sceneCount = lists.sceneCount;
    panel->backends = (const char* const*)lists.backends;
    panel->backendCount = lists.backendCount;
    panel->backend = 0; // the session's
    panel->scene = -1;
    for (int i = 0; i < lists.pathCount; i++)
        if (strcmp(lists.paths[i], path) == 0)
            panel->scene = i;
}

void gelWindow_AdoptLesson(gelWindow* window)
{
    gelView* view = window->view;
    gelLessonPane* pane = &window->lesson;
    *pane = (gelLessonPane){.choice = -1};
    window->prediction = (gelPrediction){0};
    pane->isShown = gelScene_GetLesson(view->session.scene, &pane->lesson);
    pane->index = gelCatalogue_FindLesson(&window->catalogue, view->session.scenePath);
    pane->count = window->catalogue.lessonCount;
    view->lessonStage = NULL;
    if (!pane->isShown)
        return;
    window->panel.visible = false; // room for the picture; Tab brings it back
    window->panel.right = 0;
    pane->width = gel_lessonPaneWidth;
    view->session.paused = true;
}

bool gelWindow_OpenScene(gelWindow* window, const char* path)
{
    gelView* view = window->view;
    gelSession opened;
    int code = view->settings->record != NULL ? refuseWhileRecording(view) : openSession(view, path, &opened);
    gelWindow_RecordFailure(window, code);
    if (code != gel_exitDone)
        return false;
    bool fresh = window->start.open || window->lesson.isShown; // its pause was theirs
    opened.paused = fresh ? view->settings->paused : view->session.paused;
    opened.timeline.limit = view->session.timeline.limit;
    if (view->session.beside != NULL && !view->session.againstIsAutomatic)
        gelWindow_RecordFailure(window, gelSession_SetAgainst(&opened, view->session.against));
    gelWindow_DropPaint(window);
    window->panel.paint.radius = 0.0f; // bodies have another size
    gelCloseSession(&view->session);
    view->session = opened;
    code = gelView_AdoptWorld(view, true);
    if (window->code == gel_exitDone)
        window->code = code;
    relist(window);
    view->startPage = window->start.open = false;
    window->hasScene = true;
    glfwSetWindowTitle(window->handle, gelScene_GetName(view->session.scene));
    gelWindow_AdoptLesson(window);
    gelWindow_MakeRoom(window);
    gelWindow_ShowAll(window);
    return true;
}

void gelWindow_OpenStart(gelWindow* window, bool atLessons)
{
    gelStartPage* page = &window->start;
    int lesson = gelCatalogue_FindLesson(&window->catalogue, window->view->session.scenePath);
    window->view->startPage = page->open = page->moved = true;
    if (atLessons && page->lessonCount > 0) {
        page->column = gel_startLessons;
        page->row = lesson >= 0 ? lesson : 0;
    }
}

static void closeStart(gelWindow* window)
{
    if (window->hasScene)
        window->view->startPage = window->start.open = false;
    else
        glfwSetWindowShouldClose(window->handle, GLFW_TRUE);
}

bool gelWindow_StartKey(gelWindow* window, int key)
{
    gelStartPage* page = &window->start;
    if (!page->open)
        return false;
    if (key == GLFW_KEY_UP || key == GLFW_KEY_DOWN)
        gelStartPage_Move(page, 0, key == GLFW_KEY_UP ? -1 : 1);
    else if (key == GLFW_KEY_LEFT || key == GLFW_KEY_RIGHT)
        gelStartPage_Move(page, key == GLFW_KEY_LEFT ? -1 : 1, 0);
    else if (key == GLFW_KEY_ENTER || key == GLFW_KEY_KP_ENTER)
        page->wanted = gelStartPage_Entry(page, page->column, page->row);
    else if (key == GLFW_KEY_ESCAPE || (key == GLFW_KEY_BACKSPACE && window->hasScene))
        closeStart(window);
    else if (key == GLFW_KEY_L)
        gelWindow_OpenStart(window, true);
    return true;
}

void gelWindow_DrawStart(gelWindow* window, int width, int height)
{
    gelView* view = window->view;
    gelStartPage* page = &window->start;
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    glViewport(0, 0, width, height);
    gelLoadThumbnails(&window->catalogue);
    gelPanel_Begin(&width, &height);
    gelDrawStartPage(page, window->hasScene);
    if (view->message[0] != '\0' &&
        !gelOverlay_DrawMessage(view->message, view->messageIsBad, 0, 12, width, height))
        view->message[0] = '\0';
    gelPanel_End();
    glfwSwapBuffers(window->handle);
    if (page->wanted != NULL)
        gelWindow_OpenScene(window, page->wanted->path);
    page->wanted = NULL;
}
