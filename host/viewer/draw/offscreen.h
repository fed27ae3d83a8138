// A context without a display or window.
#pragma once

#include "app/output.h"

typedef struct gelOffscreen {
    void *display, *context; // EGLDisplay, EGLContext
} gelOffscreen;

// Creates a context of OpenGL 4.5, or else 3.3, makes it current and loads its functions. Reports errors and
// returns the exit code.
int gelOpenOffscreen(gelOutput* output, gelOffscreen* offscreen);
void gelCloseOffscreen(gelOffscreen* offscreen);
