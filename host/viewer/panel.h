// The panel and the legend, drawn by Dear ImGui: the only C++ of the project is behind these functions.
#pragma once

#include "display_mode.h"

#include "gel/world.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { gelHistorySize = 240 };

typedef struct gelPanelState {
    // What is shown.
    const char *sceneName, *backendText, *openglText, *shareMode, *message;
    gelCounters counters;
    int launchesPerFrame;
    int64_t frame;
    double timeStep, realTimeRatio, picturesPerSecond;
    uint64_t hash;
    float frameMilliseconds[gelHistorySize]; // oldest at historyFirst
    float stepMilliseconds[gelHistorySize];
    float volumeErrors[gelHistorySize]; // %
    int historyFirst;
    bool skinned; // a body has a skin
    const char* const* scenes;
    int sceneCount, scene;
    const char* const* backends;
    int backendCount, backend;
    // What is set by the user too.
    bool visible, help, paused, wireframe, withoutSkins;
    int mode;
    gelWorldDef def; // gravity, ground, substeps
    // What the user asks for; cleared by the caller.
    bool defChanged, step, reset, showAll;
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
void gelPanel_DrawHand(float x, float y); // what grabs, in pixels
void gelPanel_End(void);

// The pointer or the keyboard is the panel's.
bool gelPanel_WantsPointer(void);
bool gelPanel_WantsKeys(void);

#ifdef __cplusplus
}
#endif
