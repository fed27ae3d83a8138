#define _POSIX_C_SOURCE 200809L // ftruncate, fseeko
#include "replay/snapshot_file.h"
#include "base/result_file.h"
#include "base/text_reader.h"
#include "files/generated_file.h"
#include "files/system.h"
#include "files/temporary_file.h"
#include "files/permissions.h"
#include "gel/snapshot.h"
#include "scene/contents/fingerprint.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct gelSnapshotEnd {
    int64_t frame;
    size_t end; // in the file
    bool hasSnapshot;
} gelSnapshotEnd;

typedef struct Head {
    char magic[16];
    uint32_t byteOrder;
    uint32_t format;  // grows with every change of what follows
    char version[24]; // with the kernels, the origin
    uint64_t kernels;
} Head;

static Head ownHead(void)
{
    gelFingerprint origin = gelOwnFingerprint();
    Head head = {
        .magic = GEL_SNAPSHOTS_START, .byteOrder = 0x01020304, .format = 4, .kernels = origin.kernels};
    memcpy(head.version, origin.version, sizeof origin.version);
    return head;
}

static uint64_t checkOf(const gelSnapshotEntry* entry)
{
    return gelHashBytes(GEL_HASH_START, entry, offsetof(gelSnapshotEntry, check));
}

// Appends an entry with what follows it.
static gelStatus packEntry(gelArchive* archive, const gelSnapshotContent* content)
{
    gelSnapshotEntry entry = {.frame = content->frame, .hash = content->hash, .noteSize = content->noteSize};
    size_t start = archive->size, bytes = start + sizeof entry;
    GEL_ARCHIVE(archive, entry);
    gelArchiveBytes(archive, (void*)(uintptr_t)content->notes, content->noteSize);
    gelStatus status =
        content->world != NULL ? gelPackSnapshot(archive, content->world, content->player) : archive->status;
    if (status != gel_success)
        return status;
    entry.size = archive->size - bytes - content->noteSize;
    entry.bytesHash = gelHashBytes(GEL_HASH_START, archive->bytes + bytes, archive->size - bytes);
    entry.check = checkOf(&entry);
    memcpy(archive->bytes + start, &entry, sizeof entry);
    return gel_success;
}

static gelStatus writeWhole(const char* path, const gelArchive* archive)
{
    gelResultFile file;
    gelStatus status = gelOpenResultFile(&file, path);
    if (status != gel_success)
        return status;
    status = gelWriteResultFile(&file, archive->bytes, archive->size);
    if (status == gel_success && !gelSyncFile(file.file))
        status = gelFail(gel_fileError, "%s: cannot be written: %s", path, strerror(errno));
    if (status == gel_success)
        status = gelFlushResultFile(&file);
    if (status == gel_success)
        status = gelPublishResultFile(&file);
    if (status == gel_success)
        gelSyncFolderOf(path);
    gelAbandonResultFile(&file);
    return status;
}

// A head and one entry; gelFree releases the bytes, also after a failure.
static gelStatus packWhole(gelArchive* archive, gelWorld* world, gelPlayer* player, const void* notes,
                           size_t noteSize)
{
    Head head = ownHead();
    gelSnapshotContent content = {.frame = player != NULL ? gelPlayer_GetFrame(player) : 0,
                                  .world = world,
                                  .player = player,
                                  .notes = notes,
                                  .noteSize = noteSize};
    GEL_ARCHIVE(archive, head);
    return packEntry(archive, &content);
}

gelStatus gelWriteSnapshot(const char* path, gelWorld* world, gelPlayer* player, const void* notes,
                           size_t noteSize)
{
    gelArchive archive = {0};
    gelStatus status = packWhole(&archive, world, player, notes, noteSize);
    if (status == gel_success)
        status = writeWhole(path, &archive);
    gelFree(archive.bytes);
    return status;
}

gelStatus gelWriteSnapshotToMemory(gelWorld* world, gelPlayer* player, void** bytes, size_t* size)
{
    gelArchive archive = {0};
    *bytes = NULL;
    *size = 0;
    gelStatus status = packWhole(&archive, world, player, NULL, 0);
    if (status == gel_success) {
        *bytes = archive.bytes;
        *size = archive.size;
    } else
        gelFree(archive.bytes);
    return status;
}

char* gelCopyKeyframesName(const char* recording)
{
    size_t capacity = strlen(recording) + gel_keyframesRoom;
    char* path = gelAllocate(capacity, 1);
    if (path != NULL)
        gelNameKeyframes(recording, path, capacity);
    return path;
}

static void warn(const gelSnapshotFile* file)
{
    gelLog(gel_logWarning, "%s: cannot be written: %s; the recording goes on without further states",
           file->path, strerror(errno));
}

static void giveUp(gelSnapshotFile* file)
{
    warn(file);
    fclose(file->file);
    file->file = NULL;
}

static bool put(gelSnapshotFile* file, const void* bytes, size_t size)
{
    int64_t written = gelWriteAt(file->file, bytes, size, file->size);
    if (written == (int64_t)size) {
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
    if (!gelMayOverwrite(path, GEL_SNAPSHOTS_START) || !gelFollowLinks(path, target, sizeof target))
        return NULL;
    remove(target);
    return gelCreateLike(target, NULL, recording);
}

void gelOpenSnapshots(gelSnapshotFile* file, const char* recording)
{
    Head head = ownHead();
    *file = (gelSnapshotFile){.path = gelCopyKeyframesName(recording)};
    if (file->path == NULL)
        return;
    file->file = createStates(file->path, recording);
    if (file->file != NULL) {
        put(file, &head, sizeof head);
        return;
    }
    warn(file);
    gelFree(file->path); // not ours to remove
    file->path = NULL;
}

void gelCutSnapshots(gelSnapshotFile* file, int64_t frame)
{
    int count = file->count;
    while (count > 0 && file->ends[count - 1].frame > frame)
        count--;
    if (file->file == NULL || count == file->count)
        return;
    file->count = count;
    file->size = count > 0 ? file->ends[count - 1].end : sizeof(Head);
    file->lastSnapshot = 0;
    for (int i = 0; i < count; i++)
        if (file->ends[i].hasSnapshot)
            file->lastSnapshot = file->ends[i].frame;
    if (ftruncate(fileno(file->file), (off_t)file->size) != 0)
        giveUp(file);
}

void gelAddSnapshot(gelSnapshotFile* file, const gelSnapshotContent* content)
{
    gelArchive archive = {0};
    gelSnapshotContent bare = {.frame = content->frame, .hash = content->hash};
    if (file->file == NULL)
        return;
    bool hasSnapshot = content->world != NULL && packEntry(&archive, content) == gel_success;
    if (!hasSnapshot) {
        gelFree(archive.bytes);
        archive = (gelArchive){0};
    }
    bool ok = (hasSnapshot || packEntry(&archive, &bare) == gel_success) && // or it lacks one entry
              gelReserve(&file->ends, &file->capacity, file->count + 1, sizeof *file->ends) == gel_success;
    if (ok && put(file, archive.bytes, archive.size)) {
        file->ends[file->count++] = (gelSnapshotEnd){content->frame, file->size, hasSnapshot};
        file->lastSnapshot = hasSnapshot ? content->frame : file->lastSnapshot;
    }
    gelFree(archive.bytes);
}

void gelPublishSnapshots(gelSnapshotFile* file, const char* recording)
{
    char* path = gelCopyKeyframesName(recording);
    if (file->file != NULL && path != NULL) {
        fclose(file->file); // gelWriteAt leaves nothing to be written
        file->file = NULL;
        errno = EACCES;
        bool mayBe = !gelIsProtected(path) && gelMayOverwrite(path, GEL_SNAPSHOTS_START);
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

void gelCloseSnapshots(gelSnapshotFile* file, bool keep)
{
    if (file->file != NULL)
        fclose(file->file);
    if (file->path != NULL && !keep)
        remove(file->path);
    gelFree(file->path);
    gelFree(file->ends);
    *file = (gelSnapshotFile){0};
}

static gelStatus checkHead(const char* path, const Head* head, size_t size)
{
    const Head own = ownHead();
    char text[160];
    gelFingerprint origin = {.kernels = head->kernels};
    memcpy(origin.version, head->version, sizeof origin.version);
    origin.version[sizeof origin.version - 1] = '\0';
    if (gelIsFormerSnapshot(head->magic))
        return gelFail(gel_formatError, "%s: expected snapshots of Gel, found a state of an older version",
                       path);
    if (memcmp(head->magic, own.magic, size < sizeof own.magic ? size : sizeof own.magic) != 0)
        return gelFail(gel_formatError, "%s: expected snapshots of Gel, found another kind of file", path);
    if (size < sizeof *head)
        return gelFail(gel_formatError, "%s: expected snapshots of Gel, found only %zu bytes", path, size);
    if (head->byteOrder != own.byteOrder)
        return gelFail(gel_unsupported, "%s: written by a machine of the other byte order", path);
    if (head->format != own.format)
        return gelFail(gel_formatError, "%s: expected version %u of the format, found %u, of Gel %s", path,
                       (unsigned)own.format, (unsigned)head->format, origin.version);
    for (int i = 0; i < gel_fingerprintPartCount; i++)
        if (gelFingerprintDiffers(&origin, i, text, sizeof text))
            return gelFail(gel_unsupported, "%s: %s", path, text);
    return memcmp(head, &own, sizeof own) == 0
               ? gel_success
               : gelFail(gel_formatError, "%s: damaged behind the version of its Gel", path);
}

gelStatus gelStartSnapshots(const char* path, FILE** file)
{
    Head head = {.magic = ""};
    *file = NULL;
    gelStatus status = gelCheckRegularFile(path);
    if (status != gel_success)
        return status;
    *file = fopen(path, "rb");
    if (*file == NULL)
        return gelFail(gel_fileError, "%s: cannot be opened: %s", path, strerror(errno));
    status = checkHead(path, &head, fread(&head, 1, sizeof head, *file));
    if (status == gel_success)
        return status;
    fclose(*file);
    *file = NULL;
    return status;
}

bool gelNextSnapshot(FILE* file, gelSnapshotEntry* entry)
{
    struct stat found;
    if (fread(entry, sizeof *entry, 1, file) != 1 || entry->check != checkOf(entry) ||
        fstat(fileno(file), &found) != 0)
        return false;
    off_t at = ftello(file);
    uint64_t left = at >= 0 && at <= found.st_size ? (uint64_t)(found.st_size - at) : 0;
    return at >= 0 && entry->noteSize <= left && entry->size <= left - entry->noteSize;
}

gelStatus gelReadSnapshotBytes(FILE* file, const gelSnapshotEntry* entry, unsigned char** bytes)
{
    size_t size = (size_t)(entry->noteSize + entry->size);
    *bytes = gelAllocate(size + 1, 1);
    if (*bytes == NULL)
        return gelFailMemory(size + 1, 1);
    gelStatus status = gel_success;
    if (fread(*bytes, 1, size, file) != size)
        status = gelFail(gel_fileError, "cannot be read");
    else if (gelHashBytes(GEL_HASH_START, *bytes, size) != entry->bytesHash)
        status = gelFail(gel_formatError, "cut or damaged: the checksum of its %zu bytes is another", size);
    if (status == gel_success)
        return status;
    gelFree(*bytes);
    *bytes = NULL;
    return status;
}

// The file holds one entry and nothing else.
static gelStatus readOnly(FILE* file, gelSnapshotEntry* entry, unsigned char** bytes)
{
    gelStatus status = gel_success;
    if (!gelNextSnapshot(file, entry))
        status = gelFail(gel_formatError, "cut or damaged: its snapshot is not whole");
    if (status == gel_success)
        status = gelReadSnapshotBytes(file, entry, bytes);
    if (status == gel_success && fgetc(file) != EOF)
        status = gelFail(gel_formatError, "expected one snapshot, found more behind it");
    return status;
}

gelStatus gelReadSnapshot(const char* path, gelWorld* world, gelPlayer* player, void** notes,
                          size_t* noteSize)
{
    FILE* file;
    gelSnapshotEntry entry;
    unsigned char* bytes = NULL;
    if (notes != NULL)
        *notes = NULL;
    gelStatus status = gelStartSnapshots(path, &file);
    if (status != gel_success)
        return status;
    status = readOnly(file, &entry, &bytes);
    fclose(file);
    if (status == gel_success && world != NULL)
        status = gelUnpackSnapshot(bytes + entry.noteSize, (size_t)entry.size, world, player, NULL);
    if (status != gel_success || notes == NULL) {
        gelFree(bytes);
        return status == gel_success ? status : gelFail(status, "%s: %s", path, gelLastError());
    }
    bytes[entry.noteSize] = '\0'; // no more than the notes is of use
    *notes = bytes;
    *noteSize = (size_t)entry.noteSize;
    return gel_success;
}

gelStatus gelReadSnapshotFromMemory(const void* bytes, size_t size, gelWorld* world, gelPlayer* player)
{
    const unsigned char* start = bytes;
    const size_t first = sizeof(Head) + sizeof(gelSnapshotEntry);
    Head head = {.magic = ""};
    gelSnapshotEntry entry = {0};
    memcpy(&head, start, size < sizeof head ? size : sizeof head);
    gelStatus status = checkHead("snapshot in memory", &head, size < sizeof head ? size : sizeof head);
    if (status != gel_success)
        return status;
    if (size >= first)
        memcpy(&entry, start + sizeof head, sizeof entry);
    if (size < first || entry.check != checkOf(&entry) || entry.noteSize > size - first ||
        entry.size != size - first - entry.noteSize ||
        entry.bytesHash != gelHashBytes(GEL_HASH_START, start + first, size - first))
        return gelFail(gel_formatError, "snapshot in memory: its %zu bytes are cut or damaged", size);
    unsigned char* copy = gelAllocate((size_t)entry.size + 1, 1); // ends with a 0, as of gelReadSnapshotBytes
    if (copy == NULL)
        return gelFailMemory((size_t)entry.size + 1, 1);
    memcpy(copy, start + first + entry.noteSize, (size_t)entry.size);
    status = gelUnpackSnapshot(copy, (size_t)entry.size, world, player, NULL);
    gelFree(copy);
    return status;
}
