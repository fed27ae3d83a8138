// What is known about a device: by rule, from the cache, or measured now.
#pragma once

#include "gel/tuning.h"

// As gelTuneDevice, but failures become the tuning's note: a world continues without.
void gelFindTuning(int index, gelTuningUse use, gelDeviceTuning* tuning);
