#define _POSIX_C_SOURCE 200809L // pwrite, ftruncate, fseeko
#include "replay/keyframe_file.h"
#include "base/text_reader.h"
#include "files/generated_file.h"
#include "files/temporary_file.h"
#include "files/permissions.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct gelKeyframeEnd {
    int64_t frame;
    size_t end; // in the file
    bool hasState;
} gelKeyframeEnd;

typedef struct Head {
    char magic[16];
    uint32_t byteOrder, format;
} Head;

static const Head ownHead = {GEL_KEYFRAMES_START, 0x01020304, 1};

static uint64_t checkOf(const gelKeyframeEntry* entry)
{
    return gelHashBytes(GEL_HASH_START, entry, offsetof(gelKeyframeEntry, check));
}

char* gelCopyKeyframesName(const char* recording)
{
    size_t capacity = strlen(recording) + gel_keyframesRoom;
    char* path = gelAllocate(capacity, 1);
    if (path != NULL)
        gelNameKeyframes(recording, path, capacity);
    return path;
}

static void warn(const gelKeyframeFile* file)
{
    gelLog(gel_logWarning, "%s: cannot be written: %s; the recording goes on without further states",
           file->path, strerror(errno));
}

static void giveUp(gelKeyframeFile* file)
{
    warn(file);
    fclose(file->file);
    file->file = NULL;
}

static bool put(gelKeyframeFile* file, const void* bytes, size_t size)
{
    ssize_t written = pwrite(fileno(file->file), bytes, size, (off_t)file->size);
    if (written == (ssize_t)size) {
        file->size += size;
        return true;
    }
    if (written >= 0)
        errno = ENOSPC; // what else cuts off a write to a file
    giveUp(file);
    return false;
}

// A new one: who has the one that a killed session has left open does not see what this one writes.
static FILE* createStates(const char* path, const char* recording)
{
    char target[gel_pathSize];
    errno = EEXIST;
    if (!gelMayOverwrite(path, GEL_KEYFRAMES_START) || !gelFollowLinks(path, target, sizeof target))
        return NULL;
    remove(target);
    return gelCreateLike(target, NULL, recording);
}

void gelOpenKeyframes(gelKeyframeFile* file, const char* recording)
{
    *file = (gelKeyframeFile){.path = gelCopyKeyframesName(recording)};
    if (file->path == NULL)
        return;
    file->file = createStates(file->path, recording);
    if (file->file != NULL) {
        put(file, &ownHead, sizeof ownHead);
        return;
    }
    warn(file);
    gelFree(file->path); // not ours to remove
    file->path = NULL;
}

void gelCutKeyframes(gelKeyframeFile* file, int64_t frame)
{
    int count = file->count;
    while (count > 0 && file->ends[count - 1].frame > frame)
        count--;
    if (file->file == NULL || count == file->count)
        return;
    file->count = count;
    file->size = count > 0 ? file->ends[count - 1].end : sizeof ownHead;
    file->lastState = 0;
    for (int i = 0; i < count; i++)
        if (file->ends[i].hasState)
            file->lastState = file->ends[i].frame;
    if (ftruncate(fileno(file->file), (off_t)file->size) != 0)
        giveUp(file);
}

void gelAddKeyframe(gelKeyframeFile* file, int64_t frame, uint64_t hash, const void* state, size_t size)
{
    gelKeyframeEntry entry = {.frame = frame, .hash = hash, .size = size};
    unsigned char* bytes = file->file != NULL ? gelAllocate(sizeof entry + size, 1) : NULL;
    if (bytes == NULL ||
        gelReserve(&file->ends, &file->capacity, file->count + 1, sizeof *file->ends) != gel_success) {
        gelFree(bytes);
        return; // it lacks one entry
    }
    entry.check = checkOf(&entry);
    memcpy(bytes, &entry, sizeof entry);
    if (size > 0)
        memcpy(bytes + sizeof entry, state, size);
    if (put(file, bytes, sizeof entry + size)) {
        file->ends[file->count++] = (gelKeyframeEnd){frame, file->size, size > 0};
        file->lastState = size > 0 ? frame : file->lastState;
    }
    gelFree(bytes);
}

void gelPublishKeyframes(gelKeyframeFile* file, const char* recording)
{
    char* path = gelCopyKeyframesName(recording);
    if (file->file != NULL && path != NULL) {
        fclose(file->file); // pwrite leaves nothing to be written
        file->file = NULL;
        errno = EACCES;
        bool mayBe = !gelIsProtected(path) && gelMayOverwrite(path, GEL_KEYFRAMES_START);
        if (mayBe && gelPublishTemporary(file->path, path)) {
            gelFree(file->path);
            file->path = NULL;
        } else {
            gelLog(gel_logWarning, "%s: cannot be replaced: %s; the recording is without states", path,
                   strerror(errno));
        }
    }
    gelFree(path);
}

void gelCloseKeyframes(gelKeyframeFile* file, bool keep)
{
    if (file->file != NULL)
        fclose(file->file);
    if (file->path != NULL && !keep)
        remove(file->path);
    gelFree(file->path);
    gelFree(file->ends);
    *file = (gelKeyframeFile){0};
}

gelStatus gelStartKeyframes(const char* path, FILE** file)
{
    Head head = {{0}, 0, 0};
    *file = NULL;
    gelStatus status = gelCheckRegularFile(path);
    if (status != gel_success)
        return status;
    *file = fopen(path, "rb");
    if (*file == NULL)
        return gelFail(gel_fileError, "%s: cannot be opened: %s", path, strerror(errno));
    size_t size = fread(&head, 1, sizeof head, *file);
    if (memcmp(head.magic, ownHead.magic, sizeof head.magic) != 0)
        status =
            gelFail(gel_formatError, "%s: expected states of a recording, found another kind of file", path);
    else if (size < sizeof head || head.byteOrder != ownHead.byteOrder)
        status = gelFail(gel_unsupported, "%s: cut, or written by a machine of the other byte order", path);
    else if (head.format != ownHead.format)
        status = gelFail(gel_unsupported, "%s: expected version %u of the format, found %u", path,
                         (unsigned)ownHead.format, (unsigned)head.format);
    if (status == gel_success)
        return status;
    fclose(*file);
    *file = NULL;
    return status;
}

bool gelNextKeyframe(FILE* file, gelKeyframeEntry* entry)
{
    struct stat found;
    if (fread(entry, sizeof *entry, 1, file) != 1 || entry->check != checkOf(entry) ||
        fstat(fileno(file), &found) != 0)
        return false;
    off_t at = ftello(file);
    return at >= 0 && at <= found.st_size && entry->size <= (uint64_t)(found.st_size - at);
}
