// Where the camera of a view looks by itself.
#include "view.h"

#include <math.h>

static float aspectOf(const gelView* view)
{
    return (float)gelView_HalfWidth(view, view->size.width) / (float)view->size.height;
}

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
}

bool gelView_SeesAll(const gelView* view)
{
    const gelVec3 lower = view->source.lower, upper = view->source.upper;
    for (int i = 0; i < 8; i++) {
        gelVec3 corner = {i & 1 ? upper.x : lower.x, i & 2 ? upper.y : lower.y, i & 4 ? upper.z : lower.z};
        float x, y;
        if (!gelCamera_Find(&view->camera, aspectOf(view), corner, &x, &y) || fabsf(x) > 1.0f ||
            fabsf(y) > 1.0f)
            return false;
    }
    return true;
}

void gelView_KeepInSight(gelView* view)
{
    const float slowly = 0.3f; // of the way, per picture
    gelCamera *camera = &view->camera, whole = *camera;
    gelVec3 centre = gelScale(gelAdd(view->source.lower, view->source.upper), 0.5f);
    float x, y;
    if (!isfinite(gelDot(centre, centre)))
        return;
    gelCamera_Frame(&whole, view->source.lower, view->source.upper, aspectOf(view));
    if (whole.distance > camera->distance)
        camera->distance += slowly * (whole.distance - camera->distance);
    if (gelCamera_Find(camera, aspectOf(view), centre, &x, &y) &&
        fabsf(x - camera->shiftRight) < 0.6f * (1.0f - camera->coveredWidth) &&
        fabsf(y - camera->shiftUp) < 0.6f * (1.0f - camera->coveredHeight))
        return;
    camera->target = gelAdd(camera->target, gelScale(gelSubtract(centre, camera->target), slowly));
}
