// The kernels, embedded in the library. They define a step on every back end.
#pragma once

#include "files/embedded_file.h"

extern const gelEmbeddedFiles gelEmbeddedKernels;
