// The tuning of a device: by rule, from the cache, or measured now.
#pragma once

#include "gel/tuning.h"

// Tunes like gelTuneDevice, but a failure only becomes the tuning's note: a world continues with
// the rules.
void gelFindTuning(int index, gelTuningUse use, gelDeviceTuning* tuning);
