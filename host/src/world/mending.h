// Bodies that never break: docs/recovery.md.
#pragma once

#include "world/world.h"

// Between two steps: draws the unbreakable bodies that are broken towards their shape, once per step.
gelStatus gelWorldMendBodies(gelWorld* world, float timeStep);
// That a body of the kind may be so: gel_invalidArgument.
gelStatus gelCheckUnbreakable(gelBodyKind kind, bool unbreakable);
uint64_t gelHashMending(uint64_t hash, const gelBody* body);
