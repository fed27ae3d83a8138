// Every expectation of the lessons is met, on every back end.
#define _POSIX_C_SOURCE 200809L
#include "support/fixtures.h"

#include <dirent.h>

typedef struct Play {
    gelScene* scene;
    gelWorld* world;
    gelPlayer* player;
    gelProbes* probes;
} Play;

// With the settings of `def`, which are the scene's but for what the caller changes.
static void openPlay(Play* play, const gelWorldDef* def)
{
    REQUIRE(gelCreateWorld(def, &play->world));
    REQUIRE(gelScene_CreateBodies(play->scene, play->world));
    REQUIRE(gelCreateProbes(play->scene, play->world, &play->probes));
    REQUIRE(gelCreatePlayer(play->scene, play->world, &play->player));
    double timeStep = (double)gelScene_GetTimeStep(play->scene);
    for (int frame = 0; frame <= gelScene_GetExpectedFrames(play->scene); frame++) {
        if (frame > 0) {
            REQUIRE(gelPlayer_BeginFrame(play->player));
            REQUIRE(gelWorld_Step(play->world, (float)timeStep));
        }
        REQUIRE(gelProbes_AddFrame(play->probes, play->world, frame * timeStep));
    }
}

static void closePlay(Play* play)
{
    gelDestroyPlayer(play->player);
    gelDestroyProbes(play->probes);
    gelDestroyWorld(play->world);
    gelDestroyScene(play->scene);
}

static void playLesson(const char* path, const gelWorldDef* base, const char* backend, uint64_t* hash)
{
    Play play;
    REQUIRE(gelLoadScene(path, &play.scene));
    gelWorldDef def = gelScene_GetWorldDef(play.scene);
    def.backend = base->backend;
    def.device = base->device;
    int count = gelScene_GetExpectationCount(play.scene);
    CHECK(gelScene_GetExpectedFrames(play.scene) > 0 && count > 0, "%s expects nothing", path);
    openPlay(&play, &def);
    for (int i = 0; i < count; i++) {
        gelVerdict verdict;
        gelExpectation expectation = gelScene_GetExpectation(play.scene, i);
        REQUIRE(gelProbes_Judge(play.probes, i, &verdict));
        CHECK(verdict.isMet, "%s on %s, %s of %s: %g %s, not %g, off by %g, allowed %g (%s) %s", path,
              backend, gelStatisticText(expectation.take),
              gelScene_GetProbe(play.scene, expectation.probe).name, verdict.measured, expectation.unit,
              verdict.expected, verdict.error, verdict.tolerance, expectation.reason, verdict.problem);
    }
    *hash = gelWorld_Hash(play.world);
    closePlay(&play);
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

// Answers also state numbers for other settings than the scene's. The reference measures them: all
// back ends have its bits.
static void the_numbers_in_the_answers_are_those_measured(void)
{
    static const struct {
        const char *lesson, *stated;
        int substeps; // 0: the scene's
        bool usesXpbd;
        int expectation;
        double value, rounding;
    } rows[] = {
        {"free_fall", "82 mm with 1 substep", 1, false, 0, -4.905 - 0.082, 0.0005},
        {"free_fall", "8.2 mm with 10", 10, false, 0, -4.905 - 0.0082, 0.00005},
        {"free_fall", "1.4 mm with 60", 60, false, 0, -4.905 - 0.0014, 0.00005},
        {"spring", "8.4 % per period with 10 substeps", 10, false, 1, 0.2316, 0.0005},
        {"cantilever", "1.11 m with 5 substeps", 5, false, 0, -1.11, 0.005},
        {"cantilever", "0.585 with 10", 10, false, 0, -0.585, 0.0005},
        {"cantilever", "0.390 with 20", 20, false, 0, -0.390, 0.0005},
        {"cantilever", "0.339 with 40", 40, false, 0, -0.339, 0.0005},
        {"weight", "5.09 mm", 0, false, 0, -0.00509, 0.000005},
        {"swing", "102 mm", 0, false, 0, -0.102, 0.0005},
        {"jacobi", "0.557 m.", 0, false, 0, -0.557, 0.0005},
        {"meshes", "22.6 mm", 0, false, 0, -0.0226, 0.00005},
        {"locking", "22.0", 10, false, 0, -0.022, 0.00005},
        {"locking", "19.1 mm", 40, false, 0, -0.0191, 0.0001},
        {"volume", "70 %", 0, false, 0, 0.70, 0.005},
        {"damping", "1.336 m", 0, false, 0, 1.336, 0.0005},
        {"far", "39.9 mm with XPBD", 0, true, 0, -0.0399, 0.00005},
        {"far", "15.6 mm", 0, false, 0, -0.0156, 0.00005},
        {"colours", "within 0.003 %", 0, false, 0, 1000.0, 0.03},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char path[4096];
        Play play;
        gelLesson lesson;
        gelVerdict verdict;
        snprintf(path, sizeof path, GEL_ASSETS "/lessons/%s.json", rows[i].lesson);
        REQUIRE(gelLoadScene(path, &play.scene));
        CHECK(gelScene_GetLesson(play.scene, &lesson), "%s", path);
        CHECK_TEXT(lesson.answer, rows[i].stated);
        gelWorldDef def = gelScene_GetWorldDef(play.scene);
        def.backend = gel_referenceFloat;
        def.solver = rows[i].usesXpbd ? gel_xpbdSolver : def.solver;
        def.substepCount = rows[i].substeps > 0 ? rows[i].substeps : def.substepCount;
        openPlay(&play, &def);
        REQUIRE(gelProbes_Judge(play.probes, rows[i].expectation, &verdict));
        CHECK(fabs(verdict.measured - rows[i].value) <= rows[i].rounding, "%s, \"%s\": measured %.6g, not %g",
              rows[i].lesson, rows[i].stated, verdict.measured, rows[i].value);
        closePlay(&play);
    }
}

static void the_lesson_on_launches_counts_them_and_names_the_hash(void)
{
    Play play;
    gelLesson lesson;
    gelCounters counters;
    char text[40];
    REQUIRE(gelLoadScene(GEL_ASSETS "/lessons/launches.json", &play.scene));
    CHECK(gelScene_GetLesson(play.scene, &lesson), "no lesson");
    gelWorldDef def = gelScene_GetWorldDef(play.scene);
    def.backend = gel_referenceFloat;
    openPlay(&play, &def);
    REQUIRE(gelWorld_GetCounters(play.world, &counters));
    snprintf(text, sizeof text, "Each is a launch: %d per frame",
             gelWorld_GetProfile(play.world).launchesPerStep);
    CHECK_TEXT(lesson.question, text);
    snprintf(text, sizeof text, "%d,%03d tets", counters.tetCount / 1000, counters.tetCount % 1000);
    CHECK_TEXT(lesson.question, text);
    snprintf(text, sizeof text, "the same hash, %016llx.", (unsigned long long)gelWorld_Hash(play.world));
    CHECK_TEXT(lesson.answer, text);
    closePlay(&play);
}

static void a_prediction_knows_its_unit_and_a_scene_without_lesson_has_none(void)
{
    gelScene* scene;
    gelLesson lesson;
    REQUIRE(gelLoadScene(GEL_ASSETS "/lessons/goal.json", &scene));
    CHECK(gelScene_GetLesson(scene, &lesson), "no lesson");
    CHECK_TEXT(lesson.unit, "mm");
    CHECK_CLOSE(lesson.unitScale, 1000.0, 0.0, "mm of a metre");
    CHECK_INT(lesson.expectation, 0);
    CHECK_INT(lesson.choiceCount, 0);
    CHECK_INT(lesson.setups[0][0], 0);
    gelDestroyScene(scene);
    REQUIRE(gelLoadScene(GEL_ASSETS "/scenes/single_tet.json", &scene));
    CHECK(!gelScene_GetLesson(scene, &lesson), "a lesson");
    CHECK_INT(lesson.title[0], 0);
    CHECK_INT(lesson.expectation, -1);
    gelDestroyScene(scene);
}

TESTS(TEST(the_numbers_in_the_answers_are_those_measured),
      TEST(the_lesson_on_launches_counts_them_and_names_the_hash),
      TEST(a_prediction_knows_its_unit_and_a_scene_without_lesson_has_none),
      TEST(every_lesson_shows_what_it_promises), TEST(every_lesson_has_its_texts_and_a_place_of_its_own))
