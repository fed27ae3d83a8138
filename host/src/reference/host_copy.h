// How fast the host's memory is.
#pragma once

#include "gel/base.h"

// What one thread of the host copies: bytes read plus written per second.
gelStatus gelMeasureHostCopy(size_t bytes, double* bytesPerSecond);
