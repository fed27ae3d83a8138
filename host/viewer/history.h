// Going back and forth in what a session has played. From a past frame, stepping repeats what was played, with its
// input; other input replaces what came after.
#pragma once

#include "session.h"

// Keeps the frame that is about to begin, if it is time for it: this takes at most a twentieth of the time. For the
// session.
void gelSession_KeepFrame(gelSession* session);
// A frame is done: the last one, or one that was played before. Exit code. For the session.
int gelSession_EndFrame(gelSession* session);

// Frames after this one have been played.
bool gelSession_IsInPast(const gelSession* session);
// The first frame that can be gone to; that of now if there is none.
int64_t gelSession_GetFirstFrame(const gelSession* session);

// Sets out for a frame, or the nearest that can be gone to; a frame under way is completed first. Exit code.
int gelSession_GoTo(gelSession* session, int64_t frame);
// On the way to a frame: steps from the keyframe before it, for about that many seconds. Exit code.
int gelSession_Travel(gelSession* session, double seconds);
bool gelSession_IsTravelling(const gelSession* session);

// What came after this frame is forgotten, and the hand lets go. Exit code.
int gelSession_ForgetFuture(gelSession* session);
// All is forgotten: other kernels, constraints or a new device step from here on.
void gelSession_ForgetHistory(gelSession* session);
