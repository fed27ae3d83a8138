// A file of snapshots: of one frame, or beside a recording of many.
//
// A head that says which Gel wrote it, and entries in the order of their frames. An entry is written in one piece, so a
// file that ends anywhere is whole up to its last complete entry.
#pragma once

#include "base/archive.h"
#include "gel/input.h"

#include <stdio.h>

typedef struct gelSnapshotEntry {
    int64_t frame;
    uint64_t hash;           // of the world after so many frames; 0: not known
    uint64_t noteSize, size; // bytes that follow: notes, and the snapshot; 0: none
    uint64_t bytesHash;      // of both
    uint64_t check;          // of the members before
} gelSnapshotEntry;

// The content of an entry.
typedef struct gelSnapshotContent {
    int64_t frame;
    uint64_t hash;
    gelWorld* world;   // NULL: no snapshot, only the hash
    gelPlayer* player; // nullable
    const void* notes;
    size_t noteSize;
} gelSnapshotContent;

// Packs world and player into bytes (snapshot_archive.c). Errors are those of gelTakeSnapshot.
gelStatus gelPackSnapshot(gelArchive* archive, gelWorld* world, gelPlayer* player);
// World and player become what those bytes say, as of gelReadSnapshot. `expected` is nullable: the entry whose frame and
// hash they must come to.
gelStatus gelUnpackSnapshot(void* bytes, size_t size, gelWorld* world, gelPlayer* player,
                            const gelSnapshotEntry* expected);

// A file that grows while a recording is made. None of these fails: what cannot be written is not there to be read.
typedef struct gelSnapshotFile {
    FILE* file; // NULL: none, or it could not be written
    char* path;
    struct gelSnapshotEnd* ends; // [count]
    int count, capacity;
    size_t size;          // bytes that count
    int64_t lastSnapshot; // the last frame with a snapshot
} gelSnapshotFile;

// The name of the file of a recording (own_file.h), which gelFree releases; NULL if there is no memory.
char* gelCopyKeyframesName(const char* recording);
// Nobody may read it who may not read the recording.
void gelOpenSnapshots(gelSnapshotFile* file, const char* recording);
// Entries of later frames are forgotten.
void gelCutSnapshots(gelSnapshotFile* file, int64_t frame);
void gelAddSnapshot(gelSnapshotFile* file, const gelSnapshotContent* content);
// Closes it, and gives it the name for that recording.
void gelPublishSnapshots(gelSnapshotFile* file, const char* recording);
void gelCloseSnapshots(gelSnapshotFile* file, bool keep);

// Opens one for reading. Errors, in one line: gel_fileError, gel_formatError (another kind of file, another version of the
// format), gel_unsupported (another machine, Gel or kernels).
gelStatus gelStartSnapshots(const char* path, FILE** file);
// Reads the next complete entry; then the file is at its bytes. Returns false at the end.
bool gelNextSnapshot(FILE* file, gelSnapshotEntry* entry);
// Reads these bytes, and adds a 0, so that text ends; gelFree releases them. Errors:
// gel_fileError, gel_formatError (the checksum differs), gel_outOfMemory.
gelStatus gelReadSnapshotBytes(FILE* file, const gelSnapshotEntry* entry, unsigned char** bytes);
