// Contacts between bodies of the two-level solver that are rows of its systems: kernels/two_level_contact.h.
//
// A contact becomes a row once the stage of contact has pushed it, and its bodies have not moved as fast as in a blow against
// each other for 0.03 s. It is one until its bodies part, or its elements.
#pragma once

#include "world/world.h"

// A step is done: reads what the rows push with.
gelStatus gelReadContactRows(gelWorld* world);
// The contacts of the step are recorded: drops rows that have ended, and adds new ones.
gelStatus gelUpdateContactRows(gelWorld* world);
