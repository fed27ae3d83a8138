// The bodies of a world that the two-level solver steps.
#pragma once

#include "world/world.h"

// Whether a body is stepped with BDF2 and was not, or was and is not.
bool gelTimeSchemeHasChanged(const gelWorld* world);
// Whether attachments that may be rows have come or gone since the bodies were listed.
bool gelRowsHaveChanged(const gelWorld* world);
// Brings the back end's list of them up to date. The state must be on the host: the back end loses
// its histories.
gelStatus gelPushTwoLevel(gelWorld* world);
// Returns what the world or a body has that the solver does not support; NULL: nothing. A limit of stretch is a rigid
// spring among soft ones as soon as it is reached: one cycle solves that so badly that the body flies apart.
const char* gelFindTwoLevelLack(const gelWorld* world, const gelBody* body);
// Whether Gel may choose the two-level solver for a body.
bool gelMayChooseTwoLevel(const gelWorld* world, const gelBody* body);
// Fails with gel_unsupported if the world has what the solver does not support.
gelStatus gelCheckTwoLevel(const gelWorld* world);

// Counts the wrong tets of the solver's bodies, and decides whose turn it is with those that are ruined:
// kernels/two_level_guard.h. The state is on the back end.
gelStatus gelWorldCountRuins(gelWorld* world, float timeStep);
// Copies the history of a body to another of its mesh, which has none.
gelStatus gelCopyHistory(const gelBody* original, gelBody* body);
// Adds the history in the precision of the back end, unless it is 0.
uint64_t gelHashHistory(uint64_t hash, const gelBody* body, bool doublePrecision);
void gelKeepTurns(gelWorld* world); // when a step has ended
void gelUndoTurns(gelWorld* world); // when it is given up
