// Pictures of a scene while it is stepped: at the start, half-way and at the end.
#pragma once

#include "app/drawing.h"
#include "app/play.h"

enum { gel_reportPictures = 3 };

typedef struct gelPictures {
    gelOutput* output;
    gelDrawing* drawing;                      // NULL: they cannot be drawn
    char path[4200];                          // of the picture being made
    int frames[gel_reportPictures];           // when each is taken
    unsigned char* files[gel_reportPictures]; // PNG
    size_t sizes[gel_reportPictures];
    int count;
    char note[400]; // why there are none; "" if there are
} gelPictures;

// After gelOpenPlay. `path` is that of the report; pictures are made beside it. Without a viewer or a display there is a
// note instead, and no error. Both report that memory ran out and return the exit code.
int gelOpenPictures(gelPlay* play, const char* path, gelPictureSize size, gelPictures* pictures);
// After each frame.
int gelPictures_AddFrame(gelPictures* pictures, int frame);
void gelClosePictures(gelPictures* pictures);

// Writes bytes as text in base 64.
void gelWriteBase64(FILE* file, const unsigned char* bytes, size_t size);
