// Keyframes of a recording: its hashes, and snapshots to begin at.
#define _POSIX_C_SOURCE 200809L // fseeko
#include "gel/snapshot.h"
#include "replay/player.h"
#include "replay/snapshot_file.h"

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
    gelStatus status = path != NULL ? gelStartSnapshots(path, file) : gel_outOfMemory;
    gelFree(path);
    return status;
}

static bool skip(FILE* file, const gelSnapshotEntry* entry)
{
    return fseeko(file, (off_t)(entry->noteSize + entry->size), SEEK_CUR) == 0;
}

// The last keyframe up to `frame`, where its bytes begin; frame -1: none.
static gelSnapshotEntry findLast(FILE* file, const gelScene* recording, int64_t frame, off_t* place)
{
    gelSnapshotEntry entry, last = {.frame = -1};
    while (gelNextSnapshot(file, &entry) && entry.frame <= frame) {
        if (entry.size > 0 && entry.hash == hashInRecording(recording, entry.frame)) {
            last = entry;
            *place = ftello(file);
        }
        if (!skip(file, &entry))
            break;
    }
    return last;
}

bool gelScene_ReadFrameHashes(const gelScene* recording, int64_t first, int64_t last, uint64_t* hashes)
{
    FILE* file;
    gelSnapshotEntry entry;
    size_t size = (size_t)(last - first + 1) * sizeof *hashes;
    memset(hashes, 0, size);
    if (start(recording, &file) != gel_success)
        return false;
    while (gelNextSnapshot(file, &entry) && entry.frame <= last) {
        if (entry.frame >= first)
            hashes[entry.frame - first] = entry.hash;
        if (!skip(file, &entry))
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

gelStatus gelReadKeyframe(const gelScene* recording, int64_t frame, gelWorld* world, gelPlayer* player,
                          int64_t* found)
{
    FILE* file;
    off_t place = 0;
    unsigned char* bytes;
    *found = -1;
    gelStatus status = start(recording, &file);
    if (status != gel_success)
        return status;
    gelSnapshotEntry entry = findLast(file, recording, frame, &place);
    if (world != NULL && entry.frame >= 0) {
        status = fseeko(file, place, SEEK_SET) == 0 ? gelReadSnapshotBytes(file, &entry, &bytes)
                                                    : gelFail(gel_fileError, "cannot be read");
        if (status == gel_success) {
            status = gelUnpackSnapshot(bytes + entry.noteSize, (size_t)entry.size, world, player, &entry);
            gelFree(bytes);
        }
        if (status == gel_success)
            takeUp(player);
    }
    fclose(file);
    if (status != gel_success)
        return gelFail(status, "the keyframe of frame %lld: %s", (long long)entry.frame, gelLastError());
    *found = entry.frame;
    return gel_success;
}
