// A file as bytes in memory.
#pragma once

#include <stddef.h>

// Reads up to the end of a file or a pipe, and adds a zero byte. NULL with errno; free releases the bytes.
char* gelReadFile(const char* path, size_t* size);
