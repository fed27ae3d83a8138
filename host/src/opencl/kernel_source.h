// The device source: embedded files, or those of the folder GEL_KERNEL_DIR, with their #include lines
// resolved.
#pragma once

#include "common/embedded_file.h"
#include "gel/base.h"

extern const gelEmbeddedFiles gelEmbeddedKernels;

// The file `name` and everything it includes as one text: the whole program as the driver sees it, and so a
// complete key for any cache. Release it with gelFree; NULL on failure. A folder may hold files that the
// library lacks. See common/source_file.h. Errors: gel_fileError, gel_outOfMemory.
gelStatus gelExpandKernelSource(const char* name, char** source);
