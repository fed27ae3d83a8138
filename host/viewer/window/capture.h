// Pictures and films of what the window shows, without the panel: files of new names in the current folder.
#pragma once

#include "window/window.h"

void gelWindow_RequestPicture(gelWindow* window);
void gelWindow_RequestFilm(gelWindow* window); // begins or ends one
// Once per picture, after the work: writes what was asked for, and adds each new frame to the film.
void gelWindow_Capture(gelWindow* window, int width, int height);
int gelWindow_DrawFilmMark(const gelWindow* window, int bottom); // above `bottom`; returns where its top is
int gelWindow_EndFilm(gelWindow* window);                        // exit code
