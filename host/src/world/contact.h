// Prepares contact between bodies, before a step.
#pragma once

#include "world/world.h"

// Bodies with skins meet others, and the ground, with those if contact is on: sets their surfaces, and marks
// their vertices. Makes the plan stale where that changes.
gelStatus gelAttachContactSurfaces(gelWorld* world);
// Gives a body's vertices their damping, with the mark if it meets others with its skin.
void gelMarkVertices(gelWorld* world, const gelBody* body);

// Finds world->masses: the mass of each body, kg; infinite if a vertex is pinned, or if it sleeps.
gelStatus gelMeasureMasses(gelWorld* world);
// The contacts of the step that begins.
gelStatus gelWorldFindContacts(gelWorld* world);
