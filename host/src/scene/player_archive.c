// Packs the state of a player into bytes. Events that make and remove bodies go along, since a world can only be read into
// the bodies that it has.
#include "scene/player.h"

#include <limits.h>
#include <math.h>

static const int64_t mostFrames = INT64_MAX / 4;

typedef struct Change {
    int64_t frame;
    int32_t kind, body;
    gelVec3 position, from, to, across;
    float thickness;
} Change;

static bool changesBodies(const gelEvent* event)
{
    return event->kind == gel_eventDrop || event->kind == gel_eventRemove || event->kind == gel_eventWall;
}

static int countChanges(const gelPlayer* player)
{
    int count = 0;
    for (int i = 0; i < player->position; i++)
        count += changesBodies(&player->record[i]);
    return count;
}

static void archiveChange(gelArchive* archive, Change* change)
{
    GEL_ARCHIVE(archive, change->frame);
    GEL_ARCHIVE(archive, change->kind);
    GEL_ARCHIVE(archive, change->body);
    GEL_ARCHIVE(archive, change->position);
    GEL_ARCHIVE(archive, change->from);
    GEL_ARCHIVE(archive, change->to);
    GEL_ARCHIVE(archive, change->across);
    GEL_ARCHIVE(archive, change->thickness);
}

static void writeChanges(gelArchive* archive, const gelPlayer* player)
{
    for (int i = 0; i < player->position; i++) {
        const gelEvent* event = &player->record[i];
        Change change = {event->frame, (int32_t)event->kind, event->body,     event->position, event->from,
                         event->to,    event->across,        event->thickness};
        if (changesBodies(event))
            archiveChange(archive, &change);
    }
}

// Into the record again, so that the next file has them, too.
static void repeatChanges(gelArchive* archive, gelPlayer* player, int count)
{
    for (int i = 0; i < count && gelArchiveIsGood(archive); i++) {
        Change change;
        archiveChange(archive, &change);
        gelEvent event = {.kind = (gelEventKind)change.kind,
                          .body = change.body,
                          .position = change.position,
                          .from = change.from,
                          .to = change.to,
                          .across = change.across,
                          .thickness = change.thickness};
        bool isGood = changesBodies(&event) && change.frame >= 0 && change.frame <= mostFrames;
        if (gelArchiveIsGood(archive) && !isGood)
            gelFailArchive(archive, gelFail(gel_formatError,
                                            "an event that makes or removes a body: found one of kind %d in "
                                            "frame %lld",
                                            (int)change.kind, (long long)change.frame));
        if (!gelArchiveIsGood(archive))
            return;
        player->frame = change.frame;
        gelFailArchive(archive, gelPlayer_Apply(player, &event));
    }
}

static void archiveHold(gelArchive* archive, gelPlayer* player)
{
    GEL_ARCHIVE(archive, player->held);
    GEL_ARCHIVE(archive, player->distance);
    gelArchiveCount(archive, &player->holdCount, GEL_MAXIMUM_GOALS, sizeof(gelGoal));
    gelArchiveBytes(archive, player->goals, (size_t)player->holdCount * sizeof *player->goals);
    gelArchiveBytes(archive, player->offsets, (size_t)player->holdCount * sizeof *player->offsets);
}

static bool isClockGood(const gelPlayer* player)
{
    const gelPlayerClock* clock = &player->clock;
    return player->frame >= 0 && player->frame <= mostFrames && clock->startFrame >= 0 &&
           clock->startFrame <= player->frame && isfinite(clock->start) &&
           gelCheckTimeStep(clock->timeStep) == gel_success && player->bodyChanges >= 0 &&
           player->bodyChanges <= mostFrames;
}

// gelWorld_SetGoals judges the goals anew whenever they move.
static bool isHoldGood(const gelPlayer* player)
{
    const gelBody* body = gelFindBody(player->world, player->held);
    bool isGood = isfinite(player->distance);
    for (int i = 0; i < player->holdCount && isGood && body != NULL; i++) {
        gelVec3 offset = player->offsets[i];
        isGood = player->goals[i].vertex >= 0 && player->goals[i].vertex < body->shape->mesh.vertexCount &&
                 isfinite(offset.x) && isfinite(offset.y) && isfinite(offset.z);
    }
    return isGood;
}

static void checkPlayer(gelArchive* archive, const gelPlayer* player)
{
    if (!isClockGood(player))
        gelFailArchive(archive,
                       gelFail(gel_formatError, "the player: found frame %lld and a time step of %g s",
                               (long long)player->frame, (double)player->clock.timeStep));
    else if (!isHoldGood(player))
        gelFailArchive(archive, gelFail(gel_formatError, "the player: it holds vertices that are not there"));
}

void gelArchivePlayer(gelArchive* archive, gelPlayer* player)
{
    const int eventCount = player->scene->eventCount;
    int count = countChanges(player);
    if (archive->isReading && (player->frame > 0 || player->recordCount > 0)) {
        gelFailArchive(archive,
                       gelFail(gel_invalidArgument, "the player has begun: read into a world and a player as "
                                                    "their scene made them"));
        return;
    }
    gelArchiveCount(archive, &count, INT_MAX, sizeof(Change) - sizeof(int32_t));
    if (archive->isReading)
        repeatChanges(archive, player, count);
    else
        writeChanges(archive, player);
    GEL_ARCHIVE(archive, player->frame);
    gelArchiveCount(archive, &player->next, eventCount, 1);
    GEL_ARCHIVE(archive, player->clock.timeStep);
    GEL_ARCHIVE(archive, player->clock.start);
    GEL_ARCHIVE(archive, player->clock.startFrame);
    GEL_ARCHIVE(archive, player->bodyChanges);
    archiveHold(archive, player);
    if (!archive->isReading)
        return;
    if (gelArchiveIsGood(archive))
        checkPlayer(archive, player);
    player->lastBodyChange =
        player->bodyChanges > player->lastBodyChange ? player->bodyChanges : player->lastBodyChange;
    player->taken = player->next;
    for (int i = 0; i < player->taken; i++)
        player->places[i] = -1; // not in this record
    player->sealed = player->position;
    player->reach = player->frame;
}
