// The skins of a world's bodies. Bodies of one shape with equal surfaces share one.
#pragma once

#include "gel/skin.h"
#include "surface/contact_surface.h"

typedef struct gelSharedSkin {
    gelSkin skin;
    bool isEmbeddingGiven;             // by the caller; otherwise found here
    gelContactSurface* contactSurface; // NULL until asked for
    int useCount;
} gelSharedSkin;

// The surface with which a body of this mesh meets others, made on first use. NULL: out of memory.
const gelContactSurface* gelFindSkinSurface(gelSharedSkin* skin, const gelTetMesh* mesh);

// Drops one reference and destroys the skin after the last. NULL is allowed.
void gelReleaseSkin(gelSharedSkin* skin);
