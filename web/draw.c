// Draws the open scene with the renderer of the window, host/viewer/draw. Functions that return an int return 0, or
// web_draw_error says why.
#include "gel_web.h"

#include "contact_arrows.h"
#include "app/divergence_guard.h"
#include "draw/renderer.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static struct {
    gelOutput output;
    gelRenderer* renderer;
    gelModel model;
    gelPositionSource source;
    gelContactArrows arrows;
    const gelWorld* world; // that of the model; NULL: none
    int64_t bodyChanges;   // as gelPlayer_GetBodyChanges when the model was made
    gelCamera camera;
    gelPictureStyle style;
    gelQualityChooser chooser;
} view = {.camera = {.distance = 3.0f, .azimuth = 25.0f, .elevation = 15.0f}};

static void closeModel(void)
{
    if (view.world == NULL)
        return;
    gelDestroyModel(&view.model);
    gelClosePositionSource(&view.source);
    gelCloseContactArrows(&view.arrows);
    view.world = NULL;
}

static int openModel(void)
{
    closeModel();
    int code = gelCreateModel(&view.output, gelWeb.world, &view.model);
    if (code != gel_exitDone)
        return code;
    code = gelOpenPositionSource(&view.output, gelWeb.world, gel_shareCopy, &view.source);
    if (code != gel_exitDone) {
        gelDestroyModel(&view.model);
        return code;
    }
    view.world = gelWeb.world;
    view.bodyChanges = gelPlayer_GetBodyChanges(gelWeb.player);
    return code;
}

// Before a scene is opened or closed: what is drawn refers to its world.
GEL_WEB(web_draw_close) void web_draw_close(void)
{
    closeModel();
}

// Bodies that came, went, tore or were taken out, also by going back in time.
static int followBodies(void)
{
    bool same = view.world == gelWeb.world && view.bodyChanges == gelPlayer_GetBodyChanges(gelWeb.player) &&
                gelCountTornSprings(gelWeb.world) == view.model.tornCount &&
                gelCountQuarantined(gelWeb.world) == view.model.outCount;
    return same ? gel_exitDone : openModel();
}

// Into a framebuffer, which web_draw_picture names.
GEL_WEB(web_draw) int web_draw(int width, int height)
{
    gelPictureStyle* style = &view.style;
    int code = view.renderer != NULL ? gel_exitDone : gelCreateRenderer(&view.output, &view.renderer);
    if (code == gel_exitDone)
        code = followBodies();
    if (code != gel_exitDone)
        return code;
    gelStatus status = gelPositionSource_Update(&view.source, style->mode == gel_displaySpeed);
    view.arrows.count = 0;
    if (status == gel_success && style->contacts)
        status = gelContactArrows_Update(&view.arrows, gelWeb.world, view.model.bodySize);
    if (status != gel_success)
        return gelReportStatus(&view.output, status, gel_activitySimulation);
    style->arrows = view.arrows.data.texture;
    style->arrowCount = view.arrows.count;
    style->ground = gelWorld_GetDef(gelWeb.world).ground;
    return gelRenderer_Draw(view.renderer, &view.output, &view.model, &view.source, &view.camera, style,
                            width, height);
}

// After the browser has lost all of OpenGL's objects.
GEL_WEB(web_draw_forget) void web_draw_forget(void)
{
    closeModel();
    gelDestroyRenderer(view.renderer);
    view.renderer = NULL;
}

GEL_WEB(web_draw_picture) int web_draw_picture(void)
{
    return (int)gelRenderer_Picture(view.renderer);
}

GEL_WEB(web_draw_error) const char* web_draw_error(void)
{
    return view.output.lastError;
}

// Returns the mode with a name of the command's --mode; shaded for others.
static gelDisplayMode findMode(const char* name)
{
    for (int i = 0; i <= gel_displaySpeed; i++)
        if (strcmp(gelDisplayModeNames[i], name) == 0)
            return (gelDisplayMode)i;
    return gel_displayShaded;
}

GEL_WEB(web_draw_style)
void web_draw_style(const char* mode, bool wireframe, bool withoutSkins, bool contacts)
{
    view.style.mode = findMode(mode);
    view.style.wireframe = wireframe;
    view.style.withoutSkins = withoutSkins;
    view.style.contacts = contacts;
}

// Notes how long a picture and all else between two pictures took, s, and returns the quality for what moves.
GEL_WEB(web_draw_note) int web_draw_note(double drawing, double other)
{
    gelQualityChooser_Note(&view.chooser, drawing, other);
    return view.chooser.level;
}

// Where the processor draws, the coarsest comes first: it is raised soon if there is time.
GEL_WEB(web_draw_start_coarse) void web_draw_start_coarse(void)
{
    view.chooser.level = gel_qualityCount - 1;
}

// Chooses a quality, or that of a film: -1. Shading each pixel once needs targets of floats. Returns how many pixels to draw
// per pixel shown, each way.
GEL_WEB(web_draw_quality) float web_draw_quality(int level, bool hasFloatTargets)
{
    const int last = gel_qualityCount - 1;
    gelQuality quality = level < 0 ? gelFilmQuality : gelQualities[level < last ? level : last];
    quality.isFast = quality.isFast && hasFloatTargets;
    view.style.quality = quality;
    return quality.sharpness;
}

GEL_WEB(web_camera_orbit) void web_camera_orbit(float right, float up)
{
    gelCamera_Orbit(&view.camera, right, up);
}

GEL_WEB(web_camera_pan) void web_camera_pan(float right, float up)
{
    gelCamera_Pan(&view.camera, right, up);
}

GEL_WEB(web_camera_zoom) void web_camera_zoom(float notches)
{
    gelCamera_Zoom(&view.camera, notches);
}

// The page covers shares of the picture: at the left, at the right, below.
GEL_WEB(web_camera_cover) void web_camera_cover(float left, float right, float below)
{
    view.camera.shiftRight = left - right;
    view.camera.shiftUp = below;
    view.camera.coveredWidth = left + right;
    view.camera.coveredHeight = below;
}

// With the ground, if the bodies are to fall no further than they are tall; with room to sag, if there is none. As in the window.
GEL_WEB(web_camera_show_all) int web_camera_show_all(float aspect)
{
    int code = followBodies();
    if (code == gel_exitDone)
        code = gelReportStatus(&view.output, gelPositionSource_Update(&view.source, false),
                               gel_activitySimulation);
    if (code != gel_exitDone)
        return code;
    gelVec3 lower = view.source.lower, upper = view.source.upper;
    gelGround ground = gelWorld_GetDef(gelWeb.world).ground;
    float tall = upper.y - lower.y;
    if (!ground.enabled)
        lower.y -= 0.25f * view.model.bodySize;
    else if (lower.y > ground.offset && lower.y - ground.offset < tall)
        lower.y = ground.offset;
    upper.y = fmaxf(upper.y, lower.y + view.model.bodySize);
    gelCamera_Frame(&view.camera, lower, upper, aspect);
    return code;
}

// Writes origin and direction of the ray through a place of the picture; x and y from -1 (left, bottom) to 1.
GEL_WEB(web_camera_ray) void web_camera_ray(float aspect, float x, float y, float ray[6])
{
    gelVec3 eye = gelCamera_Eye(&view.camera), to = gelCamera_Direction(&view.camera, aspect, x, y);
    memcpy(ray, (float[]){eye.x, eye.y, eye.z, to.x, to.y, to.z}, 6 * sizeof(float));
}

// Where a place of the scene is in the picture, as above. 0: behind the eye.
GEL_WEB(web_camera_find) int web_camera_find(float aspect, const float place[3], float found[2])
{
    return gelCamera_Find(&view.camera, aspect, (gelVec3){place[0], place[1], place[2]}, &found[0],
                          &found[1]);
}

// Returns what the colours of a mode mean, as JSON; NULL: they mean no number. The colours are linear, evenly spaced.
GEL_WEB(web_legend) const char* web_legend(const char* mode)
{
    static char text[1000];
    const gelDisplayModeInfo* info = &gelDisplayModes[findMode(mode)];
    if (info->unit == NULL)
        return NULL;
    int length = snprintf(
        text, sizeof text, "{\"label\": \"%s\", \"unit\": \"%s\", \"ends\": [%g, %g], \"colours\": [",
        info->label, info->unit, (double)(info->lowest * info->shown), (double)(info->highest * info->shown));
    for (int i = 0; i < gelGradientStops; i++) {
        const float* colour = gelGradients[info->gradient][i];
        length += snprintf(text + length, sizeof text - (size_t)length, "%s[%g, %g, %g]", i == 0 ? "" : ", ",
                           (double)colour[0], (double)colour[1], (double)colour[2]);
    }
    snprintf(text + length, sizeof text - (size_t)length, "]}");
    return text;
}
