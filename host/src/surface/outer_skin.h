// The surface of a body with a skin as fields see it: the skin itself, from outside.
#pragma once

#include "surface/contact_surface.h"

typedef struct gelOuterSkin {
    int pointCount, triangleCount;
    gelContactPoint* points; // [pointCount]; weights may be negative
    int (*triangles)[3];     // [triangleCount]: points, anticlockwise seen from outside
    float* displacements;    // [triangleCount]: as of OuterTriangle
} gelOuterSkin;

// Takes the skin, if most of it is closed and it isn't much finer than the tets, and cuts the
// triangles of one that is coarser; or `contact`, which follows it, if that encloses something.
// Otherwise *outer has no triangles, and the boundary of the tets counts. `volume` is the one whose
// mass the body has, m^3: the body displaces as much when it is all under a liquid, whatever the
// surface encloses. On failure *outer is empty. Errors: gel_outOfMemory.
gelStatus gelTakeSkin(const gelTetMesh* mesh, const gelSkin* skin, double volume, gelOuterSkin* outer);
gelStatus gelTakeContactSurface(const gelTetMesh* mesh, const gelContactSurface* contact, double volume,
                                gelOuterSkin* outer);
void gelClearOuterSkin(gelOuterSkin* outer);
