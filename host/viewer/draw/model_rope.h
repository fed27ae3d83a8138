// Ropes as drawn: tubes, whose corners corners.vert places round the moving lines.
#pragma once

#include "draw/model_surface.h"

enum { gel_ropeSides = 8 }; // as in corners.vert

// Adds a rope, whose vertices begin at `first`. False if out of memory.
bool gelSurfaceDraft_AddRope(gelSurfaceDraft* draft, int body, int first, const gelLineMesh* lines,
                             float radius);
