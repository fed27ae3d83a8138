// A recording that is repeated, and held against the hashes that it has of its own states.
#pragma once

#include "app/setup.h"

typedef struct gelReplay {
    const gelScene* scene;
    int next;          // of its events
    int64_t equal;     // the last frame whose state was as recorded, or the first of the replay
    int64_t differing; // the first keyframe, or the end, whose state was another; 0: none so far
    int64_t first;     // the first frame of another state; 0: not known
    bool isOfBackend;  // the reference has the recorded states
} gelReplay;

// A warning for each thing that is another than when the scene was recorded.
void gelWarnOfRecordedChanges(gelOutput* output, const gelScene* scene);
// Brings world and player, as the scene made them, to the last keyframe at `from` or before. Reports errors and returns
// the exit code.
int gelGoToKeyframe(gelOutput* output, const gelScene* scene, int from, gelWorld* world, gelPlayer* player,
                    int* frame);

void gelStartReplay(gelReplay* replay, const gelScene* scene, int64_t frame);
// The world after so many frames, before what is recorded for then. Waits for the device at keyframes.
void gelReplay_AddFrame(gelReplay* replay, gelWorld* world, int64_t frame);
// The end, which differs.
void gelReplay_SeeOtherEnd(gelReplay* replay, int64_t frame);
// Looks for the first frame that differs: repeats what comes after the last keyframe before it, in a world of its own.
void gelReplay_Locate(gelReplay* replay, const gelWorldDef* def);
// "from frame 133 on, in second 3"; only if something differs.
enum { gel_replayTextSize = 300 };
const char* gelReplay_Describe(const gelReplay* replay, char text[gel_replayTextSize]);
