// Bodies that never break: docs/recovery.md.
#pragma once

#include "gel/body.h"
#include "plan/body.h"
#include "plan/plan.h"

// Whether the body is to be looked at before the next step.
bool gelIsShapeRecoveryDue(const gelBody* body, int64_t stepCount);
// Between two steps, `vertices` those of the world: draws the body towards its shape if it is broken, and keeps in
// `preRecovery`, which is as long, what it was before. Whether it was drawn.
bool gelRecoverShape(gelBody* body, gelVertexState* vertices, gelVertexState* preRecovery, float timeStep);
void gelUndoShapeRecovery(gelBody* body, gelVertexState* vertices, const gelVertexState* preRecovery);
// That a body of the kind may be so: gel_invalidArgument.
gelStatus gelCheckUnbreakable(gelBodyKind kind, bool unbreakable);
uint64_t gelHashShapeRecovery(uint64_t hash, const gelBody* body);
