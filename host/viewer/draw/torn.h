// What has torn is not drawn.
#pragma once

#include "draw/model_surface.h"

// Of all bodies of the world; 0 where nothing tears.
int gelCountTornSprings(gelWorld* world);
// Makes points of the triangles of which an edge has torn. False if out of memory.
bool gelDropTornTriangles(gelWorld* world, gelSurfaceDraft* draft);
