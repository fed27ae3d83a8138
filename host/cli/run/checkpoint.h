// Checkpoints of `gel run`: how far a run is, in a file beside its results, so that another process can go on with the
// same bytes after Ctrl-C, kill -9 or a loss of power.
//
// Beside OUT there are OUT.gel-state, which gelWriteSnapshot writes with notes of where each file was, and the incomplete
// files themselves, under names that end in .gel-MACHINE-PROCESS.kept. Files keep growing between two checkpoints;
// whoever goes on cuts them. All may be copied or moved with their folder: of the paths in the notes only names count.
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
// After the play was opened and before results are: reads the notes if the run goes on, or clears away what an earlier
// run of that name has kept there. Reports errors and returns the exit code; gelCloseCheckpoint in any case.
int gelOpenCheckpoint(gelOutput* output, const gelCheckpointDef* def, gelPlay* play,
                      gelCheckpoint* checkpoint);
// For the bake that goes on.
void gelCheckpoint_SetBake(const gelCheckpoint* checkpoint, gelBakeDef* def);
// Once all results are open: brings world, player, probes and tables to the frame that was kept.
int gelCheckpoint_GoOn(gelCheckpoint* checkpoint);

// After a frame was written: keeps it, if that is due. What fails is warned of once, and the run goes on.
void gelCheckpoint_AddFrame(gelCheckpoint* checkpoint, int frame);
// Keeps a frame at which the user interrupts; returns how the message goes on.
const char* gelCheckpoint_Leave(gelCheckpoint* checkpoint, int frame);
// Whether files stay, if the run ends with that code.
bool gelCheckpoint_Stays(const gelCheckpoint* checkpoint, int code);
// Ends it with the run's exit code: nothing stays but what another process can go on with.
void gelCloseCheckpoint(gelCheckpoint* checkpoint, int code);
