// The readings of a run's probes as bytes, for a process that goes on with it: a row per frame, of its time and the value
// of each probe.
#pragma once

#include "app/play.h"

size_t gelSizeOfProbeRows(const gelPlay* play);
void gelCopyProbeRows(const gelPlay* play, void* bytes);
// Adds the rows to probes without any; without effect if the play has no probes.
gelStatus gelPutProbeRows(gelPlay* play, const void* bytes, int frameCount);
