// Values of a scene that are set from outside: each has the effect of an edited file, and is refused as that is.
#include "gel/gel.h"
#include "support/files.h"
#include "support/harness.h"

#define PATH GEL_SCRATCH "/changes.json"
#define EDITED GEL_SCRATCH "/changes_edited.json"

static const char scene[] =
    "{\"substeps\": 4, \"materials\": {\"my jelly\": {\"youngModulus\": 1e5}}, \"bodies\": [{"
    "\"shape\": {\"type\": \"box\", \"size\": [1, 1, 1], \"cells\": [2, 2, 2]}, "
    "\"material\": \"my jelly\", \"position\": [0, 2, 0], \"pins\": [{\"below\": 1.6}]}]}";

// The hash after a few frames; 0 if the scene cannot be loaded.
static uint64_t hashOf(const char* path, const char* const* changes, int count)
{
    gelScene* loaded;
    gelWorld* world = NULL;
    uint64_t hash = 0;
    if (gelLoadSceneChanged(path, 1.0, changes, count, &loaded) != gel_success)
        return 0;
    gelWorldDef def = gelScene_GetWorldDef(loaded);
    def.backend = gel_referenceFloat;
    if (gelCreateWorld(&def, &world) == gel_success && gelScene_CreateBodies(loaded, world) == gel_success) {
        for (int i = 0; i < 3; i++)
            gelWorld_Step(world, gelScene_GetTimeStep(loaded));
        hash = gelWorld_Hash(world);
    }
    gelDestroyWorld(world);
    gelDestroyScene(loaded);
    return hash;
}

static void a_changed_value_has_the_bits_of_an_edited_file(void)
{
    static const struct Edit {
        const char *change, *before, *after;
    } edits[] = {
        {"substeps=10", "\"substeps\": 4", "\"substeps\": 10"},
        {"$.substeps=10", "\"substeps\": 4", "\"substeps\": 10"},
        {".substeps=10", "\"substeps\": 4", "\"substeps\": 10"},
        {"solver=twoLevel", "\"substeps\": 4", "\"substeps\": 4, \"solver\": \"twoLevel\""},
        {"solver=\"twoLevel\"", "\"substeps\": 4", "\"substeps\": 4, \"solver\": \"twoLevel\""},
        {"materials[\"my jelly\"].youngModulus=2e5", "1e5", "2e5"},
        {"bodies[0].position[1]=3", "[0, 2, 0]", "[0, 3, 0]"},
        {"bodies[0].shape.cells=[2,2,3]", "[2, 2, 2]", "[2, 2, 3]"},
        {"bodies[0].material={\"youngModulus\":3e4}", "\"my jelly\", \"p", "{\"youngModulus\": 3e4}, \"p"},
        {"ground.height=2.2", "\"substeps\": 4", "\"substeps\": 4, \"ground\": {\"height\": 2.2}"},
        {"gravity=[0,-1.62,0]", "\"substeps\": 4", "\"substeps\": 4, \"gravity\": [0, -1.62, 0]"},
    };
    writeText(PATH, scene);
    uint64_t plain = hashOf(PATH, NULL, 0);
    for (size_t i = 0; i < sizeof edits / sizeof edits[0]; i++) {
        char text[2000];
        const char* at = strstr(scene, edits[i].before);
        snprintf(text, sizeof text, "%.*s%s%s", (int)(at - scene), scene, edits[i].after,
                 at + strlen(edits[i].before));
        writeText(EDITED, text);
        uint64_t changed = hashOf(PATH, &edits[i].change, 1), edited = hashOf(EDITED, NULL, 0);
        CHECK(changed == edited && edited != 0, "%s: %016llx, edited %016llx", edits[i].change,
              (unsigned long long)changed, (unsigned long long)edited);
        CHECK(changed != plain, "%s has no effect", edits[i].change);
    }
}

static void the_last_of_several_changes_counts_and_all_are_kept(void)
{
    static const char* const changes[] = {"substeps=5", "gravity=[0,-5,0]", "substeps=10"};
    gelScene* loaded;
    writeText(PATH, scene);
    CHECK(gelLoadSceneChanged(PATH, 1.0, changes, 3, &loaded) == gel_success, "%s", gelLastError());
    CHECK_INT(gelScene_GetWorldDef(loaded).substepCount, 10);
    for (int i = 0; i < 3; i++)
        CHECK_TEXT(gelScene_GetChange(loaded, i), changes[i]);
    CHECK(gelScene_GetChange(loaded, 3) == NULL && gelScene_GetChange(loaded, -1) == NULL,
          "there are others");
    gelDestroyScene(loaded);
}

static void a_wrong_change_is_named_and_refused_as_the_file_would_be(void)
{
    static const char* const wrong[][2] = {
        {"substeps", "substeps: expected PATH=VALUE, as in substeps=20"},
        {"=3", "=3: expected PATH=VALUE"},
        {"bodies[0]x=3", "bodies[0]x=3: expected PATH=VALUE"},
        {"bodies[-1].name=a", "bodies[-1].name=a: expected PATH=VALUE"},
        {"a..b=3", "a..b=3: expected PATH=VALUE"},
        {"substeps=", "substeps=: expected a value, as JSON or a word, found \"\""},
        {"bodies[0].position=[0,1", "expected a value, as JSON or a word, found \"[0,1\""},
        {"substeps=0", "substeps=0: " PATH ": $.substeps: expected a whole number from 1 to 1000, found 0"},
        {"substeps=ten",
         "substeps=ten: " PATH ": $.substeps: expected a whole number from 1 to 1000, found \"ten\""},
        {"subteps=10", "subteps=10: " PATH ": $.subteps: unknown key; did you mean \"substeps\"?"},
        {"ground.hight=1", "ground.hight=1: " PATH ": $.ground.hight: unknown key; did you mean \"height\"?"},
        {"grond.height=1", "grond.height=1: " PATH ": $.grond: unknown key; did you mean \"ground\"?"},
        {"solver=twoLevl",
         "expected one of xpbd, twoLevel, auto, found \"twoLevl\"; did you mean \"twoLevel\"?"},
        {"bodies[1].name=a", "bodies[1].name=a: expected an index below 1, the length of $.bodies, found 1"},
        {"substeps[0]=1", "$.substeps is no array, so that it has no [0]"},
        {"substeps.a=1", "$.substeps is no object, so that it has no \"a\""},
        {"bodies[0].material.youngModulus=1",
         "$.bodies[0].material is the name \"my jelly\": expected the path of what it names"},
        {"materials.my jely.damping=1", "$.materials has no \"my jely\"; did you mean \"my jelly\"?"},
        {"bodies[0].material={\"youngModulus\":1,\"edgeCompliance\":1}",
         "$.bodies[0].material: expected either youngModulus and poissonRatio or"},
    };
    writeText(PATH, scene);
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        gelScene* loaded;
        CHECK(gelLoadSceneChanged(PATH, 1.0, &wrong[i][0], 1, &loaded) == gel_formatError && loaded == NULL,
              "%s was taken", wrong[i][0]);
        CHECK_TEXT(gelLastError(), wrong[i][1]);
    }
}

static void a_fault_of_the_file_is_not_blamed_on_a_change(void)
{
    static const char* const change = "gravity=[0,-5,0]";
    gelScene* loaded;
    writeText(PATH, "{\"substeps\": 0, \"bodies\": []}");
    CHECK(gelLoadSceneChanged(PATH, 1.0, &change, 1, &loaded) == gel_formatError, "it was taken");
    CHECK(strncmp(gelLastError(), PATH ": $.substeps", strlen(PATH ": $.substeps")) == 0, "%s",
          gelLastError());
}

static void a_mesh_that_is_dropped_can_be_changed(void)
{
    static const char* const changes[] = {"substeps=10", "substeps=20", "bodies[0].scale=2",
                                          "bodies[0].material.youngModulus=1e4"};
    const char* bear = GEL_ASSETS "/meshes/bear_small.node";
    uint64_t plain = hashOf(bear, NULL, 0);
    CHECK(hashOf(bear, &changes[0], 1) == plain, "10 substeps, the default, differ");
    for (int i = 1; i < 4; i++) {
        uint64_t changed = hashOf(bear, &changes[i], 1);
        CHECK(changed != 0 && changed != plain, "%s: %s", changes[i],
              changed == 0 ? gelLastError() : "no effect");
    }
}

static void a_recording_keeps_the_changes_of_its_scene(void)
{
    static const char* const change = "substeps=7";
    gelScene *loaded, *repeated;
    gelWorld* world = NULL;
    gelPlayer* player = NULL;
    const char* path = GEL_SCRATCH "/changes_recording.json";
    writeText(PATH, scene);
    CHECK(gelLoadSceneChanged(PATH, 1.0, &change, 1, &loaded) == gel_success, "%s", gelLastError());
    gelWorldDef def = gelScene_GetWorldDef(loaded);
    def.backend = gel_referenceFloat;
    CHECK(gelCreateWorld(&def, &world) == gel_success &&
              gelScene_CreateBodies(loaded, world) == gel_success &&
              gelCreatePlayer(loaded, world, &player) == gel_success,
          "%s", gelLastError());
    for (int i = 0; i < 3; i++) {
        gelPlayer_BeginFrame(player);
        gelWorld_Step(world, gelScene_GetTimeStep(loaded));
    }
    CHECK(gelPlayer_WriteRecording(player, "changes.json", gelWorld_Hash(world), path) == gel_success, "%s",
          gelLastError());
    CHECK(gelLoadScene(path, &repeated) == gel_success, "%s", gelLastError());
    CHECK_INT(gelScene_GetWorldDef(repeated).substepCount, 7);
    CHECK_TEXT(gelScene_GetChange(repeated, 0), change);
    CHECK(hashOf(path, NULL, 0) == gelScene_GetRecordedHash(repeated), "the hash is not the recorded one");
    static const char* const later = "substeps=9";
    gelDestroyScene(repeated);
    CHECK(gelLoadSceneChanged(path, 1.0, &later, 1, &repeated) == gel_success, "%s", gelLastError());
    CHECK_INT(gelScene_GetWorldDef(repeated).substepCount, 9);
    gelDestroyScene(repeated);
    gelDestroyPlayer(player);
    gelDestroyWorld(world);
    gelDestroyScene(loaded);
}

TESTS(TEST(a_changed_value_has_the_bits_of_an_edited_file),
      TEST(the_last_of_several_changes_counts_and_all_are_kept),
      TEST(a_wrong_change_is_named_and_refused_as_the_file_would_be),
      TEST(a_fault_of_the_file_is_not_blamed_on_a_change), TEST(a_mesh_that_is_dropped_can_be_changed),
      TEST(a_recording_keeps_the_changes_of_its_scene))
