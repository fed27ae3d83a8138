// A view without a window: writes pictures of its world to a film and a file.
#pragma once

#include "film.h"
#include "draw/offscreen.h"
#include "view.h"

typedef struct gelHeadless {
    gelView* view;
    gelOffscreen offscreen;
    gelFilm* film; // NULL if none is requested
    bool hasPanel;
} gelHeadless;

// The view's session must be open. These report errors and return the exit code; what was opened is always
// closed.
int gelOpenHeadless(gelView* view, gelHeadless* headless);
int gelHeadless_Draw(gelHeadless* headless); // the current state with its legend, also to the film
// Writes the picture and keeps the film if `code`, the outcome of the work, is gel_exitDone. Returns the
// first failure.
int gelCloseHeadless(gelHeadless* headless, int code);
