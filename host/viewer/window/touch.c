#include "window/touch.h"

#include <math.h>
#include <stdlib.h>

// 1/s^2: a body held up sags by g over this, 2 cm.
static const float stiffnessOfHand = 500.0f;

gelRay gelView_RayThrough(const gelView* view, gelPointer pointer)
{
    float aspect = (float)pointer.width / (float)pointer.height;
    float x = (float)(2.0 * pointer.x / pointer.width - 1.0);
    float y = (float)(1.0 - 2.0 * pointer.y / pointer.height);
    return (gelRay){gelCamera_Eye(&view->camera), gelCamera_Direction(&view->camera, aspect, x, y)};
}

static gelWorld* worldAt(const gelView* view, gelPointer pointer)
{
    const gelSession* session = &view->session;
    return pointer.half == 1 && session->beside != NULL ? session->beside : session->world;
}

static int castRay(gelView* view, gelWorld* world, gelRay ray, gelRayHit* hit)
{
    gelStatus status = gelWorld_CastRay(world, ray.origin, ray.direction, hit);
    return status == gel_success ? gel_exitDone
                                 : gelReportStatus(view->output, status, gel_activitySimulation);
}

int gelView_CastRay(gelView* view, gelPointer pointer, gelRayHit* hit)
{
    return castRay(view, worldAt(view, pointer), gelView_RayThrough(view, pointer), hit);
}

int gelView_Grab(gelView* view, gelPointer pointer)
{
    gelRay ray = gelView_RayThrough(view, pointer);
    gelEvent event = {.kind = gel_eventGrab,
                      .origin = ray.origin,
                      .direction = ray.direction,
                      .stiffness = stiffnessOfHand};
    gelWorld* world = worldAt(view, pointer);
    view->handHalf = pointer.half;
    if (world == view->session.world)
        return gelSession_Do(&view->session, &event);
    gelRayHit hit; // the ray may hit something else in the first world, where it grabs the same vertex
    int code = castRay(view, world, ray, &hit);
    if (code != gel_exitDone || !hit.met || gelBody_IsObstacle(world, hit.body))
        return code;
    event.body = gelBody_GetIndex(world, hit.body);
    event.vertex1 = hit.vertex + 1;
    return gelSession_Do(&view->session, &event);
}

static bool holds(const gelView* view, gelVec3* target)
{
    gelBodyId body;
    int vertex;
    const gelSession* session = &view->session;
    const gelPlayer* player =
        view->handHalf == 1 && session->beside != NULL ? session->besidePlayer : session->player;
    return gelPlayer_GetHold(player, &body, &vertex, target);
}

int gelView_Pull(gelView* view, gelPointer pointer)
{
    gelVec3 target;
    gelRay ray = gelView_RayThrough(view, pointer);
    gelEvent event = {.kind = gel_eventPull, .origin = ray.origin, .direction = ray.direction};
    return holds(view, &target) ? gelSession_Do(&view->session, &event) : gel_exitDone;
}

int gelView_Release(gelView* view)
{
    gelVec3 target;
    gelEvent event = {.kind = gel_eventRelease};
    return holds(view, &target) ? gelSession_Do(&view->session, &event) : gel_exitDone;
}

// Finds the place that the pointer's ray hits: on a body, else on the ground, else a point as far
// away as the camera's target.
static int findPlace(gelView* view, gelPointer pointer, gelVec3* place)
{
    gelRayHit hit;
    gelRay ray = gelView_RayThrough(view, pointer);
    int code = castRay(view, worldAt(view, pointer), ray, &hit);
    const gelGround* ground = &view->look.ground;
    float distance = view->camera.distance;
    float towards = gelDot(ground->normal, ray.direction);
    if (ground->enabled && towards < 0.0f) {
        float far = (ground->offset - gelDot(ground->normal, ray.origin)) / towards;
        if (far > 0.0f && far < 20.0f * distance)
            distance = far;
    }
    *place = hit.met ? hit.position : gelAdd(ray.origin, gelScale(ray.direction, distance));
    return code;
}

int gelView_DropBody(gelView* view, gelPointer pointer)
{
    gelEvent event = {.kind = gel_eventDrop,
                      .body = view->nextDropped % gelScene_GetBodyCount(view->session.scene)};
    int code = findPlace(view, pointer, &event.position);
    event.position.y += 0.4f * view->model.bodySize;
    if (code == gel_exitDone)
        code = gelSession_Do(&view->session, &event);
    if (code == gel_exitDone)
        view->nextDropped++;
    return code;
}

int gelView_RemoveBody(gelView* view, gelPointer pointer)
{
    gelRayHit hit;
    gelWorld* world = worldAt(view, pointer);
    int code = castRay(view, world, gelView_RayThrough(view, pointer), &hit);
    if (code != gel_exitDone || !hit.met)
        return code;
    gelEvent event = {.kind = gel_eventRemove, .body = gelBody_GetIndex(world, hit.body)};
    return gelSession_Do(&view->session, &event);
}

bool gelView_FindHand(const gelView* view, gelPointer* hand)
{
    gelVec3 target;
    if (!holds(view, &target))
        return false;
    float x, y;
    int wide = gelView_HalfWidth(view, hand->width);
    if (!gelCamera_Find(&view->camera, (float)wide / (float)hand->height, target, &x, &y))
        return false;
    hand->x = gelView_HalfBegins(view, view->handHalf, hand->width) + (double)(0.5f + 0.5f * x) * wide;
    hand->y = (double)(0.5f - 0.5f * y) * hand->height;
    return true;
}
