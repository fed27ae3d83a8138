// Where the camera of a view looks on its own.
#include "view.h"

#include <math.h>
#include <stdlib.h>

// A body that was thrown away, or a crumb of a torn one, would make all others small.
static const float largestZoom = 2.5f;

static float aspectOf(const gelView* view)
{
    return (float)gelView_HalfWidth(view, view->size.width) / (float)view->size.height;
}

// Returns how far a place is from the middle of what is not covered: 1 is at its edge.
static float reachOf(const gelView* view, gelVec3 place)
{
    const gelCamera* camera = &view->camera;
    const float wide = fmaxf(1.0f - camera->coveredWidth, 0.2f),
                tall = fmaxf(1.0f - camera->coveredHeight, 0.2f);
    float x, y;
    if (!gelCamera_Find(camera, aspectOf(view), place, &x, &y))
        return INFINITY;
    return fmaxf(fabsf(x - camera->shiftRight) / wide, fabsf(y - camera->shiftUp) / tall);
}

// Returns how far the box around all bodies reaches, which is further than they do.
static float reachOfBox(const gelView* view)
{
    const gelVec3 lower = view->source.lower, upper = view->source.upper;
    float reach = 0.0f;
    for (int i = 0; i < 8; i++) {
        gelVec3 corner = {i & 1 ? upper.x : lower.x, i & 2 ? upper.y : lower.y, i & 4 ? upper.z : lower.z};
        reach = fmaxf(reach, reachOf(view, corner));
    }
    return reach;
}

// With the ground, if the bodies are to fall no further than they are tall; with room to sag, if there is none.
void gelView_ShowAll(gelView* view)
{
    gelVec3 lower = view->source.lower, upper = view->source.upper;
    gelGround ground = view->look.ground;
    float tall = upper.y - lower.y;
    if (!ground.enabled)
        lower.y -= 0.25f * view->model.bodySize;
    else if (lower.y > ground.offset && lower.y - ground.offset < tall)
        lower.y = ground.offset;
    upper.y = fmaxf(upper.y, lower.y + view->model.bodySize); // bodies that start flat grow
    gelCamera_Frame(&view->camera, lower, upper, aspectOf(view));
    view->shownDistance = view->camera.distance;
}

bool gelView_FrameAgain(gelView* view)
{
    const gelCamera camera = view->camera;
    const float shown = view->shownDistance;
    gelView_ShowAll(view);
    if (view->camera.distance <= largestZoom * shown)
        return true;
    view->camera = camera;
    view->shownDistance = shown;
    return false;
}

bool gelView_SeesAll(const gelView* view)
{
    if (reachOfBox(view) <= 1.0f)
        return true;
    float(*places)[4] = gelPositionSource_Read(&view->source);
    float reach = 0.0f;
    for (int i = 0; i < view->source.vertexCount && places != NULL; i++)
        reach = fmaxf(reach, reachOf(view, (gelVec3){places[i][0], places[i][1], places[i][2]}));
    free(places);
    return reach <= 1.0f;
}

void gelView_KeepInSight(gelView* view)
{
    const float edge = 0.9f, fastest = 0.4f; // of the way, per picture
    gelCamera *camera = &view->camera, whole = *camera;
    gelVec3 centre = gelScale(gelAdd(view->source.lower, view->source.upper), 0.5f);
    if (!isfinite(gelDot(centre, centre)))
        return;
    float share = fminf(2.0f * (reachOfBox(view) - edge), fastest); // begins softly
    gelCamera_Frame(&whole, view->source.lower, view->source.upper, aspectOf(view));
    if (share <= 0.0f || whole.distance > largestZoom * view->shownDistance)
        return;
    camera->target = gelAdd(camera->target, gelScale(gelSubtract(whole.target, camera->target), share));
    if (whole.distance > camera->distance)
        camera->distance += share * (whole.distance - camera->distance);
}
