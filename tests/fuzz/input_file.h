// Fuzzers of readers get bytes, readers want files.
#pragma once

#include <stddef.h>
#include <stdint.h>

// Writes a file to GEL_SCRATCH, replacing the previous one of that extension; returns its path, valid until
// the next call.
const char* gelWriteInput(const char* ending, const uint8_t* data, size_t size);
