// The vertices of a small world, written for drawing.
#pragma once

#include "gel/share.h"

enum { drawnVertices = 128 }; // at most

// Twice: what the host could read in between goes back to the device.
static inline gelStatus drawTwice(gelWorld* world)
{
    static _Alignas(64) float positions[drawnVertices][4];
    static _Alignas(64) float speeds[drawnVertices];
    gelSharedVerticesDef def = {
        .positions = positions[0], .speeds = speeds, .capacity = GEL_SHARED_CAPACITY(drawnVertices)};
    gelSharedVertices* shared;
    gelBounds bounds;
    gelStatus status = gelCreateSharedVertices(world, &def, &shared);
    for (int i = 0; i < 2 && status == gel_success; i++)
        status = gelSharedVertices_Update(shared, true, &bounds);
    gelDestroySharedVertices(shared);
    return status;
}
