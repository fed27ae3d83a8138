// A recording that is written while it is made. The file is a complete recording at any moment: each write replaces its
// end, in one piece.
#define _POSIX_C_SOURCE 200809L // pwrite, fileno
#include "scene/player.h"
#include "scene/recording.h"
#include "common/part_file.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

typedef struct gelJournal {
    FILE* file;
    char* path;    // of the file
    size_t length; // of the file, bytes
    size_t* ends;  // [eventCount + 1]: where the events so far end: of none, the head
    int eventCount, capacity;
    int64_t frames;
} gelJournal;

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
    ssize_t written = pwrite(fileno(journal->file), text->text, text->length, (off_t)position);
    if (written >= 0 && written != (ssize_t)text->length)
        errno = ENOSPC; // what else cuts off a write to a file
    if (written != (ssize_t)text->length)
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

static gelStatus begin(gelJournal* journal, const char* scenePath)
{
    gelRecordingText text = {0};
    gelStatus status = reserve(journal, 0);
    if (status != gel_success)
        return status;
    gelRecordingText_AddHead(&text, scenePath);
    journal->ends[0] = text.length;
    gelRecordingText_AddEnd(&text, 1, 0);
    status = writeText(journal, &text, 0);
    gelRecordingText_Clear(&text);
    return status;
}

gelStatus gelPlayer_OpenJournal(gelPlayer* player, const char* scenePath, const char* path)
{
    size_t room = strlen(path) + gel_partNameRoom;
    gelJournal* journal = gelAllocate(1, sizeof *journal);
    char* name = gelAllocate(room, 1);
    if (journal == NULL || name == NULL) {
        gelFree(journal);
        gelFree(name);
        return gelFailMemory(room, 1);
    }
    journal->path = name;
    journal->file = gelOpenKeptPart(path, name, room);
    gelStatus status = journal->file != NULL ? begin(journal, scenePath) : failJournal(journal);
    gelPlayer_CloseJournal(player, true);
    player->journal = journal;
    player->journaled = 0;
    if (status != gel_success)
        gelPlayer_CloseJournal(player, false);
    return status;
}

// The events before the last frame that was begun: those after it may still be replaced.
static int countFinal(const gelPlayer* player)
{
    int count = player->recordCount;
    while (count > 0 && player->record[count - 1].frame >= player->reach)
        count--;
    return count;
}

gelStatus gelPlayer_WriteJournal(gelPlayer* player)
{
    gelJournal* journal = player->journal;
    int count = countFinal(player);
    bool isUnchanged = journal != NULL && player->journaled == journal->eventCount &&
                       count == journal->eventCount && player->reach == journal->frames;
    if (journal == NULL || player->reach < 1 || isUnchanged)
        return gel_success;
    gelStatus status = gelCheckRecordedTime(player, journal->path);
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
    if (journal->file != NULL)
        fclose(journal->file);
    if (journal->file != NULL && (!keep || journal->frames < 1))
        remove(journal->path);
    gelFree(journal->path);
    gelFree(journal->ends);
    gelFree(journal);
    player->journal = NULL;
}
