// The device source: embedded files, or those of the folder GEL_KERNEL_DIR, with their #include lines resolved.
#pragma once

#include "base/core.h"
#include "common/embedded_file.h"

extern const gelEmbeddedFile gelEmbeddedKernels[];
extern const int gelEmbeddedKernelCount;

// Joins `name` and everything it includes, each file once, with #line marks, into one text: the whole program as the
// driver sees it, and so a complete key for any cache. Release it with gelFree; NULL on failure. A folder may hold files
// that the library lacks. Errors: gel_fileError, gel_outOfMemory.
gelStatus gelExpandKernelSource(const char* name, char** source);
