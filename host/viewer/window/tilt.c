#include "window/tilt.h"

#include "common/clock.h"
#include "panel/marks.h"

#include <math.h>
#include <stdio.h>

static const double degreesPerPixel = 0.25, doubleClickSeconds = 0.4, degree = 0.017453292519943295;

// The directions to the right, upwards and towards the camera in the picture; unit vectors.
typedef struct Axes {
    gelVec3 right, up, near;
} Axes;

static gelVec3 unit(gelVec3 v)
{
    double length = sqrt((double)gelDot(v, v));
    return length > 0.0 ? gelScale(v, (float)(1.0 / length)) : v;
}

static Axes axesOf(const gelCamera* camera)
{
    gelVec3 left = gelCamera_Direction(camera, 1.0f, -1.0f, 0.0f),
            right = gelCamera_Direction(camera, 1.0f, 1.0f, 0.0f),
            below = gelCamera_Direction(camera, 1.0f, 0.0f, -1.0f),
            above = gelCamera_Direction(camera, 1.0f, 0.0f, 1.0f);
    return (Axes){unit(gelAdd(right, gelScale(left, -1.0f))), unit(gelAdd(above, gelScale(below, -1.0f))),
                  gelScale(gelCamera_Direction(camera, 1.0f, 0.0f, 0.0f), -1.0f)};
}

// About a unit vector, by Rodrigues' formula.
static gelVec3 turn(gelVec3 v, gelVec3 axis, double angle)
{
    gelVec3 across = {axis.y * v.z - axis.z * v.y, axis.z * v.x - axis.x * v.z, axis.x * v.y - axis.y * v.x};
    float c = (float)cos(angle), s = (float)sin(angle), along = gelDot(axis, v) * (1.0f - c);
    return gelAdd(gelAdd(gelScale(v, c), gelScale(across, s)), gelScale(axis, along));
}

// The plane turns about the point of it that is nearest to what the camera looks at.
static void setNormal(gelGround* ground, gelVec3 target, gelVec3 normal)
{
    gelVec3 n = unit(ground->normal);
    gelVec3 pivot = gelAdd(target, gelScale(n, ground->offset - gelDot(n, target)));
    ground->normal = unit(normal);
    ground->offset = gelDot(ground->normal, pivot);
}

static void adjust(gelWindow* window, const gelWorldDef* def)
{
    gelWindow_RecordFailure(window, gelSession_Adjust(&window->view->session, def));
}

static void giveBack(gelWindow* window)
{
    gelSession* session = &window->view->session;
    gelWorldDef def = gelSession_Settings(session), usual = gelScene_GetWorldDef(session->scene);
    if (window->tilted == gel_tiltsGravity) {
        def.gravity = usual.gravity;
    } else {
        def.ground.normal = usual.ground.normal;
        def.ground.offset = usual.ground.offset;
    }
    adjust(window, &def);
}

bool gelWindow_BeginTilt(gelWindow* window, int button, int modifiers)
{
    gelTilted tilted = button == GLFW_MOUSE_BUTTON_LEFT ? gel_tiltsGravity : gel_tiltsGround;
    if ((modifiers & GLFW_MOD_CONTROL) == 0 || button > GLFW_MOUSE_BUTTON_RIGHT)
        return false;
    double now = gelMilliseconds() * 1e-3;
    window->tilted = tilted;
    if (tilted == window->tiltedBefore && now - window->tiltTime < doubleClickSeconds)
        giveBack(window);
    window->tiltedBefore = tilted;
    window->tiltTime = now;
    return true;
}

bool gelWindow_EndTilt(gelWindow* window)
{
    bool tilted = window->tilted != gel_tiltsNothing;
    window->tilted = gel_tiltsNothing;
    return tilted;
}

void gelWindow_Tilt(gelWindow* window, double dx, double dy)
{
    const gelCamera* camera = &window->view->camera;
    gelWorldDef def = gelSession_Settings(&window->view->session);
    Axes axes = axesOf(camera);
    double across = dx * degreesPerPixel * degree, along = dy * degreesPerPixel * degree;
    bool gravity = window->tilted == gel_tiltsGravity;
    // The tip of gravity, which points down, follows the pointer; so does that of the normal, which points up.
    double sign = gravity ? 1.0 : -1.0;
    gelVec3 v = gravity ? def.gravity : def.ground.normal;
    v = turn(turn(v, axes.near, sign * across), axes.right, sign * along);
    if (gravity)
        def.gravity = v;
    else
        setNormal(&def.ground, camera->target, v);
    if (gravity || def.ground.enabled)
        adjust(window, &def);
}

// 0 where one of them is 0, as gravity may be, and has no direction.
static double degreesBetween(gelVec3 a, gelVec3 b)
{
    if (gelDot(a, a) == 0.0f || gelDot(b, b) == 0.0f)
        return 0.0;
    gelVec3 p = unit(a), q = unit(b);
    double cosine = fmax(-1.0, fmin(1.0, (double)gelDot(p, q)));
    return acos(cosine) / degree;
}

// Returns where the next one begins.
static int draw(const gelWindow* window, const char* name, gelVec3 now, gelVec3 usual, gelTilted kind,
                int left, int bottom)
{
    double degrees = degreesBetween(now, usual);
    bool held = window->tilted == kind;
    if (!held && degrees < 0.1)
        return left;
    char text[64];
    Axes axes = axesOf(&window->view->camera);
    gelVec3 v = unit(now);
    snprintf(text, sizeof text, "%s %.0f\xc2\xb0", name, degrees);
    gelSeenArrow arrow = {text, gelDot(v, axes.right), gelDot(v, axes.up), gelDot(v, axes.near), held};
    return gelMarks_DrawArrow(&arrow, left, bottom);
}

int gelWindow_DrawTilt(gelWindow* window, int bottom)
{
    const gelSession* session = &window->view->session;
    gelWorldDef def = gelSession_Settings(session), usual = gelScene_GetWorldDef(session->scene);
    const int first = window->panel.right + 12;
    int left = draw(window, "gravity", def.gravity, usual.gravity, gel_tiltsGravity, first, bottom);
    if (def.ground.enabled)
        left = draw(window, "ground", def.ground.normal, usual.ground.normal, gel_tiltsGround, left, bottom);
    return left > first ? bottom - gelArrowHeight - 8 : bottom;
}
