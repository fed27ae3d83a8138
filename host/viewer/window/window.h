// The inside of the window, for the files that implement it.
#pragma once

#include "window/playback_speed.h"
#include "panel/panel.h"
#include "panel/timeline_bar.h"
#include "draw/picture_clock.h"
#include "film.h"
#include "view.h"
#include "window/catalogue.h"
#include "window/choices.h"
#include "app/prediction.h"
#include "panel/lesson_pane.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

enum { gelMaxExperiments = 256 }; // per picture

// By key or button, while paused.
typedef enum gelExperimentKind { gel_experimentFrame, gel_askedStage, gel_askedMove } gelExperimentKind;

typedef struct gelExperimentResult {
    gelExperimentKind kind;
    gelMove move;
} gelExperimentResult;

typedef enum gelTilted { gel_tiltsNothing, gel_tiltsGravity, gel_tiltsGround } gelTilted;

typedef enum gelWallDoing { gel_wallNone, gel_wallDrawn, gel_wallMoved } gelWallDoing;

// A wall under the hand: window/walls.h.
typedef struct gelWallHand {
    gelWallDoing doing;
    double startX, startY;  // where the line begins, as the pointer
    gelBodyId id;           // of the one that is moved
    gelVec3 position, grip; // of it, and where it was taken, when the drag began; m
} gelWallHand;

// A stroke of the brush: window/paint.h.
typedef struct gelPaintHand {
    bool isPainting;
    int half; // of the split picture, in which it began
    gelBodyId body;
    gelVertexValue kind;
    gelBrush brush; // of its last dab
    float* values;  // [valueCount], as they will be
    int valueCount;
    gelBrush* dabs; // [dabCount]
    int dabCount, dabCapacity;
    double lastX, lastY; // of the pointer
} gelPaintHand;

// A film that is being made: window/capture.h.
typedef struct gelCapture {
    gelFilm* film; // NULL: none
    char path[256];
    int width, height;
    int64_t pictures, stepsFilmed;
} gelCapture;

typedef struct gelWindow {
    gelView* view;
    GLFWwindow* handle;
    gelPanelState panel;
    gelTimelineBar bar;
    gelWindowLists lists;
    gelCatalogue catalogue;
    gelStartPage start;
    gelLessonPane lesson;
    gelPrediction prediction; // of the lesson
    bool hasScene;            // the user chose one, so that the start page can be left
    double openedAt;          // s
    unsigned keysUsed;        // bit i: hint i of hints.c is not shown any more
    double pointerX, pointerY;
    bool grabbing;                                // a drag that began with Shift
    bool cameraIsMoved;                           // by the user, since all was shown
    gelExperimentResult asked[gelMaxExperiments]; // in order
    int askedCount;
    gelPace pace;
    int shownAgainst; // by the panel
    const char* againsts[5];
    char typedAgainst[gel_sideTextSize]; // that of them which is no usual one
    gelCapture capture;
    int64_t stepCount;              // of frames and stages, however often
    gelTilted tilted, tiltedBefore; // by a drag that began with Ctrl
    double tiltTime;                // when the last one began, s
    gelWallHand wall;               // by a drag that began with A held
    gelPaintHand paint;
    int scrambleCount;
    int framesDone;              // before this picture
    double stepping;             // duration of the host's work on them, s
    double drawnFrom;            // when drawing this picture began, and waiting for its positions, s
    gelQualityChooser quality;   // of pictures that move
    int stillWidth, stillHeight; // of the last picture if it stood still, and was drawn in full; else 0
    gelPictureClock clock;
    int64_t finiteFrame;            // that was last seen to have positions
    double finiteAt, finiteSeconds; // when that was, and for how long, s
    int code;                       // of the first failure
    double messageEnd;              // when a harmless message disappears, s
    double stirredAt;               // when something came from keys or mouse, by GLFW's clock, s
    bool isResting;                 // the last picture was waited for
} gelWindow;

// Starts handling keys and mouse.
void gelWindow_CatchInput(gelWindow* window);
// The keys and their actions, one line each.
const char* gelWindow_KeysText(void);

// The first failure ends the window, whatever succeeds afterwards.
void gelWindow_Note(gelWindow* window, int code);

void gelWindow_RequestFrame(gelWindow* window);
void gelWindow_RequestStage(gelWindow* window);
// Actions in the window may fail: then the window says so and keeps the old state.
void gelWindow_RecordFailure(gelWindow* window, int code);
