// Looks of surfaces inside the library.
#pragma once

#include "base/core.h"

#include "gel/surface.h"
#include "gel/surface_appearance.h"

enum { gel_maxMaterials = 1000, gel_largestImage = 64 << 20, gel_widestImage = 8192 };

// Copies an appearance. On failure *look, which may be NULL, is complete enough for
// gelDestroyAppearance.
gelStatus gelCopyAppearance(const gelSurfaceAppearance* from, int triangleCount, gelSurfaceAppearance** look);
void gelCopyAppearanceTriangle(const gelSurfaceAppearance* from, int source, gelSurfaceAppearance* to,
                               int target);
void gelFlipAppearanceTriangle(gelSurfaceAppearance* look, int triangle); // swaps its last two corners
bool gelIsEqualAppearance(const gelSurfaceAppearance* a, const gelSurfaceAppearance* b,
                          int triangleCount);          // NULL is allowed
void gelDestroyAppearance(gelSurfaceAppearance* look); // NULL is allowed

// Adds one and returns its number, or -1 if out of memory. Names are copied; a material begins white, without an
// image; an image without bytes.
int gelAddMaterial(gelSurfaceAppearance* look, const char* name, size_t length);
int gelAddImage(gelSurfaceAppearance* look, const char* name, size_t length);

float gelLinearColour(
    double screen);                  // 0 to 1, of a value for a screen (sRGB); what is not a number becomes 0
float gelClampColour(double linear); // 0 to 1

// Returns NULL if the bytes are a whole PNG or JPEG picture, else what they are instead: "cut
// short". Pixels are not decoded.
const char* gelCheckImage(const unsigned char* bytes, size_t size);
