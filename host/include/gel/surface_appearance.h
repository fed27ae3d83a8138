// The appearance of a surface in its file: base colours, textures, colours of vertices. For display
// and for .glb files; it does not affect the motion.
//
//     const gelSurfaceAppearance* look = surface.look;
//     int material = look != NULL ? look->materials[triangle] : -1;
//     if (material >= 0)
//         printf("%s\n", look->list[material].name);
#pragma once

#include "gel/base.h"

#include <stddef.h>

// An image as in its file, not decoded: PNG or JPEG, at most 64 MiB and 8192 pixels along each
// axis.
typedef struct gelSurfaceImage {
    char* name; // as the surface's file refers to it; embedded images: "*0", "*1"...
    // Contents, [size]. NULL if the image could not be read; that was logged, and no material
    // refers to it.
    unsigned char* bytes;
    size_t size;
} gelSurfaceImage;

// The appearance of a part of a surface.
typedef struct gelSurfaceMaterial {
    char* name;      // "" if unnamed
    float colour[3]; // red, green, blue; linear, 0 to 1; multiplied by the image
    int image;       // index of the image; -1: none
} gelSurfaceMaterial;

// The colours of a surface, for display.
typedef struct gelSurfaceAppearance {
    int materialCount;
    gelSurfaceMaterial* list; // [materialCount]
    int imageCount;
    gelSurfaceImage* images; // [imageCount]
    int* materials;          // [triangleCount], index into `list`; -1: none
    // Colours of corners, [triangleCount][3][3], linear, multiplied by the material's colour; NULL:
    // none.
    float* cornerColours;
} gelSurfaceAppearance;
