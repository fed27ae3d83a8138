// Writing files of results: binary words and text, under a name that a file gets only when it is complete.
#pragma once

#include "base/core.h"

#include <stdio.h>

// Written beside its place until then: see part_file.h. All errors are gel_fileError, but for memory.
typedef struct gelResultFile {
    FILE* file; // NULL when closed
    char* path;
    char* partPath;
} gelResultFile;

gelStatus gelOpenResultFile(gelResultFile* file, const char* path);
gelStatus gelWriteResultFile(gelResultFile* file, const void* bytes, size_t size);
gelStatus gelSeekResultFile(gelResultFile* file, int64_t position); // from the beginning
// Adds what the other file, which is closed, holds from `position` on.
gelStatus gelAppendResultFile(gelResultFile* file, const gelResultFile* from, int64_t position);
gelStatus gelFlushResultFile(gelResultFile* file);       // closes it, still under its temporary name
gelStatus gelCheckResultFile(const gelResultFile* file); // could it be given its name?
gelStatus gelPublishResultFile(gelResultFile* file);     // gives it its name and releases the strings
void gelAbandonResultFile(gelResultFile* file);          // removes it; allowed at any time

typedef enum gelByteOrder { gel_littleEndian, gel_bigEndian } gelByteOrder;

// `count` floats or 32-bit integers, whatever the host's order is.
gelStatus gelWriteWords(gelResultFile* file, const void* words, size_t count, gelByteOrder order);
