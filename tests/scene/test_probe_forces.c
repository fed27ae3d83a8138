// Forces on pins, goals, the ground and between bodies are those that hold the bodies up.
#include "support/settled.h"

#define PATH GEL_SCRATCH "/probe_forces.json"
#define SOFT "{\"density\":1000,\"youngModulus\":3e5,\"poissonRatio\":0.3,\"damping\":6}"
#define RIGID "{\"density\":1000,\"edgeCompliance\":0,\"volumeCompliance\":0,\"damping\":6}"

// Two bars of 62.5 kg, pinned at the top, and two boxes of 27 kg on the ground, soft and rigid.
#define BAR(material, x)                                                                                     \
    "{\"shape\":{\"type\":\"beam\",\"size\":[0.25,1,0.25],\"cells\":[2,8,2]},\"material\":" material         \
    ",\"position\":[" x ",0.2,0],\"pins\":[{\"box\":{\"lower\":[-9,0.69,-9],\"upper\":[9,1,9]}}]}"
#define CUBE(material, x)                                                                                    \
    "{\"shape\":{\"type\":\"box\",\"size\":[0.3,0.3,0.3],\"cells\":[2,2,2]},\"material\":" material          \
    ",\"position\":[" x ",-0.35,0]}"
#define REST "{\"substeps\":10," RESTING
#define RESTING                                                                                              \
    "\"ground\":{\"height\":-0.5},\"bodies\":[" BAR(SOFT, "0") "," BAR(RIGID, "0.3") "," CUBE(               \
        SOFT,                                                                                                \
        "0.7") "," CUBE(RIGID,                                                                               \
                        "1.1") "],\"probes\":["                                                              \
                               "{\"name\":\"0\",\"measure\":\"pinForce.y\",\"body\":0},"                     \
                               "{\"name\":\"1\",\"measure\":\"pinForce.y\",\"body\":1},"                     \
                               "{\"name\":\"2\",\"measure\":\"groundForce.y\",\"body\":2},"                  \
                               "{\"name\":\"3\",\"measure\":\"groundForce.y\",\"body\":3},"                  \
                               "{\"name\":\"4\",\"measure\":\"groundForce.y\"},"                             \
                               "{\"name\":\"5\",\"measure\":\"pinForce.x\",\"body\":0},"                     \
                               "{\"name\":\"6\",\"measure\":\"pinForce.y\",\"body\":0,\"box\":{\"lower\":[-1,-1,-1],\"upper\":[-0.1,1,1]}}]}"

static const double barWeight = 62.5 * 9.81, cubeWeight = 27.0 * 9.81; // N

static void one_probe_is_read_where_another_cannot_be(void)
{
    gelScene* scene;
    gelWorld* world;
    gelProbes* probes;
    writeText(PATH, "{\"order\":\"jacobi\",\"bodies\":[" BAR(
                        SOFT, "0") "],\"probes\":["
                                   "{\"name\":\"force\",\"measure\":\"pinForce.y\",\"body\":0},"
                                   "{\"name\":\"place\",\"measure\":\"position.y\",\"body\":0}]}");
    REQUIRE(gelLoadScene(PATH, &scene));
    gelWorldDef def = gelScene_GetWorldDef(scene);
    def.backend = gel_referenceFloat;
    REQUIRE(gelCreateWorld(&def, &world));
    REQUIRE(gelScene_CreateBodies(scene, world));
    CHECK_INT(gelCreateProbes(scene, world, &probes), gel_unsupported);
    CHECK_INT(gelCreateProbe(scene, world, 0, &probes), gel_unsupported);
    CHECK_INT(gelCreateProbe(scene, world, 2, &probes), gel_invalidArgument);
    CHECK(probes == NULL, "probes of a number that is none");
    int leftOut;
    REQUIRE(gelCreateReadableProbes(scene, world, &leftOut, &probes));
    CHECK_INT(leftOut, 0);
    CHECK_TEXT(gelLastError(), "forces are known only for the orders colour and mesh");
    REQUIRE(gelProbes_AddFrame(probes, world, 0.0));
    CHECK(isnan(gelProbes_GetValue(probes, 0, 0)), "%g", gelProbes_GetValue(probes, 0, 0));
    CHECK_CLOSE(gelProbes_GetValue(probes, 1, 0), 0.2, 1e-6, "the middle of a bar at 0.2 m");
    gelDestroyProbes(probes);
    REQUIRE(gelCreateProbe(scene, world, 1, &probes));
    REQUIRE(gelProbes_AddFrame(probes, world, 0.0));
    CHECK(isnan(gelProbes_GetValue(probes, 0, 0)), "%g", gelProbes_GetValue(probes, 0, 0));
    CHECK_CLOSE(gelProbes_GetValue(probes, 1, 0), 0.2, 1e-6, "the middle of a bar at 0.2 m");
    gelDestroyProbes(probes);
    gelDestroyWorld(world);
    gelDestroyScene(scene);
}

static void pins_and_ground_bear_the_weight_of_what_rests(void)
{
    Backends backends = listBackends();
    double first[7] = {0}, found[7];
    for (int b = 0; b < backends.count; b++) {
        settle(PATH, REST, &backends.defs[b], 300, 1, 7, found);
        CHECK_CLOSE(found[0], barWeight, 1e-3 * barWeight, "a soft bar, 0.1 %");
        CHECK_CLOSE(found[1], barWeight, 1e-3 * barWeight, "a rigid bar, 0.1 %");
        CHECK_CLOSE(found[2], cubeWeight, 1e-3 * cubeWeight, "a soft cube, 0.1 %");
        CHECK_CLOSE(found[3], cubeWeight, 1e-3 * cubeWeight, "a rigid cube, 0.1 %");
        CHECK_CLOSE(found[4], found[2] + found[3], 1e-9 * cubeWeight, "both cubes");
        CHECK_CLOSE(found[5], 0.0, 1e-3 * barWeight, "nothing pulls sideways");
        CHECK(found[6] > 0.2 * barWeight && found[6] < 0.5 * barWeight, "a side of the pins bears %g N",
              found[6]);
        for (int i = 0; i < 7; i++) {
            first[i] = b == 0 ? found[i] : first[i];
            CHECK(found[i] == first[i], "probe %d of %s: %.17g, not %.17g", i, backends.names[b], found[i],
                  first[i]);
        }
    }
}

static void forces_are_exact_in_double_precision(void)
{
    gelWorldDef def = gelDefaultWorldDef();
    double found[7];
    def.backend = gel_referenceDouble;
    settle(PATH, REST, &def, 300, 1, 7, found);
    for (int i = 0; i < 4; i++) {
        double weight = i < 2 ? barWeight : cubeWeight;
        CHECK_CLOSE(found[i], weight, 1e-6 * weight,
                    "gravity and densities in single precision; damped for 5 s");
    }
}

static void a_pinned_body_in_free_space_is_not_pulled(void)
{
    gelWorldDef def = gelDefaultWorldDef();
    double found;
    def.backend = gel_referenceFloat;
    settle(PATH,
           "{\"gravity\":[0,0,0],\"bodies\":[" BAR(SOFT, "0") "],\"probes\":[{\"name\":\"0\",\"measure\":"
                                                              "\"pinForce.length\",\"body\":0}]}",
           &def, 10, 1, 1, &found);
    CHECK_CLOSE(found, 0.0, 1e-3 * barWeight, "rest lengths in single precision");
}

#define ON_A_TABLE                                                                                                  \
    "{\"contact\":true,\"ground\":{},\"bodies\":[{\"shape\":{\"type\":\"box\",\"size\":[0.3,0.3,0.3],"              \
    "\"cells\":[2,2,2]},\"material\":" SOFT ",\"position\":[0,0.26,0]},"                                            \
    "{\"shape\":{\"type\":\"box\",\"size\":[0.3,0.3,0.3],\"cells\":[2,2,2]},\"material\":" SOFT                     \
    ",\"position\":[2,0.151,0]}],"                                                                                  \
    "\"obstacles\":[{\"name\":\"table\",\"shape\":{\"type\":\"box\",\"size\":[1,0.1,1]},\"position\":[0,0.05,0]}]," \
    "\"probes\":[{\"name\":\"0\",\"measure\":\"contactForce.y\",\"body\":0},"                                       \
    "{\"name\":\"1\",\"measure\":\"contactForce.y\",\"obstacle\":\"table\"},"                                       \
    "{\"name\":\"2\",\"measure\":\"groundForce.y\",\"body\":1},"                                                    \
    "{\"name\":\"3\",\"measure\":\"contactForce.y\",\"body\":1}]}"

static void contacts_bear_the_weight_of_what_rests_on_an_obstacle(void)
{
    gelWorldDef def = gelDefaultWorldDef();
    double found[4];
    def.backend = gel_referenceFloat;
    settle(PATH, ON_A_TABLE, &def, 300, 60, 4, found);
    CHECK_CLOSE(found[0], cubeWeight, 0.02 * cubeWeight, "a second of contacts");
    CHECK_CLOSE(found[1], -found[0], 1e-6 * cubeWeight, "action and reaction");
    CHECK_CLOSE(found[2], cubeWeight, 0.02 * cubeWeight, "a second of contacts with the ground");
    CHECK_CLOSE(found[3], 0.0, 0.0, "it touches nothing but the ground");
}

// A rigid tet hangs from a goal: an undamped spring would swing for ever.
static void a_goal_bears_the_weight_of_what_hangs_from_it(void)
{
    gelScene* scene;
    gelWorld* world;
    gelProbes* probes;
    gelWorldDef def = gelDefaultWorldDef();
    def.backend = gel_referenceFloat;
    writeText(PATH, "{\"bodies\":[{\"vertices\":[[0,0,0],[0,0,0.5],[0.5,0,0],[0,0.5,0]],\"tets\":[[0,2,3,1]],"
                    "\"material\":" RIGID "}],\"probes\":[{\"name\":\"0\",\"measure\":\"goalForce.y\"},"
                    "{\"name\":\"1\",\"measure\":\"goalForce.y\",\"body\":0}]}");
    REQUIRE(gelLoadScene(PATH, &scene));
    REQUIRE(gelCreateWorld(&def, &world));
    REQUIRE(gelScene_CreateBodies(scene, world));
    REQUIRE(gelCreateProbes(scene, world, &probes));
    gelGoal goal = {
        .body = gelWorld_GetBody(world, 0), .vertex = 3, .position = {0.0f, 0.5f, 0.0f}, .stiffness = 1e3f};
    REQUIRE(gelWorld_SetGoals(world, &goal, 1));
    REQUIRE(gelWorld_SetGoalDamping(world, 0.06f));
    for (int i = 0; i < 600; i++)
        REQUIRE(gelWorld_Step(world, 1.0f / 60.0f));
    REQUIRE(gelProbes_AddFrame(probes, world, 0.0));
    double weight = 1000.0 * 0.125 / 6.0 * 9.81;
    CHECK_CLOSE(gelProbes_GetValue(probes, 0, 0), weight, 1e-3 * weight, "0.1 %");
    CHECK_CLOSE(gelProbes_GetValue(probes, 1, 0), gelProbes_GetValue(probes, 0, 0), 0.0,
                "there is no other body");
    gelDestroyProbes(probes);
    gelDestroyWorld(world);
    gelDestroyScene(scene);
}

static void reading_forces_changes_no_bit(gelWorldDef backend)
{
    uint64_t hashes[2];
    for (int reads = 0; reads < 2; reads++) {
        gelScene* scene;
        gelWorld* world;
        gelProbes* probes;
        writeText(PATH, REST);
        REQUIRE(gelLoadScene(PATH, &scene));
        gelWorldDef def = gelScene_GetWorldDef(scene);
        def.backend = backend.backend;
        def.device = backend.device;
        REQUIRE(gelCreateWorld(&def, &world));
        REQUIRE(gelScene_CreateBodies(scene, world));
        REQUIRE(gelCreateProbes(scene, world, &probes));
        for (int i = 0; i < 20; i++) {
            REQUIRE(gelWorld_Step(world, 1.0f / 60.0f));
            if (reads == 1)
                REQUIRE(gelProbes_AddFrame(probes, world, i));
        }
        hashes[reads] = gelWorld_Hash(world);
        gelDestroyProbes(probes);
        gelDestroyWorld(world);
        gelDestroyScene(scene);
    }
    CHECK_HEX(hashes[1], hashes[0]);
}

static void a_probe_of_nothing_is_refused_with_its_place(void)
{
    static const char* const probes[][2] = {
        {"\"measure\":\"position.x\",\"box\":{\"lower\":[5,5,5],\"upper\":[6,6,6]}",
         "$.probes[0]: box: no vertex is in it"},
        {"\"measure\":\"position.x\",\"below\":-9", "$.probes[0]: below: no vertex is that low"},
        {"\"measure\":\"pinForce.x\",\"below\":0", "$.probes[0]: none of its vertices is pinned"},
    };
    for (int i = 0; i < 3; i++) {
        char text[1000];
        gelScene* scene;
        gelWorld* world;
        gelProbes* made;
        gelWorldDef def = gelDefaultWorldDef();
        def.backend = gel_referenceFloat;
        snprintf(text, sizeof text, "{\"bodies\":[%s],\"probes\":[{\"name\":\"0\",\"body\":0,%s}]}",
                 BAR(SOFT, "0"), probes[i][0]);
        writeText(PATH, text);
        REQUIRE(gelLoadScene(PATH, &scene));
        REQUIRE(gelCreateWorld(&def, &world));
        REQUIRE(gelScene_CreateBodies(scene, world));
        CHECK_STATUS(gelCreateProbes(scene, world, &made), gel_formatError);
        CHECK_TEXT(gelLastError(), probes[i][1]);
        CHECK(made == NULL, "probes were made");
        gelDestroyWorld(world);
        gelDestroyScene(scene);
    }
}

TESTS(TEST(one_probe_is_read_where_another_cannot_be), TEST(pins_and_ground_bear_the_weight_of_what_rests),
      TEST(forces_are_exact_in_double_precision), TEST(a_pinned_body_in_free_space_is_not_pulled),
      TEST(contacts_bear_the_weight_of_what_rests_on_an_obstacle),
      TEST(a_goal_bears_the_weight_of_what_hangs_from_it),
      TEST_ON_EACH_BACKEND(reading_forces_changes_no_bit), TEST(a_probe_of_nothing_is_refused_with_its_place))
