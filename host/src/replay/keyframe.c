// Keyframes of a recording: its hashes, and states to begin at.
#define _POSIX_C_SOURCE 200809L // fseeko
#include "gel/snapshot.h"
#include "replay/keyframe_file.h"
#include "replay/player.h"
#include "replay/state_file.h"

#include <string.h>

// 0: the recording has none.
static uint64_t hashInRecording(const gelScene* scene, int64_t frame)
{
    for (int i = 0; i < scene->eventCount && scene->events[i].frame <= frame; i++)
        if (scene->events[i].frame == frame && scene->events[i].kind == gel_eventHash)
            return scene->events[i].hash;
    return frame == scene->recordedFrames ? scene->recordedHash : 0;
}

static gelStatus start(const gelScene* scene, FILE** file)
{
    if (scene->recordedFrames == 0)
        return gelFail(gel_invalidArgument, "%s: it is no recording", scene->file);
    char* path = gelCopyKeyframesName(scene->eventFile);
    gelStatus status = path != NULL ? gelStartKeyframes(path, file) : gel_outOfMemory;
    gelFree(path);
    return status;
}

static bool skipState(FILE* file, const gelKeyframeEntry* entry)
{
    return fseeko(file, (off_t)entry->size, SEEK_CUR) == 0;
}

gelStatus gelScene_FindKeyframe(const gelScene* recording, int64_t frame, int64_t* found)
{
    FILE* file;
    gelKeyframeEntry entry;
    *found = -1;
    gelStatus status = start(recording, &file);
    if (status != gel_success)
        return status;
    while (gelNextKeyframe(file, &entry) && entry.frame <= frame) {
        if (entry.size > 0 && entry.hash == hashInRecording(recording, entry.frame))
            *found = entry.frame;
        if (!skipState(file, &entry))
            break;
    }
    fclose(file);
    return gel_success;
}

bool gelScene_ReadFrameHashes(const gelScene* recording, int64_t first, int64_t last, uint64_t* hashes)
{
    FILE* file;
    gelKeyframeEntry entry;
    size_t size = (size_t)(last - first + 1) * sizeof *hashes;
    memset(hashes, 0, size);
    if (start(recording, &file) != gel_success)
        return false;
    while (gelNextKeyframe(file, &entry) && entry.frame <= last) {
        if (entry.frame >= first)
            hashes[entry.frame - first] = entry.hash;
        if (!skipState(file, &entry))
            break;
    }
    fclose(file);
    uint64_t own = hashInRecording(recording, last);
    bool isOfRecording = own != 0 && hashes[last - first] == own;
    if (!isOfRecording)
        memset(hashes, 0, size);
    return isOfRecording;
}

// The events of the recording go on from there.
static void takeUp(gelPlayer* player)
{
    const gelScene* scene = player->scene;
    player->next = 0;
    while (player->next < scene->eventCount && scene->events[player->next].frame < player->frame)
        player->next++;
    player->taken = player->next;
    for (int i = 0; i < player->taken; i++)
        player->places[i] = -1; // not in this record
}

static gelStatus readState(FILE* file, const char* path, const gelKeyframeEntry* entry, gelWorld* world,
                           gelPlayer* player)
{
    gelTextReader text = {.path = path, .size = (size_t)entry->size};
    text.bytes = gelAllocate(text.size + 1, 1);
    if (text.bytes == NULL)
        return gelFailMemory(text.size, 1);
    gelStatus status = gel_success;
    if (fread(text.bytes, 1, text.size, file) != text.size)
        status = gelFail(gel_fileError, "%s: cannot be read", path);
    if (status == gel_success)
        status =
            gelUnpackState(&text, world, player, &(gelExpectedState){entry->frame, entry->hash}, NULL, NULL);
    gelFree(text.bytes);
    if (status == gel_success)
        takeUp(player);
    return status;
}

gelStatus gelReadKeyframe(const gelScene* recording, int64_t frame, gelWorld* world, gelPlayer* player)
{
    FILE* file;
    gelKeyframeEntry entry;
    bool isFound = false;
    gelStatus status = start(recording, &file);
    if (status != gel_success)
        return status;
    while (!isFound && gelNextKeyframe(file, &entry) && entry.frame <= frame) {
        isFound = entry.frame == frame && entry.size > 0 && entry.hash == hashInRecording(recording, frame);
        if (!isFound && !skipState(file, &entry))
            break;
    }
    char path[80];
    snprintf(path, sizeof path, "the keyframe of frame %lld", (long long)frame);
    status = isFound ? readState(file, path, &entry, world, player)
                     : gelFail(gel_invalidArgument, "there is no keyframe of frame %lld", (long long)frame);
    fclose(file);
    return status;
}
