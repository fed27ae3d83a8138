// How the file of a surface says that it looks: base colours, textures, colours of vertices. For display and for
// .glb files; it does not affect the motion.
//
//     const gelSurfaceAppearance* look = surface.look;
//     int material = look != NULL ? look->materials[triangle] : -1;
//     if (material >= 0)
//         printf("%s\n", look->list[material].name);
#pragma once

#include "gel/base.h"

#include <stddef.h>

// A picture as in its file, not decoded: PNG or JPEG, at most 64 MiB and 8192 pixels each way.
typedef struct gelSurfaceImage {
    char* name;           // as the surface's file refers to it; in the file itself: "*0" and so on
    unsigned char* bytes; // NULL if it could not be read, which was logged; no material then refers to it
    size_t size;
} gelSurfaceImage;

// The look of a part of a surface.
typedef struct gelSurfaceMaterial {
    char* name;      // "" if unnamed
    float colour[3]; // red, green and blue, linear, 0 to 1; the image multiplies it
    int image;       // -1: none
} gelSurfaceMaterial;

// The colours of a surface, for drawing.
typedef struct gelSurfaceAppearance {
    int materialCount;
    gelSurfaceMaterial* list; // [materialCount]
    int imageCount;
    gelSurfaceImage* images; // [imageCount]
    int* materials;          // [triangleCount]; -1: none
    float* cornerColours;    // [triangleCount][3][3], as the materials', which they multiply; NULL: none
} gelSurfaceAppearance;
