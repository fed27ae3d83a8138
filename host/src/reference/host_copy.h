// Measures the speed of the host's memory.
#pragma once

#include "gel/base.h"

// The copy rate of one host thread: bytes read plus written per second.
gelStatus gelMeasureHostCopy(size_t bytes, double* bytesPerSecond);
