// The version and kernels that decide the bits, together with a scene and its input. Files of
// states and recordings contain it.
#pragma once

#include "base/core.h"

typedef struct gelFingerprint {
    char version[20]; // of Gel
    uint64_t kernels; // their hash
} gelFingerprint;

enum { gel_fingerprintPartCount = 2 };

gelFingerprint gelOwnFingerprint(void);
// Whether a part of it, from 0, is another than of this Gel; `text` then says what was found.
bool gelFingerprintDiffers(const gelFingerprint* origin, int part, char* text, size_t size);
