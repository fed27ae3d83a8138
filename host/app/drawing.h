// Renders the frames of a world without a window, to a picture or a film. Provided by the viewer; without the
// viewer, opening one reports that.
#pragma once

#include "app/options.h"

#include "gel/gel.h"

// A member of a command's settings.
typedef struct gelPictureSize {
    int width, height; // pixels
} gelPictureSize;

// Rows of an option table for the member `size` of the settings type S.
#define GEL_PICTURE_SIZE_OPTION(S, member, smallest, usual, text)                                            \
    {                                                                                                        \
        .name = #member, .kind = gel_optionWhole, .offset = offsetof(S, size.member), .placeholder = "N",    \
        .initial = (usual), .lowest = (smallest), .highest = 8192, .help = text                              \
    }
#define GEL_PICTURE_SIZE_OPTIONS(S, smallest, usualWidth, usualHeight)                                       \
    GEL_PICTURE_SIZE_OPTION(S, width, smallest, usualWidth, "pixels of a picture, from left to right"),      \
        GEL_PICTURE_SIZE_OPTION(S, height, smallest, usualHeight, "pixels of a picture, from top to bottom")

typedef struct gelDrawing gelDrawing;

typedef struct gelDrawingDef {
    const char* path; // .png: the last frame alone; otherwise a film
    gelScene* scene;  // the caller keeps ownership
    gelWorld* world;
    gelPlayer* player;
    gelProbes* probes; // shown over the picture, with the frames that the caller adds; NULL: none
    gelPictureSize size;
    double frameTime; // of a film: from one frame that is added to the next, s
} gelDrawingDef;

typedef enum gelDrawingKind { gel_drawsNothing, gel_drawsPicture, gel_drawsFilm } gelDrawingKind;

// By extension: .png; .mp4, .mkv, .webm, .mov, .gif.
gelDrawingKind gelDrawingKindOf(const char* path);

// Both report errors and return the exit code. On failure there is nothing to close.
int gelOpenDrawing(gelOutput* output, const gelDrawingDef* def, gelDrawing** drawing);
int gelDrawing_AddFrame(gelDrawing* drawing); // the current state of the world
// Writes the current state to `path`, a .png, instead of the file named on opening, which is not written.
int gelDrawing_Save(gelDrawing* drawing, const char* path);
// Writes the file if `code`, the outcome of the work, is gel_exitDone; otherwise leaves nothing behind.
// Returns the first failure. NULL is allowed.
int gelCloseDrawing(gelDrawing* drawing, int code);
