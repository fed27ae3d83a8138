// Every expectation of the lessons is met, on every back end.
#define _POSIX_C_SOURCE 200809L
#include "support/fixtures.h"

#include <dirent.h>

static void playLesson(const char* path, const gelWorldDef* base, const char* backend, uint64_t* hash)
{
    gelScene* scene;
    gelWorld* world;
    gelPlayer* player;
    gelProbes* probes;
    REQUIRE(gelLoadScene(path, &scene));
    gelWorldDef def = gelScene_GetWorldDef(scene);
    double timeStep = (double)gelScene_GetTimeStep(scene);
    def.backend = base->backend;
    def.device = base->device;
    REQUIRE(gelCreateWorld(&def, &world));
    REQUIRE(gelScene_CreateBodies(scene, world));
    REQUIRE(gelCreateProbes(scene, world, &probes));
    REQUIRE(gelCreatePlayer(scene, world, &player));
    int frames = gelScene_GetExpectedFrames(scene), count = gelScene_GetExpectationCount(scene);
    CHECK(frames > 0 && count > 0, "%s expects nothing", path);
    for (int frame = 0; frame <= frames; frame++) {
        if (frame > 0) {
            REQUIRE(gelPlayer_BeginFrame(player));
            REQUIRE(gelWorld_Step(world, (float)timeStep));
        }
        REQUIRE(gelProbes_AddFrame(probes, world, frame * timeStep));
    }
    for (int i = 0; i < count; i++) {
        gelVerdict verdict;
        gelExpectation expectation = gelScene_GetExpectation(scene, i);
        REQUIRE(gelProbes_Judge(probes, i, &verdict));
        CHECK(verdict.isMet, "%s on %s, %s of %s: %g %s, not %g, off by %g, allowed %g (%s) %s", path,
              backend, gelTakeText(expectation.take), gelScene_GetProbe(scene, expectation.probe).name,
              verdict.measured, expectation.unit, verdict.expected, verdict.error, verdict.tolerance,
              expectation.reason, verdict.problem);
    }
    *hash = gelWorld_Hash(world);
    gelDestroyPlayer(player);
    gelDestroyProbes(probes);
    gelDestroyWorld(world);
    gelDestroyScene(scene);
}

static void every_lesson_shows_what_it_promises(void)
{
    Backends backends = listBackends();
    gelWorldDef twice = gelDefaultWorldDef();
    twice.backend = gel_referenceDouble;
    DIR* folder = opendir(GEL_ASSETS "/lessons");
    int count = 0;
    CHECK(folder != NULL, "no lessons in " GEL_ASSETS);
    for (struct dirent* entry = folder != NULL ? readdir(folder) : NULL; entry != NULL;
         entry = readdir(folder)) {
        char path[4096];
        uint64_t first = 0, hash;
        snprintf(path, sizeof path, "%s/lessons/%s", GEL_ASSETS, entry->d_name);
        if (strstr(entry->d_name, ".json") == NULL)
            continue;
        count++;
        for (int b = 0; b < backends.count; b++) {
            playLesson(path, &backends.defs[b], backends.names[b], &hash);
            first = b == 0 ? hash : first;
            CHECK_HEX(hash, first);
        }
        playLesson(path, &twice, "double", &hash);
    }
    if (folder != NULL)
        closedir(folder);
    CHECK(count >= 19, "only %d lessons", count);
}

// A panel beside a picture of 1280 x 720 has room for what the reader allows; lines of this many characters fit it.
static void every_lesson_has_its_texts_and_a_place_of_its_own(void)
{
    const int panelColumns = 44, panelLines = 40;
    bool taken[1000] = {false};
    DIR* folder = opendir(GEL_ASSETS "/lessons");
    for (struct dirent* entry = folder != NULL ? readdir(folder) : NULL; entry != NULL;
         entry = readdir(folder)) {
        char path[4096];
        gelScene* scene;
        gelLesson lesson;
        snprintf(path, sizeof path, "%s/lessons/%s", GEL_ASSETS, entry->d_name);
        if (strstr(entry->d_name, ".json") == NULL)
            continue;
        REQUIRE(gelLoadScene(path, &scene));
        CHECK(gelScene_GetLesson(scene, &lesson), "%s has no lesson", path);
        CHECK(!taken[lesson.order], "%s: %d is the place of another lesson", path, lesson.order);
        taken[lesson.order] = true;
        CHECK(strchr(lesson.question, '?') != NULL, "%s asks nothing: %s", path, lesson.question);
        CHECK(lesson.source[0] != '\0', "%s names no source", path);
        int lines = 0;
        for (int i = 0; i < lesson.stepCount; i++)
            lines += 1 + (int)strlen(lesson.steps[i]) / panelColumns;
        for (int i = 0; i < lesson.choiceCount; i++)
            lines += 1 + (int)strlen(lesson.choices[i]) / panelColumns;
        lines += 2 + (int)(strlen(lesson.question) + strlen(lesson.answer)) / panelColumns;
        CHECK(lines <= panelLines, "%s: %d lines, not at most %d", path, lines, panelLines);
        gelDestroyScene(scene);
    }
    if (folder != NULL)
        closedir(folder);
}

TESTS(TEST(every_lesson_shows_what_it_promises), TEST(every_lesson_has_its_texts_and_a_place_of_its_own))
