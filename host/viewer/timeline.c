#include "timeline.h"

#include <stdlib.h>
#include <string.h>

void gelClearKeyframe(gelKeyframe* key)
{
    gelDestroySnapshot(key->own);
    gelDestroySnapshot(key->beside);
    *key = (gelKeyframe){0};
}

static size_t sizeOf(const gelKeyframe* key)
{
    return sizeof *key + gelSnapshot_GetSize(key->own) +
           (key->beside != NULL ? gelSnapshot_GetSize(key->beside) : 0);
}

static void removeKey(gelTimeline* timeline, int index)
{
    gelKeyframe* key = &timeline->keys[index];
    timeline->size -= sizeOf(key);
    gelClearKeyframe(key);
    timeline->count--;
    memmove(key, key + 1, (size_t)(timeline->count - index) * sizeof *key);
}

bool gelTimeline_Grows(const gelTimeline* timeline)
{
    return timeline->limit > 0 && (timeline->count > 0 || !timeline->isTooSmall);
}

void gelTimeline_Clear(gelTimeline* timeline)
{
    gelTimeline_ClearFrom(timeline, 0);
    gelClearKeyframe(&timeline->spare);
    free(timeline->keys);
    timeline->keys = NULL;
    timeline->capacity = 0;
    timeline->isTooSmall = false;
}

void gelTimeline_ClearFrom(gelTimeline* timeline, int64_t frame)
{
    while (timeline->count > 0 && timeline->keys[timeline->count - 1].frame >= frame)
        removeKey(timeline, timeline->count - 1);
}

void gelTimeline_ClearBeside(gelTimeline* timeline)
{
    for (int i = 0; i < timeline->count; i++) {
        gelKeyframe* key = &timeline->keys[i];
        timeline->size -= sizeOf(key);
        gelDestroySnapshot(key->beside);
        key->beside = NULL;
        timeline->size += sizeOf(key);
    }
}

// Returns the number of keyframes of that frame or earlier.
static int countUpTo(const gelTimeline* timeline, int64_t frame)
{
    int low = 0, high = timeline->count;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (timeline->keys[middle].frame <= frame)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

const gelKeyframe* gelTimeline_Find(const gelTimeline* timeline, int64_t frame)
{
    int count = countUpTo(timeline, frame);
    return count > 0 ? &timeline->keys[count - 1] : NULL;
}

const gelKeyframe* gelTimeline_FindAny(const gelTimeline* timeline, int64_t frame)
{
    const gelKeyframe *key = gelTimeline_Find(timeline, frame), *spare = &timeline->spare;
    return key == NULL && spare->own != NULL && spare->frame <= frame ? spare : key;
}

bool gelTimeline_Has(const gelTimeline* timeline, int64_t frame)
{
    const gelKeyframe* key = gelTimeline_Find(timeline, frame);
    return key != NULL && key->frame == frame;
}

// Returns the worth of a keyframe: the gap that it would leave, over its distance from `frame`.
static double worthOf(const gelTimeline* timeline, int index, int64_t frame)
{
    const gelKeyframe* key = &timeline->keys[index];
    bool isLast = index == timeline->count - 1;
    int64_t gap = (isLast ? key->frame : key[1].frame) - key[-1].frame;
    int64_t distance = key->frame > frame ? key->frame - frame : frame - key->frame;
    return (double)gap / (double)(1 + distance);
}

static int minWorth(const gelTimeline* timeline, int64_t frame)
{
    int min = 1;
    for (int i = 2; i < timeline->count; i++)
        min = worthOf(timeline, i, frame) < worthOf(timeline, min, frame) ? i : min;
    return min;
}

static bool reserve(gelTimeline* timeline)
{
    if (timeline->count < timeline->capacity)
        return true;
    int capacity = 2 * timeline->capacity + 64;
    gelKeyframe* keys = realloc(timeline->keys, (size_t)capacity * sizeof *keys);
    if (keys == NULL)
        return false;
    timeline->keys = keys;
    timeline->capacity = capacity;
    return true;
}

void gelTimeline_Add(gelTimeline* timeline, gelKeyframe key)
{
    if (!gelTimeline_Grows(timeline)) {
        gelClearKeyframe(&timeline->spare);
        timeline->spare = key;
        return;
    }
    int index = countUpTo(timeline, key.frame);
    timeline->isTooSmall = sizeOf(&key) > timeline->limit;
    if (gelTimeline_Has(timeline, key.frame) || timeline->isTooSmall || !reserve(timeline)) {
        gelClearKeyframe(&key);
        return;
    }
    memmove(&timeline->keys[index + 1], &timeline->keys[index],
            (size_t)(timeline->count - index) * sizeof key);
    timeline->keys[index] = key;
    timeline->count++;
    timeline->size += sizeOf(&key);
    while (timeline->size > timeline->limit && timeline->count > 1)
        removeKey(timeline, minWorth(timeline, key.frame));
    timeline->maxSize = timeline->size > timeline->maxSize ? timeline->size : timeline->maxSize;
}
