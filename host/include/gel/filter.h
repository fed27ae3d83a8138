// Which bodies meet: what they are, what they collide with, and pairs that ignore each other. Obstacles count as
// bodies. Only what meets costs anything, so filters make contact cheaper, too.
//
//     enum { hands = 1 << 1, tables = 1 << 2 };
//     def.filter = (gelFilter){.category = hands, .collidesWith = ~tables};
//
// Two bodies meet if the category of each is among what the other collides with, and the pair is not ignored.
// Of the 32 bits scenes give the first to all that name no category, and 31 to those that they name.
// The ground is no body: all meet it. Whether a body meets itself is a matter of its selfContact alone. Changes
// take effect with the next step and cost nothing.
#pragma once

#include "gel/id.h"

// Which bodies collide.
typedef struct gelFilter {
    uint32_t category;     // what it is, a bit or several of 32; default 1
    uint32_t collidesWith; // the bits of what it meets: one of each category must be here; default all
} gelFilter;

// Returns the filter of category 1 that collides with all categories.
GEL_API gelFilter gelDefaultFilter(void);

// Errors: gel_invalidHandle.
GEL_API gelStatus gelBody_GetFilter(const gelWorld* world, gelBodyId id, gelFilter* filter);
GEL_API gelStatus gelBody_SetFilter(gelWorld* world, gelBodyId id, gelFilter filter);

// Lets two bodies pass through each other, whatever their filters, as parts do that are joined; or no longer
// (`ignore` false). Ends with either body; clones have it, too. Errors: gel_invalidHandle, gel_invalidArgument
// (twice the same body), gel_outOfMemory. Cost: linear in the pairs of the two.
GEL_API gelStatus gelWorld_IgnorePair(gelWorld* world, gelBodyId a, gelBodyId b, bool ignore);
// false if an id is invalid, too.
GEL_API bool gelWorld_IsPairIgnored(const gelWorld* world, gelBodyId a, gelBodyId b);
