// Pictures on their way out: pixels of a framebuffer, PNG files, film.
#pragma once

#include "draw/opengl.h"

typedef struct gelPicture {
    int width, height;
    unsigned char* pixels; // [height][width][3], sRGB, the top row first
} gelPicture;

// Reads the framebuffer; makes room in the picture first where it is too small. False where memory ran out.
bool gelReadPicture(GLuint framebuffer, int width, int height, gelPicture* picture);
void gelClearPicture(gelPicture* picture);

// Reports and returns the exit code. Nothing is written half.
int gelWritePng(gelOutput* output, const char* path, const gelPicture* picture);
