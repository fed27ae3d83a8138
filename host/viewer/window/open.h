// How the window comes to its scenes: the start page, files dropped onto it, the next lesson.
#pragma once

#include "window/window.h"

// Shows bodies where neither the panel nor a lesson is. For each picture.
void gelWindow_MakeRoom(gelWindow* window);

// Shows all bodies, and follows them until the user moves the camera.
void gelWindow_ShowAll(gelWindow* window);

// False, keeping the old one, if it cannot be opened.
bool gelWindow_OpenScene(gelWindow* window, const char* path);

// Takes the lesson of the session's scene, if it has one: it stands still until there is a prediction.
void gelWindow_AdoptLesson(gelWindow* window);

void gelWindow_OpenStart(gelWindow* window, bool atLessons);
// True if the key was the start page's, which takes all of them.
bool gelWindow_StartKey(gelWindow* window, int key);
// Draws the start page in place of a picture, into the window's framebuffer.
void gelWindow_DrawStart(gelWindow* window, int width, int height);
