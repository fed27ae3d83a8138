// Looks of surfaces inside the library.
#pragma once

#include "base/core.h"

#include "gel/surface.h"
#include "gel/surface_look.h"

enum { gel_mostMaterials = 1000, gel_largestImage = 64 << 20, gel_widestImage = 8192 };

// On failure *look, which may be NULL, is complete enough for gelDestroyLook.
gelStatus gelCopyLook(const gelSurfaceLook* from, int triangleCount, gelSurfaceLook** look);
void gelCopyLookTriangle(const gelSurfaceLook* from, int source, gelSurfaceLook* to, int target);
void gelTurnLookTriangle(gelSurfaceLook* look, int triangle); // swaps its last two corners
bool gelIsEqualLook(const gelSurfaceLook* a, const gelSurfaceLook* b, int triangleCount); // NULL is allowed
void gelDestroyLook(gelSurfaceLook* look);                                                // NULL is allowed

// Adds one and returns its number, or -1 if out of memory. Names are copied; a material begins white, without an
// image; an image without bytes.
int gelAddMaterial(gelSurfaceLook* look, const char* name, size_t length);
int gelAddImage(gelSurfaceLook* look, const char* name, size_t length);

float gelLinearColour(
    double screen);                  // 0 to 1, of a value for a screen (sRGB); what is not a number becomes 0
float gelClampColour(double linear); // 0 to 1

// NULL if the bytes are a whole PNG or JPEG picture, else what it is instead: "cut short". Pixels are not decoded.
const char* gelCheckImage(const unsigned char* bytes, size_t size);
