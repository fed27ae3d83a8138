// The skins of a world's bodies. Bodies of one shape with equal surfaces share one.
#pragma once

#include "gel/skin.h"
#include "plan/shape.h"
#include "surface/outer_skin.h"

typedef struct gelSharedSkin {
    gelSkin skin;
    bool isEmbeddingGiven;             // by the caller; otherwise found here
    gelContactSurface* contactSurface; // NULL until asked for
    gelOuterSkin* outerSkin;           // NULL until asked for; without triangles, fields act on the tets
    int useCount;
} gelSharedSkin;

// The surface with which a body of this mesh meets others, made on first use. NULL: out of memory.
const gelContactSurface* gelFindSkinSurface(gelSharedSkin* skin, const gelTetMesh* mesh);

// Finds the surface of a body of this shape on which fields act, made on first use; *found is NULL
// if that is the boundary of its tets. Errors: gel_outOfMemory.
gelStatus gelFindOuterSkin(gelSharedSkin* skin, const gelShape* shape, const gelOuterSkin** found);

// Drops one reference and destroys the skin after the last. NULL is allowed.
void gelReleaseSkin(gelSharedSkin* skin);
