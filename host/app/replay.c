#include "app/replay.h"
#include "app/memory.h"

#include "gel/snapshot.h"

#include <math.h>
#include <stdlib.h>

static void warn(void* output, const char* line)
{
    gelPrintWarning(output, "the recording may end in another state: %s", line);
}

void gelWarnOfRecordedChanges(gelOutput* output, const gelScene* scene)
{
    if (gelScene_LogRecordedChanges(scene, warn, output) != gel_success)
        gelPrintWarning(output, "%s", gelLastError());
}

int gelGoToKeyframe(gelOutput* output, const gelScene* scene, int from, gelWorld* world, gelPlayer* player,
                    int* frame)
{
    int64_t found;
    gelStatus status = gelReadKeyframe(scene, from, world, player, &found);
    if (status == gel_success && found < 0)
        return gelReportError(output, gel_exitInput,
                              "--from %d: the recording has no keyframe at or "
                              "before that frame",
                              from);
    *frame = (int)found;
    return status == gel_success ? gel_exitDone
                                 : gelReportError(output, (int)gelExitCodeOf(status, gel_activityInput),
                                                  "--from %d: %s", from, gelReasonOf(status));
}

void gelStartReplay(gelReplay* replay, const gelScene* scene, int64_t frame)
{
    *replay = (gelReplay){.scene = scene, .equal = frame};
}

// If not, the run goes back to before that body blew up.
static bool isFinite(gelWorld* world)
{
    gelBadVertex bad;
    return gelWorld_FindBadVertex(world, &bad) != gel_success || !bad.found;
}

void gelReplay_AddFrame(gelReplay* replay, gelWorld* world, int64_t frame)
{
    int count;
    const gelEvent* events = replay->scene != NULL ? gelScene_GetEvents(replay->scene, &count) : NULL;
    for (; events != NULL && replay->next < count && events[replay->next].frame <= frame; replay->next++) {
        const gelEvent* event = &events[replay->next];
        if (event->kind != gel_eventHash || event->frame != frame || replay->differing != 0)
            continue;
        uint64_t hash = gelWorld_Hash(world);
        if (hash == event->hash)
            replay->equal = frame;
        else if (hash != 0 && isFinite(world)) // or a step to come says why nothing can be read
            replay->differing = frame;
    }
}

void gelReplay_SeeOtherEnd(gelReplay* replay, int64_t frame)
{
    if (replay->differing == 0)
        replay->differing = frame;
}

// The recording, repeated in a world of its own.
typedef struct Repeat {
    gelWorld* world;
    gelPlayer* player;
    int64_t frame;
} Repeat;

static void end(Repeat* repeat)
{
    gelDestroyPlayer(repeat->player);
    gelDestroyWorld(repeat->world);
    *repeat = (Repeat){0};
}

// From the last keyframe that was equal, or the start.
static bool open(const gelReplay* replay, const gelWorldDef* def, Repeat* repeat)
{
    const gelScene* scene = replay->scene;
    *repeat = (Repeat){.frame = 0};
    bool ok = gelCreateWorld(def, &repeat->world) == gel_success &&
              gelScene_CreateBodies(scene, repeat->world) == gel_success &&
              gelCreatePlayer(scene, repeat->world, &repeat->player) == gel_success;
    if (!ok)
        end(repeat);
    else if (gelReadKeyframe(scene, replay->equal, repeat->world, repeat->player, &repeat->frame) !=
                 gel_success ||
             repeat->frame < 0)
        repeat->frame = 0; // and both are as they were
    return ok;
}

// The hash of the next frame; 0 if it fails.
static uint64_t step(const gelReplay* replay, Repeat* repeat)
{
    repeat->frame++;
    return gelPlayer_BeginFrame(repeat->player) == gel_success &&
                   gelWorld_Step(repeat->world, gelScene_GetTimeStep(replay->scene)) == gel_success
               ? gelWorld_Hash(repeat->world)
               : 0;
}

// Against the hashes of all frames.
static void locateByHashes(gelReplay* replay, const gelWorldDef* def, const uint64_t* recorded)
{
    Repeat own;
    if (!open(replay, def, &own))
        return;
    for (uint64_t hash = 1; own.frame < replay->differing && hash != 0 && replay->first == 0;) {
        hash = step(replay, &own);
        if (own.frame > replay->equal && hash != 0 && hash != recorded[own.frame - replay->equal - 1])
            replay->first = own.frame;
    }
    end(&own);
}

// Against the reference, if that comes to the recorded state.
static void locateByReference(gelReplay* replay, const gelWorldDef* def)
{
    Repeat own, other = {0};
    gelWorldDef reference = *def;
    gelReplay seen;
    reference.backend = gel_referenceFloat;
    gelStartReplay(&seen, replay->scene, replay->equal);
    bool ok = open(replay, def, &own);
    if (ok && !open(replay, &reference, &other)) {
        end(&own);
        ok = false;
    }
    int64_t first = 0;
    while (ok && own.frame < replay->differing) {
        uint64_t hash = step(replay, &own), expected = step(replay, &other);
        ok = hash != 0 && expected != 0;
        if (ok && hash != expected && first == 0)
            first = own.frame;
        gelReplay_AddFrame(&seen, other.world, other.frame);
    }
    if (ok && seen.equal == replay->differing) {
        replay->first = first;
        replay->isOfBackend = first != 0;
    }
    end(&own);
    end(&other);
}

void gelReplay_Locate(gelReplay* replay, const gelWorldDef* def)
{
    int64_t count = replay->differing - replay->equal;
    uint64_t* recorded = count > 0 ? gelNew((size_t)count, sizeof *recorded) : NULL;
    if (recorded == NULL)
        return;
    bool areKnown = gelScene_ReadFrameHashes(replay->scene, replay->equal + 1, replay->differing, recorded);
    for (int64_t i = 0; i < count; i++)
        areKnown = areKnown && recorded[i] != 0;
    if (areKnown)
        locateByHashes(replay, def, recorded);
    else if (gelIsDevice(def->backend))
        locateByReference(replay, def);
    free(recorded);
}

const char* gelReplay_Describe(const gelReplay* replay, char text[gel_replayTextSize])
{
    double timeStep = (double)gelScene_GetTimeStep(replay->scene);
    int64_t first = replay->first > 0 ? replay->first : replay->equal + 1,
            last = replay->first > 0 ? replay->first : replay->differing;
    long long from = (long long)ceil((double)first * timeStep - 1e-6),
              to = (long long)ceil((double)last * timeStep - 1e-6);
    int length = first == last ? snprintf(text, gel_replayTextSize, "from frame %lld on", (long long)first)
                               : snprintf(text, gel_replayTextSize, "from a frame of %lld to %lld on",
                                          (long long)first, (long long)last);
    length += from == to
                  ? snprintf(text + length, (size_t)(gel_replayTextSize - length), ", in second %lld", to)
                  : snprintf(text + length, (size_t)(gel_replayTextSize - length),
                             ", in the seconds %lld to %lld", from, to);
    if (replay->isOfBackend)
        snprintf(text + length, (size_t)(gel_replayTextSize - length),
                 "; the reference has the recorded states: gel compare --from %lld shows where the two part",
                 (long long)replay->equal);
    return text;
}
