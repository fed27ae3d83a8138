// The state of a world and its player in a file.
#include "replay/state_file.h"
#include "base/result_file.h"
#include "files/generated_file.h"
#include "files/temporary_file.h"
#include "gel/snapshot.h"
#include "scene/contents/fingerprint.h"
#include "replay/player.h"
#include "world/state.h"

#include <errno.h>
#include <string.h>

// What all such files begin with. The hash of all bytes before it ends them.
typedef struct Head {
    char magic[12];
    uint32_t byteOrder;
    uint32_t format;  // grows with every change of what follows
    char version[20]; // with the kernels, the origin
    uint64_t kernels;
    uint64_t noteSize;
} Head;

static const char magic[12] = GEL_STATE_START;
enum { byteOrder = 0x01020304, formatNumber = 6, hashSize = 8 };

static Head ownHead(size_t noteSize)
{
    gelFingerprint origin = gelOwnFingerprint();
    Head head = {
        .byteOrder = byteOrder, .format = formatNumber, .kernels = origin.kernels, .noteSize = noteSize};
    memcpy(head.magic, magic, sizeof magic);
    memcpy(head.version, origin.version, sizeof head.version);
    return head;
}

gelStatus gelPackState(gelArchive* archive, gelWorld* world, gelPlayer* player, const void* notes,
                       size_t noteSize)
{
    Head head = ownHead(noteSize);
    gelWorldState* state;
    bool hasPlayer = player != NULL;
    gelStatus status = gelSaveWorldState(world, &state);
    if (status != gel_success)
        return status;
    GEL_ARCHIVE(archive, head);
    gelArchiveBytes(archive, (void*)(uintptr_t)notes, noteSize);
    gelArchiveSwitch(archive, &hasPlayer);
    if (hasPlayer)
        gelArchivePlayer(archive, player);
    gelArchiveWorldState(archive, world, state);
    gelDestroyWorldState(state);
    uint64_t hash = gelHashBytes(GEL_HASH_START, archive->bytes, archive->size);
    GEL_ARCHIVE(archive, hash);
    return archive->status;
}

gelStatus gelWriteSnapshot(const char* path, gelWorld* world, gelPlayer* player, const void* notes,
                           size_t noteSize)
{
    gelArchive archive = {0};
    gelResultFile file;
    gelStatus status = gelPackState(&archive, world, player, notes, noteSize);
    if (status == gel_success)
        status = gelOpenResultFile(&file, path);
    if (status != gel_success) {
        gelFree(archive.bytes);
        return status;
    }
    status = gelWriteResultFile(&file, archive.bytes, archive.size);
    if (status == gel_success && !gelSyncFile(file.file))
        status = gelFail(gel_fileError, "%s: cannot be written: %s", path, strerror(errno));
    if (status == gel_success)
        status = gelFlushResultFile(&file);
    if (status == gel_success)
        status = gelPublishResultFile(&file);
    if (status == gel_success)
        gelSyncFolderOf(path);
    gelAbandonResultFile(&file);
    gelFree(archive.bytes);
    return status;
}

static gelStatus checkOrigin(const char* path, const Head* head)
{
    char text[160];
    gelFingerprint origin = {.kernels = head->kernels};
    memcpy(origin.version, head->version, sizeof origin.version);
    for (int i = 0; i < gel_fingerprintPartCount; i++)
        if (gelFingerprintDiffers(&origin, i, text, sizeof text))
            return gelFail(gel_unsupported, "%s: %s", path, text);
    return gel_success;
}

static gelStatus checkHead(const char* path, const gelTextReader* text, Head* head)
{
    Head own = ownHead(0);
    size_t known = text->size < sizeof magic ? text->size : sizeof magic;
    uint64_t hash = 0;
    if (memcmp(text->bytes, magic, known) != 0)
        return gelFail(gel_formatError, "%s: expected a state of Gel, found another kind of file", path);
    if (text->size < sizeof *head + hashSize)
        return gelFail(gel_formatError, "%s: expected a state of Gel, found only %zu bytes of it", path,
                       text->size);
    memcpy(head, text->bytes, sizeof *head);
    head->version[sizeof head->version - 1] = '\0';
    if (head->byteOrder != own.byteOrder)
        return gelFail(gel_unsupported, "%s: written by a machine of the other byte order", path);
    if (head->format != own.format)
        return gelFail(gel_formatError, "%s: expected version %u of the format, found %u, of Gel %.19s", path,
                       (unsigned)own.format, (unsigned)head->format, head->version);
    memcpy(&hash, text->bytes + text->size - hashSize, hashSize);
    if (hash != gelHashBytes(GEL_HASH_START, text->bytes, text->size - hashSize) ||
        head->noteSize > text->size - sizeof *head - hashSize)
        return gelFail(gel_formatError, "%s: cut or damaged: its checksum is not that of its %zu bytes", path,
                       text->size);
    return checkOrigin(path, head);
}

static gelStatus readNotes(const gelTextReader* text, const Head* head, void** notes, size_t* noteSize)
{
    size_t size = (size_t)head->noteSize;
    if (notes == NULL)
        return gel_success;
    *notes = gelAllocate(size + 1, 1); // so that text ends
    if (*notes == NULL)
        return gelFailMemory(size + 1, 1);
    memcpy(*notes, text->bytes + sizeof *head, size);
    *noteSize = size;
    return gel_success;
}

// What reading changes before it is known whether all is well: the player, and the bodies that its events make and
// remove.
typedef struct Undo {
    gelPlayer player;
    gelWorldState* state;
} Undo;

static void undo(const Undo* kept, gelWorld* world, gelPlayer* player)
{
    gelPlayer now = *player;
    *player = kept->player;
    player->record = now.record;
    player->recordCapacity = now.recordCapacity;
    player->lastBodyChange = now.lastBodyChange;
    gelWorldReturnTo(world, kept->state);
}

static void checkExpected(gelArchive* archive, gelWorld* world, const gelPlayer* player,
                          const gelExpectedState* expected)
{
    if (expected != NULL && gelArchiveIsGood(archive) &&
        (player->frame != expected->frame || gelWorld_Hash(world) != expected->hash))
        gelFailArchive(archive, gelFail(gel_formatError, "frame %lld does not match the recording",
                                        (long long)expected->frame));
}

static void readWorld(gelArchive* archive, gelWorld* world, gelPlayer* player)
{
    gelWorldState* state;
    bool hasPlayer = false;
    gelArchiveSwitch(archive, &hasPlayer);
    if (gelArchiveIsGood(archive) && hasPlayer != (player != NULL))
        gelFailArchive(archive, gelFail(gel_invalidArgument, "it is of a world %s a player: read it %s one",
                                        hasPlayer ? "with" : "without", hasPlayer ? "with" : "without"));
    if (gelArchiveIsGood(archive) && hasPlayer)
        gelArchivePlayer(archive, player);
    if (!gelArchiveIsGood(archive))
        return;
    gelFailArchive(archive, gelSaveWorldState(world, &state));
    if (!gelArchiveIsGood(archive))
        return;
    gelArchiveWorldState(archive, world, state);
    if (gelArchiveIsGood(archive) && hasPlayer)
        gelFailArchive(archive, gelCheckHold(player));
    if (gelArchiveIsGood(archive) && archive->position != archive->size)
        gelFailArchive(archive, gelFail(gel_formatError, "byte %zu: expected the end, found %zu bytes more",
                                        archive->position, archive->size - archive->position));
    if (gelArchiveIsGood(archive))
        gelFailArchive(archive, gelRestoreWorldState(world, state));
    gelDestroyWorldState(state);
}

static gelStatus readOrUndo(gelArchive* archive, gelWorld* world, gelPlayer* player,
                            const gelExpectedState* expected)
{
    Undo kept = {.state = NULL};
    if (player != NULL) {
        kept.player = *player;
        gelFailArchive(archive, gelSaveWorldState(world, &kept.state));
    }
    if (gelArchiveIsGood(archive))
        readWorld(archive, world, player);
    checkExpected(archive, world, player, expected);
    if (!gelArchiveIsGood(archive) && kept.state != NULL)
        undo(&kept, world, player);
    gelDestroyWorldState(kept.state);
    return archive->status;
}

gelStatus gelUnpackState(const gelTextReader* text, gelWorld* world, gelPlayer* player,
                         const gelExpectedState* expected, void** notes, size_t* noteSize)
{
    Head head;
    gelStatus status = checkHead(text->path, text, &head);
    if (status == gel_success)
        status = readNotes(text, &head, notes, noteSize); // first: it may fail, and changes nothing
    if (status == gel_success && world != NULL) {
        gelArchive archive = {.bytes = (unsigned char*)text->bytes,
                              .size = text->size - hashSize,
                              .position = sizeof head + (size_t)head.noteSize,
                              .isReading = true};
        status = readOrUndo(&archive, world, player, expected);
        if (status != gel_success)
            status = gelFail(status, "%s: %s", text->path, gelLastError());
    }
    if (status != gel_success && notes != NULL) {
        gelFree(*notes);
        *notes = NULL;
    }
    return status;
}

gelStatus gelReadSnapshot(const char* path, gelWorld* world, gelPlayer* player, void** notes,
                          size_t* noteSize)
{
    gelTextReader text;
    if (notes != NULL)
        *notes = NULL;
    gelStatus status = gelOpenText(path, &text);
    if (status != gel_success)
        return status;
    status = gelUnpackState(&text, world, player, NULL, notes, noteSize);
    gelCloseText(&text);
    return status;
}
