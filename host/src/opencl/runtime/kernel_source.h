// The device source: embedded files, or those of the folder GEL_KERNEL_DIR, with their #include lines
// resolved.
#pragma once

#include "gel/base.h"

// Returns the file `name` with all its includes as one text: the whole program as the driver sees it, and so
// a complete key for any cache. Release it with gelFree; NULL on failure. GEL_KERNEL_DIR may hold additional
// files. See files/source_file.h. Errors: gel_fileError, gel_outOfMemory.
gelStatus gelExpandKernelSource(const char* name, char** source);

// Copies a build log of that text. `<kernel>:960:` becomes `physics/volume.h:33:`, as NVIDIA's compiler counts the lines of
// the whole text and ignores #line. A log that does not fit is cut off.
void gelCopyBuildLog(const char* log, const char* source, char* copy, size_t capacity);
