// Draws a world's bodies, ground and sky into a picture of its own, for a window or a file.
#pragma once

#include "draw/camera.h"
#include "draw/display_mode.h"
#include "draw/model.h"
#include "draw/picture_clock.h"
#include "draw/position_source.h"

#include "gel/stage.h"
#include "gel/world.h"

// A stage of a step, lit up: the constraints that it solved are bright, the rest is glass.
typedef struct gelLitStage {
    bool enabled;
    gelStage stage; // one without constraints lights none
    int colour;
} gelLitStage;

typedef struct gelLook {
    gelDisplayMode mode;
    bool wireframe;
    gelLitStage lit;
    GLuint distances;  // texture, for gel_displayDifference
    bool withoutSkins; // shaded shows the surfaces of the tet meshes
    gelGround ground;  // a ground that is not enabled is shown faintly
    int shadowTaps;    // per pixel, 4 to 64: cost against grain
} gelLook;

typedef struct gelRenderer gelRenderer;

// Needs a current context. Reports and returns the exit code.
int gelCreateRenderer(gelOutput* output, gelRenderer** renderer);
// From the folder GEL_SHADER_DIR, where that is set. The old ones go on where that fails, which is reported.
int gelRenderer_ReloadShaders(gelRenderer* renderer, gelOutput* output);
void gelDestroyRenderer(gelRenderer* renderer);                           // NULL is allowed
void gelRenderer_SetClock(gelRenderer* renderer, gelPictureClock* clock); // NULL: nothing is measured

// Leaves the picture in the framebuffer gelRenderer_Picture. Width and height are at least 1. Reports failures.
int gelRenderer_Draw(gelRenderer* renderer, gelOutput* output, const gelModel* model,
                     const gelPositionSource* source, const gelCamera* camera, const gelLook* look, int width,
                     int height);
GLuint gelRenderer_Picture(const gelRenderer* renderer); // without multiple samples, sRGB
