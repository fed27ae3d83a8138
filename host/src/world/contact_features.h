// Features of contacts between bodies as rows of the two-level solver: faces, edges or rims, which have the normals.
#pragma once

#include "world/world.h"

// Chooses the feature of a contact that the stage has pushed, its triangle and its edges. Returns whether it can be a row.
bool gelChooseFeature(const gelWorld* world, const gelBody* const bodies[2], gelContactRow* row);
// Gives a point on a rim the triangle that is nearest now, and its normal. Returns whether it is still outside. *changed: it
// has another triangle.
bool gelFollowRim(const gelWorld* world, gelContactRow* row, bool* changed);
