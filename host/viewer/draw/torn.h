// Leaves out torn parts when bodies are drawn.
#pragma once

#include "draw/model_surface.h"

// A body of tets without the tets that have torn.
typedef struct gelTornBody {
    bool* isTorn;             // [tets of the body]; NULL if none has torn, and the rest is 0
    gelTetMesh held;          // the body's mesh, but for its torn tets
    gelSurfaceMesh uncovered; // the sides of tets that were inside the body
} gelTornBody;

// Counts the torn springs of all bodies of the world; 0 where nothing tears.
int gelCountTornSprings(gelWorld* world);
// Makes points of the triangles of which an edge has torn. False if out of memory.
bool gelDropTornTriangles(gelWorld* world, gelSurfaceDraft* draft);

// False if out of memory; *torn is to be cleared either way. It refers to the body's mesh.
bool gelFindTornBody(gelWorld* world, gelBodyId id, gelTornBody* torn);
void gelClearTornBody(gelTornBody* torn);
// Makes points of the skin's triangles that lie in torn tets. The skin's triangles begin at
// `firstTriangle`, its points at `firstPoint`.
void gelDropTornSkin(const gelTornBody* torn, const gelSkin* skin, int firstPoint, int firstTriangle,
                     gelSurfaceDraft* draft);
