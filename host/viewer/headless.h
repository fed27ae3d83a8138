// A view without a window: writes pictures of its world to a film and a file.
#pragma once

#include "film.h"
#include "draw/offscreen.h"
#include "view.h"

typedef struct gelHeadless {
    gelView* view;
    gelOffscreen offscreen;
    gelFilm* film; // NULL if none is requested
    int stages;    // that were stepped of the frame under way
    bool hasPanel;
    bool isBodyOut; // some body was taken out
} gelHeadless;

// The view's session must be open. These report errors and return the exit code; what was opened is always
// closed.
int gelOpenHeadless(gelView* view, gelHeadless* headless);
int gelHeadless_Draw(gelHeadless* headless); // the current state with its legend, also to the film
// Takes bodies out that are not finite any more, and goes on to the frame: take_out.h. Waits for the device.
int gelHeadless_CheckDivergence(gelHeadless* headless);
// Writes the picture and keeps the film if `code`, the outcome of the work, is gel_exitDone. Returns the
// first failure.
int gelCloseHeadless(gelHeadless* headless, int code);
