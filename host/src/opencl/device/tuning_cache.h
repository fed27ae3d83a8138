// Stores tunings: one file per key.
#pragma once

#include "base/core.h"
#include "gel/tuning.h"

#include <stdio.h>

// Sets tuning->file and reads it. A missing file is gel_success with tuning->lanes 0. One that is unusable,
// or for another key, is gel_fileError or gel_formatError with the reason.
gelStatus gelReadTuning(const char* folder, const char* key, gelDeviceTuning* tuning);

// Reserves a place for a tuning to be measured. Errors: gel_fileError if it cannot be written.
typedef struct gelTuningFile {
    FILE* file;
    char path[1024], partPath[1040];
} gelTuningFile;
gelStatus gelOpenTuningFile(const char* folder, const char* key, gelTuningFile* place);
gelStatus gelPublishTuning(gelTuningFile* place, const char* key, const gelDeviceTuning* tuning);
void gelAbandonTuningFile(gelTuningFile* place);
