// What can be gone back to: keyframes of what was played, in bounded memory, dense near the present and sparse far from
// it. Between them the scene is stepped again, to the same bits.
#pragma once

#include "gel/snapshot.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct gelKeyframe {
    int64_t frame;
    gelSnapshot *own, *beside; // beside: NULL without a comparison
    size_t size;               // bytes
} gelKeyframe;

typedef struct gelTimeline {
    size_t limit, size, maxSize; // of all keyframes, bytes: now, and so far; a limit of 0: nothing is kept
    gelKeyframe* keys;           // by frame
    int count, capacity;
    int64_t last; // frame that can be gone to; the first is that of the first key
    double saveSeconds, lastSave;
    bool isTooSmall;   // a keyframe did not fit
    gelKeyframe spare; // where none fits: the last one, to do again what fails; own NULL: none
} gelTimeline;

void gelTimeline_Clear(gelTimeline* timeline); // all keyframes
// Whether there is or will be something to go back to; without, a single keyframe is kept as a spare.
bool gelTimeline_Grows(const gelTimeline* timeline);
// Those of a frame and of all after it.
void gelTimeline_ClearFrom(gelTimeline* timeline, int64_t frame);
// States of another comparison than today's.
void gelTimeline_ClearBeside(gelTimeline* timeline);

// Takes over the keyframe, and drops others, or itself, for the limit. Those that are missed least go first: what
// lies close between its neighbours, and far from this frame. The first one stays.
void gelTimeline_Add(gelTimeline* timeline, gelKeyframe key);
// The latest keyframe of that frame or earlier; NULL if there is none.
const gelKeyframe* gelTimeline_Find(const gelTimeline* timeline, int64_t frame);
// The same, or the spare.
const gelKeyframe* gelTimeline_FindAny(const gelTimeline* timeline, int64_t frame);
bool gelTimeline_Has(const gelTimeline* timeline, int64_t frame); // a keyframe of that frame
void gelClearKeyframe(gelKeyframe* key);

#ifdef __cplusplus
}
#endif
