// Which bodies meet: by category, by pairs that ignore each other, in scenes, and after bodies have gone.
#include "support/files.h"
#include "support/fixtures.h"

static const float frame = 1.0f / 60.0f;
enum { hands = 1 << 1, tables = 1 << 2 };

static gelWorld* newWorld(const gelWorldDef* base)
{
    gelWorldDef def = *base;
    gelWorld* world;
    def.contact = true;
    REQUIRE(gelCreateWorld(&def, &world));
    return world;
}

static gelWorld* newReference(void)
{
    gelWorldDef def = gelDefaultWorldDef();
    def.backend = gel_referenceFloat;
    return newWorld(&def);
}

// A cube of rubber, 0.2 m.
static gelBodyId addBlock(gelWorld* world, float height, gelFilter filter)
{
    gelBodyDef def = gelDefaultBodyDef();
    gelTetMesh mesh;
    gelBodyId id;
    REQUIRE(gelCreateBoxMesh((gelVec3){0.2f, 0.2f, 0.2f}, 2, 2, 2, &mesh));
    def.material.youngModulus = 1e6f;
    def.position.y = height;
    def.filter = filter;
    REQUIRE(gelCreateBody(world, &def, &mesh, &id));
    gelDestroyTetMesh(&mesh);
    return id;
}

// Its top is at height 0.
static gelBodyId addTable(gelWorld* world, gelFilter filter)
{
    gelObstacleDef def = gelDefaultObstacleDef();
    gelSurfaceMesh surface;
    gelBodyId id;
    REQUIRE(gelCreateBoxSurface((gelVec3){1.0f, 0.2f, 1.0f}, &surface));
    def.position.y = -0.1f;
    def.filter = filter;
    REQUIRE(gelCreateObstacle(world, &def, &surface, &id));
    gelDestroySurfaceMesh(&surface);
    return id;
}

static void step(gelWorld* world, int frames)
{
    for (int i = 0; i < frames; i++)
        REQUIRE(gelWorld_Step(world, frame));
}

static double lowestOf(gelWorld* world, gelBodyId id)
{
    int count = gelBody_GetMesh(world, id)->vertexCount;
    float* x = malloc((size_t)count * 12);
    double lowest = 1e9;
    REQUIRE(gelBody_ReadPositions(world, id, x, count));
    for (int i = 0; i < count; i++)
        lowest = fmin(lowest, (double)x[3 * i + 1]);
    free(x);
    return lowest;
}

// Drops a block of one filter onto a table of another for 0.5 s; where is it then?
static double drop(const gelWorldDef* base, gelFilter block, gelFilter table)
{
    gelWorld* world = newWorld(base);
    addTable(world, table);
    gelBodyId id = addBlock(world, 0.15f, block);
    step(world, 30);
    double lowest = lowestOf(world, id);
    gelDestroyWorld(world);
    return lowest;
}

static void two_meet_if_each_is_among_what_the_other_collides_with(void)
{
    const gelFilter usual = gelDefaultFilter();
    CHECK(usual.category == 1 && usual.collidesWith == UINT32_MAX, "%x, %x", usual.category,
          usual.collidesWith);
    const struct {
        gelFilter block, table;
        bool meet;
    } rows[] = {
        {usual, usual, true},
        {{hands, UINT32_MAX}, {tables, UINT32_MAX}, true},
        {{hands, ~(uint32_t)tables}, {tables, UINT32_MAX}, false},
        {{hands, UINT32_MAX}, {tables, ~(uint32_t)hands}, false},
        {{hands, tables}, {tables, hands}, true},
        {{hands, UINT32_MAX}, {tables, hands | 1}, true},
        {{hands, UINT32_MAX}, {0, UINT32_MAX}, false},
        {{hands, 0}, {tables, UINT32_MAX}, false},
        {{UINT32_C(1) << 31, UINT32_MAX}, {tables, UINT32_C(1) << 31}, true},
    };
    Backends backends = listBackends();
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        for (int k = 0; k < (i == 0 || i == 2 ? backends.count : 1); k++) { // devices are slow to set up
            double lowest = drop(&backends.defs[k], rows[i].block, rows[i].table);
            CHECK((lowest > -0.01) == rows[i].meet, "row %d, %s: the block is at %g", (int)i,
                  backends.names[k], lowest);
        }
}

static void the_ground_is_met_whatever_the_filter(void)
{
    gelWorldDef def = gelDefaultWorldDef();
    def.backend = gel_referenceFloat;
    def.ground.enabled = true;
    gelWorld* world = newWorld(&def);
    gelBodyId id = addBlock(world, 0.15f, (gelFilter){0, 0});
    step(world, 30);
    CHECK_CLOSE(lowestOf(world, id), 0.0, 1e-3, "it stands on the ground");
    gelDestroyWorld(world);
}

static void a_filter_takes_effect_with_the_next_step(void)
{
    gelWorld* world = newReference();
    addTable(world, gelDefaultFilter());
    gelBodyId id = addBlock(world, 0.11f, gelDefaultFilter());
    step(world, 30);
    CHECK(lowestOf(world, id) > -0.01, "the table does not hold it: %g", lowestOf(world, id));
    REQUIRE(gelBody_SetFilter(world, id, (gelFilter){hands, 0}));
    step(world, 30);
    CHECK(lowestOf(world, id) < -0.5, "the table still holds it: %g", lowestOf(world, id));
    gelDestroyWorld(world);
}

static void pairs_ignore_each_other_until_told_otherwise(void)
{
    gelWorld* world = newReference();
    gelBodyId table = addTable(world, gelDefaultFilter());
    gelBodyId held = addBlock(world, 0.11f, gelDefaultFilter());
    gelBodyId falls = addBlock(world, 0.4f, gelDefaultFilter());
    REQUIRE(gelWorld_IgnorePair(world, falls, held, true));
    REQUIRE(gelWorld_IgnorePair(world, table, falls, true));
    REQUIRE(gelWorld_IgnorePair(world, table, falls, true)); // twice is once
    REQUIRE(gelWorld_IgnorePair(world, table, held, true));
    REQUIRE(gelWorld_IgnorePair(world, held, table, false));
    CHECK(gelWorld_IsPairIgnored(world, falls, table) && gelWorld_IsPairIgnored(world, table, falls) &&
              !gelWorld_IsPairIgnored(world, table, held),
          "the pairs are not as set");
    step(world, 40);
    CHECK(lowestOf(world, held) > -0.01, "one ignores the table that was to meet it: %g",
          lowestOf(world, held));
    CHECK(lowestOf(world, falls) < -0.5, "one meets what it was to ignore: %g", lowestOf(world, falls));
    gelDestroyWorld(world);
}

static void pairs_end_with_their_bodies(void)
{
    gelWorld* world = newReference();
    gelBodyId table = addTable(world, gelDefaultFilter());
    gelBodyId first = addBlock(world, 0.11f, gelDefaultFilter());
    REQUIRE(gelWorld_IgnorePair(world, table, first, true));
    REQUIRE(gelDestroyBody(world, first));
    CHECK(!gelWorld_IsPairIgnored(world, table, first), "the pair has outlived the body");
    gelBodyId second = addBlock(world, 0.11f, gelDefaultFilter()); // in the slot of the first
    CHECK(second.index1 == first.index1 && !gelWorld_IsPairIgnored(world, table, second),
          "a new body is in an old pair");
    step(world, 30);
    CHECK(lowestOf(world, second) > -0.01, "the table does not hold it: %g", lowestOf(world, second));
    gelDestroyWorld(world);
}

static void clones_and_definitions_carry_filters(void)
{
    gelWorld *world = newReference(), *clone;
    const gelFilter mine = {hands, ~(uint32_t)hands}, its = {tables, 7};
    gelBodyId table = addTable(world, its), block = addBlock(world, 0.11f, mine);
    gelBodyDef body;
    gelObstacleDef obstacle;
    gelFilter found;
    REQUIRE(gelBody_GetDef(world, block, &body));
    REQUIRE(gelObstacle_GetDef(world, table, &obstacle));
    CHECK(memcmp(&body.filter, &mine, sizeof mine) == 0 && memcmp(&obstacle.filter, &its, sizeof its) == 0,
          "definitions lose the filter");
    REQUIRE(gelWorld_IgnorePair(world, table, block, true));
    gelWorldDef def = gelWorld_GetDef(world);
    REQUIRE(gelCloneWorld(world, &def, &clone));
    REQUIRE(gelBody_GetFilter(clone, block, &found));
    CHECK(memcmp(&found, &mine, sizeof mine) == 0 && gelWorld_IsPairIgnored(clone, table, block),
          "the clone has another filter, or lacks the pair");
    REQUIRE(gelWorld_IgnorePair(clone, table, block, false));
    CHECK(gelWorld_IsPairIgnored(world, table, block), "the clone changes the original");
    step(world, 30);
    step(clone, 30);
    CHECK(lowestOf(world, block) < -0.5 && lowestOf(clone, block) > -0.01, "they fall to %g and %g",
          lowestOf(world, block), lowestOf(clone, block));
    gelDestroyWorld(clone);
    gelDestroyWorld(world);
}

static void what_is_no_pair_is_refused(void)
{
    gelWorld* world = newReference();
    gelBodyId block = addBlock(world, 0.0f, gelDefaultFilter()), none = {0};
    gelFilter filter;
    CHECK_STATUS(gelWorld_IgnorePair(world, block, block, true), gel_invalidArgument);
    CHECK_TEXT(gelLastError(), "expected two different bodies");
    CHECK_STATUS(gelWorld_IgnorePair(world, block, none, true), gel_invalidHandle);
    CHECK_STATUS(gelBody_SetFilter(world, none, gelDefaultFilter()), gel_invalidHandle);
    CHECK_STATUS(gelBody_GetFilter(world, none, &filter), gel_invalidHandle);
    CHECK(!gelWorld_IsPairIgnored(world, none, block), "no body is in a pair");
    gelDestroyWorld(world);
}

#define SCENE GEL_SCRATCH "/filter.json"
#define BLOCK "\"shape\":{\"type\":\"box\",\"size\":[0.2,0.2,0.2],\"cells\":[1,1,1]}"
#define TABLE "\"shape\":{\"type\":\"box\",\"size\":[1,0.2,1]}"

static gelStatus load(const char* text, gelScene** scene)
{
    writeText(SCENE, text);
    return gelLoadScene(SCENE, scene);
}

static void scenes_name_categories(void)
{
    gelScene* scene;
    REQUIRE(load("{\"contact\":true,\"bodies\":[{" BLOCK
                 ",\"category\":\"hands\",\"ignores\":[\"table\"]},{" BLOCK "},{" BLOCK
                 ",\"category\":\"hands\",\"ignores\":[\"hands\",\"table\"]}],\"obstacles\":[{" TABLE
                 ",\"category\":\"table\"}]}",
                 &scene));
    gelWorldDef def = gelScene_GetWorldDef(scene);
    gelWorld* world;
    gelFilter found[4];
    def.backend = gel_referenceFloat;
    REQUIRE(gelCreateWorld(&def, &world));
    REQUIRE(gelScene_CreateBodies(scene, world));
    for (int i = 0; i < 4; i++)
        REQUIRE(gelBody_GetFilter(world, gelWorld_GetBody(world, i), &found[i]));
    const gelFilter expected[] = {
        {2, ~UINT32_C(4)}, {1, UINT32_MAX}, {2, ~UINT32_C(6)}, {4, UINT32_MAX}}; // 2: hands, 4: table
    for (int i = 0; i < 4; i++)
        CHECK(memcmp(&found[i], &expected[i], sizeof found[i]) == 0, "body %d: %x, %x, expected %x, %x", i,
              found[i].category, found[i].collidesWith, expected[i].category, expected[i].collidesWith);
    gelDestroyWorld(world);
    gelDestroyScene(scene);
}

static void bad_categories_are_told(void)
{
    static const struct {
        const char *text, *error;
    } rows[] = {
        {"{\"bodies\":[{" BLOCK ",\"category\":\"hands\"},{" BLOCK ",\"ignores\":[\"hand\"]}]}",
         "$.bodies[1].ignores[0]: nothing has the category \"hand\"; did you mean \"hands\"?"},
        {"{\"bodies\":[{" BLOCK ",\"ignores\":[\"table\"]}]}",
         "nothing has the category \"table\": give bodies"},
        {"{\"bodies\":[{" BLOCK ",\"ignores\":\"table\"}]}",
         "$.bodies[0].ignores: expected an array of categories, found \"table\""},
        {"{\"bodies\":[{" BLOCK ",\"ignores\":[3]}]}", "expected the name of a category, found 3"},
        {"{\"bodies\":[{" BLOCK ",\"category\":3}]}", "$.bodies[0].category: expected a string"},
        {"{\"bodies\":[{" BLOCK ",\"category\":\"\"}]}", "expected a string of 1 to 100 bytes"},
        {"{\"bodies\":[{" BLOCK "}],\"obstacles\":[{" TABLE ",\"ignores\":[\"x\"]}]}",
         "$.obstacles[0].ignores[0]"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        gelScene* scene;
        CHECK_STATUS(load(rows[i].text, &scene), gel_formatError);
        CHECK_TEXT(gelLastError(), rows[i].error);
    }
}

static void a_scene_has_31_categories(void)
{
    for (int count = 31; count <= 32; count++) {
        char text[8192] = "{\"bodies\":[";
        gelScene* scene;
        for (int i = 0; i < count; i++)
            sprintf(text + strlen(text), "%s{" BLOCK ",\"category\":\"c%d\",\"ignores\":[\"c%d\"]}",
                    i > 0 ? "," : "", i, i);
        strcat(text, "]}");
        CHECK_STATUS(load(text, &scene), count == 31 ? gel_success : gel_formatError);
        if (scene == NULL)
            CHECK_TEXT(gelLastError(), "$.bodies[31]: category: expected at most 31 different ones");
        gelDestroyScene(scene);
    }
}

static int warnings;
static char lastWarning[400];

static void keepWarning(void* context, gelLogLevel level, const char* text)
{
    (void)context;
    if (level != gel_logWarning || strstr(text, "softer than its material") != NULL)
        return; // that is another matter
    warnings++;
    snprintf(lastWarning, sizeof lastWarning, "%s", text);
}

// Slivers side by side along a diagonal: all their boxes overlap, and none touches another.
static void a_crowd_is_warned_of_before_it_takes_minutes(void)
{
    const float corners[12] = {0.0f, 0.0f, 0.0f, 1.0f, 1.0f, 1.0f, 0.001f, 0.0f, 0.0f, 0.0f, 0.001f, 0.0f};
    const int tet[4] = {0, 1, 3, 2};
    gelWorldDef def = gelDefaultWorldDef();
    gelTetMesh mesh;
    gelWorld* world;
    gelBodyDef bodyDef = gelDefaultBodyDef();
    def.backend = gel_referenceFloat;
    def.contact = true;
    def.substepCount = 1;
    warnings = 0;
    REQUIRE(gelCreateTetMesh(corners, 4, tet, 1, NULL, &mesh, NULL));
    REQUIRE(gelCreateWorld(&def, &world));
    for (int i = 0; i < 210; i++) {
        gelBodyId id;
        bodyDef.position.x = 0.004f * (float)i;
        REQUIRE(gelCreateBody(world, &bodyDef, &mesh, &id));
    }
    gelSetLogFunction(keepWarning, NULL);
    for (int i = 0; i < 2; i++)
        REQUIRE(gelWorld_Step(world, 1.0f / 60.0f));
    gelSetLogFunction(NULL, NULL);
    CHECK_INT(warnings, 1);
    CHECK_TEXT(lastWarning, "210 bodies are so close that 21945 pairs of them may touch");
    gelDestroyWorld(world);
    gelDestroyTetMesh(&mesh);
}

TESTS(TEST(two_meet_if_each_is_among_what_the_other_collides_with),
      TEST(the_ground_is_met_whatever_the_filter), TEST(a_filter_takes_effect_with_the_next_step),
      TEST(pairs_ignore_each_other_until_told_otherwise), TEST(pairs_end_with_their_bodies),
      TEST(clones_and_definitions_carry_filters), TEST(what_is_no_pair_is_refused),
      TEST(scenes_name_categories), TEST(bad_categories_are_told), TEST(a_scene_has_31_categories),
      TEST(a_crowd_is_warned_of_before_it_takes_minutes))
