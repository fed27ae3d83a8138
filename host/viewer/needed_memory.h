// Memory for what takes it for granted: Dear ImGui and glad write through NULL, and C++ ends the process without a
// word. Where there is none, the command ends at once, with a message and gel_exitInternal. A recording is in its file
// by then, and what else was begun is cleared away by the next command that writes there.
#pragma once

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

struct gelSession;

// The session that gets the message, and whose recording it names. Call this first.
void gelOpenNeededMemory(const struct gelSession* session);
// Never NULL; free releases it.
void* gelNeedMemory(size_t size);
void gelEndWithoutMemory(void);

#ifdef __cplusplus
}
#endif
