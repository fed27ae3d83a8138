// Stacks of stiff bodies that sleep on rows, on the ground and on an obstacle, and are kept in files: a world that reads a
// snapshot or a keyframe has the bits of one that was never saved, once something wakes them.
#include "support/files.h"
#include "support/played.h"
#include "support/standing.h"

#define CUBE(place)                                                                                          \
    "{\"shape\":{\"type\":\"box\",\"size\":[0.25,0.25,0.25],\"cells\":[2,2,2]},\"position\":" place          \
    ",\"rotation\":{\"axis\":[0,1,0],\"degrees\":7},\"material\":{\"youngModulus\":1e7,\"density\":1000,"    \
    "\"damping\":2,\"friction\":0.5}}"

static const char stacks[] =
    "{\"solver\":\"twoLevel\",\"contact\":true,\"sleep\":true,\"substeps\":4,\"ground\":{\"friction\":0.5},"
    "\"obstacles\":[{\"shape\":{\"type\":\"box\",\"size\":[0.6,0.1,0.6]},\"position\":[1,0.05,0],"
    "\"friction\":0.5}],\"bodies\":[" CUBE("[0,0.13,0]") "," CUBE("[0.02,0.39,0.01]") "," CUBE(
        "[1,0.23,0]") "," CUBE("[1.02,0.49,0.01]") "]}";
static const char scenePath[] = GEL_SCRATCH "/asleep.json", statePath[] = GEL_SCRATCH "/asleep.gel-state",
                  recordingPath[] = GEL_SCRATCH "/asleep_recording.json";
enum { cubeCount = 4, cubeVertices = 27, longest = 240, followed = 20 }; // frames

// A blow wakes them: a cube falls on one stack, or its upper cube gets a velocity.
typedef struct Blow {
    const char* name;
    float height;  // of the cube that falls, above the ground, m; 0: none
    float speed;   // of the upper cube, m/s: 0.02 is rest
    bool endsRows; // it may
} Blow;

static const Blow blows[] = {{"a cube that falls", 0.9f, 0.0f, true},
                             {"a cube that is put down", 0.503f, 0.0f, false},
                             {"a push just above rest", 0.0f, 0.021f, false}};
enum { blowCount = sizeof blows / sizeof *blows };

static Played openStacks(const gelWorldDef* backend)
{
    writeText(scenePath, stacks);
    return playFile(scenePath, backend);
}

static int countAwake(gelWorld* world)
{
    int count = 0;
    for (int i = 0; i < gelWorld_GetBodyCount(world); i++)
        count += gelBody_IsAwake(world, gelWorld_GetBody(world, i));
    return count;
}

static void checkSleeps(gelWorld* world)
{
    const int rows = countContactRows(world), holds = countHolds(world);
    CHECK_INT(countAwake(world), 0);
    CHECK(rows > 0 && holds > 0, "%d rows between bodies, %d of the ground: they sleep without", rows, holds);
}

static void layToSleep(Played* played)
{
    for (int frames = 0; frames < longest && (frames == 0 || countAwake(played->world) > 0); frames++)
        advance(played, 1);
    checkSleeps(played->world);
}

static void strike(Played* played, const Blow* blow)
{
    const gelEvent fall = {.kind = gel_eventDrop, .body = 0, .position = {0.01f, blow->height, 0.0f}};
    float v[3 * cubeVertices] = {0};
    if (blow->height > 0.0f) {
        REQUIRE(gelPlayer_Apply(played->player, &fall));
        return;
    }
    for (int i = 0; i < cubeVertices; i++)
        v[3 * i] = blow->speed;
    REQUIRE(gelBody_WriteVelocities(played->world, gelWorld_GetBody(played->world, 1), v, cubeVertices));
}

static uint64_t hashAfterBlow(Played* played, const Blow* blow)
{
    strike(played, blow);
    advance(played, followed);
    CHECK(countAwake(played->world) > 0, "%s has woken none", blow->name);
    return gelWorld_Hash(played->world);
}

static uint64_t hashFromFile(const gelWorldDef* backend, const Blow* blow)
{
    Played played = openStacks(backend);
    REQUIRE(gelReadSnapshot(statePath, played.world, played.player, NULL, NULL));
    checkSleeps(played.world);
    const uint64_t hash = hashAfterBlow(&played, blow);
    stop(&played);
    return hash;
}

static void stacks_that_sleep_wake_alike_from_a_file_on_every_back_end(void)
{
    Backends backends = listBackends();
    for (int i = 0; i < blowCount; i++) {
        Played played = openStacks(&backends.defs[0]);
        layToSleep(&played);
        REQUIRE(gelWriteSnapshot(statePath, played.world, played.player, NULL, 0));
        const uint64_t expected = hashAfterBlow(&played, &blows[i]);
        stop(&played);
        for (int b = 0; b < backends.count; b++) {
            const uint64_t found = hashFromFile(&backends.defs[b], &blows[i]);
            printf("  %s, %s: %016llx, never saved %016llx\n", blows[i].name, backends.names[b],
                   (unsigned long long)found, (unsigned long long)expected);
            CHECK_HEX(found, expected);
        }
    }
}

// Returns the hash of a session in whose last frames the stacks sleep and are hit, and its frames.
static uint64_t recordSession(const Blow* blow, int* frames)
{
    Played played = openStacks(&listBackends().defs[0]);
    REQUIRE(gelPlayer_OpenJournal(played.player, "asleep.json", recordingPath));
    for (*frames = 0; *frames < longest + followed; (*frames)++) {
        if (*frames == longest) {
            checkSleeps(played.world);
            strike(&played, blow);
        }
        advance(&played, 1);
        REQUIRE(gelPlayer_WriteJournal(played.player));
    }
    const uint64_t hash = gelWorld_Hash(played.world);
    REQUIRE(gelPlayer_WriteRecording(played.player, "asleep.json", hash, recordingPath));
    gelPlayer_CloseJournal(played.player, false);
    stop(&played);
    return hash;
}

static void a_recording_is_replayed_from_a_keyframe_asleep_and_from_its_start(void)
{
    for (int i = 0; i < blowCount && blows[i].height > 0.0f; i++) {
        int frames;
        int64_t keyframe;
        const uint64_t expected = recordSession(&blows[i], &frames);
        Played whole = playReference(recordingPath), part = playReference(recordingPath);
        REQUIRE(gelReadKeyframe(part.scene, frames, part.world, part.player, &keyframe));
        CHECK_INT((int)keyframe, longest);
        checkSleeps(part.world);
        advance(&whole, frames);
        advance(&part, frames - (int)keyframe);
        const uint64_t ofWhole = gelWorld_Hash(whole.world), ofPart = gelWorld_Hash(part.world);
        printf("  %s: %016llx, replayed %016llx, from frame %d %016llx\n", blows[i].name,
               (unsigned long long)expected, (unsigned long long)ofWhole, (int)keyframe,
               (unsigned long long)ofPart);
        CHECK_HEX(ofWhole, expected);
        CHECK_HEX(ofPart, expected);
        stop(&whole);
        stop(&part);
    }
}

// Returns the fewest rows after a blow.
static int fewestRows(Played* played, int (*count)(gelWorld*))
{
    int fewest = count(played->world);
    for (int i = 0; i < followed; i++) {
        advance(played, 1);
        fewest = count(played->world) < fewest ? count(played->world) : fewest;
    }
    return fewest;
}

static int countRows(gelWorld* world)
{
    return countContactRows(world);
}

static void a_small_blow_ends_no_row(void)
{
    for (int i = 0; i < blowCount; i++) {
        if (blows[i].endsRows)
            continue;
        int (*const counts[])(gelWorld*) = {countRows, countHolds};
        for (int k = 0; k < 2; k++) {
            Played played = openStacks(&listBackends().defs[0]);
            layToSleep(&played);
            const int before = counts[k](played.world);
            strike(&played, &blows[i]);
            const int fewest = fewestRows(&played, counts[k]);
            printf("  %s: %d rows %s asleep, %d or more awake\n", blows[i].name, before,
                   k == 0 ? "between bodies" : "of the ground", fewest);
            CHECK(fewest >= before, "%d rows have ended", before - fewest);
            stop(&played);
        }
    }
}

TESTS(TEST(stacks_that_sleep_wake_alike_from_a_file_on_every_back_end),
      TEST(a_recording_is_replayed_from_a_keyframe_asleep_and_from_its_start), TEST(a_small_blow_ends_no_row))
