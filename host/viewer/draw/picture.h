// Output of pictures: pixels of a framebuffer, PNG files, film.
#pragma once

#include "draw/opengl.h"

typedef struct gelPicture {
    int width, height;
    unsigned char* pixels; // [height][width][3], sRGB, the top row first
} gelPicture;

// Reads the framebuffer, growing the picture if needed. False if out of memory.
bool gelReadPicture(GLuint framebuffer, int width, int height, gelPicture* picture);
void gelClearPicture(gelPicture* picture);

// Reports errors and returns the exit code. The file gets its name when it is complete.
int gelSavePicture(gelOutput* output, const char* path, const gelPicture* picture);
