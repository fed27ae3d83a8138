// The inside of the window, for the files that implement it.
#pragma once

#include "window/pace.h"
#include "panel/panel.h"
#include "draw/picture_clock.h"
#include "view.h"
#include "window/lists.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

enum { gelMostAsked = 256 }; // per picture

typedef struct gelWindow {
    gelView* view;
    GLFWwindow* handle;
    gelPanelState panel;
    gelWindowLists lists;
    double pointerX, pointerY;
    bool grabbing;                  // a drag that began with Shift
    bool askedStages[gelMostAsked]; // by key or button, while paused, in order: a stage, or else a frame
    int askedCount;
    gelPace pace;
    int shownAgainst;   // by the panel
    int framesDone;     // before this picture
    double drawSeconds; // duration of a picture without steps, a running mean
    float sharpness;    // pixels drawn per window pixel, each way: 1, or less if drawing is slow
    gelPictureClock clock;
    int code;          // of the first failure
    double messageEnd; // when a harmless message disappears, s
} gelWindow;

// Starts handling keys and mouse.
void gelWindow_CatchInput(gelWindow* window);
// The keys and their actions, one line each.
const char* gelWindow_KeysText(void);

void gelWindow_AskFrame(gelWindow* window);
void gelWindow_AskStage(gelWindow* window);
void gelWindow_ShowAll(gelWindow* window);
// Actions in the window may fail: then the window says so and keeps the old state.
void gelWindow_NoteFailure(gelWindow* window, int code);
