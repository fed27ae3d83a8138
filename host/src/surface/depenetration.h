// Which points are inside an obstacle, and where they leave it.
#pragma once

#include "surface/contact_surface.h"

// Returns the nearest triangle by which a point in a tet of an obstacle leaves its inside; -1 if
// it is outside. `places` are those of the surface's points now, and may be far from rest: the
// point is where the tet, numbered as in surface->tets, took it. `inside`: the mesh at rest with
// the tets. Cost: some microseconds.
int gelFindWayOut(const gelContactSurface* surface, const gelTetMesh* inside, int tet, const float now[3],
                  const float (*places)[3]);
