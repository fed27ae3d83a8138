// Walls are input: they stop bodies, push them, go again, and all that is repeated to the same bits.
#include "support/played.h"

#include "gel/obstacle.h"
#include "gel/snapshot.h"
#include "support/files.h"

static const gelEvent shelf = {
    .kind = gel_eventWall,
    .wallStart = {-0.5f, 0.5f, 0.0f},
    .wallEnd = {0.5f, 0.5f, 0.0f},
    .across = {0.3f, 0.0f, 1.0f}, // what is along the line does not count
    .thickness = 0.04f,
};

// A block above the ground.
static Played openStage(void)
{
    writeText(
        GEL_SCRATCH "/walls.json",
        "{\"ground\":{},\"contact\":true,\"bodies\":[{\"shape\":{\"type\":\"box\",\"size\":[0.3,0.3,0.3],"
        "\"cells\":[2,2,2]},\"position\":[0,1,0]}]}");
    return playFile(GEL_SCRATCH "/walls.json", &(gelWorldDef){.backend = gel_referenceFloat});
}

static void apply(Played* stage, gelEvent event)
{
    REQUIRE(gelPlayer_Apply(stage->player, &event));
}

// Returns the coordinate of the first body's lowest vertex if `axis` is 1, and of its leftmost if
// it is 0.
static double min(Played* stage, int axis)
{
    float xyz[3 * 64];
    gelBodyId id = gelWorld_GetBody(stage->world, 0);
    double lowest = INFINITY;
    REQUIRE(gelBody_ReadPositions(stage->world, id, xyz, 64));
    for (int i = 0; i < gelBody_GetMesh(stage->world, id)->vertexCount; i++)
        lowest = fmin(lowest, (double)xyz[3 * i + axis]);
    return lowest;
}

static void a_wall_stops_a_falling_body_until_it_is_removed(void)
{
    Played stage = openStage();
    apply(&stage, shelf);
    gelBodyId wall = gelWorld_GetBody(stage.world, 1);
    CHECK(gelPlayer_IsWall(stage.player, wall), "the wall is none");
    CHECK(!gelPlayer_IsWall(stage.player, gelWorld_GetBody(stage.world, 0)), "the block is a wall");
    advance(&stage, 120);
    CHECK(min(&stage, 1) > 0.5 && min(&stage, 1) < 0.54, "it lies at %g m, the wall's top is at 0.52",
          min(&stage, 1));
    apply(&stage, (gelEvent){.kind = gel_eventRemove, .body = 1});
    advance(&stage, 120);
    CHECK(fabs(min(&stage, 1)) < 0.02, "it lies at %g m, not on the ground", min(&stage, 1));
    stop(&stage);
}

static void a_wall_that_is_moved_pushes(void)
{
    Played stage = openStage();
    advance(&stage, 60);
    apply(&stage, (gelEvent){.kind = gel_eventWall,
                             .wallStart = {-0.4f, 0.02f, 0.0f},
                             .wallEnd = {-0.4f, 0.5f, 0.0f},
                             .across = {0.0f, 0.0f, 1.0f},
                             .thickness = 0.04f});
    for (int i = 1; i <= 60; i++) {
        apply(&stage, (gelEvent){.kind = gel_eventMove, .body = 1, .position = {9.0f, 9.0f, 9.0f}});
        apply(&stage, (gelEvent){.kind = gel_eventMove,
                                 .body = 1,
                                 .position = {-0.4f + 0.01f * (float)i, 0.26f, 0.0f}}); // the last counts
        advance(&stage, 1);
    }
    CHECK(min(&stage, 0) > 0.2, "the wall's face is at 0.22 m, the block begins at %g m", min(&stage, 0));
    stop(&stage);
}

static void playAll(Played* stage)
{
    advance(stage, 3);
    apply(stage, shelf);
    advance(stage, 40);
    apply(stage, (gelEvent){.kind = gel_eventMove, .body = 1, .position = {0.01234567f, 0.5123456f, 0.0f}});
    advance(stage, 20);
    apply(stage, (gelEvent){.kind = gel_eventRemove, .body = 1});
    advance(stage, 10);
}

static void walls_are_recorded_and_replayed_to_the_same_bits_on_every_back_end(void)
{
    Played stage = openStage();
    playAll(&stage);
    uint64_t hash = gelWorld_Hash(stage.world);
    REQUIRE(gelPlayer_WriteRecording(stage.player, "walls.json", hash, GEL_SCRATCH "/walls_recorded.json"));
    stop(&stage);
    Backends backends = listBackends();
    for (int b = 0; b < backends.count; b++) {
        stage = playFile(GEL_SCRATCH "/walls_recorded.json", &backends.defs[b]);
        advance(&stage, 73);
        uint64_t found = gelWorld_Hash(stage.world);
        CHECK(found == hash, "%s ends with %016llx, not %016llx", backends.names[b],
              (unsigned long long)found, (unsigned long long)hash);
        stop(&stage);
    }
}

static void walls_come_and_go_with_the_time(void)
{
    gelSnapshot *start, *during;
    Played stage = openStage();
    REQUIRE(gelTakeSnapshot(stage.world, stage.player, &start));
    advance(&stage, 3);
    apply(&stage, shelf);
    advance(&stage, 30);
    REQUIRE(gelTakeSnapshot(stage.world, stage.player, &during));
    apply(&stage, (gelEvent){.kind = gel_eventRemove, .body = 1});
    advance(&stage, 10);
    uint64_t hash = gelWorld_Hash(stage.world);
    for (int i = 0; i < 2; i++) {
        REQUIRE(gelRestoreSnapshot(stage.world, stage.player, i == 0 ? start : during));
        CHECK_INT(gelWorld_GetBodyCount(stage.world), 1 + i);
        CHECK(i == 0 || gelPlayer_IsWall(stage.player, gelWorld_GetBody(stage.world, 1)), "it is no wall");
        advance(&stage, i == 0 ? 43 : 10);
        CHECK_HEX(gelWorld_Hash(stage.world), hash);
    }
    gelDestroySnapshot(start);
    gelDestroySnapshot(during);
    stop(&stage);
}

static void bad_walls_are_refused(void)
{
    static const gelEvent bad[] = {
        {.kind = gel_eventWall, .wallEnd = {1, 0, 0}, .across = {0, 0, 1}},
        {.kind = gel_eventWall, .wallEnd = {1, 0, 0}, .across = {0, 0, 1}, .thickness = NAN},
        {.kind = gel_eventWall, .across = {0, 0, 1}, .thickness = 0.1f},
        {.kind = gel_eventWall, .wallEnd = {1, 0, 0}, .across = {2, 0, 0}, .thickness = 0.1f},
        {.kind = gel_eventWall, .wallEnd = {NAN, 0, 0}, .across = {0, 0, 1}, .thickness = 0.1f},
        {.kind = gel_eventWall, .wallEnd = {1, 0, 0}, .across = {0, INFINITY, 1}, .thickness = 0.1f},
        {.kind = gel_eventMove, .body = 0},
        {.kind = gel_eventMove, .body = 1},
    };
    Played stage = openStage();
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        CHECK(gelPlayer_Apply(stage.player, &bad[i]) == gel_invalidArgument, "%zu was taken", i);
    CHECK_INT(gelWorld_GetBodyCount(stage.world), 1);
    stop(&stage);
}

TESTS(TEST(a_wall_stops_a_falling_body_until_it_is_removed), TEST(a_wall_that_is_moved_pushes),
      TEST(walls_are_recorded_and_replayed_to_the_same_bits_on_every_back_end),
      TEST(walls_come_and_go_with_the_time), TEST(bad_walls_are_refused))
