// Tells when the estimate of softness that the window shows has to be made again.
#pragma once

#include "session.h"

enum { gel_maxSoftnessBodies = 256 }; // that the estimate looks at

// Hashes everything that the estimate depends on and the window changes. `materialBody`: the body whose material is
// shown, by order of creation; -1: all.
uint64_t gelHashSoftnessCauses(const gelSession* session, int materialBody);
