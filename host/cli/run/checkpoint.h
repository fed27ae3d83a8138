// Checkpoints of `gel run`: the progress of a run, in a file next to its results, so that another
// process can continue with the same bytes after Ctrl-C, kill -9 or a loss of power.
//
// Next to OUT are OUT.gel-state, which gelWriteSnapshot writes with notes of the size of each file,
// and the incomplete files, under names that end in .gel-MACHINE-PROCESS.kept. Files grow between
// two checkpoints; the run that continues cuts them. All may be moved or copied with their folder:
// of the paths in the notes only the names are used.
#pragma once

#include "run/contacts.h"
#include "app/play.h"

// The results that a run can go on with. The checkpoint is named after the first that is written.
enum { gel_resultOut, gel_resultCsv, gel_resultContacts, gel_resultCount };

typedef struct gelCheckpointDef {
    const char* results[gel_resultCount]; // paths; NULL: not written
    int frames, first, every, mesh, body, sampleCount;
    int interval; // frames from one to the next; 0: by time
    bool resumes;
} gelCheckpointDef;

typedef struct gelCheckpoint {
    gelOutput* output;
    gelCheckpointDef def;
    char path[4300]; // "": none
    char ending[64]; // of the files that are kept
    int64_t begun;   // when the run began, s: its files are not older
    cJSON* of;       // what the run is of, which must not change
    gelPlay* play;
    gelBake* bake; // set by the run once it is open, as is
    gelContactTable* contacts;
    int frame; // the last that is kept
    bool isKept, isOurs, hasWarned;
    const char* problem; // why a table could not be kept; NULL: see gelLastError
    bool isOver;         // all results have their names: set by the run
    bool isResuming;     // and has not taken over yet
    cJSON* notes;        // of the run that goes on
    void* noteBytes;
    size_t noteSize;
    double last, seconds; // when the last was written, and how long that took
} gelCheckpoint;

// Writes the path of the checkpoint, next to the first of the results. False if there are none.
bool gelNameCheckpoint(const char* const results[gel_resultCount], char* path, size_t size);
// Call it once the play is open, before results are. Reads the notes if the run continues, else
// removes what an earlier run of that name has kept. Reports errors and returns the exit code; call
// gelCloseCheckpoint in any case.
int gelOpenCheckpoint(gelOutput* output, const gelCheckpointDef* def, gelPlay* play,
                      gelCheckpoint* checkpoint);
// Sets where a bake continues; without --resume it has no effect.
void gelCheckpoint_SetBake(const gelCheckpoint* checkpoint, gelBakeDef* def);
// Brings world, player, probes and tables to the kept frame, once all results are open.
int gelCheckpoint_GoOn(gelCheckpoint* checkpoint);

// Keeps a frame that was written, if that is due. Warns of the first failure; the run continues.
void gelCheckpoint_AddFrame(gelCheckpoint* checkpoint, int frame);
// Keeps a frame at which the user interrupts. Returns the end of the message.
const char* gelCheckpoint_Leave(gelCheckpoint* checkpoint, int frame);
// Whether the files stay if the run ends with that code.
bool gelCheckpoint_Stays(const gelCheckpoint* checkpoint, int code);
// Closes it with the run's exit code: only files from which another process can continue stay.
void gelCloseCheckpoint(gelCheckpoint* checkpoint, int code);
