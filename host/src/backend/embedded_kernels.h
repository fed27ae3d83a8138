// The kernels, embedded in the library. They define a step on every back end.
#pragma once

#include "files/embedded_file.h"

#include <stdint.h>

extern const gelEmbeddedFiles gelEmbeddedKernels; // none in WebAssembly, where no driver builds them
extern const uint64_t gelEmbeddedKernelHash;
