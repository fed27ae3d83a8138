// Writes recordings: as a journal while they are made, or at once. The file of a journal is a complete recording at any
// moment: each write replaces its end, in one piece.
#include "replay/player.h"
#include "replay/recording.h"
#include "replay/snapshot_file.h"
#include "base/result_file.h"
#include "files/system.h"
#include "files/temporary_file.h"

#include <errno.h>
#include <string.h>

typedef struct gelJournal {
    FILE* file;
    char* path;    // of the file
    size_t length; // of the file, bytes
    size_t* ends;  // [eventCount + 1]: where the events so far end: of none, the head
    int eventCount, capacity;
    int64_t frames;
    gelSnapshotFile keyframes;
} gelJournal;

// Frames from one keyframe to the next, and vertices of a world whose frames are all hashed: that takes 0.3 ms.
enum { keyframeSpacing = 60, maxHashedVertices = 10000 };
// The size of a keyframe file, bytes, from which on its states are twice as far apart; from twice
// the size on, three times, and so on.
static const size_t usualSize = (size_t)64 << 20;

static gelStatus failJournal(const gelJournal* journal)
{
    return gelFail(gel_fileError, "%s: cannot be written: %s", journal->path, strerror(errno));
}

// Writes text from `position` on, and covers what was there behind it.
static gelStatus writeText(gelJournal* journal, gelRecordingText* text, size_t position)
{
    size_t textEnd = position + text->length;
    if (textEnd < journal->length)
        gelRecordingText_AddSpaces(text, journal->length - position);
    gelStatus status = gelRecordingText_Check(text);
    if (status != gel_success)
        return status;
    int64_t written = gelWriteAt(journal->file, text->text, text->length, position);
    if (written >= 0 && written != (int64_t)text->length)
        errno = ENOSPC; // what else cuts off a write to a file
    if (written != (int64_t)text->length)
        return failJournal(journal);
    journal->length = position + text->length;
    return gel_success;
}

static gelStatus reserve(gelJournal* journal, int count)
{
    if (count < journal->capacity)
        return gel_success;
    size_t capacity = 2 * (size_t)count + 16;
    size_t* ends = gelAllocate(capacity, sizeof *ends);
    if (ends == NULL)
        return gelFailMemory(capacity, sizeof *ends);
    if (journal->ends != NULL)
        memcpy(ends, journal->ends, ((size_t)journal->eventCount + 1) * sizeof *ends);
    gelFree(journal->ends);
    journal->ends = ends;
    journal->capacity = (int)capacity;
    return gel_success;
}

static gelStatus begin(gelJournal* journal, const char* scenePath, gelPlayer* player)
{
    gelRecordingText text = {0};
    gelStatus status = reserve(journal, 0);
    if (status == gel_success)
        status = gelHashRecordedFiles(player);
    if (status != gel_success)
        return status;
    gelRecordingText_AddHead(&text, scenePath, player->scene, player->fileHashes);
    journal->ends[0] = text.length;
    gelRecordingText_AddEnd(&text, 1, 0);
    status = writeText(journal, &text, 0);
    gelRecordingText_Clear(&text);
    return status;
}

gelStatus gelPlayer_OpenJournal(gelPlayer* player, const char* scenePath, const char* path)
{
    size_t room = gel_pathSize + gel_temporaryNameRoom;
    gelJournal* journal = gelAllocate(1, sizeof *journal);
    char* name = gelAllocate(room, 1);
    if (journal == NULL || name == NULL) {
        gelFree(journal);
        gelFree(name);
        return gelFailMemory(room, 1);
    }
    journal->path = name;
    snprintf(name, room, "%s", path);
    journal->file = gelOpenKeptTemporary(path, name, room);
    gelStatus status = journal->file != NULL ? begin(journal, scenePath, player) : failJournal(journal);
    if (status == gel_success)
        gelOpenSnapshots(&journal->keyframes, journal->path);
    gelPlayer_CloseJournal(player, true);
    player->journal = journal;
    player->closeJournal = gelPlayer_CloseJournal;
    player->journaled = 0;
    player->keyed = player->frame;
    if (status != gel_success)
        gelPlayer_CloseJournal(player, false);
    return status;
}

void gelPlayer_ForgetHashes(gelPlayer* player, int64_t frame)
{
    player->keyed = frame < player->keyed ? frame : player->keyed;
}

// In place of the hash that the frame had when it was stepped before.
static void noteAgain(gelPlayer* player, uint64_t hash)
{
    for (int i = 0; i < player->recordCount; i++) {
        gelEvent* event = &player->record[i];
        if (event->kind != gel_eventHash || event->frame != player->frame)
            continue;
        event->hash = hash;
        player->journaled = i < player->journaled ? i : player->journaled;
    }
}

// Notes the frame that was just stepped for the first time, or again after its hashes were forgotten.
static gelStatus noteFrame(gelPlayer* player)
{
    gelSnapshotFile* file = &player->journal->keyframes;
    int64_t frame = player->frame;
    bool isKey = frame % keyframeSpacing == 0;
    gelCutSnapshots(file, player->keyed);
    bool isLast = frame == player->reach && player->position == player->recordCount;
    if (frame <= player->keyed)
        return gel_success;
    player->keyed = frame;
    player->wasInexact |= !gelWorld_IsExact(player->world);
    if (player->wasInexact || (!isKey && player->world->vertexCount > maxHashedVertices))
        return gel_success;
    gelEvent event = {.kind = gel_eventHash, .hash = gelWorld_Hash(player->world)};
    if (event.hash == 0)
        return gel_success; // a step to come will say why nothing can be read
    int64_t spacing = keyframeSpacing * (1 + (int64_t)(file->size / usualSize));
    bool hasSnapshot = isKey && isLast && !player->hasOtherIds && frame - file->lastSnapshot >= spacing;
    gelAddSnapshot(file, &(gelSnapshotContent){.frame = frame,
                                               .hash = event.hash,
                                               .world = hasSnapshot ? player->world : NULL,
                                               .player = player});
    if (isKey && !isLast)
        noteAgain(player, event.hash);
    return isKey && isLast ? gelPlayer_Apply(player, &event) : gel_success;
}

// The events before the last frame that was begun: those after it may still be replaced, but for its hash.
static int countFinal(const gelPlayer* player)
{
    int count = player->recordCount;
    while (count > 0 && player->record[count - 1].frame >= player->reach &&
           player->record[count - 1].kind != gel_eventHash)
        count--;
    return count;
}

gelStatus gelPlayer_WriteJournal(gelPlayer* player)
{
    gelJournal* journal = player->journal;
    gelStatus status = journal != NULL ? noteFrame(player) : gel_success;
    if (status != gel_success)
        return status;
    int count = countFinal(player);
    bool isUnchanged = journal != NULL && player->journaled == journal->eventCount &&
                       count == journal->eventCount && player->reach == journal->frames;
    if (journal == NULL || player->reach < 1 || isUnchanged)
        return gel_success;
    status = gelCheckRecordedTime(player, journal->path);
    if (status == gel_success)
        status = reserve(journal, count);
    if (status != gel_success)
        return status;
    gelRecordingText text = {0};
    int first = player->journaled; // from here on events are new, or others than before
    size_t position = journal->ends[first];
    for (int i = first; i < count; i++) {
        gelRecordingText_AddEvent(&text, &player->record[i], i == 0);
        journal->ends[i + 1] = position + text.length;
    }
    gelRecordingText_AddEnd(&text, player->reach, 0);
    status = writeText(journal, &text, position);
    if (status == gel_success) { // or the next call writes the same again
        journal->eventCount = player->journaled = count;
        journal->frames = player->reach;
    }
    gelRecordingText_Clear(&text);
    return status;
}

const char* gelPlayer_GetJournal(const gelPlayer* player)
{
    return player->journal != NULL ? player->journal->path : NULL;
}

void gelPlayer_CloseJournal(gelPlayer* player, bool keep)
{
    gelJournal* journal = player->journal;
    if (journal == NULL)
        return;
    gelCloseSnapshots(&journal->keyframes, keep && journal->frames > 0);
    if (journal->file != NULL)
        fclose(journal->file);
    if (journal->file != NULL && (!keep || journal->frames < 1))
        remove(journal->path);
    gelFree(journal->path);
    gelFree(journal->ends);
    gelFree(journal);
    player->journal = NULL;
}

gelStatus gelPlayer_WriteRecording(gelPlayer* player, const char* scenePath, uint64_t hash, const char* path)
{
    gelResultFile file;
    gelRecordingText text = {0};
    if (player->frame < 1)
        return gelFail(gel_invalidArgument, "%s: no frame was stepped, so there is nothing to record", path);
    gelStatus status = gelCheckRecordedTime(player, path);
    if (status == gel_success)
        status = gelHashRecordedFiles(player);
    if (status == gel_success)
        status = gelOpenResultFile(&file, path);
    if (status != gel_success)
        return status;
    gelRecordingText_AddHead(&text, scenePath, player->scene, player->fileHashes);
    for (int i = 0; i < player->position; i++)
        gelRecordingText_AddEvent(&text, &player->record[i], i == 0);
    gelRecordingText_AddEnd(&text, player->frame, hash);
    status = gelRecordingText_Check(&text);
    if (status == gel_success)
        status = gelWriteResultFile(&file, text.text, text.length);
    gelRecordingText_Clear(&text);
    if (status == gel_success)
        status = gelFlushResultFile(&file);
    if (status == gel_success)
        status = gelPublishResultFile(&file);
    if (status != gel_success)
        gelAbandonResultFile(&file);
    if (status == gel_success && player->journal != NULL) {
        gelCutSnapshots(&player->journal->keyframes, player->frame);
        gelPublishSnapshots(&player->journal->keyframes, path);
    }
    return status;
}
