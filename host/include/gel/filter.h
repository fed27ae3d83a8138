// Filters: which bodies collide with each other. Obstacles count as bodies. Contact costs less with
// filters, since only pairs that may collide cost anything.
//
//     enum { hands = 1 << 1, tables = 1 << 2 };
//     def.filter = (gelFilter){.category = hands, .collidesWith = ~tables};
//
// Two bodies collide if each one's category is in the other's collidesWith, unless the pair is
// ignored. Scene files use bit 0 for bodies without a category; up to 31 named categories get the
// others. The ground is no body: every body collides with it. Self-contact depends only on
// gelBodyDef.selfContact. Changes take effect with the next step and cost nothing.
#pragma once

#include "gel/id.h"

// The category of a body and the categories it collides with.
typedef struct gelFilter {
    uint32_t category;     // one or more of 32 bits; default 1
    uint32_t collidesWith; // bits of the categories it collides with; default all
} gelFilter;

// Returns the default filter: category 1, collides with all.
GEL_API gelFilter gelDefaultFilter(void);

// Returns in *filter the filter of a body.
// Errors: gel_invalidHandle.
GEL_API gelStatus gelBody_GetFilter(const gelWorld* world, gelBodyId id, gelFilter* filter);
// Sets the filter of a body, from the next step on.
// Errors: gel_invalidHandle.
GEL_API gelStatus gelBody_SetFilter(gelWorld* world, gelBodyId id, gelFilter filter);

// Lets two bodies pass through each other, whatever their filters, or no longer (`ignore` false).
// Useful for parts that are joined. Ends when either body is destroyed. Clones inherit it.
// Errors: gel_invalidHandle, gel_invalidArgument (the bodies are the same), gel_outOfMemory.
// Cost: linear in the ignored pairs of the two bodies.
GEL_API gelStatus gelWorld_IgnorePair(gelWorld* world, gelBodyId a, gelBodyId b, bool ignore);
// Returns whether a pair is ignored; false if an id is invalid.
GEL_API bool gelWorld_IsPairIgnored(const gelWorld* world, gelBodyId a, gelBodyId b);
