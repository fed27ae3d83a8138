// Random scenes with random input, stepped side by side by two worlds: one on the reference, undisturbed; one that is
// moved between devices, saved, restored, cloned and written to files, and for which calls of OpenCL, memory, files and
// devices fail. After each frame both must have the same bits, after each episode nothing of them may be left, and at
// the end memory must not have grown.
//
// usage: soak SECONDS [SEED [EPISODE]]     from that episode on; 0 SECONDS: only that one, with all that is done
//        soak steps COUNT                 two boxes that rest on each other, on a device: memory must stay as it is
#include "soak/random.h"

#include <time.h>

// The message of the refusal of a scene or of its worlds, which must be the same for both. It lacks
// the file's name, which has the seed.
static char refusal[1024];

// The sign of a NaN is up to the processor.
static const char* lastErrorWithoutSigns(void)
{
    static char text[1024];
    snprintf(text, sizeof text, "%s", gelLastError());
    for (char* at = text; (at = strstr(at, "-nan")) != NULL;)
        memmove(at, at + 1, strlen(at));
    return text;
}

static void keepRefusal(void)
{
    const char *text = lastErrorWithoutSigns(), *name = strstr(text, "scene.json: ");
    snprintf(refusal, sizeof refusal, "%s", name != NULL ? name : text);
}

// Input of the scene may name a body that is gone or of another kind: then neither side begins the frame.
static bool beginFrame(Episode* episode, Side sides[2], int frame)
{
    gelStatus first = gelPlayer_BeginFrame(sides[0].player);
    if (first != gel_success)
        keepRefusal();
    gelStatus second = gelPlayer_BeginFrame(sides[1].player);
    if (first != second || (first != gel_success && strstr(lastErrorWithoutSigns(), refusal) == NULL))
        failAt(episode, frame, "a frame begins in one of both worlds");
    if (first == gel_success)
        return true;
    if (!episode->hasOthers && !episode->isRandom)
        failAt(episode, frame, "the frame does not begin");
    note(frame, refused, refusal, 0);
    return false;
}

static void stepSecond(Episode* episode, Side* side, int frame)
{
    int chance = choose(episode, 400);
    if (chance == 0)
        hangInStep(episode, side, frame);
    else if (chance <= 100)
        stepWithFault(episode, side, frame);
    else if (stepSide(side) != gel_success)
        failAt(episode, frame, "it does not step");
}

// An integrator may find no step that is short enough.
static void stepBoth(Episode* episode, Side sides[2], int frame)
{
    gelStatus status = stepSide(&sides[0]);
    if (status == gel_success) {
        stepSecond(episode, &sides[1], frame);
        return;
    }
    if (status != gel_stepTooSmall)
        failAt(episode, frame, "the reference does not step");
    if (stepSide(&sides[1]) != status)
        failAt(episode, frame, "a step is too small in one of both worlds");
    note(frame, tooSmall, "", 0);
}

static void compareBoth(const Episode* episode, const Side sides[2], int frame)
{
    if (gelWorld_Hash(sides[0].world) != gelWorld_Hash(sides[1].world))
        failAt(episode, frame, "other bits");
}

// Bodies that are not finite, in both worlds.
static void takeOut(const Episode* episode, const Side sides[2], int frame)
{
    for (;;) {
        gelBadVertex bad[2];
        for (int s = 0; s < 2; s++)
            if (gelWorld_FindBadVertex(sides[s].world, &bad[s]) != gel_success)
                failAt(episode, frame, "there is no looking for what is not finite");
        if (bad[0].found != bad[1].found ||
            (bad[0].found && (bad[0].bodyIndex != bad[1].bodyIndex || bad[0].vertex != bad[1].vertex)))
            failAt(episode, frame, "something else is not finite");
        if (!bad[0].found)
            return;
        for (int s = 0; s < 2; s++)
            if (gelBody_Quarantine(sides[s].world, bad[s].body) != gel_success)
                failAt(episode, frame, "a body is not taken out");
        note(frame, removed, "body", bad[0].bodyIndex);
        compareBoth(episode, sides, frame);
    }
}

static bool playFrame(Episode* episode, Side sides[2], int frame)
{
    disturb(episode, &sides[1], frame);
    if (oneIn(episode, 3))
        applyToBoth(episode, sides, frame);
    bool begins = beginFrame(episode, sides, frame);
    if (begins)
        stepBoth(episode, sides, frame);
    compareBoth(episode, sides, frame);
    if (episode->isGuarded)
        takeOut(episode, sides, frame);
    noteFrame();
    return begins;
}

// A random scene may be refused when its bodies are made, by both worlds or by none.
static bool openBoth(Episode* episode, Side sides[2])
{
    gelStatus statuses[2];
    for (int s = 0; s < 2; s++) {
        gelWorldDef def = defOf(episode, s == 1);
        statuses[s] = makeSide(episode, &def, &sides[s]);
        if (s == 0 && statuses[s] != gel_success)
            keepRefusal();
    }
    if (statuses[0] != statuses[1] ||
        (statuses[0] != gel_success && strstr(lastErrorWithoutSigns(), refusal) == NULL))
        failAt(episode, 0, "a scene is refused by one of both worlds");
    if (statuses[0] != gel_success && !episode->isRandom)
        failAt(episode, 0, "no world");
    return statuses[0] == gel_success;
}

static void playScene(Episode* episode)
{
    Side sides[2] = {{0}};
    chooseSettings(episode);
    bool isOpen = openBoth(episode, sides);
    noteScene(episode, isOpen ? NULL : refusal);
    for (int frame = 1; isOpen && frame <= episode->frames && playFrame(episode, sides, frame);)
        frame++;
    for (int s = 0; s < 2; s++)
        clearSide(&sides[s]);
}

static void play(uint64_t seed, int number)
{
    Episode episode = {.random = seed * 1000003u + (uint64_t)number, .number = number};
    int blocks = countBlocks() - countKeptBlocks(), objects = countLayerObjects() - countKeptObjects();
    if (openScene(&episode) == gel_success) {
        playScene(&episode);
    } else {
        keepRefusal();
        noteScene(&episode, refusal);
        if (!episode.isRandom)
            failAt(&episode, 0, "no scene");
    }
    gelDestroyScene(episode.scene);
    blocks = countBlocks() - countKeptBlocks() - blocks;
    objects = countLayerObjects() - countKeptObjects() - objects;
    if (objects != 0 || blocks != 0) {
        printf("%d objects of OpenCL and %d blocks of memory are left\n", objects, blocks);
        failAt(&episode, episode.frames, "something is left behind");
    }
}

static int skip(void)
{
    SKIP_PART("no OpenCL device, or a loader without layers (pocl-opencl-icd, ocl-icd-libopencl1)");
    return failureCount > 0 ? 1 : 77;
}

int main(int argc, char** argv)
{
    double seconds = argc > 1 ? atof(argv[1]) : 0.0;
    uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    int episode = argc > 3 ? atoi(argv[3]) : 0;
    watchMemory();
    if (!openLayer())
        return skip();
    if (argc == 3 && strcmp(argv[1], "steps") == 0)
        return stepOften(atol(argv[2]));
    tellsAll = seconds == 0.0;
    setFolder(seed);
    time_t start = time(NULL), told = start;
    do {
        play(seed, episode++);
        sampleMemory();
        if (time(NULL) - told >= 60) {
            told = time(NULL);
            reportAll();
        }
    } while (difftime(time(NULL), start) < seconds);
    reportAll();
    return scenesAreTaken() && memoryIsFlat() ? 0 : 1;
}
