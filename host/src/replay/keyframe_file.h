// The file beside a recording that holds hashes of its frames, and states to begin at.
//
// A head, and entries in the order of their frames. An entry is written in one piece, so a file that ends anywhere is
// whole up to its last complete entry.
#pragma once

#include "base/core.h"

#include <stdio.h>

typedef struct gelKeyframeEntry {
    int64_t frame;
    uint64_t hash;  // of the state after so many frames
    uint64_t size;  // of the state that follows, bytes; 0: none
    uint64_t check; // of the members before
} gelKeyframeEntry;

typedef struct gelKeyframeFile {
    FILE* file; // NULL: none, or it could not be written
    char* path;
    struct gelKeyframeEnd* ends; // [count]
    int count, capacity;
    size_t size;       // bytes that count
    int64_t lastState; // the last frame with a state
} gelKeyframeFile;

// The name of the file of a recording (own_file.h), which gelFree releases; NULL if there is no memory.
char* gelCopyKeyframesName(const char* recording);

// None of these fails: what cannot be written is not there to be read.
// Nobody may read it who may not read the recording.
void gelOpenKeyframes(gelKeyframeFile* file, const char* recording);
// Entries of later frames are forgotten.
void gelCutKeyframes(gelKeyframeFile* file, int64_t frame);
void gelAddKeyframe(gelKeyframeFile* file, int64_t frame, uint64_t hash, const void* state, size_t size);
// Closes it, and gives it the name for that recording.
void gelPublishKeyframes(gelKeyframeFile* file, const char* recording);
void gelCloseKeyframes(gelKeyframeFile* file, bool keep);

// Opens one for reading. Errors, in one line: gel_fileError, gel_formatError (another kind of file), gel_unsupported.
gelStatus gelStartKeyframes(const char* path, FILE** file);
// The next entry, which is complete; then the file is at its state. False at the end.
bool gelNextKeyframe(FILE* file, gelKeyframeEntry* entry);
