// The tuning of a device: by rule, from the cache, or measured now.
#pragma once

#include "gel/tuning.h"

// Stores the largest ratio of times of the same work with which a run is kept, GEL_TUNING_SPREAD: beyond it other
// programs have used the device, too.
gelStatus gelFindTuningSpread(double* limit);

// Tunes like gelTuneDevice, but a failure only becomes the tuning's note: a world continues with
// the rules.
void gelFindTuning(int index, gelTuningUse use, gelDeviceTuning* tuning);
