// Attachments in scenes: what they join, when they are released, and what is wrong with them.
#include "support/files.h"
#include "support/played.h"

#define FILE_NAME GEL_SCRATCH "/scene_attachments.json"
#define BOX "\"shape\": {\"type\": \"box\", \"size\": [0.2, 0.2, 0.2], \"cells\": [1, 1, 1]}"

// Two boxes, one above the other, and a beam over both.
static gelStatus load(const char* attachments, const char* input, gelScene** scene)
{
    char text[3000];
    snprintf(text, sizeof text,
             "{\"bodies\": [{" BOX ", \"name\": \"upper\", \"position\": [0, 0.4, 0]}, {" BOX
             ", \"name\": \"lower\", \"repeat\": {\"count\": [2, 1, 1], \"spacing\": [1, 0, 0]}}],"
             "\"obstacles\": [{\"shape\": {\"type\": \"box\", \"size\": [2, 0.1, 1]}, \"name\": \"beam\","
             "\"position\": [0, 0.75, 0]}], \"attachments\": %s, \"input\": %s}",
             attachments, input);
    writeText(FILE_NAME, text);
    return gelLoadScene(FILE_NAME, scene);
}

static Played playWith(const char* attachments, const char* input)
{
    gelScene* scene;
    REQUIRE(load(attachments, input, &scene));
    return play(scene);
}

// `solver` follows `input` in the scene.
static Played playStiff(const char* attachments)
{
    gelScene* scene;
    REQUIRE(load(attachments, "[], \"solver\": \"twoLevel\"", &scene));
    return play(scene);
}

static const char chain[] =
    "[{\"a\": {\"body\": \"upper\", \"point\": [0, 0.5, 0]}, \"b\": {\"obstacle\": \"beam\", \"point\": [0, 0.7, 0]},"
    "  \"length\": 0.2, \"stiffness\": 5000},"
    " {\"a\": {\"body\": 1, \"vertex\": 3}, \"b\": {\"body\": \"upper\", \"vertex\": 0}, \"until\": 0.5},"
    " {\"a\": {\"body\": 2, \"point\": [1, 0.1, 0]}, \"b\": {\"obstacle\": 0, \"point\": [1, 0.7, 0]}, \"length\": 0.6,"
    "  \"breakForce\": 1, \"curve\": [[-0.1, 0], [0, 0], [0.01, 500]]}]";

static void bodies_names_and_numbers_are_joined(void)
{
    Played played = playWith(chain, "[]");
    gelAttachmentId ids[3];
    gelAttachmentDef def;
    gelBodyId bodies[4];
    CHECK_INT(gelWorld_GetAttachments(played.world, ids, 3), 3);
    CHECK_INT(gelWorld_GetBodies(played.world, bodies, 4), 4);
    static const int expected[3][2] = {{0, 3}, {1, 0}, {2, 3}};
    for (int i = 0; i < 3; i++) {
        REQUIRE(gelAttachment_GetDef(played.world, ids[i], &def));
        CHECK_INT(def.a.body.index1, bodies[expected[i][0]].index1);
        CHECK_INT(def.b.body.index1, bodies[expected[i][1]].index1);
        CHECK_CLOSE((double)def.compliance, i == 0 ? 2e-4 : 0.0, 1e-9, "rounding");
        CHECK_CLOSE((double)def.length, i == 0 ? 0.2 : i == 1 ? 0.0 : 0.6, 1e-7, "rounding");
        CHECK_INT(def.curvePointCount, i == 2 ? 3 : 0);
        CHECK_CLOSE((double)def.curve[2].force, i == 2 ? 500.0 : 0.0, 0.0, "exact");
    }
    stop(&played);
}

// By force in the first frames, by time, and by an event.
static void attachments_are_released(void)
{
    Played played = playWith(chain, "[{\"frame\": 40, \"detach\": {\"attachment\": 0}}]");
    advance(&played, 5);
    CHECK_INT(gelWorld_GetAttachments(played.world, NULL, 0), 2);
    advance(&played, 25);
    CHECK_INT(gelWorld_GetAttachments(played.world, NULL, 0), 2);
    advance(&played, 1); // the first frame after 0.5 s
    CHECK_INT(gelWorld_GetAttachments(played.world, NULL, 0), 1);
    advance(&played, 9);
    CHECK_INT(gelWorld_GetAttachments(played.world, NULL, 0), 1);
    REQUIRE(
        gelPlayer_WriteRecording(played.player, FILE_NAME, 0, GEL_SCRATCH "/scene_attachments_none.json"));
    advance(&played, 1);
    CHECK_INT(gelWorld_GetAttachments(played.world, NULL, 0), 0);
    REQUIRE(gelPlayer_WriteRecording(played.player, FILE_NAME, 0,
                                     GEL_SCRATCH "/scene_attachments_recorded.json"));
    char text[2000];
    readText(GEL_SCRATCH "/scene_attachments_recorded.json", text, sizeof text);
    CHECK_TEXT(text, "{\"frame\":40,\"detach\":{\"attachment\":0}}");
    gelEvent wrong = {.kind = gel_eventDetach, .attachment = 3};
    CHECK_STATUS(gelPlayer_Apply(played.player, &wrong), gel_invalidArgument);
    CHECK_TEXT(gelLastError(), "there is no attachment 3 in the scene: it has 3");
    stop(&played);
}

// Stiff bodies that are joined are one system until an event takes the joint away.
static void a_session_with_joined_stiff_bodies_is_replayed_to_the_bit(void)
{
    enum { frames = 12, detached = 7 };
    static const char joint[] = "[{\"a\": {\"body\": \"upper\", \"point\": [0, 0.4, 0]},"
                                "\"b\": {\"body\": 1, \"point\": [0, 0.2, 0]}, \"length\": 0.2}]";
    const char* recording = GEL_SCRATCH "/scene_attachments_stiff.json";
    uint64_t hashes[frames];
    Played session = playStiff(joint), still = playStiff(joint);
    for (int frame = 0; frame < frames; frame++) {
        gelEvent event = {.kind = frame == 0 ? gel_eventGrab : gel_eventPull,
                          .origin = {0.03f + 0.01f * (float)frame, 0.45f, 5.0f},
                          .direction = {0, 0, -1},
                          .stiffness = 300.0f},
                 release = {.kind = gel_eventDetach, .attachment = 0};
        REQUIRE(gelPlayer_Apply(session.player, frame == detached ? &release : &event));
        advance(&session, 1);
        advance(&still, 1);
        hashes[frame] = gelWorld_Hash(session.world);
    }
    CHECK_INT(gelWorld_GetAttachments(session.world, NULL, 0), 0);
    CHECK(gelWorld_Hash(still.world) != hashes[frames - 1], "what the user does changes nothing");
    REQUIRE(gelPlayer_WriteRecording(session.player, FILE_NAME, 0, recording));
    Played again = playReference(recording);
    for (int frame = 0; frame < frames; frame++) {
        advance(&again, 1);
        CHECK(gelWorld_Hash(again.world) == hashes[frame], "frame %d: %016llx, expected %016llx", frame,
              (unsigned long long)gelWorld_Hash(again.world), (unsigned long long)hashes[frame]);
    }
    stop(&again);
    stop(&session);
    stop(&still);
}

static void bad_attachments_in_scenes_are_named(void)
{
#define B ", \"b\": {\"body\": 0, \"vertex\": 0}}]"
    static const char* const cases[][2] = {
        {"[{\"a\": {\"body\": \"uper\", \"vertex\": 0}" B,
         "$.attachments[0].a.body: there is no body \"uper\"; did you mean \"upper\"?"},
        {"[{\"a\": {\"body\": 3, \"vertex\": 0}" B,
         "$.attachments[0].a.body: expected the name of a body, or its number"},
        {"[{\"a\": {\"vertex\": 0}" B, "$.attachments[0].a: expected exactly one of body and obstacle"},
        {"[{\"a\": {\"body\": 1}" B, "$.attachments[0].a: expected exactly one of point and vertex"},
        {"[{\"a\": {\"obstacle\": 0, \"vertex\": 1}" B, "of an obstacle a point"},
        {"[{\"a\": {\"body\": 1, \"vertex\": 8}" B,
         "$.attachments[0].a: vertex: expected a whole number from 0 to 7, found 8"},
        {"[{\"stiffness\": 0, \"a\": {\"body\": 1, \"vertex\": 0}" B, "$.attachments[0].stiffness: expected"},
        {"[{\"a\": {\"body\": 1, \"vertex\": 0}}]", "\"b\" is missing"},
        {"[{\"curve\": [[0, 0]], \"a\": {\"body\": 1, \"vertex\": 0}" B,
         "$.attachments[0].curve: expected an array of 2 to 8 points [stretch in m, force in N], found"},
        {"[{\"curve\": [[0, 0], [1]], \"a\": {\"body\": 1, \"vertex\": 0}" B,
         "$.attachments[0].curve[1]: expected"},
        {"[{\"curve\": [[0, 0], [0.1, 5], [0.2, 4]], \"a\": {\"body\": 1, \"vertex\": 0}" B,
         "$.attachments[0].curve: point 2: expected a stretch at least 1e-6 m above that before, and a force no less"},
        {"[{\"stiffness\": 5, \"curve\": [[0, 0], [1, 1]], \"a\": {\"body\": 1, \"vertex\": 0}" B,
         "$.attachments[0].curve: expected a curve or a stiffness, found both"},
    };
    gelScene* scene;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        CHECK_STATUS(load(cases[i][0], "[]", &scene), gel_formatError);
        CHECK_TEXT(gelLastError(), cases[i][1]);
        gelDestroyScene(scene);
    }
    // The world alone finds this fault.
    gelWorld* world;
    gelWorldDef def = gelDefaultWorldDef();
    def.backend = gel_referenceFloat;
    REQUIRE(load("[{\"a\": {\"body\": 0, \"vertex\": 0}" B, "[]", &scene));
    REQUIRE(gelCreateWorld(&def, &world));
    CHECK_STATUS(gelScene_CreateBodies(scene, world), gel_invalidArgument);
    CHECK_TEXT(gelLastError(),
               "scene_attachments.json: $.attachments[0]: attachment: expected two points without");
    CHECK_INT(gelWorld_GetBodyCount(world), 0);
    gelDestroyWorld(world);
    gelDestroyScene(scene);
}

TESTS(TEST(bodies_names_and_numbers_are_joined), TEST(attachments_are_released),
      TEST(a_session_with_joined_stiff_bodies_is_replayed_to_the_bit),
      TEST(bad_attachments_in_scenes_are_named))
