// Fuzzers of readers get bytes, readers want files.
#pragma once

#include <stddef.h>
#include <stdint.h>

// Writes a file into GEL_SCRATCH, over the one of the same ending before; returns its path, valid until the next call.
const char* gelWriteInput(const char* ending, const uint8_t* data, size_t size);
