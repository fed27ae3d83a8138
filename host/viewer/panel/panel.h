// The panel, drawn by Dear ImGui: the project's only C++ is behind these functions.
#pragma once

#include "draw/display_mode.h"
#include "panel/figures.h"
#include "panel/overlay.h"
#include "window/playback_speed.h"
#include "app/setup.h"

#include "gel/field.h"

#ifdef __cplusplus
extern "C" {
#endif

// How the scene is solved: panel/solver_rows.h.
typedef struct gelSolverState {
    bool isOpen; // the rows are shown
    gelSoftness softness;
    bool softnessIsKnown;
    int picturesToEstimate; // pictures of the window until the next look at it
    uint64_t softnessCauses,
        estimatedCauses; // a hash of what it depends on: when last looked at, when estimated
    float timeStep;      // s, while it is dragged
    bool timeStepIsHeld;
    // Requests; cleared by the caller.
    bool timeStepChanged, squash, scramble;
    bool rebuild; // with what panel.def says of order, strategy, lanes and positions
} gelSolverState;

// The brush for what varies over a body: panel/paint_rows.h.
typedef struct gelPaintState {
    bool on; // the left button paints the factor or weight that is shown
    bool mirror;
    float radius, value, strength; // as of gelBrush; a radius of 0: the usual brush
    float weight;                  // in place of the value where weights of goals are painted
    float bodySize;                // m, for the range of the radius
    // Requests; cleared by the caller.
    bool toggle, fill, save;
} gelPaintState;

// The strengths of fields: panel/field_rows.h.
typedef struct gelFieldState {
    gelField list[GEL_MAXIMUM_FIELDS];
    int count;
    int changed; // a request, cleared by the caller: which has another strength now; -1: none
} gelFieldState;

typedef struct gelPanelState {
    // Facts that the panel shows.
    const char *sceneName, *backendText, *openglText, *shareMode;
    bool inexact; // the device does not compute the reference's bits
    gelDeviceInfo device;
    const char* keysText;   // one line per key
    const char* besideText; // what to compare with; NULL: nothing
    gelFigures figures;
    char launches[gel_launchTextSize]; // of the last frame, or of the current one so far
    bool underWay;                     // a frame is
    int64_t frame;
    bool filming;
    double time, timeStep, realTimeRatio, picturesPerSecond;
    int bodyCount;
    bool skinned; // a body has a skin
    const char* const* scenes;
    int sceneCount, scene;
    const char* const* backends;
    int backendCount, backend;
    const char *const *againsts, *const *twoNames; // NULL-terminated
    int right; // edge of the panel, points; 0 if hidden, or if it leaves little room there
    // Shown, and set by the user.
    bool visible, timeline, help, paused, wireframe, contacts, withoutSkins;
    int mode, speed, against, two; // indices; of gelSpeeds, of `againsts`, of `twoNames`
    gelWorldDef def;               // its gel_worldSettings
    gelMaterial material;
    int materialBody;    // in order of creation; -1: all, and `material` is that of the first
    bool materialIsHeld; // a slider is held: do not overwrite
    // Requests by the user; cleared by the caller.
    bool defChanged, materialChanged, step, stepStage, reset, showAll, reload, startPage;
    bool picture, film;
    int wantedScene, wantedBackend; // -1: none
    gelSolverState solver;
    gelPaintState paint;
    gelFieldState fields;
} gelPanelState;

enum { gel_panelRight = 342 }; // where it ends at first, points

struct GLFWwindow;

// For a window, or NULL for pictures without one; in the current context. All is laid out in points, of which one is
// `scale` pixels; 0: as many as the window's display wants. False on failure.
bool gelOpenPanel(struct GLFWwindow* window, float scale);
void gelClosePanel(void);

// Pixels per point.
float gelPanel_Scale(void);

// Call each once per picture, in this order. Draws into the bound framebuffer, whose size in pixels becomes one in points.
void gelPanel_Begin(int* width, int* height);
void gelPanel_DrawControls(gelPanelState* state);
void gelPanel_DrawHand(float x, float y); // where the hand is, in points
void gelPanel_End(void);

// Whether the panel has the pointer or the keyboard.
bool gelPanel_WantsPointer(void);
bool gelPanel_WantsKeys(void);

#ifdef __cplusplus
}
#endif
