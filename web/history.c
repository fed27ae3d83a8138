// The frames to which a page can go back, as snapshots before each step: the latest ones.
#include "gel_web.h"

#include <string.h>

enum { mostFrames = 600 };
static const size_t mostBytes = 64 << 20;

static struct {
    gelSnapshot* frames[mostFrames]; // from the oldest
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

static void dropLatest(void)
{
    gelSnapshot* latest = history.frames[--history.count];
    history.bytes -= gelSnapshot_GetSize(latest);
    gelDestroySnapshot(latest);
}

bool gelClearHistory(void)
{
    bool had = history.count > 0;
    while (history.count > 0)
        dropOldest();
    return had;
}

gelStatus gelKeepFrame(void)
{
    gelSnapshot* snapshot;
    gelStatus status = gelTakeSnapshot(gelWeb.world, gelWeb.player, &snapshot);
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

gelStatus gelRestoreKeptFrame(void)
{
    return restore(history.frames[history.count - 1]);
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
    while (history.count > wanted)
        dropLatest();
    return gel_success;
}

void gelUndoFrame(void)
{
    if (gelGoBack(1) != gel_success)
        dropLatest();
}

// Forgets what the user did.
gelStatus gelGoToStart(void)
{
    gelStatus status = restore(gelWeb.start);
    if (status != gel_success)
        return status;
    gelClearHistory();
    gelPlayer_Forget(gelWeb.player);
    return gel_success;
}
