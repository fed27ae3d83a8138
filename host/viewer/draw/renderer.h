// Draws a world's bodies, ground and sky into an offscreen picture, for a window or a file.
#pragma once

#include "draw/camera.h"
#include "draw/display_mode.h"
#include "draw/model.h"
#include "draw/picture_clock.h"
#include "draw/position_source.h"
#include "draw/quality.h"

#include "gel/stage.h"
#include "gel/world.h"

// A highlighted stage of a step: the constraints that it solved are bright, the rest is glass.
typedef struct gelLitStage {
    bool enabled;
    gelStage stage; // one without constraints highlights none
    gelConstraintKind kind;
    int colour;
} gelLitStage;

typedef struct gelPictureStyle {
    gelDisplayMode mode;
    bool wireframe;
    gelLitStage lit;
    bool contacts;         // show what touches
    GLuint arrows;         // texture, as shaders/arrows.vert reads it
    int arrowCount;        // drawn over everything
    const gelModel* other; // drawn over all, in one colour; NULL: none
    const gelPositionSource* otherSource;
    GLuint values;      // texture, for gel_displayDifference and what follows it
    bool withoutProbes; // show no plots of a scene's probes
    bool withoutSkins;  // in shaded mode, show the surfaces of the tet meshes
    gelGround ground;   // drawn faintly if not enabled
    gelQuality quality;
} gelPictureStyle;

typedef struct gelRenderer gelRenderer;

// Needs a current context. Reports errors and returns the exit code.
int gelCreateRenderer(gelOutput* output, gelRenderer** renderer);
// Reloads the shaders, from the folder GEL_SHADER_DIR if set. On failure, which is reported, the old ones
// stay in use.
int gelRenderer_ReloadShaders(gelRenderer* renderer, gelOutput* output);
void gelDestroyRenderer(gelRenderer* renderer);                           // NULL is allowed
void gelRenderer_SetClock(gelRenderer* renderer, gelPictureClock* clock); // NULL: not timed

// Draws into the framebuffer gelRenderer_Picture. Width and height are at least 1. Reports failures.
int gelRenderer_Draw(gelRenderer* renderer, gelOutput* output, const gelModel* model,
                     const gelPositionSource* source, const gelCamera* camera, const gelPictureStyle* look,
                     int width, int height);
GLuint gelRenderer_Picture(const gelRenderer* renderer); // single-sampled, sRGB
