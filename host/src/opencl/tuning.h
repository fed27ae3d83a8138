// What is known about a device: by rule, from the cache, or measured now.
#pragma once

#include "gel/tuning.h"

// As gelTuneDevice, but what fails becomes the tuning's note: a world goes on without.
void gelFindTuning(int index, gelTuningUse use, gelDeviceTuning* tuning);
