#include "window/paint.h"

#include "common/clock.h"
#include "panel/marks.h"
#include "window/against.h"
#include "window/touch.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Dabs of a stroke are a quarter of the radius apart; between two positions of the pointer at most so many are looked for.
static const float sharesApart = 0.25f;
enum { maxBetween = 64 };
static const float brushStep = 1.25f, usualShare = 0.25f; // of a key; of the size of a body

static bool showsValue(const gelWindow* window)
{
    gelDisplayMode mode = window->view->look.mode;
    return mode >= gel_displayDensity && mode <= gel_displayGoals;
}

static gelVertexValue shownValue(const gelWindow* window)
{
    return (gelVertexValue)(window->view->look.mode - gel_displayDensity);
}

static float brushValue(const gelWindow* window)
{
    const gelPaintState* paint = &window->panel.paint;
    return shownValue(window) == gel_goalWeight ? paint->weight : paint->value;
}

// A factor that changes nothing, a vertex that is free.
static float erasedTo(gelVertexValue kind)
{
    return kind == gel_goalWeight ? 0.0f : 1.0f;
}

static void tell(gelWindow* window, const char* text)
{
    gelView* view = window->view;
    view->messageIsBad = false;
    snprintf(view->message, sizeof view->message, "%s", text);
    window->messageEnd = gelMilliseconds() * 1e-3 + 8.0;
}

static bool isOn(const gelWindow* window)
{
    return window->panel.paint.on && showsValue(window) && !window->start.open &&
           window->view->session.world != NULL;
}

static void takeUsual(gelWindow* window)
{
    gelPaintState* paint = &window->panel.paint;
    float size = window->view->model.bodySize;
    paint->bodySize = size > 0.0f ? size : 1.0f;
    if (paint->radius > 0.0f)
        return;
    paint->radius = usualShare * paint->bodySize;
    paint->value = paint->value > 0.0f ? paint->value : 0.1f;
    paint->weight = 1.0f;
    paint->strength = paint->strength > 0.0f ? paint->strength : 0.5f;
}

void gelWindow_TogglePaint(gelWindow* window)
{
    gelView* view = window->view;
    gelPaintState* paint = &window->panel.paint;
    gelWindow_DropPaint(window);
    paint->on = !paint->on;
    if (!paint->on)
        return;
    if (!showsValue(window))
        view->look.mode = gel_displayStiffness;
    takeUsual(window);
    char text[200];
    snprintf(text, sizeof text,
             "Painting the %s: left-drag on a body; Ctrl erases, Shift softens, [ and ] change the brush, E "
             "ends.",
             gelDisplayModes[view->look.mode].label);
    tell(window, text);
}

static void scaleBrush(gelWindow* window, float factor)
{
    gelPaintState* paint = &window->panel.paint;
    float radius = paint->radius * factor;
    if (isOn(window) && radius > 1e-3f * paint->bodySize && radius < 1e2f * paint->bodySize)
        paint->radius = radius;
}

void gelWindow_GrowBrush(gelWindow* window)
{
    scaleBrush(window, brushStep);
}

void gelWindow_ShrinkBrush(gelWindow* window)
{
    scaleBrush(window, 1.0f / brushStep);
}

// Where the picture is split a stroke stays in its half.
static gelPointer pointerAt(const gelWindow* window, double x, double y)
{
    const gelPaintHand* hand = &window->paint;
    gelPointer pointer = {.x = x, .y = y, .width = 1, .height = 1};
    glfwGetWindowSize(window->handle, &pointer.width, &pointer.height);
    pointer.width = pointer.width > 0 ? pointer.width : 1;
    pointer.height = pointer.height > 0 ? pointer.height : 1;
    return gelWindow_InHalf(window, pointer, hand->isPainting ? hand->half : -1);
}

// The radius of the brush at a place, over half the width of the picture.
static float shareOfPicture(const gelWindow* window, gelPointer pointer, gelVec3 place)
{
    const gelCamera* camera = &window->view->camera;
    float aspect = (float)pointer.width / (float)pointer.height, x, y, besideX, besideY;
    gelVec3 right = gelNormalise(gelSubtract(gelCamera_Direction(camera, aspect, 1.0f, 0.0f),
                                             gelCamera_Direction(camera, aspect, -1.0f, 0.0f)));
    gelVec3 beside = gelAdd(place, gelScale(right, window->panel.paint.radius));
    bool isSeen = gelCamera_Find(camera, aspect, place, &x, &y) &&
                  gelCamera_Find(camera, aspect, beside, &besideX, &besideY);
    return isSeen ? fabsf(besideX - x) : 0.0f;
}

static bool reserve(gelPaintHand* hand)
{
    if (hand->dabCount < hand->dabCapacity)
        return true;
    int capacity = 2 * hand->dabCapacity + 64;
    gelBrush* dabs = realloc(hand->dabs, (size_t)capacity * sizeof *dabs);
    if (dabs == NULL)
        return false;
    hand->dabs = dabs;
    hand->dabCapacity = capacity;
    return true;
}

// Shown only, until the stroke ends.
static void dab(gelWindow* window, gelVec3 place)
{
    gelPaintHand* hand = &window->paint;
    gelView* view = window->view;
    hand->brush.position = place;
    if (!reserve(hand))
        return;
    gelStatus status =
        gelBody_BrushValues(view->session.world, hand->body, &hand->brush, hand->values, hand->valueCount);
    if (status == gel_success)
        hand->dabs[hand->dabCount++] = hand->brush;
    else
        gelWindow_RecordFailure(window, gelSession_Report(&view->session, status));
}

static gelVec3 lastPlace(const gelPaintHand* hand)
{
    return hand->dabs[hand->dabCount - 1].position;
}

// Whether the pointer is on a body; its number, and the place in its rest shape.
static bool findBody(gelWindow* window, gelPointer pointer, gelRayHit* hit, int* body)
{
    gelView* view = window->view;
    int code = gelView_CastRay(view, pointer, hit);
    gelWindow_RecordFailure(window, code);
    if (code != gel_exitDone || !hit->met)
        return false;
    *body = gelBody_GetIndex(pointer.half == 1 && view->session.beside != NULL ? view->session.beside
                                                                               : view->session.world,
                             hit->body);
    return *body >= 0;
}

bool gelWindow_BeginPaint(gelWindow* window, int button, int modifiers)
{
    gelPaintHand* hand = &window->paint;
    gelView* view = window->view;
    const gelPaintState* paint = &window->panel.paint;
    gelRayHit hit;
    int body;
    if (!isOn(window) || button != GLFW_MOUSE_BUTTON_LEFT)
        return false;
    gelWindow_DropPaint(window);
    gelPointer pointer = pointerAt(window, window->pointerX, window->pointerY);
    if (!findBody(window, pointer, &hit, &body))
        return false;
    gelBodyId id = gelWorld_GetBody(view->session.world, body);
    int count = gelBody_GetMesh(view->session.world, id)->vertexCount;
    gelVertexValue kind = shownValue(window);
    float* values = malloc((size_t)count * sizeof *values);
    if (values == NULL ||
        gelBody_GetVertexValues(view->session.world, id, kind, values, count) != gel_success) {
        if (kind == gel_goalWeight)
            tell(window, "This body has no goals, so there are no weights to paint.");
        free(values);
        return true;
    }
    hand->brush =
        (gelBrush){.radius = paint->radius,
                   .strength = paint->strength,
                   .value = (modifiers & GLFW_MOD_CONTROL) != 0 ? erasedTo(kind) : brushValue(window),
                   .soften = (modifiers & GLFW_MOD_SHIFT) != 0,
                   .mirror = paint->mirror};
    hand->isPainting = true;
    hand->half = pointer.half;
    hand->body = id;
    hand->kind = kind;
    hand->values = values;
    hand->valueCount = count;
    hand->lastX = window->pointerX;
    hand->lastY = window->pointerY;
    view->painted = (gelShownValues){.body = body, .kind = kind, .values = values, .count = count};
    dab(window, hit.rest);
    return true;
}

// Looks for the body along the way of the pointer, so that a fast stroke has no holes.
void gelWindow_DragPaint(gelWindow* window)
{
    gelPaintHand* hand = &window->paint;
    gelRayHit hit = {.met = false};
    int body;
    if (!hand->isPainting)
        return;
    double dx = window->pointerX - hand->lastX, dy = window->pointerY - hand->lastY;
    gelPointer pointer = pointerAt(window, window->pointerX, window->pointerY);
    const gelCamera* camera = &window->view->camera;
    double pixels = 0.5 * pointer.width * (double)shareOfPicture(window, pointer, camera->target);
    int steps = (int)ceil(hypot(dx, dy) / fmax(2.0, (double)sharesApart * pixels));
    steps = steps < maxBetween ? steps : maxBetween;
    for (int i = 1; i <= steps; i++) {
        pointer = pointerAt(window, hand->lastX + dx * i / steps, hand->lastY + dy * i / steps);
        if (!findBody(window, pointer, &hit, &body) || body != window->view->painted.body)
            continue;
        gelVec3 apart = hand->dabCount > 0 ? gelSubtract(hit.rest, lastPlace(hand)) : (gelVec3){0};
        if (hand->dabCount == 0 || sqrtf(gelDot(apart, apart)) >= sharesApart * hand->brush.radius)
            dab(window, hit.rest);
    }
    hand->lastX = window->pointerX;
    hand->lastY = window->pointerY;
}

static int apply(gelWindow* window)
{
    const gelPaintHand* hand = &window->paint;
    gelSession* session = &window->view->session;
    int code = gel_exitDone;
    for (int i = 0; i < hand->dabCount && code == gel_exitDone; i++) {
        gelEvent event = {.kind = gel_eventPaint,
                          .body = gelBody_GetIndex(session->world, hand->body),
                          .factor = hand->kind,
                          .brush = hand->dabs[i]};
        code = event.body >= 0 ? gelSession_Do(session, &event) : gel_exitDone; // it may have gone meanwhile
    }
    return code;
}

bool gelWindow_EndPaint(gelWindow* window, int button)
{
    if (!window->paint.isPainting || button != GLFW_MOUSE_BUTTON_LEFT)
        return false;
    int code = apply(window);
    gelWindow_DropPaint(window);
    gelWindow_RecordFailure(window, code);
    return true;
}

void gelWindow_DropPaint(gelWindow* window)
{
    gelPaintHand* hand = &window->paint;
    window->view->painted = (gelShownValues){.values = NULL};
    free(hand->values);
    free(hand->dabs);
    *hand = (gelPaintHand){.isPainting = false};
}

void gelWindow_FillPaint(gelWindow* window)
{
    gelPaintState* paint = &window->panel.paint;
    paint->on = paint->on && showsValue(window);
    if (paint->on)
        takeUsual(window);
}

// Paints the whole body that the panel has chosen, or all bodies.
static int fill(gelWindow* window)
{
    gelSession* session = &window->view->session;
    const int chosen = window->panel.materialBody;
    int code = gel_exitDone;
    for (int i = 0; i < gelWorld_GetBodyCount(session->world) && code == gel_exitDone; i++) {
        gelEvent event = {.kind = gel_eventPaint, .body = i, .factor = shownValue(window)};
        event.brush = (gelBrush){.radius = 1e6f, .strength = 1.0f, .value = brushValue(window)};
        bool isMeant = (chosen < 0 || chosen == i) && gelWindow_CanPaint(session->world, i, event.factor);
        code = isMeant ? gelSession_Do(session, &event) : gel_exitDone;
    }
    return code;
}

void gelWindow_ObeyPaint(gelWindow* window)
{
    gelPaintState* paint = &window->panel.paint;
    if (paint->toggle)
        gelWindow_TogglePaint(window);
    if (paint->fill && showsValue(window))
        gelWindow_RecordFailure(window, fill(window));
    if (paint->save && showsValue(window))
        gelWindow_RecordFailure(window, gelWindow_SavePaint(window));
    paint->toggle = paint->fill = paint->save = false;
}

void gelWindow_DrawBrush(gelWindow* window, int width, int height)
{
    gelRayHit hit;
    int body, w, h;
    glfwGetWindowSize(window->handle, &w, &h);
    if (!isOn(window) || gelPanel_WantsPointer() || w < 1 || h < 1)
        return;
    gelPointer pointer = pointerAt(window, window->pointerX, window->pointerY);
    const gelCamera* camera = &window->view->camera;
    bool isMet = findBody(window, pointer, &hit, &body);
    gelRay ray = gelView_RayThrough(window->view, pointer);
    gelVec3 place = isMet ? hit.position : gelAdd(ray.origin, gelScale(ray.direction, camera->distance));
    float radius = 0.5f * (float)pointer.width * shareOfPicture(window, pointer, place);
    float across = (float)width / (float)w, down = (float)height / (float)h;
    gelMarks_DrawCircle((float)window->pointerX * across, (float)window->pointerY * down, radius * across,
                        isMet);
}
