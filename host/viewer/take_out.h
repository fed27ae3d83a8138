// Bodies that are not finite any more are taken out of the session, and the others go on: as in app/divergence_guard.h.
#pragma once

#include "session.h"

// A position or velocity of the world is not finite. Goes back to the last keyframe in which all are, steps to the first
// frame in which one is not, takes those bodies out before it, and sets out for the frame that the session was at or on its
// way to; `told` says which body, vertex and frame. A comparison begins anew there. *isDone is false if nothing can be taken
// out: the session is at the last frame in which all is finite then, or, without a keyframe of such a one, where it was.
// Exit code.
int gelSession_IsolateDiverged(gelSession* session, bool* isDone, char* told, size_t size);
