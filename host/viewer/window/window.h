// The inside of the window, for the files that implement it.
#pragma once

#include "window/pace.h"
#include "panel/panel.h"
#include "draw/picture_clock.h"
#include "view.h"
#include "window/lists.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

enum { gelMostAsked = 256 }; // between two pictures

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
    double drawSeconds; // what a picture takes without the steps, a running mean
    float sharpness;    // of the picture drawn, to the window's pixels: 1, or less where drawing is slow
    gelPictureClock clock;
    int code;          // of the first failure
    double messageEnd; // when one that is not bad goes away, s
} gelWindow;

// Keys and mouse, from now on.
void gelWindow_CatchInput(gelWindow* window);
// What the keys do, a line each.
const char* gelWindow_KeysText(void);

void gelWindow_AskFrame(gelWindow* window);
void gelWindow_AskStage(gelWindow* window);
void gelWindow_ShowAll(gelWindow* window);
// What is done in the window may fail: then it is said there and the old state goes on.
void gelWindow_NoteFailure(gelWindow* window, int code);
