// Bodies that never break: docs/recovery.md.
#pragma once

#include "gel/body.h"
#include "plan/body.h"
#include "plan/plan.h"

// Whether the body is to be looked at before the next step.
bool gelIsMendingDue(const gelBody* body, int64_t stepCount);
// Between two steps, `vertices` those of the world: draws the body towards its shape if it is broken, and keeps in
// `unmended`, which is as long, what it was before. Whether it was drawn.
bool gelMendBody(gelBody* body, gelVertexState* vertices, gelVertexState* unmended, float timeStep);
void gelUnmendBody(gelBody* body, gelVertexState* vertices, const gelVertexState* unmended);
// That a body of the kind may be so: gel_invalidArgument.
gelStatus gelCheckUnbreakable(gelBodyKind kind, bool unbreakable);
uint64_t gelHashMending(uint64_t hash, const gelBody* body);
