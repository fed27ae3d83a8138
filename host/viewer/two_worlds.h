// How the world beside is shown: halves of the picture, one body over the other, or not at all.
#pragma once

#include "draw/model.h"
#include "draw/position_source.h"

typedef enum gelTwoWorlds { gel_twoSplit, gel_twoOverlay, gel_twoHidden, gel_twoCount } gelTwoWorlds;
extern const char* const gelTwoWorldsNames[]; // "split", "overlay", "hidden"; NULL-terminated

// The drawing of the second world.
typedef struct gelSecondPicture {
    bool isOpen;
    int64_t besideCount, bodyChanges, takenCount; // as when it was opened
    gelModel model;
    gelPositionSource source;
    GLuint framebuffer, colour; // of both halves
    int width, height;          // pixels
    float left, right;          // shares of the picture's width that are covered
} gelSecondPicture;

typedef struct gelView gelView;
typedef struct gelRoom gelRoom;

// Returns how the second world is shown: hidden if there is none, or in the mode that shows the
// difference.
gelTwoWorlds gelView_TwoWorlds(const gelView* view);
// Where a half begins in a picture so wide, and how wide it is; the whole picture, if it is not split.
int gelView_HalfBegins(const gelView* view, int half, int width);
int gelView_HalfWidth(const gelView* view, int width);
// Draws one world or both, into gelView_Picture. Exit code.
int gelView_DrawWorlds(gelView* view, int width, int height);
GLuint gelView_Picture(const gelView* view);
// Names both worlds and their time. Between gelPanel_Begin and gelPanel_End.
void gelView_DrawNames(const gelView* view, const gelRoom* room);
void gelCloseSecondPicture(gelSecondPicture* second);
