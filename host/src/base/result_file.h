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
    size_t partCapacity;
} gelResultFile;

typedef enum gelByteOrder { gel_littleEndian, gel_bigEndian } gelByteOrder;

gelStatus gelOpenResultFile(gelResultFile* file, const char* path);
// A file that is there, to be read only: end with gelLeaveResultFile.
gelStatus gelOpenToRead(gelResultFile* file, const char* path);
// One that gelKeepResultFile has kept in another process, at its beginning, to be written on.
gelStatus gelReopenResultFile(gelResultFile* file, const char* path, const char* ending);
// Open or closed, forces what was written onto the disk, and from now on it is PATH ENDING until it is complete.
gelStatus gelKeepResultFile(gelResultFile* file, const char* ending);
gelStatus gelPrintResultFile(gelResultFile* file, int64_t* size);
gelStatus gelCutResultFile(gelResultFile* file, int64_t size); // and goes on at its end
gelStatus gelReadWords(gelResultFile* file, void* words, size_t count, gelByteOrder order);
void gelLeaveResultFile(gelResultFile* file); // closes it as it is, and releases the strings
gelStatus gelWriteResultFile(gelResultFile* file, const void* bytes, size_t size);
gelStatus gelSeekResultFile(gelResultFile* file, int64_t position); // from the beginning
// Appends the contents of another file, which is closed, from `position` on.
gelStatus gelAppendResultFile(gelResultFile* file, const gelResultFile* from, int64_t position);
gelStatus gelFlushResultFile(gelResultFile* file);       // closes it, still under its temporary name
gelStatus gelCheckResultFile(const gelResultFile* file); // could it be renamed?
gelStatus gelPublishResultFile(gelResultFile* file);     // renames it and releases the strings
void gelAbandonResultFile(gelResultFile* file);          // deletes it; allowed at any time

// `count` floats or 32-bit integers, in a given byte order whatever the host's.
gelStatus gelWriteWords(gelResultFile* file, const void* words, size_t count, gelByteOrder order);
