// Warnings of links that begin where they do not hold: the first step would close the gap in one blow. Nothing is
// refused, as a scene may mean it. The state must be on the host.
#pragma once

#include "world/world.h"

// Warns if a stiff attachment begins longer or shorter than it keeps itself, or has no direction.
void gelWarnOfGap(gelWorld* world, const gelAttachmentDef* def);
// Warns if the point of a body that was found for a place is farther from it than the body is large.
// `end`: "a" or "b".
void gelWarnOfFarPoint(const gelWorld* world, const char* end, gelVec3 place, const gelBodyPoint* found);
// Warns if goals, [vertexCount][3], begin far from the vertices that they pull.
void gelWarnOfFarGoals(gelWorld* world, const gelBody* body, const float* xyz);
