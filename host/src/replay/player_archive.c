// Packs the state of a player into bytes. Events that make and remove bodies go along, since a world can only be read into
// the bodies that it has.
#include "replay/player.h"

#include <limits.h>
#include <math.h>

static const int64_t maxFrames = INT64_MAX / 4;

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
        Change change = {event->frame,     (int32_t)event->kind, event->body,   event->position,
                         event->wallStart, event->wallEnd,       event->across, event->thickness};
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
                          .wallStart = change.from,
                          .wallEnd = change.to,
                          .across = change.across,
                          .thickness = change.thickness};
        bool isGood = changesBodies(&event) && change.frame >= 0 && change.frame <= maxFrames;
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
    int count = gelBody_IsValid(player->world, player->held) ? player->holdCount : 0; // or it was destroyed
    gelArchiveCount(archive, &count, GEL_MAXIMUM_GOALS, sizeof(gelGoal));
    if (archive->isReading)
        player->holdCount = count;
    gelArchiveBytes(archive, player->goals, (size_t)count * sizeof *player->goals);
    gelArchiveBytes(archive, player->offsets, (size_t)count * sizeof *player->offsets);
}

static gelStatus checkClock(const gelPlayer* player)
{
    const gelPlayerClock* clock = &player->clock;
    if (player->frame < 0 || player->frame > maxFrames)
        return gelFail(gel_formatError, "the player: expected frame 0 to %lld, found %lld",
                       (long long)maxFrames, (long long)player->frame);
    if (clock->startFrame < 0 || clock->startFrame > player->frame)
        return gelFail(gel_formatError,
                       "the player: expected its time step to be set in frame 0 to %lld, found %lld",
                       (long long)player->frame, (long long)clock->startFrame);
    const double longest = 1.0 + 1e-9; // s: of a frame, with rounding
    if (!(clock->start >= 0.0 && clock->start <= longest * (double)clock->startFrame))
        return gelFail(gel_formatError,
                       "the player: expected its time step to be set at 0 to %lld s, found %g s",
                       (long long)clock->startFrame, clock->start);
    if (gelCheckTimeStep(clock->timeStep) != gel_success)
        return gelFail(gel_formatError, "the player: %s", gelLastError());
    const double latest = 9e8, now = gelPlayer_GetTime(player); // s: the time of fields ends at 1e9
    if (!(now <= latest))
        return gelFail(gel_formatError, "the player: expected a time of at most %g s, found %g s", latest,
                       now);
    if (player->bodyChanges < 0 || player->bodyChanges > maxFrames)
        return gelFail(gel_formatError, "the player: expected 0 to %lld changes of bodies, found %lld",
                       (long long)maxFrames, (long long)player->bodyChanges);
    return gel_success;
}

// Not the positions of goals: gelWorld_SetGoals checks those whenever they move.
gelStatus gelCheckHold(const gelPlayer* player)
{
    gelGoal goals[GEL_MAXIMUM_GOALS];
    if (!isfinite(player->distance))
        return gelFail(gel_formatError, "the player: the distance of its hand is not finite");
    for (int i = 0; i < player->holdCount; i++) {
        gelVec3 offset = player->offsets[i];
        goals[i] = player->goals[i];
        goals[i].position = (gelVec3){0, 0, 0};
        if (!isfinite(offset.x) || !isfinite(offset.y) || !isfinite(offset.z))
            return gelFail(gel_formatError, "the player: hold %d is not at a finite place of its hand", i);
        if (goals[i].body.index1 != player->held.index1 ||
            goals[i].body.generation != player->held.generation)
            return gelFail(gel_formatError, "the player: hold %d is of body {%d, %u}, expected {%d, %u}", i,
                           (int)goals[i].body.index1, (unsigned)goals[i].body.generation,
                           (int)player->held.index1, (unsigned)player->held.generation);
    }
    gelStatus status = gelCheckGoals(player->world, goals, player->holdCount);
    return status == gel_success ? status : gelFail(gel_formatError, "the player: %s", gelLastError());
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
        gelFailArchive(archive, checkClock(player));
    player->lastBodyChange =
        player->bodyChanges > player->lastBodyChange ? player->bodyChanges : player->lastBodyChange;
    player->taken = player->next;
    for (int i = 0; i < player->taken; i++)
        player->places[i] = -1; // not in this record
    player->sealed = player->position;
    player->reach = player->frame;
}
