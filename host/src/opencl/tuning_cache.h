// Where tunings are kept: a file for each key.
#pragma once

#include "base/core.h"
#include "gel/tuning.h"

#include <stdio.h>

// The folder of the project's caches, which need not be there; false where the environment names none.
bool gelFindCacheFolder(char* path, size_t capacity);

// tuning->file and what it holds. A file that is not there is gel_success with tuning->lanes 0. One that cannot be
// used, or is of another key, is gel_fileError or gel_formatError with what is wrong.
gelStatus gelReadTuning(const char* folder, const char* key, gelDeviceTuning* tuning);

// A place for a tuning that is still to be measured. Errors: gel_fileError where it cannot be written.
typedef struct gelTuningFile {
    FILE* file;
    char path[1024], partPath[1040];
} gelTuningFile;
gelStatus gelOpenTuningFile(const char* folder, const char* key, gelTuningFile* place);
gelStatus gelPublishTuning(gelTuningFile* place, const char* key, const gelDeviceTuning* tuning);
void gelAbandonTuningFile(gelTuningFile* place);
