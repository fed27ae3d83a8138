#include "window/walls.h"

#include "common/clock.h"
#include "panel/marks.h"
#include "window/against.h"
#include "window/touch.h"

#include "gel/obstacle.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

// A shorter line was a click. A wall reaches so many body sizes into the depth, and is as thick as this share of its
// length, but not thinner than what stops fast bodies.
static const double minPixels = 8.0;
static const float sizesDeep = 3.0f, shareThick = 0.04f, minThick = 0.01f; // 1, 1, m

// Where the picture is split, a wall stays in the half in which it was begun.
static int halfOf(const gelWindow* window)
{
    gelPointer start = {.x = window->wall.startX, .width = 1, .height = 1};
    glfwGetWindowSize(window->handle, &start.width, &start.height);
    return window->wall.doing != gel_wallNone ? gelWindow_InHalf(window, start, -1).half : -1;
}

static gelRay rayThrough(const gelWindow* window, double x, double y)
{
    gelPointer pointer = {.x = x, .y = y, .width = 1, .height = 1};
    glfwGetWindowSize(window->handle, &pointer.width, &pointer.height);
    return gelView_RayThrough(window->view, gelWindow_InHalf(window, pointer, halfOf(window)));
}

static gelVec3 forward(const gelCamera* camera)
{
    return gelNormalise(gelSubtract(camera->target, gelCamera_Eye(camera)));
}

// The way into the depth, level unless the camera looks down or up steeply: so nothing slides off a shelf to the back.
static gelVec3 intoDepth(const gelCamera* camera)
{
    gelVec3 ahead = forward(camera), level = {ahead.x, 0.0f, ahead.z};
    return gelDot(level, level) > 0.25f ? gelNormalise(level) : ahead;
}

// Where a pixel's ray meets the plane through `place` that faces the camera.
static gelVec3 onPlane(const gelWindow* window, double x, double y, gelVec3 place)
{
    gelRay ray = rayThrough(window, x, y);
    gelVec3 normal = forward(&window->view->camera);
    float towards = gelDot(normal, ray.direction);
    float far = gelDot(normal, gelSubtract(place, ray.origin)) / (towards > 1e-3f ? towards : 1e-3f);
    return gelAdd(ray.origin, gelScale(ray.direction, far));
}

// The middle of the soft bodies, each of which counts by its vertices; without any, what the camera looks at.
static gelVec3 middleOfBodies(const gelView* view)
{
    gelWorld* world = view->session.world;
    double sum[3] = {0.0, 0.0, 0.0};
    int64_t total = 0;
    for (int b = 0; b < gelWorld_GetBodyCount(world); b++) {
        gelBodyId id = gelWorld_GetBody(world, b);
        int count = gelBody_GetMesh(world, id)->vertexCount;
        float* places = gelBody_IsObstacle(world, id) ? NULL : malloc((size_t)count * 3 * sizeof *places);
        if (places != NULL && gelBody_ReadPositions(world, id, places, count) == gel_success) {
            for (int i = 0; i < 3 * count; i++)
                sum[i % 3] += (double)places[i];
            total += count;
        }
        free(places);
    }
    if (total == 0)
        return view->camera.target;
    double share = 1.0 / (double)total;
    return (gelVec3){(float)(sum[0] * share), (float)(sum[1] * share), (float)(sum[2] * share)};
}

// The distance along the ray to a triangle, by Moeller and Trumbore; INFINITY if it passes.
static float distanceTo(gelRay ray, gelVec3 a, gelVec3 b, gelVec3 c)
{
    gelVec3 p = gelSubtract(b, a), q = gelSubtract(c, a), t = gelSubtract(ray.origin, a);
    gelVec3 across = gelCross(ray.direction, q), along = gelCross(t, p);
    float determinant = gelDot(p, across);
    if (determinant == 0.0f)
        return INFINITY;
    float u = gelDot(t, across) / determinant, v = gelDot(ray.direction, along) / determinant;
    float far = gelDot(q, along) / determinant;
    return u >= 0.0f && v >= 0.0f && u + v <= 1.0f && far > 0.0f ? far : INFINITY;
}

static gelVec3 vertexOf(const gelSurfaceMesh* surface, int vertex, gelVec3 position)
{
    const float* place = &surface->positions[(size_t)3 * (size_t)vertex];
    return gelAdd(position, (gelVec3){place[0], place[1], place[2]});
}

// The nearest wall under the pointer, -1 if there is none, and where. Walls are never turned.
static int findWall(const gelWindow* window, gelVec3* place)
{
    const gelSession* session = &window->view->session;
    gelRay ray = rayThrough(window, window->pointerX, window->pointerY);
    float nearest = INFINITY;
    int found = -1;
    for (int b = 0; b < gelWorld_GetBodyCount(session->world); b++) {
        gelBodyId id = gelWorld_GetBody(session->world, b);
        gelVec3 position;
        gelQuat rotation;
        if (!gelPlayer_IsWall(session->player, id) ||
            gelObstacle_GetPose(session->world, id, &position, &rotation) != gel_success)
            continue;
        const gelSurfaceMesh* surface = gelObstacle_GetSurface(session->world, id);
        for (int t = 0; t < surface->triangleCount; t++) {
            const int* corners = &surface->triangles[3 * t];
            float far =
                distanceTo(ray, vertexOf(surface, corners[0], position),
                           vertexOf(surface, corners[1], position), vertexOf(surface, corners[2], position));
            found = far < nearest ? b : found;
            nearest = fminf(far, nearest);
        }
    }
    if (found >= 0)
        *place = gelAdd(ray.origin, gelScale(ray.direction, nearest));
    return found;
}

static int removeWall(gelWindow* window, int wall)
{
    gelEvent event = {.kind = gel_eventRemove, .body = wall};
    return wall >= 0 ? gelSession_Do(&window->view->session, &event) : gel_exitDone;
}

bool gelWindow_BeginWall(gelWindow* window, int button)
{
    gelWallHand* hand = &window->wall;
    gelSession* session = &window->view->session;
    gelVec3 place;
    gelQuat rotation;
    if (glfwGetKey(window->handle, GLFW_KEY_G) != GLFW_PRESS || button > GLFW_MOUSE_BUTTON_RIGHT ||
        window->start.open || session->world == NULL)
        return false;
    int wall = findWall(window, &place);
    if (button == GLFW_MOUSE_BUTTON_RIGHT) {
        gelWindow_RecordFailure(window, removeWall(window, wall));
        return true;
    }
    *hand = (gelWallHand){.doing = wall >= 0 ? gel_wallMoved : gel_wallDrawn,
                          .startX = window->pointerX,
                          .startY = window->pointerY};
    if (wall < 0)
        return true;
    hand->id = gelWorld_GetBody(session->world, wall);
    hand->grip = place;
    if (gelObstacle_GetPose(session->world, hand->id, &hand->position, &rotation) != gel_success)
        hand->doing = gel_wallNone;
    return true;
}

// The wall follows the pointer in the plane that faces the camera.
void gelWindow_DragWall(gelWindow* window)
{
    const gelWallHand* hand = &window->wall;
    gelSession* session = &window->view->session;
    if (hand->doing != gel_wallMoved || !gelPlayer_IsWall(session->player, hand->id))
        return;
    gelVec3 now = onPlane(window, window->pointerX, window->pointerY, hand->grip);
    gelEvent event = {.kind = gel_eventMove,
                      .body = gelBody_GetIndex(session->world, hand->id),
                      .position = gelAdd(hand->position, gelSubtract(now, hand->grip))};
    gelWindow_RecordFailure(window, gelSession_Do(session, &event));
}

// Without contact bodies would pass through it.
static int switchContactOn(gelWindow* window)
{
    gelView* view = window->view;
    gelWorldDef def = gelSession_Settings(&view->session);
    if (def.contact)
        return gel_exitDone;
    def.contact = true;
    int code = gelSession_Adjust(&view->session, &def);
    if (code != gel_exitDone)
        return code;
    view->messageIsBad = false;
    snprintf(view->message, sizeof view->message,
             "Contact is now enabled, so that bodies collide with the "
             "wall.");
    window->messageEnd = gelMilliseconds() * 1e-3 + 4.0;
    return code;
}

static int addWall(gelWindow* window)
{
    gelView* view = window->view;
    const gelWallHand* hand = &window->wall;
    gelVec3 middle = middleOfBodies(view);
    float size = view->model.bodySize > 0.0f ? view->model.bodySize : 1.0f;
    gelEvent event = {.kind = gel_eventWall,
                      .wallStart = onPlane(window, hand->startX, hand->startY, middle),
                      .wallEnd = onPlane(window, window->pointerX, window->pointerY, middle),
                      .across = gelScale(intoDepth(&view->camera), sizesDeep * size)};
    gelVec3 line = gelSubtract(event.wallEnd, event.wallStart);
    event.thickness = fmaxf(shareThick * sqrtf(gelDot(line, line)), minThick);
    int code = switchContactOn(window);
    return code == gel_exitDone ? gelSession_Do(&view->session, &event) : code;
}

bool gelWindow_EndWall(gelWindow* window, int button)
{
    gelWallHand* hand = &window->wall;
    if (hand->doing == gel_wallNone || button != GLFW_MOUSE_BUTTON_LEFT)
        return false;
    double length = hypot(window->pointerX - hand->startX, window->pointerY - hand->startY);
    if (hand->doing == gel_wallDrawn && length >= minPixels)
        gelWindow_RecordFailure(window, addWall(window));
    hand->doing = gel_wallNone;
    return true;
}

void gelWindow_DrawWallLine(const gelWindow* window, int width, int height)
{
    const gelWallHand* hand = &window->wall;
    int w, h;
    glfwGetWindowSize(window->handle, &w, &h);
    if (hand->doing != gel_wallDrawn || w < 1 || h < 1)
        return;
    float across = (float)width / (float)w, down = (float)height / (float)h;
    gelMarks_DrawLine((float)hand->startX * across, (float)hand->startY * down,
                      (float)window->pointerX * across, (float)window->pointerY * down);
}
