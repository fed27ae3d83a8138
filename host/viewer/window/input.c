// Keys and mouse of the window.
#include "window/window.h"

#include "window/against.h"
#include "window/capture.h"
#include "window/tilt.h"
#include "window/hints.h"
#include "window/lesson.h"
#include "window/open.h"
#include "window/paint.h"
#include "window/time.h"
#include "window/touch.h"
#include "window/walls.h"

#include <stdio.h>
#include <string.h>

static void ask(gelWindow* window, gelExperimentKind kind)
{
    window->view->session.paused = true;
    if (window->askedCount < gelMaxExperiments)
        window->asked[window->askedCount++] = (gelExperimentResult){.kind = kind};
}

void gelWindow_RequestFrame(gelWindow* window)
{
    ask(window, gel_experimentFrame);
}

void gelWindow_RequestStage(gelWindow* window)
{
    ask(window, gel_askedStage);
}

static gelPointer pointerOf(const gelWindow* window)
{
    gelPointer pointer = {.x = window->pointerX, .y = window->pointerY};
    glfwGetWindowSize(window->handle, &pointer.width, &pointer.height);
    pointer.width = pointer.width > 0 ? pointer.width : 1;
    pointer.height = pointer.height > 0 ? pointer.height : 1;
    return gelWindow_InHalf(window, pointer, window->grabbing ? window->view->handHalf : -1);
}

static void toggleStages(gelWindow* window)
{
    bool byStages = gelSpeeds[window->pace.speed].ratio == 0.0;
    gelPace_SetSpeed(&window->pace, byStages ? gel_speedRealTime : gel_speedByStages);
}

static void pauseOrGo(gelWindow* window)
{
    window->view->session.paused = !window->view->session.paused;
}

static void askReset(gelWindow* window)
{
    window->panel.reset = true;
}

static void askReload(gelWindow* window)
{
    window->panel.reload = true;
}

static void dropBody(gelWindow* window)
{
    gelWindow_RecordFailure(window, gelView_DropBody(window->view, pointerOf(window)));
}

static void removeBody(gelWindow* window)
{
    gelWindow_RecordFailure(window, gelView_RemoveBody(window->view, pointerOf(window)));
}

static void nextDevice(gelWindow* window)
{
    window->panel.wantedBackend = (window->panel.backend + 1) % window->lists.backendCount;
}

static void toggleWireframe(gelWindow* window)
{
    window->view->look.wireframe = !window->view->look.wireframe;
}

static void toggleContacts(gelWindow* window)
{
    window->view->look.contacts = !window->view->look.contacts;
}

static void toggleProbes(gelWindow* window)
{
    window->view->look.withoutProbes = !window->view->look.withoutProbes;
}

static void toggleSkins(gelWindow* window)
{
    window->view->look.withoutSkins = !window->view->look.withoutSkins;
}

static void nextMode(gelWindow* window)
{
    gelPictureStyle* look = &window->view->look;
    look->mode = (gelDisplayMode)((look->mode + 1) % gel_displayModeCount);
}

static void goFrameBack(gelWindow* window)
{
    gelWindow_RequestMove(window, gel_moveBack);
}

static void goFrameOn(gelWindow* window)
{
    gelWindow_RequestMove(window, gel_moveForth);
}

static void goSecondBack(gelWindow* window)
{
    gelWindow_RequestMove(window, gel_moveSecondBack);
}

static void goSecondOn(gelWindow* window)
{
    gelWindow_RequestMove(window, gel_moveSecondForth);
}

static void goToFirst(gelWindow* window)
{
    gelWindow_RequestMove(window, gel_moveToFirst);
}

static void goToLast(gelWindow* window)
{
    gelWindow_RequestMove(window, gel_moveToLast);
}

static void toggleTimeline(gelWindow* window)
{
    window->panel.timeline = !window->panel.timeline;
}

static void togglePanel(gelWindow* window)
{
    window->panel.visible = !window->panel.visible;
}

static void toggleHelp(gelWindow* window)
{
    window->panel.help = !window->panel.help;
}

static void quit(gelWindow* window)
{
    glfwSetWindowShouldClose(window->handle, GLFW_TRUE);
}

static void openStart(gelWindow* window)
{
    gelWindow_OpenStart(window, false);
}

static void openLessons(gelWindow* window)
{
    gelWindow_OpenStart(window, true);
}

// All keys: their names and actions.
typedef struct Key {
    int key, other; // of GLFW; 0: no other
    bool repeats;   // while held
    const char *name, *help;
    void (*press)(gelWindow* window);
} Key;

static const Key keys[] = {
    {GLFW_KEY_SPACE, 0, false, "Space", "pause, go on", pauseOrGo},
    {GLFW_KEY_O, GLFW_KEY_PERIOD, true, "O or .", "one frame", gelWindow_RequestFrame},
    {GLFW_KEY_COMMA, 0, true, ",", "one stage", gelWindow_RequestStage},
    {GLFW_KEY_S, 0, false, "S", "stage by stage", toggleStages},
    {GLFW_KEY_LEFT, 0, true, "Left", "one frame back", goFrameBack},
    {GLFW_KEY_RIGHT, 0, true, "Right", "one frame on", goFrameOn},
    {GLFW_KEY_PAGE_UP, 0, true, "Page Up", "a second back", goSecondBack},
    {GLFW_KEY_PAGE_DOWN, 0, true, "Page Down", "a second on", goSecondOn},
    {GLFW_KEY_HOME, 0, false, "Home", "to the first frame kept", goToFirst},
    {GLFW_KEY_END, 0, false, "End", "to the last frame", goToLast},
    {GLFW_KEY_T, 0, false, "T", "time line", toggleTimeline},
    {GLFW_KEY_R, 0, false, "R", "reset", askReset},
    {GLFW_KEY_F, 0, false, "F", "show all", gelWindow_ShowAll},
    {GLFW_KEY_W, 0, false, "W", "wireframe", toggleWireframe},
    {GLFW_KEY_A, 0, false, "A", "second world: split, over, off", gelWindow_NextTwoWorlds},
    {GLFW_KEY_C, 0, false, "C", "contacts", toggleContacts},
    {GLFW_KEY_P, 0, false, "P", "probes", toggleProbes},
    {GLFW_KEY_M, 0, false, "M", "next mode", nextMode},
    {GLFW_KEY_V, 0, false, "V", "skin or tets", toggleSkins},
    {GLFW_KEY_B, 0, false, "B", "drop a body", dropBody},
    {GLFW_KEY_X, GLFW_KEY_DELETE, false, "X", "remove a body", removeBody},
    {GLFW_KEY_D, 0, false, "D", "next device", nextDevice},
    {GLFW_KEY_E, 0, false, "E", "paint a quantity that varies", gelWindow_TogglePaint},
    {GLFW_KEY_LEFT_BRACKET, 0, true, "[", "smaller brush", gelWindow_ShrinkBrush},
    {GLFW_KEY_RIGHT_BRACKET, 0, true, "]", "larger brush", gelWindow_GrowBrush},
    {GLFW_KEY_K, 0, false, "K", "reload kernels, shaders", askReload},
    {GLFW_KEY_F12, 0, false, "F12", "picture; with Shift, film", gelWindow_RequestPicture},
    {GLFW_KEY_BACKSPACE, 0, false, "Backspace", "start page: scenes, lessons", openStart},
    {GLFW_KEY_L, 0, false, "L", "lessons", openLessons},
    {GLFW_KEY_N, 0, false, "N", "next lesson", gelWindow_NextLesson},
    {GLFW_KEY_ENTER, GLFW_KEY_KP_ENTER, false, "Enter", "in a lesson: continue", gelWindow_GoOn},
    {GLFW_KEY_TAB, 0, false, "Tab", "panel", togglePanel},
    {GLFW_KEY_H, GLFW_KEY_F1, false, "H or F1", "help", toggleHelp},
    {GLFW_KEY_ESCAPE, 0, false, "Esc", "quit", quit},
};
enum { keyCount = sizeof keys / sizeof keys[0] };

const char* gelWindow_KeysText(void)
{
    static char text[2048];
    text[0] = '\0';
    for (int i = 0; i < keyCount; i++)
        snprintf(text + strlen(text), sizeof text - strlen(text), "%s\t%s\n", keys[i].name, keys[i].help);
    return text;
}

// The window of a handle. Something came from keys or mouse, so it is drawn at full rate for a while.
static gelWindow* stir(GLFWwindow* handle)
{
    gelWindow* window = glfwGetWindowUserPointer(handle);
    window->stirredAt = glfwGetTime();
    return window;
}

static void onKey(GLFWwindow* handle, int key, int scancode, int action, int modifiers)
{
    gelWindow* window = stir(handle);
    (void)scancode;
    if (action == GLFW_PRESS && window->lesson.isTyping) { // after the characters typed so far
        window->lesson.goOn |= key == GLFW_KEY_ENTER || key == GLFW_KEY_KP_ENTER;
        window->lesson.stopTyping |= key == GLFW_KEY_ESCAPE;
    }
    if (action == GLFW_RELEASE || gelPanel_WantsKeys() || window->lesson.startTyping)
        return;
    if (gelWindow_StartKey(window, key) || gelWindow_LessonKey(window, key))
        return;
    gelWindow_RecordUse(window, key);
    if (key == GLFW_KEY_F12 && (modifiers & GLFW_MOD_SHIFT) != 0) {
        if (action == GLFW_PRESS)
            gelWindow_RequestFilm(window);
        return;
    }
    for (int i = 0; i < keyCount; i++)
        if ((key == keys[i].key || key == keys[i].other) && (action == GLFW_PRESS || keys[i].repeats))
            keys[i].press(window);
}

// With Shift, the left button grabs until released, whatever happens to the key meanwhile; with Ctrl, buttons tilt; with
// G, they draw walls; while painting is on, the left button paints what it begins on.
static void onButton(GLFWwindow* handle, int button, int action, int modifiers)
{
    gelWindow* window = stir(handle);
    if (action == GLFW_RELEASE && (gelWindow_EndTilt(window) || gelWindow_EndWall(window, button) ||
                                   gelWindow_EndPaint(window, button)))
        return;
    if (action == GLFW_PRESS && !gelPanel_WantsPointer() && gelWindow_BeginWall(window, button))
        return;
    if (action == GLFW_PRESS && !gelPanel_WantsPointer() && gelWindow_BeginPaint(window, button, modifiers))
        return;
    if (action == GLFW_PRESS && !gelPanel_WantsPointer() && gelWindow_BeginTilt(window, button, modifiers))
        return;
    if (button != GLFW_MOUSE_BUTTON_LEFT)
        return;
    if (action == GLFW_PRESS && (modifiers & GLFW_MOD_SHIFT) != 0 && !gelPanel_WantsPointer()) {
        gelWindow_RecordFailure(window, gelView_Grab(window->view, pointerOf(window)));
        window->grabbing = true;
    } else if (action == GLFW_RELEASE && window->grabbing) {
        window->grabbing = false;
        gelWindow_RecordFailure(window, gelView_Release(window->view));
    }
}

static void onPointer(GLFWwindow* handle, double x, double y)
{
    gelWindow* window = stir(handle);
    double dx = x - window->pointerX, dy = y - window->pointerY;
    int width, height;
    glfwGetWindowSize(handle, &width, &height);
    window->pointerX = x;
    window->pointerY = y;
    if (window->grabbing)
        gelWindow_RecordFailure(window, gelView_Pull(window->view, pointerOf(window)));
    if (window->tilted != gel_tiltsNothing)
        gelWindow_Tilt(window, dx, dy);
    gelWindow_DragWall(window);
    gelWindow_DragPaint(window);
    if (window->grabbing || window->paint.isPainting || window->tilted != gel_tiltsNothing ||
        window->wall.doing != gel_wallNone || gelPanel_WantsPointer() || height < 1)
        return;
    window->cameraIsMoved |= glfwGetMouseButton(handle, GLFW_MOUSE_BUTTON_LEFT) == GLFW_PRESS ||
                             glfwGetMouseButton(handle, GLFW_MOUSE_BUTTON_RIGHT) == GLFW_PRESS;
    if (glfwGetMouseButton(handle, GLFW_MOUSE_BUTTON_LEFT) == GLFW_PRESS)
        gelCamera_Orbit(&window->view->camera, (float)(-dx * 0.4), (float)(dy * 0.4));
    else if (glfwGetMouseButton(handle, GLFW_MOUSE_BUTTON_RIGHT) == GLFW_PRESS)
        gelCamera_Pan(&window->view->camera, (float)(-dx / height), (float)(dy / height));
}

static void onWheel(GLFWwindow* handle, double x, double y)
{
    gelWindow* window = stir(handle);
    (void)x;
    if (gelPanel_WantsPointer())
        return;
    window->cameraIsMoved = true;
    gelCamera_Zoom(&window->view->camera, (float)y);
}

static void onDrop(GLFWwindow* handle, int count, const char** paths)
{
    if (count > 0)
        gelWindow_OpenScene(stir(handle), paths[0]);
}

void gelWindow_CatchInput(gelWindow* window)
{
    glfwSetWindowUserPointer(window->handle, window);
    glfwSetKeyCallback(window->handle, onKey);
    glfwSetCursorPosCallback(window->handle, onPointer);
    glfwSetMouseButtonCallback(window->handle, onButton);
    glfwSetScrollCallback(window->handle, onWheel);
    glfwSetDropCallback(window->handle, onDrop);
}
