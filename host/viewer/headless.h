// A view without a window: pictures of its world, into a film and a file.
#pragma once

#include "film.h"
#include "draw/offscreen.h"
#include "view.h"

typedef struct gelHeadless {
    gelView* view;
    gelOffscreen offscreen;
    gelFilm* film; // NULL where none is asked for
    bool hasPanel;
} gelHeadless;

// The view's session must be open. Report and return the exit code; what is opened is closed in any case.
int gelOpenHeadless(gelView* view, gelHeadless* headless);
int gelHeadless_Draw(gelHeadless* headless); // the world as it is, with its legend, and into the film
// Writes the picture and keeps the film where `code`, how the work ended, is gel_exitDone. Returns the first failure.
int gelCloseHeadless(gelHeadless* headless, int code);
