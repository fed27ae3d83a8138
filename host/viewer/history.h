// Going back and forth in what a session has played. From a past frame, stepping repeats what was played, with its
// input; other input replaces what came after.
#pragma once

#include "session.h"

// Keeps the frame that is about to begin, if it is time for it: this takes at most a twentieth of the time. For the
// session. Without a time line one frame is kept, once a second if that costs little, so that what failed can be done again.
void gelSession_KeepFrame(gelSession* session);
// Keeps what is done to the players as a frame begins, if its step may fail. For the session.
void gelSession_KeepBegin(gelSession* session);
// A step failed. If the integrator could not take it (gel_stepTooSmall), the frame has not begun: the session travels
// there from the keyframe before; without one, bodies are where the last part of the step took them. Returns `code`.
int gelSession_UndoFrame(gelSession* session, int code);
// A frame is done: the last one, or one that was played before. Exit code. For the session.
int gelSession_EndFrame(gelSession* session);

// After a step or a read failed with gel_deviceError: the device is opened anew, or the next one, or the reference, and
// the session steps to its frame again from the keyframe before it. Warns, and writes the same to `told`. The world's
// shared vertices have ended. gel_exitDevice: there is no keyframe, or no place to go on.
int gelSession_Recover(gelSession* session, char* told, size_t size);

// To a keyframe, which need not be of the time line; probes of later frames are forgotten. Exit code. For the session.
int gelSession_Restore(gelSession* session, const gelKeyframe* key);
// Ends the comparison. It begins anew where the session arrives.
void gelSession_SuspendBeside(gelSession* session);

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
