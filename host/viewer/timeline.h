// Keyframes of the frames that were played, to go back to, in bounded memory: dense near the
// current frame and sparse far from it. Stepping from a keyframe gives the same bits again.
#pragma once

#include "gel/snapshot.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct gelKeyframe {
    int64_t frame;
    gelSnapshot *own, *beside; // beside: NULL without a comparison
} gelKeyframe;

typedef struct gelTimeline {
    size_t limit, size, maxSize; // of all keyframes, bytes: allowed, now, so far; limit 0: none
    gelKeyframe* keys;           // by frame
    int count, capacity;
    int64_t last;             // frame that was played; the first is that of the first key
    double savedAt, saveTime; // ms
    bool isTooSmall;          // a keyframe did not fit
    gelKeyframe spare;        // the last one where none fits, to repeat a failure; own NULL: none
} gelTimeline;

void gelTimeline_Clear(gelTimeline* timeline); // removes all keyframes
// Whether keyframes are kept. If not, gelTimeline_Add keeps only the spare.
bool gelTimeline_Grows(const gelTimeline* timeline);
// Removes the keyframes of that frame and of all after it. The spare stays.
void gelTimeline_ClearFrom(gelTimeline* timeline, int64_t frame);
// Removes the states of the comparison, which has ended.
void gelTimeline_ClearBeside(gelTimeline* timeline);

// Takes over the keyframe, and removes others, or this one, to obey the limit: first those close to
// their neighbours and far from this frame. The first keyframe stays.
void gelTimeline_Add(gelTimeline* timeline, gelKeyframe key);
// Returns the latest keyframe of that frame or earlier; NULL if there is none.
const gelKeyframe* gelTimeline_Find(const gelTimeline* timeline, int64_t frame);
// Returns the same, or the spare.
const gelKeyframe* gelTimeline_FindAny(const gelTimeline* timeline, int64_t frame);
bool gelTimeline_Has(const gelTimeline* timeline, int64_t frame); // whether it has that keyframe
void gelClearKeyframe(gelKeyframe* key);

#ifdef __cplusplus
}
#endif
