// Bytes as text, for files inside a page.
#pragma once

#include <stddef.h>
#include <stdio.h>

void gelWriteBase64(FILE* file, const void* data, size_t size);
