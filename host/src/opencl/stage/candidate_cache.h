// Cached lists of candidates, for opencl/stage/search.c: kernels/cache_passes.h.
#pragma once

#include "opencl/stage/search.h"

// Stores in *serves whether the cached list still has all candidates. If so, gelSearchNear is up to date.
// Waits for the device if there is a list.
gelStatus gelCheckCandidateCache(gelDeviceSearch* search, const gelSearchContext* context, bool* serves);

// Returns how much farther the next search should look, m: 0 where lists have not lasted.
float gelChooseCacheMargin(gelDeviceSearch* search);

// Tests the candidates that a search with a margin has found.
gelStatus gelLaunchCandidateCheck(gelDeviceSearch* search, const gelSearchContext* context);

// Whether the list of a search with a margin can serve another frame, as soon as the pairs are known. It cannot if a
// body that is hit may leave its reach, or if coordinates are so large that rounding exceeds the margin.
bool gelCanCache(const gelDeviceSearch* search);
// Caches the list of a search with a margin, unless a body touches itself.
gelStatus gelCacheCandidates(gelDeviceSearch* search, const gelSearchContext* context);

// Picks the candidates of a cached list that are near: those that a search of this frame alone would find.
// While a point is inside a body, contacts are listed from these in each frame: its way out depends on
// positions.
gelStatus gelPickNear(gelDeviceSearch* search, const gelSearchContext* context);
// Drops the list, and pauses the caching if the list has not served a second frame.
void gelEndCandidateCache(gelCandidateCache* cache);
// Drops the list: after a step that failed, and where bodies may have moved out of its reach unnoticed.
void gelDropCandidateCache(gelCandidateCache* cache);
// Drops the list, and forgets when lists have not lasted: as in a new plan.
void gelForgetCandidates(gelCandidateCache* cache);
void gelClearCandidateCache(gelCandidateCache* cache);
