// Counts the disturbances of a soak, and prints them and its failures.
#include "soak/soak.h"

enum { maxRefusals = 200, maxText = 300 };

bool tellsAll;

static const char* const deedNames[kindsOfDeed] = {
    "calls failed",
    "devices lost",
    "devices hung",
    "calls out of memory",
    "files not written",
    "moves to another back end",
    "times gone back",
    "clones",
    "continuations from a file",
    "events",
    "events refused alike",
    "bodies taken out",
    "steps too small",
};
static long deeds[kindsOfDeed], frameCount;
static int sceneCount, randomCount, refusedCount;

// Which scenes the library refuses, by message.
static struct {
    char text[maxText];
    int count;
} refusals[maxRefusals];

void note(int frame, int deed, const char* what, int detail)
{
    deeds[deed]++;
    if (tellsAll)
        printf("  frame %d: %s, %s %d\n", frame, deedNames[deed], what, detail);
}

void noteFrame(void)
{
    frameCount++;
}

long countDeeds(int deed)
{
    return deeds[deed];
}

// A few may be, as what a random scene says may go together badly.
bool scenesAreTaken(void)
{
    bool areTaken = 10 * refusedCount <= randomCount + 20;
    if (!areTaken)
        printf("FAILED: %d of %d random scenes were refused: expected at most a tenth, and two\n",
               refusedCount, randomCount);
    return areTaken;
}

void failAt(const Episode* episode, int frame, const char* what)
{
    printf("FAILED in episode %d (%s), frame %d: %s: %s\n", episode->number, episode->name, frame, what,
           gelLastError());
    printf("its scene, if it is a random one: %s/scene.json\n", folderOf());
    exit(1);
}

void noteScene(const Episode* episode, const char* refusal)
{
    sceneCount++;
    randomCount += episode->isRandom;
    if (refusal == NULL)
        return;
    refusedCount++;
    if (tellsAll)
        printf("  refused: %s\n", refusal);
    int i = 0;
    while (i < maxRefusals - 1 && refusals[i].count > 0 && strcmp(refusals[i].text, refusal) != 0)
        i++;
    snprintf(refusals[i].text, maxText, "%s", refusal);
    refusals[i].count++;
}

void reportAll(void)
{
    printf("%d episodes, %d of random scenes of which %d were refused, %ld frames", sceneCount, randomCount,
           refusedCount, frameCount);
    for (int i = 0; i < kindsOfDeed; i++)
        printf(", %ld %s", deeds[i], deedNames[i]);
    printf(", %.1f MiB\n", residentMemory());
    for (int i = 0; i < maxRefusals && refusals[i].count > 0; i++)
        printf("  refused %d times: %s\n", refusals[i].count, refusals[i].text);
    fflush(stdout);
}
