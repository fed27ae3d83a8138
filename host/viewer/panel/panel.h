// The panel and the legend, drawn by Dear ImGui: the only C++ of the project is behind these functions.
#pragma once

#include "draw/display_mode.h"
#include "panel/figures.h"
#include "panel/overlay.h"
#include "window/pace.h"
#include "setup.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct gelPanelState {
    // What is shown.
    const char *sceneName, *backendText, *openglText, *shareMode;
    bool inexact; // the device does not compute the reference's bits
    gelDeviceInfo device;
    const char* keysText;   // a line for each key
    const char* besideText; // what is compared with; NULL: nothing
    gelFigures figures;
    char launches[gel_launchTextSize]; // of the last frame, or so far of the one under way
    bool underWay;                     // a frame
    int64_t frame;
    double timeStep, realTimeRatio, picturesPerSecond;
    int bodyCount;
    bool skinned; // a body has a skin
    const char* const* scenes;
    int sceneCount, scene;
    const char* const* backends;
    int backendCount, backend;
    const char* const* againsts; // ended by NULL
    int right; // edge of the panel, pixels; 0 where it is hidden or leaves little room on that side
    // What is set by the user too.
    bool visible, help, paused, wireframe, withoutSkins;
    int mode, speed, against; // indices; of gelSpeeds, of `againsts`
    gelWorldDef def;          // its gel_worldSettings
    gelMaterial material;
    int materialBody;    // in order of creation; -1: all, and `material` is that of the first
    bool materialIsHeld; // a slider is held: not to be overwritten
    // What the user asks for; cleared by the caller.
    bool defChanged, materialChanged, step, stepStage, reset, showAll, reload;
    int wantedScene, wantedBackend; // -1: none
} gelPanelState;

struct GLFWwindow;

// For a window, or NULL for pictures without one; in the current context. False on failure.
bool gelOpenPanel(struct GLFWwindow* window);
void gelClosePanel(void);

// One of each a picture, in this order. The framebuffer that is bound is drawn into.
void gelPanel_Begin(int width, int height);
void gelPanel_DrawControls(gelPanelState* state);
void gelPanel_DrawLegend(int mode, int width); // nothing for modes without one
void gelPanel_DrawHand(float x, float y);      // what grabs, in pixels
void gelPanel_End(void);

// The pointer or the keyboard is the panel's.
bool gelPanel_WantsPointer(void);
bool gelPanel_WantsKeys(void);

#ifdef __cplusplus
}
#endif
