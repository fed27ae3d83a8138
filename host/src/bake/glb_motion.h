// The rigid motion that fits each body best (gelBody_GetTransform), as an empty node of a .glb that moves along.
#pragma once

#include "bake/bake.h"
#include "base/result_text.h"

typedef struct gelGlbMotions {
    int* bodies;   // [count]: those with triangles, of the bake
    int* numbers;  // [count]: in the world, from 1
    float* values; // [frameCount][count][7]: translation, rotation {x, y, z, w} of continuous sign
    int count;
} gelGlbMotions;

gelStatus gelPrepareGlbMotions(const gelBake* bake, gelGlbMotions* motions);
void gelReleaseGlbMotions(gelGlbMotions* motions);
// The record of a frame: what a later process learns the motions again from.
int64_t gelMeasureGlbMotionRecord(const gelGlbMotions* motions); // bytes
gelStatus gelWriteGlbMotionRecord(const gelBake* bake, gelGlbMotions* motions, gelResultFile* file);
gelStatus gelReadGlbMotionRecord(const gelBake* bake, gelGlbMotions* motions, gelResultFile* file);
// The samplers' values, body by body, as many bytes as the records.
gelStatus gelWriteGlbMotions(const gelBake* bake, const gelGlbMotions* motions, gelResultFile* file);

// JSON. The nodes come after node 0; the accessors two by two, translation and rotation; samplers likewise.
int64_t gelMeasureGlbMotionJson(const gelGlbMotions* motions); // at least the bytes
void gelPutGlbMotionNodes(gelResultText* out, const gelGlbMotions* motions);
void gelPutGlbMotionAccessors(gelResultText* out, const gelBake* bake, const gelGlbMotions* motions, int view,
                              int64_t offset); // each after a comma
void gelPutGlbMotionSamplers(gelResultText* out, const gelGlbMotions* motions, int times, int firstAccessor);
void gelPutGlbMotionChannels(gelResultText* out, const gelGlbMotions* motions, int firstSampler);
