// The state of a world is kept, and come back to: the same steps then give the same bits again.
#include "support/fixtures.h"

#include "support/files.h"

enum { frames = 90, spacing = 8, stateCount = frames / spacing + 1 };

typedef struct Stage {
    gelScene* scene;
    gelWorld* world;
    gelPlayer* player;
    gelSnapshot* states[stateCount]; // of every eighth frame
    uint64_t hashes[frames + 1];
} Stage;

// Contact with skins, restitution and a moving obstacle; pins; bodies that fall asleep; input of the scene's own.
static const char scene[] =
    "{\"contact\":true,\"sleep\":true,\"substeps\":6,\"ground\":{\"restitution\":0.3},\"bodies\":["
    "{\"shape\":{\"type\":\"box\",\"size\":[0.4,0.4,0.4],\"cells\":[3,3,3]},\"position\":[0,0.5,0],"
    "\"material\":{\"restitution\":0.4,\"damping\":0.5}},"
    "{\"shape\":{\"type\":\"sphere\",\"radius\":0.2,\"cells\":4},\"position\":[0.05,1,0]},"
    "{\"shape\":{\"type\":\"box\",\"size\":[0.8,0.1,0.1],\"cells\":[6,1,1]},\"position\":[1.5,0.4,0],"
    "\"material\":{\"creep\":20,\"yield\":0.01},"
    "\"pins\":[{\"box\":{\"lower\":[1,0,-1],\"upper\":[1.11,1,1]}}]},"
    "{\"shape\":{\"type\":\"box\",\"size\":[0.2,0.05,0.2],\"cells\":[2,1,2]},\"position\":[-2,0,0],"
    "\"material\":{\"damping\":20}}],"
    "\"obstacles\":[{\"shape\":{\"type\":\"box\",\"size\":[0.2,0.3,1]},\"keys\":[{\"time\":0,\"position\":[-0.6,0.15,0]},"
    "{\"time\":0.6,\"position\":[-0.1,0.15,0]},{\"time\":1.2,\"position\":[-0.8,0.15,0]}]}],"
    "\"input\":[{\"frame\":30,\"drop\":{\"body\":1,\"position\":[0,0.8,0.1]}}]}";

static Stage open(const gelWorldDef* backend)
{
    Stage stage = {0};
    writeText(GEL_SCRATCH "/state.json", scene);
    REQUIRE(gelLoadScene(GEL_SCRATCH "/state.json", &stage.scene));
    gelWorldDef def = gelScene_GetWorldDef(stage.scene);
    def.backend = backend->backend;
    def.device = backend->device;
    REQUIRE(gelCreateWorld(&def, &stage.world));
    REQUIRE(gelScene_CreateBodies(stage.scene, stage.world));
    REQUIRE(gelCreatePlayer(stage.scene, stage.world, &stage.player));
    return stage;
}

static void closeStage(Stage* stage)
{
    for (int i = 0; i < stateCount; i++)
        gelDestroySnapshot(stage->states[i]);
    gelDestroyPlayer(stage->player);
    gelDestroyWorld(stage->world);
    gelDestroyScene(stage->scene);
}

static void apply(Stage* stage, gelEvent event)
{
    REQUIRE(gelPlayer_Apply(stage->player, &event));
}

// Applies what the user does before a frame.
static void act(Stage* stage, int frame)
{
    gelMaterial material = gelDefaultMaterial();
    gelWorldDef settings = gelWorld_GetDef(stage->world);
    if (frame >= 10 && frame < 50)
        apply(stage, (gelEvent){.kind = frame == 10 ? gel_eventGrab : gel_eventPull,
                                .origin = {1.6f, 0.45f + 0.01f * (float)(frame - 10), 5.0f},
                                .direction = {0.0f, 0.0f, -1.0f},
                                .stiffness = 300.0f});
    if (frame == 50)
        apply(stage, (gelEvent){.kind = gel_eventRelease});
    settings.gravity.x = 0.5f;
    settings.substepCount = 9;
    material.youngModulus = 54321.0f;
    if (frame == 40)
        apply(stage, (gelEvent){.kind = gel_eventSettings, .settings = settings});
    if (frame == 60)
        apply(stage, (gelEvent){.kind = gel_eventMaterial, .body = 0, .material = material});
    if (frame == 70)
        apply(stage, (gelEvent){.kind = gel_eventRemove, .body = 1});
}

static void step(Stage* stage)
{
    REQUIRE(gelPlayer_BeginFrame(stage->player));
    REQUIRE(gelWorld_Step(stage->world, 1.0f / 60.0f));
}

static void play(Stage* stage)
{
    for (int frame = 0; frame < frames; frame++) {
        act(stage, frame);
        stage->hashes[frame] = gelWorld_Hash(stage->world);
        if (frame % spacing == 0)
            REQUIRE(gelTakeSnapshot(stage->world, stage->player, &stage->states[frame / spacing]));
        step(stage);
    }
    stage->hashes[frames] = gelWorld_Hash(stage->world);
}

static void restore(Stage* stage, int state)
{
    REQUIRE(gelRestoreSnapshot(stage->world, stage->player, stage->states[state]));
}

// The hash is compared where a state's frame begins, with the actions of that frame done, and at the end.
static void repeat(Stage* stage, int state, int frameCount, const char* name)
{
    int frame = state * spacing;
    restore(stage, state);
    CHECK(gelWorld_Hash(stage->world) == stage->hashes[frame], "%s: frame %d is other than it was", name,
          frame);
    for (int end = frame + frameCount; frame < end && frame < frames; frame++)
        step(stage);
    if (frame == frames || frame < 50) // later ones have actions that count at once
        CHECK(gelWorld_Hash(stage->world) == stage->hashes[frame],
              "%s: frame %d, from %d, is other than it was", name, frame, state * spacing);
}

static void going_back_and_forth_ends_with_the_same_bits_on_every_back_end(void)
{
    Backends backends = listBackends();
    uint64_t first = 0;
    for (int b = 0; b < backends.count; b++) {
        const char* name = backends.names[b];
        Stage stage = open(&backends.defs[b]);
        play(&stage);
        CHECK(b == 0 || stage.hashes[frames] == first, "%s: other bits than the reference's", name);
        first = b == 0 ? stage.hashes[frames] : first;
        repeat(&stage, 5, 3, name);
        repeat(&stage, 1, 30, name);
        repeat(&stage, 9, frames, name);
        repeat(&stage, 0, frames, name);
        repeat(&stage, 11, frames, name);
        repeat(&stage, 3, 0, name);
        repeat(&stage, 8, frames, name);
        closeStage(&stage);
    }
}

static void double_precision_comes_back_in_double_precision(void)
{
    gelWorldDef def = gelDefaultWorldDef();
    def.backend = gel_referenceDouble;
    Stage stage = open(&def);
    play(&stage);
    repeat(&stage, 4, frames, "double");
    closeStage(&stage);
}

static void what_is_done_in_the_past_replaces_what_came_after(void)
{
    const char* path = GEL_SCRATCH "/state_recording.json";
    Stage stage = open(&listBackends().defs[0]);
    play(&stage);
    restore(&stage, 2);
    for (int i = 0; i < 4; i++)
        step(&stage);
    apply(&stage, (gelEvent){.kind = gel_eventRelease});
    for (int i = 0; i < 20; i++)
        step(&stage);
    CHECK_INT((int)gelWorld_GetDef(stage.world).substepCount, 6); // as the settings of frame 40 are gone
    uint64_t hash = gelWorld_Hash(stage.world);
    REQUIRE(gelPlayer_WriteRecording(stage.player, "state.json", hash, path));
    closeStage(&stage);
    static char text[65536];
    readText(path, text, sizeof text);
    CHECK_TEXT(text, "\"frames\": 40");
    CHECK_TEXT(text, "{\"frame\":20,\"release\":true}");
    CHECK(strstr(text, "\"pull\"") != NULL && strstr(text, "\"frame\":21,\"pull\"") == NULL, "%s", text);
    CHECK_TEXT(text, "\"drop\""); // the scene's own
}

static void a_recording_made_in_the_past_ends_there(void)
{
    const char* path = GEL_SCRATCH "/state_recording.json";
    Stage stage = open(&listBackends().defs[0]);
    play(&stage);
    restore(&stage, 5); // frame 40, with its settings
    REQUIRE(gelPlayer_WriteRecording(stage.player, "state.json", gelWorld_Hash(stage.world), path));
    closeStage(&stage);
    static char text[65536];
    readText(path, text, sizeof text);
    CHECK_TEXT(text, "\"frames\": 40");
    CHECK_TEXT(text, "\"set\"");
    CHECK(strstr(text, "\"alter\"") == NULL && strstr(text, "\"remove\"") == NULL, "%s", text);
}

// Worlds come and go until one is where the first was.
static void a_state_is_not_of_a_world_in_the_place_of_its_own(void)
{
    gelSnapshot* state;
    Stage stage = open(&listBackends().defs[0]);
    REQUIRE(gelTakeSnapshot(stage.world, NULL, &state));
    const uintptr_t place = (uintptr_t)stage.world;
    closeStage(&stage);
    bool isThere = false;
    for (int i = 0; i < 50 && !isThere; i++) {
        stage = open(&listBackends().defs[0]);
        isThere = (uintptr_t)stage.world == place;
        CHECK_STATUS(gelRestoreSnapshot(stage.world, NULL, state), gel_invalidArgument);
        closeStage(&stage);
    }
    gelDestroySnapshot(state);
}

static void a_state_is_of_one_world_and_outlives_it(void)
{
    gelSnapshot* state;
    Stage stage = open(&listBackends().defs[0]), other = open(&listBackends().defs[0]);
    REQUIRE(gelTakeSnapshot(stage.world, NULL, &state));
    uint64_t hash = gelWorld_Hash(other.world);
    CHECK_STATUS(gelRestoreSnapshot(other.world, NULL, state), gel_invalidArgument);
    CHECK_TEXT(gelLastError(), "another world");
    CHECK_HEX(gelWorld_Hash(other.world), hash);
    closeStage(&stage);
    closeStage(&other);
    gelDestroySnapshot(state);
}

static void a_snapshot_without_a_world_or_a_player_restores_neither(void)
{
    gelSnapshot *ofWorld, *ofPlayer;
    Stage stage = open(&listBackends().defs[0]);
    REQUIRE(gelTakeSnapshot(stage.world, NULL, &ofWorld));
    REQUIRE(gelTakeSnapshot(NULL, stage.player, &ofPlayer));
    step(&stage);
    uint64_t hash = gelWorld_Hash(stage.world);
    CHECK_STATUS(gelRestoreSnapshot(stage.world, stage.player, ofWorld), gel_invalidArgument);
    CHECK_TEXT(gelLastError(), "without a player");
    CHECK_STATUS(gelRestoreSnapshot(stage.world, stage.player, ofPlayer), gel_invalidArgument);
    CHECK_TEXT(gelLastError(), "without a world");
    CHECK_STATUS(gelWorld_Reopen(stage.world, gel_referenceFloat, 0, ofPlayer), gel_invalidArgument);
    CHECK_HEX(gelWorld_Hash(stage.world), hash);
    CHECK_INT((int)gelPlayer_GetFrame(stage.player), 1);
    REQUIRE(gelRestoreSnapshot(NULL, stage.player, ofPlayer));
    CHECK_INT((int)gelPlayer_GetFrame(stage.player), 0);
    gelDestroySnapshot(ofWorld);
    gelDestroySnapshot(ofPlayer);
    closeStage(&stage);
}

static void a_state_takes_24_bytes_a_vertex(void)
{
    gelCounters counters;
    gelSnapshot* state;
    Stage stage = open(&listBackends().defs[0]);
    REQUIRE(gelWorld_GetCounters(stage.world, &counters));
    REQUIRE(gelTakeSnapshot(stage.world, NULL, &state));
    int size = (int)gelSnapshot_GetSize(state), min = 24 * counters.vertexCount;
    CHECK(size >= min && size < min + 1000 + 700 * counters.bodyCount, "%d bytes for %d vertices", size,
          counters.vertexCount);
    gelDestroySnapshot(state);
    closeStage(&stage);
}

static uint64_t dropAndRest(gelWorld* world, const gelTetMesh* mesh, int count)
{
    gelBodyDef def = gelDefaultBodyDef();
    gelBodyId body;
    def.material.damping = 20.0f;
    def.position.y = 0.001f;
    REQUIRE(gelCreateBody(world, &def, mesh, &body));
    for (int i = 0; i < count; i++)
        REQUIRE(gelWorld_Step(world, 1.0f / 60.0f));
    CHECK(count < 90 || !gelBody_IsAwake(world, body), "awake after %d frames", count);
    return gelWorld_Hash(world);
}

// When bodies fall asleep depends on a time that the world keeps.
static void a_world_without_bodies_comes_back(void)
{
    gelWorldDef def = gelDefaultWorldDef();
    gelWorld* world;
    gelSnapshot* state;
    gelTetMesh mesh;
    def.backend = gel_referenceFloat;
    def.ground.enabled = def.sleep = true;
    REQUIRE(gelCreateBoxMesh((gelVec3){0.2f, 0.2f, 0.2f}, 2, 2, 2, &mesh));
    REQUIRE(gelCreateWorld(&def, &world));
    REQUIRE(gelTakeSnapshot(world, NULL, &state));
    uint64_t first = dropAndRest(world, &mesh, 90);
    REQUIRE(gelRestoreSnapshot(world, NULL, state));
    dropAndRest(world, &mesh, 5);
    REQUIRE(gelRestoreSnapshot(world, NULL, state));
    CHECK_HEX(dropAndRest(world, &mesh, 90), first);
    gelDestroySnapshot(state);
    gelDestroyTetMesh(&mesh);
    gelDestroyWorld(world);
}

static void stepFrames(Stage* stage, int count)
{
    for (int i = 0; i < count; i++)
        step(stage);
}

static void bodies_made_after_all_were_destroyed_move_as_in_a_new_world(gelWorldDef backend)
{
    Stage again = open(&backend), fresh = open(&backend);
    stepFrames(&again, 41);
    REQUIRE(gelWorld_DestroyBodies(again.world));
    REQUIRE(gelScene_CreateBodies(again.scene, again.world));
    REQUIRE(gelPlayer_Reset(again.player));
    stepFrames(&again, frames);
    stepFrames(&fresh, frames);
    CHECK(gelWorld_Hash(again.world) == gelWorld_Hash(fresh.world), "%s: %016llx, and of a new world %016llx",
          gelWorld_GetBackendText(fresh.world), (unsigned long long)gelWorld_Hash(again.world),
          (unsigned long long)gelWorld_Hash(fresh.world));
    closeStage(&again);
    closeStage(&fresh);
}

TESTS(TEST(a_snapshot_without_a_world_or_a_player_restores_neither),
      TEST_ON_EACH_BACKEND(bodies_made_after_all_were_destroyed_move_as_in_a_new_world),
      TEST(going_back_and_forth_ends_with_the_same_bits_on_every_back_end),
      TEST(double_precision_comes_back_in_double_precision),
      TEST(what_is_done_in_the_past_replaces_what_came_after), TEST(a_recording_made_in_the_past_ends_there),
      TEST(a_state_is_of_one_world_and_outlives_it), TEST(a_state_is_not_of_a_world_in_the_place_of_its_own),
      TEST(a_state_takes_24_bytes_a_vertex), TEST(a_world_without_bodies_comes_back))
