// Points of bodies, as attachments take them.
#pragma once

#include "support/fixtures.h"

#include "gel/attachment.h"

static inline gelBodyPoint vertexOf(gelBodyId body, int vertex)
{
    return (gelBodyPoint){.body = body, .vertexCount = 1, .vertices = {vertex}, .weights = {1.0f}};
}

// Returns the point of a body that is nearest to a place.
static inline gelBodyPoint pointOf(gelWorld* world, gelBodyId body, gelVec3 place)
{
    gelBodyPoint point;
    REQUIRE(gelBody_FindPoint(world, body, place, &point));
    return point;
}
