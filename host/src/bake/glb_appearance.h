// Materials and pictures of a .glb.
#pragma once

#include "bake/bake.h"
#include "base/result_text.h"

typedef struct gelGlbMaterial {
    char* name; // escaped for JSON
    bool hasColour;
    float colour[3];
    int image; // -1: none
} gelGlbMaterial;

// The bytes are the surface's and valid until gelWriteGlbImages.
typedef struct gelGlbImage {
    const unsigned char* bytes;
    size_t size;
    int64_t offset; // after the first
    bool isPng;
} gelGlbImage;

typedef struct gelGlbAppearances {
    gelGlbMaterial* materials;
    gelGlbImage* images;
    int materialCount, imageCount, materialCapacity, imageCapacity;
    int64_t imageBytes; // of all, aligned to words
} gelGlbAppearances;

// The material of a part: that of its surface or, for its name, a colourless one; -1 without a name. Equal ones are
// one.
gelStatus gelAddGlbMaterial(gelGlbAppearances* looks, const gelBakePart* part, int* material);
int64_t gelMeasureGlbAppearances(const gelGlbAppearances* looks); // at least the bytes of JSON
gelStatus gelWriteGlbImages(gelGlbAppearances* looks, gelResultFile* file);
void gelPutGlbImageViews(gelResultText* out, const gelGlbAppearances* looks,
                         int64_t start); // each after a comma
void gelPutGlbMaterials(gelResultText* out, const gelGlbAppearances* looks, int firstView);
void gelReleaseGlbAppearances(gelGlbAppearances* looks);
