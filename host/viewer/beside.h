// The world beside that of a session: it has a setup of its own, and gets the same input.
#pragma once

#include "session.h"

void gelSession_EndBeside(gelSession* session);
// After a reset: gives the bodies that are new its materials again. Exit code.
int gelSession_ResetBeside(gelSession* session);

// The setup of the world (0) or of that beside (1), in words.
enum { gel_setupTextSize = 1100 };
const char* gelSession_SetupText(const gelSession* session, int which, char text[gel_setupTextSize]);
