// The frames to which a page can go back, as snapshots before each step: the latest, and the first one for a reset.
#include "gel_web.h"

#include <string.h>

enum { mostFrames = 600 };
static const size_t mostBytes = 64 << 20;

static struct {
    gelSnapshot *start, *frames[mostFrames]; // from the oldest
    int count;
    size_t bytes;
} history;

static void dropOldest(void)
{
    history.bytes -= gelSnapshot_GetSize(history.frames[0]);
    gelDestroySnapshot(history.frames[0]);
    history.count--;
    memmove(history.frames, history.frames + 1, (size_t)history.count * sizeof history.frames[0]);
}

static void clearFrames(void)
{
    while (history.count > 0)
        dropOldest();
}

void gelClearHistory(void)
{
    clearFrames();
    gelDestroySnapshot(history.start);
    history.start = NULL;
}

gelStatus gelKeepFrame(void)
{
    gelSnapshot* snapshot;
    gelStatus status = gel_success;
    if (history.start == NULL && gelPlayer_GetFrame(gelWeb.player) == 0)
        status = gelTakeSnapshot(gelWeb.world, gelWeb.player, &history.start);
    if (status == gel_success)
        status = gelTakeSnapshot(gelWeb.world, gelWeb.player, &snapshot);
    if (status != gel_success)
        return status;
    size_t size = gelSnapshot_GetSize(snapshot);
    while (history.count > 0 && (history.count == mostFrames || history.bytes + size > mostBytes))
        dropOldest();
    history.frames[history.count++] = snapshot;
    history.bytes += size;
    return gel_success;
}

static gelStatus restore(const gelSnapshot* snapshot)
{
    gelStatus status = gelRestoreSnapshot(gelWeb.world, gelWeb.player, snapshot);
    if (status == gel_success && gelWeb.probes != NULL) // which have frame 0, too
        gelProbes_Keep(gelWeb.probes, (int)gelPlayer_GetFrame(gelWeb.player) + 1);
    return status;
}

// Goes as far as there are snapshots. What the user did is repeated as the frames are stepped again.
gelStatus gelGoBack(int frames)
{
    int wanted = history.count - frames;
    if (history.count == 0 || frames <= 0)
        return gel_success;
    wanted = wanted < 0 ? 0 : wanted;
    gelStatus status = restore(history.frames[wanted]);
    if (status != gel_success)
        return status;
    while (history.count > wanted) {
        gelSnapshot* last = history.frames[--history.count];
        history.bytes -= gelSnapshot_GetSize(last);
        gelDestroySnapshot(last);
    }
    return gel_success;
}

// Forgets what the user did.
gelStatus gelGoToStart(void)
{
    gelStatus status = history.start != NULL ? restore(history.start) : gel_success;
    if (status != gel_success)
        return status;
    clearFrames();
    gelPlayer_Forget(gelWeb.player);
    return gel_success;
}
