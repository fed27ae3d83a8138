// Bodies that never break: docs/recovery.md.
#pragma once

#include "gel/body.h"
#include "plan/body.h"
#include "plan/plan.h"

// Whether the body is to be looked at before the next step.
bool gelIsShapeRecoveryDue(const gelBody* body, int64_t stepCount);
// Draws a broken body towards its shape, between two steps. `vertices` are those of the world;
// `preRecovery`, which is as long, receives the body's vertices from before. Returns whether the
// body was drawn.
bool gelRecoverShape(gelBody* body, gelVertexState* vertices, gelVertexState* preRecovery, float timeStep);
void gelUndoShapeRecovery(gelBody* body, gelVertexState* vertices, const gelVertexState* preRecovery);
// That a body of the kind may be so: gel_invalidArgument.
gelStatus gelCheckUnbreakable(gelBodyKind kind, bool unbreakable);
uint64_t gelHashShapeRecovery(uint64_t hash, const gelBody* body);
