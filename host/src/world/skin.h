// The skins of a world's bodies. Bodies of one shape with equal surfaces share one.
#pragma once

#include "gel/skin.h"

typedef struct gelSharedSkin {
    gelSkin skin;
    bool isEmbeddingGiven; // by the caller; otherwise found here
    int useCount;
} gelSharedSkin;

// Drops one reference and destroys the skin after the last. NULL is allowed.
void gelReleaseSkin(gelSharedSkin* skin);
