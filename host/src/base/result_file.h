// Writes result files, binary or text. A file gets its name only when it is complete.
#pragma once

#include "base/core.h"

#include <stdio.h>

// Until then it is written under a temporary name: see part_file.h. All errors are gel_fileError, except for
// memory.
typedef struct gelResultFile {
    FILE* file; // NULL when closed
    char* path;
    char* partPath;
} gelResultFile;

gelStatus gelOpenResultFile(gelResultFile* file, const char* path);
gelStatus gelWriteResultFile(gelResultFile* file, const void* bytes, size_t size);
gelStatus gelSeekResultFile(gelResultFile* file, int64_t position); // from the beginning
// Appends the contents of another file, which is closed, from `position` on.
gelStatus gelAppendResultFile(gelResultFile* file, const gelResultFile* from, int64_t position);
gelStatus gelFlushResultFile(gelResultFile* file);       // closes it, still under its temporary name
gelStatus gelCheckResultFile(const gelResultFile* file); // could it be renamed?
gelStatus gelPublishResultFile(gelResultFile* file);     // renames it and releases the strings
void gelAbandonResultFile(gelResultFile* file);          // deletes it; allowed at any time

typedef enum gelByteOrder { gel_littleEndian, gel_bigEndian } gelByteOrder;

// `count` floats or 32-bit integers, in a given byte order whatever the host's.
gelStatus gelWriteWords(gelResultFile* file, const void* words, size_t count, gelByteOrder order);
