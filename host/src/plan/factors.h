// Factors of a body's vertices.
#pragma once

#include "gel/values.h"

// Never changed once they are made, so that saved states share them with their world.
typedef struct gelVertexFactors {
    int useCount;
    float values[]; // [vertexCount]
} gelVertexFactors;

// A copy of values [count]; NULL if out of memory.
gelVertexFactors* gelMakeFactors(const float* values, int count);
// Drops one reference and destroys them after the last. NULL is allowed.
void gelReleaseFactors(gelVertexFactors* factors);
