// What a world with an integrator refuses.
#pragma once

#include "world/world.h"

// Settings that do not go with def->integrator: gel_unsupported.
gelStatus gelCheckIntegrator(const gelWorldDef* def);
// The same of a material.
gelStatus gelCheckSprings(const gelWorld* world, const gelMaterial* material);
