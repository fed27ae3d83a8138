// Goes back and forth in the frames that a session has played. From a past frame, stepping repeats
// them with their input; other input replaces the later frames.
#pragma once

#include "session.h"

// Keeps the frame that is about to begin, if that is due: it costs at most a twentieth of the time.
// Without a time line one frame is kept, at most once a second, to repeat a failed step.
void gelSession_KeepFrame(gelSession* session);
// Keeps the players before a frame begins, if the integrator may refuse its step.
void gelSession_KeepBegin(gelSession* session);
// Undoes a frame whose step failed with gel_stepTooSmall: the session travels to its beginning from
// the keyframe before it. Without one, bodies stay where the step has left them. Returns `code`.
int gelSession_UndoFrame(gelSession* session, int code);
// Ends a frame: a new one, or one that was played before. Returns the exit code.
int gelSession_EndFrame(gelSession* session);

// Continues after a step or a read failed with gel_deviceError: reopens the device, or opens
// another or the reference, and steps to the current frame again from the keyframe before it.
// Prints a warning, and copies its text to `told`. The world's shared vertices have ended. Returns
// gel_exitDevice without a keyframe, or if no back end can continue.
int gelSession_Recover(gelSession* session, char* told, size_t size);

// Restores a keyframe, which need not be of the time line, and removes the probe values of later
// frames. Returns the exit code.
int gelSession_Restore(gelSession* session, const gelKeyframe* key);
// Ends the comparison. It starts again where the session arrives.
void gelSession_SuspendBeside(gelSession* session);

// Whether frames after this one were played.
bool gelSession_IsInPast(const gelSession* session);
// Returns the first frame that can be gone to; the current frame if there is none.
int64_t gelSession_GetFirstFrame(const gelSession* session);

// Begins the way to a frame, or to the nearest that can be gone to; completes a frame under way
// first. Returns the exit code.
int gelSession_GoTo(gelSession* session, int64_t frame);
// Steps on the way to that frame for about that many seconds. Returns the exit code.
int gelSession_Travel(gelSession* session, double seconds);
bool gelSession_IsTravelling(const gelSession* session);

// Forgets the later frames, and lets go of the grabbed vertex. Returns the exit code.
int gelSession_ForgetFuture(gelSession* session);
// Forgets all frames, before other kernels, constraints or another device step.
void gelSession_ForgetHistory(gelSession* session);
