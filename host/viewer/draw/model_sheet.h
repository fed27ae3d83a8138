// The thickness of sheets as drawn: both sides, moved apart along the normals, and a rim between them.
#pragma once

#include "draw/model_surface.h"

// Adds it for all sheets of the draft, behind everything else; so nothing can be added or torn after that. False if
// out of memory.
bool gelSurfaceDraft_Thicken(gelSurfaceDraft* draft);
