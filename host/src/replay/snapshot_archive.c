// A world and its player as bytes.
#include "replay/player.h"
#include "replay/snapshot_file.h"
#include "world/state.h"

gelStatus gelPackSnapshot(gelArchive* archive, gelWorld* world, gelPlayer* player)
{
    gelWorldState* state;
    bool hasPlayer = player != NULL;
    gelStatus status = gelSaveWorldState(world, &state);
    if (status != gel_success)
        return status;
    gelArchiveSwitch(archive, &hasPlayer);
    if (hasPlayer)
        gelArchivePlayer(archive, player);
    gelArchiveWorldState(archive, world, state);
    gelDestroyWorldState(state);
    return archive->status;
}

// The player and the world before reading. If the snapshot turns out to be bad, its events may
// already have created and removed bodies.
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
                          const gelSnapshotEntry* expected)
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

gelStatus gelUnpackSnapshot(void* bytes, size_t size, gelWorld* world, gelPlayer* player,
                            const gelSnapshotEntry* expected)
{
    gelArchive archive = {.bytes = bytes, .size = size, .isReading = true};
    Undo kept = {.state = NULL};
    if (player != NULL) {
        kept.player = *player;
        gelFailArchive(&archive, gelSaveWorldState(world, &kept.state));
    }
    if (gelArchiveIsGood(&archive))
        readWorld(&archive, world, player);
    checkExpected(&archive, world, player, expected);
    if (!gelArchiveIsGood(&archive) && kept.state != NULL)
        undo(&kept, world, player);
    gelDestroyWorldState(kept.state);
    return archive.status;
}
