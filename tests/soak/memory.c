// Memory: calls that run out of it, and whether it stays flat.
#define _XOPEN_SOURCE 700
#include "soak/random.h"
#include "support/failing_memory.h"

#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <unistd.h>

enum { maxSamples = 100000, fewestSamples = 200 };

static int keptBlocks, keptObjects;
static double keptMemory;          // MiB, of devices that hung
static double samples[maxSamples]; // MiB, after each episode, without that
static int sampleCount;

// MiB: PoCL keeps 0.1 to 0.25 of what it builds for each episode, as random scenes take ever other kernels. What the
// library itself keeps is counted block by block.
static const double allowedAtAll = 16.0, allowedPerEpisode = 0.3;

void watchMemory(void)
{
    useFailingMemory(true);
}

int countBlocks(void)
{
    return livingBlocks;
}

void keepWhatHangs(int blocks, int objects, double memory)
{
    keptMemory += memory;
    keptBlocks += blocks;
    keptObjects += objects;
}

int countKeptBlocks(void)
{
    return keptBlocks;
}

int countKeptObjects(void)
{
    return keptObjects;
}

// Nothing that counts may be kept beside the state.
static void goOnFromState(const Episode* episode, const Side* side, int frame)
{
    gelSnapshot* state;
    if (gelTakeSnapshot(side->world, NULL, &state) != gel_success ||
        gelRestoreSnapshot(side->world, NULL, state) != gel_success)
        failAt(episode, frame, "there is no going on from the state after a call ran out of memory");
    gelDestroySnapshot(state);
}

void callWithoutMemory(Episode* episode, const Side* side, int frame, const char* what, gelStatus expected,
                       Call* call, void* context)
{
    int at = 1 + choose(episode, 1 << choose(episode, 9)), bodies = gelWorld_GetBodyCount(side->world);
    bool goesOn = oneIn(episode, 2);
    uint64_t before = hashSoft(side);
    armMemory(at);
    gelStatus status = call(context);
    armMemory(0);
    if (status != expected) {
        note(frame, starved, what, at);
        if (status != gel_outOfMemory || strstr(gelLastError(), "memory") == NULL)
            failAt(episode, frame, "a call that runs out of memory says something else");
        if (hashSoft(side) != before || gelWorld_GetBodyCount(side->world) != bodies)
            failAt(episode, frame, "a call that ran out of memory has changed the world");
        if (goesOn)
            goOnFromState(episode, side, frame);
        status = call(context);
    }
    if (status != expected)
        failAt(episode, frame, "a call ends otherwise once it ran out of memory");
}

// MiB, without what is free but kept by malloc, hundreds after a driver has built kernels; 0 where it is not told.
double residentMemory(void)
{
    long pages = 0;
#ifdef __GLIBC__
    malloc_trim(0);
#endif
    FILE* file = fopen("/proc/self/statm", "r");
    if (file == NULL || fscanf(file, "%*d %ld", &pages) != 1)
        pages = 0;
    if (file != NULL)
        fclose(file);
    return (double)pages * (double)sysconf(_SC_PAGESIZE) / 1048576.0;
}

void sampleMemory(void)
{
    if (sampleCount == maxSamples)
        return;
    samples[sampleCount++] = residentMemory() - keptMemory;
}

static double minOf(int first, int end)
{
    double min = samples[first];
    for (int i = first + 1; i < end; i++)
        min = fmin(min, samples[i]);
    return min;
}

// The least of the last quarter beside that of the second one, as the first is for what drivers load once.
bool memoryIsFlat(void)
{
    if (sampleCount < fewestSamples || samples[0] == 0.0) {
        printf("%d episodes are too few to tell whether memory is flat: it takes %d\n", sampleCount,
               fewestSamples);
        return true;
    }
    int quarter = sampleCount / 4;
    double early = minOf(quarter, 2 * quarter), late = minOf(3 * quarter, sampleCount);
    double allowed = allowedAtAll + allowedPerEpisode * (sampleCount / 2.0);
    bool isFlat = late - early <= allowed;
    printf(
        "%smemory: at least %.1f MiB in the second quarter, %.1f in the last: %.1f more, allowed %.1f; and "
        "%.1f of devices that hung\n",
        isFlat ? "" : "FAILED: ", early, late, late - early, allowed, keptMemory);
    return isFlat;
}
