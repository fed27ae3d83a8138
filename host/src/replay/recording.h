// The text of a recording, part by part: head, events, end.
#pragma once

#include "gel/input.h"

typedef struct gelRecordingText {
    char* text; // without a zero at its end
    size_t length, capacity;
    bool isFailed; // out of memory: what is added from then on is lost
} gelRecordingText;

// `hashes` are those of the scene's files.
void gelRecordingText_AddHead(gelRecordingText* text, const char* scenePath, const gelScene* scene,
                              const uint64_t* hashes);
void gelRecordingText_AddEvent(gelRecordingText* text, const gelEvent* event, bool first);
void gelRecordingText_AddEnd(gelRecordingText* text, int64_t frames, uint64_t hash); // hash 0: none
void gelRecordingText_AddSpaces(gelRecordingText* text, size_t length);              // up to that length
gelStatus gelRecordingText_Check(const gelRecordingText* text); // gel_outOfMemory if anything was lost
void gelRecordingText_Clear(gelRecordingText* text);

// Sets the player's fileHashes.
gelStatus gelHashRecordedFiles(gelPlayer* player);

// gel_invalidArgument unless all frames had the scene's time step.
gelStatus gelCheckRecordedTime(const gelPlayer* player, const char* path);
