// The settings that a world with an integrator refuses.
#pragma once

#include "world/world.h"

// Refuses settings that do not go with def->integrator: gel_unsupported.
gelStatus gelCheckIntegrator(const gelWorldDef* def);
// Refuses a material that does not go with the world's integrator: gel_unsupported.
gelStatus gelCheckSprings(const gelWorld* world, const gelMaterial* material);
