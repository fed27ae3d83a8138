// Decodes pictures of surfaces.
#pragma once

#include "gel/surface_appearance.h"

#include <stdbool.h>

typedef struct gelPixels {
    int width, height;
    unsigned char* rgba; // [height][width][4], from the top
    bool lacksMemory;    // and so was not decoded
} gelPixels;

// Decodes a PNG or JPEG of at most `maxPixels` in a row or column. Returns NULL, or what is wrong
// with it.
const char* gelDecodeImage(const gelSurfaceImage* image, int maxPixels, gelPixels* pixels);
void gelReleasePixels(gelPixels* pixels);
