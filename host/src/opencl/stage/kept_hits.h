// Lists of hits that serve several frames, for opencl/stage/search.c: kernels/kept_passes.h.
#pragma once

#include "opencl/stage/search.h"

// Whether the list still serves, in *serves, which then has its flags for this frame. Waits for the device if
// there is a list.
gelStatus gelCheckKeptHits(gelDeviceSearch* search, const gelSearchContext* context, bool* serves);

// How much farther the next search should look, m. 0 where lists have not lasted.
float gelChooseSlack(gelDeviceSearch* search);

// Part of a search with slack: tests the hits that it has found.
gelStatus gelLaunchHitCheck(gelDeviceSearch* search, const gelSearchContext* context);

// After a search with slack. The list is not kept if places decide in each frame what becomes of hits: of a point
// that is inside another body, and of a body that touches itself.
gelStatus gelKeepHits(gelDeviceSearch* search, const gelSearchContext* context);
// Makes the next frame search anew: after a step that failed, and where bodies may have moved out of reach of the
// list without being noticed.
void gelDropKeptHits(gelKeptHits* kept);
void gelClearKeptHits(gelKeptHits* kept);
