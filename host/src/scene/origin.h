// What decides about the bits besides a scene and its input: noted in files of states and in recordings.
#pragma once

#include "base/core.h"

typedef struct gelOrigin {
    char version[20]; // of Gel
    uint64_t kernels; // their hash
} gelOrigin;

enum { gel_originPartCount = 2 };

gelOrigin gelOwnOrigin(void);
// Whether a part of it, from 0, is another than of this Gel; `text` then says what was found.
bool gelOriginDiffers(const gelOrigin* origin, int part, char* text, size_t size);
