// Obstacles whose vertices follow a point cache: where they are when, what they push, and which files are refused.
#include "contact/obstacle_fixtures.h"
#include "support/files.h"
#include "support/point_cache_files.h"

#include "gel/bake.h"
#include "scene/contents/point_cache.h"

#define FOLDER GEL_SCRATCH "/"
#define BODIES                                                                                               \
    "\"bodies\": [{\"shape\": {\"type\": \"box\", \"size\": [0.2, 0.2, 0.2], \"cells\": [2, 2, 2]}, "        \
    "\"position\": [0, 0.1, 0]}]"

typedef struct Play {
    gelScene* scene;
    gelWorld* world;
    gelPlayer* player;
    gelBodyId block, obstacle;
} Play;

// A scene of a block and an obstacle.
static Play begin(const char* obstacle, const char* settings)
{
    char text[1500];
    Play play;
    snprintf(text, sizeof text, "{\"contact\": true, %s, " BODIES ", \"obstacles\": [%s]}", settings,
             obstacle);
    writeText(FOLDER "obstacle_cache.json", text);
    REQUIRE(gelLoadScene(FOLDER "obstacle_cache.json", &play.scene));
    gelWorldDef def = gelScene_GetWorldDef(play.scene);
    def.backend = gel_referenceFloat;
    REQUIRE(gelCreateWorld(&def, &play.world));
    REQUIRE(gelScene_CreateBodies(play.scene, play.world));
    REQUIRE(gelCreatePlayer(play.scene, play.world, &play.player));
    play.block = gelWorld_GetBody(play.world, 0);
    play.obstacle = gelWorld_GetBody(play.world, 1);
    return play;
}

static void advance(Play* play, int frames)
{
    for (int i = 0; i < frames; i++) {
        REQUIRE(gelPlayer_BeginFrame(play->player));
        REQUIRE(gelWorld_Step(play->world, gelScene_GetTimeStep(play->scene)));
    }
}

static void end(Play* play)
{
    gelDestroyPlayer(play->player);
    gelDestroyWorld(play->world);
    gelDestroyScene(play->scene);
}

// A square, its first corner twice, that rises from frame to frame: to 0, 1, 3 and 0 m.
static void writeLift(void)
{
    static const float square[5][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}, {-1, -1}},
                       heights[4] = {0, 1, 3, 0};
    static const float times[4] = {0.0f, 0.25f, 0.75f, 1.0f};
    float xyz[4][5][3];
    for (int i = 0; i < 4 * 5; i++) {
        xyz[i / 5][i % 5][0] = square[i % 5][0];
        xyz[i / 5][i % 5][1] = heights[i / 5];
        xyz[i / 5][i % 5][2] = square[i % 5][1];
    }
    writeText(FOLDER "lift.obj",
              "v -1 0 -1\nv 1 0 -1\nv 1 0 1\nv -1 0 1\nv -1 0 -1\nf 1 4 2\nf 2 4 3\nf 5 3 2\n");
    writePc2(FOLDER "lift.pc2", 5, 4, 1.0f, 2.0f, xyz[0][0]);
    writeMdd(FOLDER "lift.mdd", 5, 4, times, xyz[0][0]);
}

static void vertices_are_where_the_cache_says(void)
{
    // At steps of an eighth of a second; the .pc2's samples are at 1, 3, 5 and 7 eighths.
    static const struct {
        const char* cache;
        float heights[11];
    } cases[] = {
        {"\"lift.mdd\"", {0, 0.5f, 1, 1.5f, 2, 2.5f, 3, 1.5f, 0, 0, 0}},
        {"\"lift.mdd\", \"loop\": true", {0, 0.5f, 1, 1.5f, 2, 2.5f, 3, 1.5f, 0, 0.5f, 1}},
        {"\"lift.mdd\", \"start\": -0.5", {2, 2.5f, 3, 1.5f, 0, 0, 0, 0, 0, 0, 0}},
        {"\"lift.mdd\", \"start\": 0.25", {0, 0, 0, 0.5f, 1, 1.5f, 2, 2.5f, 3, 1.5f, 0}},
        {"\"lift.pc2\"", {0, 0, 0.5f, 1, 2, 3, 1.5f, 0, 0, 0, 0}},
        {"\"lift.pc2\", \"framesPerSecond\": 16", {0, 0.5f, 2, 1.5f, 0, 0, 0, 0, 0, 0, 0}},
        {"\"lift.pc2\", \"loop\": true", {0, 0, 0.5f, 1, 2, 3, 1.5f, 0, 0.5f, 1, 2}},
    };
    writeLift();
    for (size_t c = 0; c < sizeof cases / sizeof cases[0]; c++) {
        char obstacle[300];
        snprintf(
            obstacle, sizeof obstacle,
            "{\"mesh\": \"lift.obj\", \"scale\": 0.5, \"position\": [9, -5, 0], \"cache\": {\"file\": %s}}",
            cases[c].cache);
        Play play = begin(obstacle, "\"timeStep\": 0.125");
        for (int i = 0; i < 11; i++) {
            State state = look(play.world, play.obstacle);
            double expected = -5.0 + 0.5 * (double)cases[c].heights[i];
            CHECK(fabs(state.lowest[1] - expected) < 1e-5 && fabs(state.highest[1] - expected) < 1e-5,
                  "%s: step %d: from %g m to %g m, not at %g m", cases[c].cache, i, state.lowest[1],
                  state.highest[1], expected);
            CHECK_CLOSE(state.lowest[0], 8.5, 1e-6, "half a metre to the left of 9 m");
            advance(&play, 1);
        }
        end(&play);
    }
}

static void keys_move_what_a_cache_forms(void)
{
    writeLift();
    Play play =
        begin("{\"mesh\": \"lift.obj\", \"keys\": [{\"time\": 0}, {\"time\": 1, \"position\": [8, 0, 0], "
              "\"rotation\": {\"axis\": [0, 0, 1], \"degrees\": 90}}], "
              "\"cache\": {\"file\": \"lift.mdd\", \"start\": 0.25}}",
              "\"timeStep\": 0.125");
    advance(&play, 8);
    State state = look(play.world, play.obstacle);
    CHECK_CLOSE(state.lowest[0], 5.0, 1e-5, "3 m along its own Y, which is -X now");
    CHECK_CLOSE(state.highest[1], 1.0, 1e-5, "its own X is Y");
    gelVec3 position;
    gelQuat rotation;
    REQUIRE(gelObstacle_GetPose(play.world, play.obstacle, &position, &rotation));
    CHECK_CLOSE((double)position.x, 8.0, 0.0, "the last key's");
    end(&play);
}

// A sheet of 8 x 8 cells that swells up to a hill of 0.5 m within a second.
static char heard[600];
static void hear(void* context, gelLogLevel level, const char* text)
{
    (void)context;
    (void)level;
    snprintf(heard, sizeof heard, "%s", text);
}

// A plate that turns about y for a second, and by how many degrees; what Gel warns of.
static const struct {
    const char* keys;
    double degrees;
    const char* warning;
    double start; // degrees
} turns[] = {
    {"{\"time\": 1, \"rotation\": {\"axis\": [0, 1, 0], \"degrees\": 90}}", 90, "", 0},
    {"{\"time\": 1, \"rotation\": {\"axis\": [0, -2, 0], \"degrees\": 170}}", -170, "", 0},
    {"{\"time\": 1, \"rotation\": {\"axis\": [0, 1, 0], \"degrees\": 179.9}}", 179.9, "", 0},
    {"{\"time\": 1, \"rotation\": {\"axis\": [0, 1, 0], \"degrees\": 180}}", 180, "", 0},
    {"{\"time\": 1, \"rotation\": {\"axis\": [0, 1, 0], \"degrees\": -180}}", -180, "", 0},
    {"{\"time\": 1, \"rotation\": [0, 0.6, 0, 0.8]}", 73.7397953, "", 0},
    {"{\"time\": 1, \"rotation\": [0, 0.6, 0, -0.8]}", -73.7397953, "", 0},
    {"{\"time\": 1, \"rotation\": {\"axis\": [0, 1, 0], \"degrees\": 0}, \"turns\": 2}", 720, "", 0},
    {"{\"time\": 1, \"rotation\": {\"axis\": [0, 1, 0], \"degrees\": 90}, \"turns\": -1}", -270, "", 0},
    {"{\"time\": 1, \"rotation\": {\"axis\": [0, 1, 0], \"degrees\": 270}, \"turns\": 1}", 270, "", 0},
    {"{\"time\": 1, \"rotation\": {\"axis\": [0, 1, 0], \"degrees\": 300}, \"turns\": 0}", -60, "", 0},
    {"{\"time\": 1, \"rotation\": {\"axis\": [0, 1, 0], \"degrees\": 400}}", 40,
     "obstacle_cache.json: $.obstacles[0].keys[0]: the key at 1 s turns by 40 degrees, the shorter way, and not "
     "by 400: state \"turns\", the whole turns to add, 1 or 0",
     0},
    {"{\"time\": 1, \"rotation\": {\"axis\": [0, 1, 0], \"degrees\": 0}, \"turns\": 6}", 2160,
     "the key at 1 s turns by 33.8 degrees per frame", 0},
    {"{\"time\": 1, \"rotation\": {\"axis\": [0, 1, 0], \"degrees\": 210}}", 180, "", 30},
    {"{\"time\": 1, \"rotation\": {\"axis\": [0, 1, 0], \"degrees\": -150}}", -180, "", 30},
    {"{\"time\": 1, \"rotation\": {\"axis\": [0, 1, 0], \"degrees\": 300}}", -90,
     "turns by -90 degrees, the shorter way, and not by 270: state \"turns\"", 30},
};

// The speed of the fastest vertex of the obstacle, m/s.
static double speedOf(const Play* play)
{
    float v[8][3] = {{0}};
    double fastest = 0.0;
    REQUIRE(gelBody_ReadVelocities(play->world, play->obstacle, v[0], 8));
    for (int i = 0; i < 8; i++)
        fastest = fmax(fastest, hypot((double)v[i][0], (double)v[i][2]));
    return fastest;
}

static void keys_turn_at_constant_speed_and_as_far_as_they_say(void)
{
    enum { frameCount = 64 };
    const double radius = sqrt(1.0 + 0.25), degree = 3.14159265358979 / 180.0;
    for (size_t i = 0; i < sizeof turns / sizeof turns[0]; i++) {
        char obstacle[500];
        double before = turns[i].start, each = turns[i].degrees / frameCount;
        heard[0] = '\0';
        snprintf(
            obstacle, sizeof obstacle,
            "{\"shape\": {\"type\": \"box\", \"size\": [2, 0.1, 1]}, \"position\": [9, 5, 0], \"rotation\": "
            "{\"axis\": [0, 1, 0], \"degrees\": %g}, \"keys\": [%s]}",
            turns[i].start, turns[i].keys);
        gelSetLogFunction(hear, NULL);
        Play play = begin(obstacle, "\"timeStep\": 0.015625");
        gelSetLogFunction(NULL, NULL);
        CHECK(turns[i].warning[0] != '\0' ? strstr(heard, turns[i].warning) != NULL : heard[0] == '\0',
              "%s: found the warning \"%s\"", turns[i].keys, heard);
        for (int f = 0; f < frameCount; f++) {
            gelVec3 position;
            gelQuat q;
            advance(&play, 1);
            REQUIRE(gelObstacle_GetPose(play.world, play.obstacle, &position, &q));
            double angle = 2.0 * atan2((double)q.y, (double)q.w) / degree;
            double turned = remainder(angle - before, 360.0), speed = speedOf(&play),
                   expected = 2.0 * radius * fabs(sin(0.5 * each * degree)) * frameCount;
            CHECK(fabs(turned - each) <= 1e-3 * fabs(each), "%s: frame %d: %.6g degrees, not %.6g",
                  turns[i].keys, f, turned, each);
            CHECK(fabs(speed - expected) <= 1e-3 * expected,
                  "%s: frame %d: its corners move at %.6g m/s, not %.6g", turns[i].keys, f, speed, expected);
            before = angle;
        }
        end(&play);
    }
}

// Its end is at the position of the key, about which it turns, plus its length in the direction of the turn.
static void keys_move_and_turn_at_once(void)
{
    Play play = begin(
        "{\"shape\": {\"type\": \"box\", \"size\": [2, 0.1, 1]}, \"position\": [9, 5, 0], \"keys\": [{\"time\": 1, "
        "\"position\": [13, 7, 0], \"rotation\": {\"axis\": [0, 0, 1], \"degrees\": 170}}]}",
        "\"timeStep\": 0.0625");
    for (int f = 1; f <= 16; f++) {
        gelVec3 position;
        gelQuat q;
        double share = f / 16.0, half = 85.0 * share * 3.14159265358979 / 180.0;
        advance(&play, 1);
        REQUIRE(gelObstacle_GetPose(play.world, play.obstacle, &position, &q));
        CHECK_CLOSE((double)position.x, 9.0 + 4.0 * share, 1e-6, "rounding");
        CHECK_CLOSE((double)position.y, 5.0 + 2.0 * share, 1e-6, "rounding");
        CHECK_CLOSE((double)q.z, sin(half), 1e-6, "rounding");
        CHECK_CLOSE((double)q.w, cos(half), 1e-6, "rounding");
    }
    end(&play);
}

static void a_swelling_floor_lifts_what_lies_on_it(void)
{
    enum { side = 9, points = side * side, frames = 61 };
    static float xyz[frames][points][3];
    FILE* file = fopen(FOLDER "floor.obj", "wb");
    CHECK(file != NULL, "cannot be written");
    for (int i = 0; i < points && file != NULL; i++) {
        float x = 0.25f * (float)(i % side) - 1.0f, z = 0.25f * (float)(i / side) - 1.0f;
        float hill = 0.5f * fmaxf(0.0f, 1.0f - 0.25f * (x * x + z * z));
        fprintf(file, "v %g 0 %g\n", (double)x, (double)z);
        for (int f = 0; f < frames; f++) {
            xyz[f][i][0] = x;
            xyz[f][i][1] = hill * (float)f / (float)(frames - 1);
            xyz[f][i][2] = z;
        }
    }
    for (int i = 0; i < points - side && file != NULL; i++)
        if (i % side + 1 < side)
            fprintf(file, "f %d %d %d %d\n", i + 1, i + 1 + side, i + 2 + side, i + 2);
    if (file != NULL)
        fclose(file);
    writePc2(FOLDER "floor.pc2", points, frames, 0.0f, 1.0f, xyz[0][0]);
    Play play = begin("{\"mesh\": \"floor.obj\", \"cache\": {\"file\": \"floor.pc2\"}}", "\"substeps\": 20");
    advance(&play, 30);
    CHECK_CLOSE(look(play.world, play.block).velocity[1], 0.5, 0.2, "it rises as fast as the floor");
    advance(&play, 120);
    State state = look(play.world, play.block);
    CHECK(state.mean[1] > 0.5 && state.mean[1] < 0.65, "it lies at %g m on a hill of 0.5 m", state.mean[1]);
    CHECK_CLOSE(state.fastest, 0.0, 0.1, "at rest");
    CHECK(look(play.world, play.obstacle).fastest == 0.0, "the floor moves after its last frame");
    end(&play);
}

// A block that sinks into itself under its weight is baked, and becomes an obstacle.
static void what_gel_bakes_may_be_an_obstacle(void)
{
    static const char* const endings[2] = {"pc2", "mdd"};
    for (int e = 0; e < 2; e++) {
        gelWorld* world = newReference();
        gelBodyId block = addBlock(world, 2, (gelVec3){0});
        char path[600], obstacle[300];
        float at30[27 * 3];
        snprintf(path, sizeof path, FOLDER "baked.%s", endings[e]);
        gelBake* bake;
        gelBakeDef def = gelDefaultBakeDef();
        def.path = path;
        def.frameCount = 31;
        REQUIRE(gelOpenBake(world, &def, &bake));
        for (int i = 0; i <= 30; i++) {
            REQUIRE(gelBake_WriteFrame(bake));
            if (i == 30)
                REQUIRE(gelBody_ReadPositions(world, block, at30, 27));
            step(world, 1);
        }
        REQUIRE(gelCloseBake(bake));
        gelDestroyWorld(world);
        snprintf(
            obstacle, sizeof obstacle,
            "{\"mesh\": \"baked_rest.obj\", \"position\": [5, 0, 0], \"cache\": {\"file\": \"baked.%s\"}}",
            endings[e]);
        Play play = begin(obstacle, "\"substeps\": 4");
        advance(&play, 30);
        double lowest = 1e9;
        for (int i = 0; i < 27; i++)
            lowest = fmin(lowest, (double)at30[3 * i + 1]);
        State state = look(play.world, play.obstacle);
        CHECK_CLOSE(state.lowest[1], lowest, 1e-5, "where the block was");
        CHECK_CLOSE(state.mean[0], 5.0, 1e-5, "beside it");
        end(&play);
    }
}

static void checkRefused(const char* name, gelStatus status, const char* message)
{
    char path[600];
    gelPointCache cache;
    snprintf(path, sizeof path, FOLDER "%s", name);
    CHECK_STATUS(gelLoadPointCache(path, &cache), status);
    CHECK_TEXT(gelLastError(), message);
    CHECK(cache.times == NULL && cache.positions == NULL, "it is not empty");
}

static void bad_caches_are_refused_in_clear_words(void)
{
    static const float xyz[18] = {1, 2, 3}, broken[18] = {1, NAN, 3}, times[2] = {0.5f, 0.5f};
    char bytes[200];
    checkRefused("none.pc2", gel_fileError, "none.pc2");
    checkRefused("none.abc", gel_unsupported, "expected a point cache, .pc2 or .mdd");
    writeText(FOLDER "bad.pc2", "PointCache");
    checkRefused("bad.pc2", gel_formatError, "begins with POINTCACHE2");
    writePc2(FOLDER "bad.pc2", 3, 2, 0.0f, 0.0f, xyz);
    checkRefused("bad.pc2", gel_formatError, "1e-6 to 1e6 frames per sample, found 0 and 0");
    writePc2(FOLDER "bad.pc2", 3, 2, 0.0f, 1.0f, broken);
    checkRefused("bad.pc2", gel_formatError, "byte 36: ");
    writeMdd(FOLDER "bad.mdd", 3, 2, times, xyz);
    checkRefused("bad.mdd", gel_formatError, "frame 1: expected a time after 0.5 s, found 0.5 s");
    for (int format = 0; format < 2; format++) {
        const char* path = format == 0 ? FOLDER "bad.pc2" : FOLDER "bad.mdd";
        writePc2(FOLDER "bad.pc2", 3, 2, 0.0f, 1.0f, xyz);
        writeMdd(FOLDER "bad.mdd", 3, 2, (const float[]){0.0f, 1.0f}, xyz);
        FILE* file = fopen(path, "rb");
        size_t size = file != NULL ? fread(bytes, 1, sizeof bytes, file) : 0;
        gelPointCache cache;
        REQUIRE(gelLoadPointCache(path, &cache));
        gelDestroyPointCache(&cache);
        if (file != NULL)
            fclose(file);
        for (size_t kept = 0; kept <= size + 1; kept++) { // cut off, or too long
            file = fopen(path, "wb");
            if (file == NULL || fwrite(bytes, 1, kept, file) != kept || fclose(file) != 0)
                abort();
            gelStatus expected = kept == size ? gel_success : gel_formatError;
            CHECK_STATUS(gelLoadPointCache(path, &cache), expected);
            gelDestroyPointCache(&cache);
        }
    }
    writePc2(FOLDER "bad.pc2", 3, 2, 0.0f, 1.0f, xyz);
}

static void bad_caches_in_scenes_are_named(void)
{
    static const char* const cases[][2] = {
        {"{\"mesh\": \"lift.obj\", \"cache\": {\"file\": \"bad.pc2\"}}",
         "$.obstacles[0].cache.file: expected a cache of 5 points, one per vertex of the mesh, found 3"},
        {"{\"mesh\": \"lift.obj\", \"cache\": {\"file\": \"none.mdd\"}}", "$.obstacles[0].cache.file: "},
        {"{\"mesh\": \"lift.obj\", \"cache\": {}}", "\"file\" is missing"},
        {"{\"shape\": {\"type\": \"sphere\", \"radius\": 1}, \"cache\": {\"file\": \"lift.pc2\"}}",
         "$.obstacles[0]: cache: expected \"mesh\" as well"},
    };
    writeLift();
    writePc2(FOLDER "bad.pc2", 3, 1, 0.0f, 1.0f, (const float[9]){0});
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[600];
        gelScene* scene;
        snprintf(text, sizeof text, "{" BODIES ", \"obstacles\": [%s]}", cases[i][0]);
        writeText(FOLDER "obstacle_cache_bad.json", text);
        CHECK(gelLoadScene(FOLDER "obstacle_cache_bad.json", &scene) != gel_success, "%s", cases[i][0]);
        CHECK_TEXT(gelLastError(), cases[i][1]);
    }
}

static void an_obstacle_that_cannot_be_placed_is_not_left_behind(void)
{
    const float far[15] = {-3e8f, 0, -3e8f, 3e8f, 0, -3e8f, 3e8f, 0, 3e8f, -3e8f, 0, 3e8f, -3e8f, 0, -3e8f};
    gelScene* scene;
    gelWorld* world;
    writeLift();
    writePc2(FOLDER "far.pc2", 5, 1, 0.0f, 1.0f, far);
    writeText(FOLDER "obstacle_cache_far.json",
              "{\"contact\": true, " BODIES ", \"obstacles\": [{\"mesh\": \"lift.obj\", \"scale\": 10, "
              "\"cache\": {\"file\": \"far.pc2\"}}]}");
    REQUIRE(gelLoadScene(FOLDER "obstacle_cache_far.json", &scene));
    gelWorldDef def = gelScene_GetWorldDef(scene);
    def.backend = gel_referenceFloat;
    REQUIRE(gelCreateWorld(&def, &world));
    CHECK_STATUS(gelScene_CreateBodies(scene, world), gel_invalidArgument);
    CHECK_TEXT(gelLastError(), "$.obstacles[0]: vertex 0 has the coordinate -3e+09");
    CHECK_INT(gelWorld_GetBodyCount(world), 0);
    gelDestroyWorld(world);
    gelDestroyScene(scene);
}

TESTS(TEST(an_obstacle_that_cannot_be_placed_is_not_left_behind), TEST(vertices_are_where_the_cache_says),
      TEST(keys_move_what_a_cache_forms), TEST(keys_turn_at_constant_speed_and_as_far_as_they_say),
      TEST(keys_move_and_turn_at_once), TEST(a_swelling_floor_lifts_what_lies_on_it),
      TEST(what_gel_bakes_may_be_an_obstacle), TEST(bad_caches_are_refused_in_clear_words),
      TEST(bad_caches_in_scenes_are_named))
