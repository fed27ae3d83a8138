// The skins of a world's bodies. Bodies of one shape with equal surfaces share one.
#pragma once

#include "gel/skin.h"

typedef struct gelSharedSkin {
    gelSkin skin;
    bool isEmbeddingGiven; // by who set it; else found here
    int useCount;
} gelSharedSkin;

// Counts one use less and destroys the skin after the last. NULL is allowed.
void gelReleaseSkin(gelSharedSkin* skin);
