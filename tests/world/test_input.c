// A user's actions are data: they are recorded, and replayed to the same bits.
#include "support/played.h"

#include "support/files.h"

static const float frame = 1.0f / 60.0f;
static const gelVec3 front = {0.0f, 0.0f, -1.0f};

static gelScene* loadScene(const char* path)
{
    gelScene* scene;
    REQUIRE(gelLoadScene(path, &scene));
    return scene;
}

static gelScene* writeScene(const char* input)
{
    char text[4096];
    snprintf(
        text, sizeof text,
        "{\"ground\":{},\"bodies\":[{\"shape\":{\"type\":\"box\",\"size\":[0.4,0.4,0.4],\"cells\":[3,3,3]},"
        "\"position\":[0,0.5,0]},{\"shape\":{\"type\":\"sphere\",\"radius\":0.2,\"cells\":4},"
        "\"position\":[1,0.5,0]}],\"input\":%s}",
        input);
    writeText(GEL_SCRATCH "/input.json", text);
    return loadScene(GEL_SCRATCH "/input.json");
}

static void apply(Played* stage, gelEvent event)
{
    REQUIRE(gelPlayer_Apply(stage->player, &event));
}

static gelBodyId bodyAt(const gelWorld* world, int index)
{
    gelBodyId ids[16];
    CHECK(gelWorld_GetBodies(world, ids, 16) > index, "there is no body %d", index);
    return ids[index];
}

static gelVec3 centreOf(gelWorld* world, int index)
{
    gelBodyId id = bodyAt(world, index);
    int count = gelBody_GetMesh(world, id)->vertexCount;
    float xyz[3 * 512];
    double sum[3] = {0, 0, 0};
    REQUIRE(gelBody_ReadPositions(world, id, xyz, 512));
    for (int i = 0; i < 3 * count; i++)
        sum[i % 3] += (double)xyz[i];
    return (gelVec3){(float)(sum[0] / count), (float)(sum[1] / count), (float)(sum[2] / count)};
}

static gelEvent grabAt(float x, float y)
{
    return (gelEvent){.kind = gel_eventGrab, .origin = {x, y, 5.0f}, .direction = front, .stiffness = 300.0f};
}

static gelEvent pullTo(float x, float y)
{
    return (gelEvent){.kind = gel_eventPull, .origin = {x, y, 5.0f}, .direction = front};
}

// A session with everything in it.
static void touchEverything(Played* stage)
{
    advance(stage, 5);
    apply(stage, grabAt(0.03f, 0.4f));
    for (int i = 0; i < 20; i++) {
        apply(stage, pullTo(0.1f + 0.01f * (float)i, 0.4f + 0.02f * (float)i));
        advance(stage, 1);
    }
    apply(stage, (gelEvent){.kind = gel_eventRelease});
    advance(stage, 3);
    apply(stage, (gelEvent){.kind = gel_eventDrop, .body = 1, .position = {-0.7f, 0.31f, 0.1f}});
    apply(stage,
          (gelEvent){.kind = gel_eventSettings,
                     .settings = {.gravity = {0.1f, -7.3f, 0.0f},
                                  .ground = {.enabled = true, .normal = {0.1f, 1.0f, 0.0f}, .friction = 0.3f},
                                  .substepCount = 7}});
    advance(stage, 10);
    gelMaterial material = gelDefaultMaterial();
    material.youngModulus = 12345.678f;
    material.damping = 0.7f;
    apply(stage, (gelEvent){.kind = gel_eventMaterial, .body = 2, .material = material});
    apply(stage, (gelEvent){.kind = gel_eventRemove, .body = 0});
    advance(stage, 5);
    apply(stage, (gelEvent){.kind = gel_eventFlatten, .body = 0, .height = 0.0123456f});
    advance(stage, 5);
    apply(stage, (gelEvent){.kind = gel_eventScramble, .body = 1, .seed = 12345});
    gelBrush brush = {.position = {0.1f, 0.05f, 0}, .radius = 0.3f, .strength = 0.7f, .value = 0.123f};
    brush.mirror = true;
    apply(stage,
          (gelEvent){.kind = gel_eventPaint, .body = 1, .factor = gel_stiffnessFactor, .brush = brush});
    brush.soften = true;
    apply(stage,
          (gelEvent){.kind = gel_eventPaint, .body = 1, .factor = gel_stiffnessFactor, .brush = brush});
    advance(stage, 10);
}

static void a_recorded_session_gives_the_same_bits_on_every_back_end(void)
{
    const char* path = GEL_SCRATCH "/recording.json";
    Played live = play(writeScene("[]"));
    touchEverything(&live);
    uint64_t hash = gelWorld_Hash(live.world);
    REQUIRE(gelPlayer_WriteRecording(live.player, "input.json", hash, path));
    stop(&live);
    Backends backends = listBackends();
    for (int b = 0; b < backends.count; b++) {
        gelScene* scene = loadScene(path);
        int frames = (int)gelScene_GetRecordedFrames(scene);
        CHECK_INT(frames, 58);
        CHECK_HEX(gelScene_GetRecordedHash(scene), hash);
        Played again = playOnBackend(scene, &backends.defs[b]);
        advance(&again, frames);
        uint64_t found = gelWorld_Hash(again.world);
        CHECK(found == hash, "%s ends with %016llx, not %016llx", backends.names[b],
              (unsigned long long)found, (unsigned long long)hash);
        stop(&again);
    }
}

static void what_was_done_after_the_last_frame_is_repeated_at_the_end(void)
{
    const char* path = GEL_SCRATCH "/after.json";
    Played live = play(writeScene("[]"));
    advance(&live, 3);
    uint64_t before = gelWorld_Hash(live.world);
    apply(&live, (gelEvent){.kind = gel_eventDrop, .body = 1, .position = {-0.7f, 0.31f, 0.1f}});
    uint64_t hash = gelWorld_Hash(live.world);
    REQUIRE(gelPlayer_WriteRecording(live.player, "input.json", hash, path));
    stop(&live);
    Played again = play(loadScene(path));
    REQUIRE(gelPlayer_EndRecording(again.player)); // not there yet
    advance(&again, 3);
    CHECK_HEX(gelWorld_Hash(again.world), before);
    REQUIRE(gelPlayer_EndRecording(again.player));
    CHECK_HEX(gelWorld_Hash(again.world), hash);
    stop(&again);
}

// Worlds and players come back to the end of a recording from saved states, with frames and
// without, and are recorded again.
static void the_end_of_a_recording_is_recorded_once(void)
{
    const char* path = GEL_SCRATCH "/after.json";
    gelSnapshot* snapshot;
    char once[4096], twice[4096];
    Played live = play(writeScene("[]"));
    advance(&live, 3);
    apply(&live, (gelEvent){.kind = gel_eventDrop, .body = 1, .position = {-0.7f, 0.31f, 0.1f}});
    REQUIRE(gelPlayer_WriteRecording(live.player, "input.json", gelWorld_Hash(live.world), path));
    stop(&live);
    Played again = play(loadScene(path));
    advance(&again, 2);
    for (int from = 2; from <= 3; from++) {
        REQUIRE(gelTakeSnapshot(again.world, again.player, &snapshot));
        for (int turn = 0; turn < 3; turn++) {
            advance(&again, 3 - from);
            REQUIRE(gelPlayer_EndRecording(again.player));
            REQUIRE(gelPlayer_EndRecording(again.player));
            if (turn == 1)
                REQUIRE(gelPlayer_CatchUp(again.player));
            uint64_t hash = gelWorld_Hash(again.world);
            REQUIRE(gelPlayer_WriteRecording(again.player, "input.json", hash, GEL_SCRATCH "/again.json"));
            readText(path, once, sizeof once);
            readText(GEL_SCRATCH "/again.json", twice, sizeof twice);
            CHECK(strcmp(once, twice) == 0, "frame %d, turn %d: %s is not %s", from, turn, twice, once);
            REQUIRE(gelRestoreSnapshot(again.world, again.player, snapshot));
        }
        gelDestroySnapshot(snapshot);
        advance(&again, 3 - from);
    }
    stop(&again);
}

static void a_recording_of_a_recording_is_the_same(void)
{
    Played live = play(writeScene("[]"));
    touchEverything(&live);
    REQUIRE(gelPlayer_WriteRecording(live.player, "input.json", 0, GEL_SCRATCH "/once.json"));
    stop(&live);
    Played again = play(loadScene(GEL_SCRATCH "/once.json"));
    advance(&again, 58);
    REQUIRE(gelPlayer_WriteRecording(again.player, "input.json", 0, GEL_SCRATCH "/twice.json"));
    stop(&again);
    static char once[65536], twice[65536];
    readText(GEL_SCRATCH "/once.json", once, sizeof once);
    readText(GEL_SCRATCH "/twice.json", twice, sizeof twice);
    CHECK(strlen(once) > 1000 && strcmp(once, twice) == 0, "%zu and %zu bytes, or other ones", strlen(once),
          strlen(twice));
}

static void what_is_grabbed_comes_along_and_flies_on(gelWorldDef backend)
{
    Played stage = playOnBackend(writeScene("[]"), &backend);
    gelBodyId held;
    int vertex;
    gelVec3 target;
    apply(&stage, grabAt(0.0f, 0.5f));
    CHECK(gelPlayer_GetHold(stage.player, &held, &vertex, &target) &&
              held.index1 == bodyAt(stage.world, 0).index1,
          "the box is not held");
    for (int i = 1; i <= 30; i++) {
        apply(&stage, pullTo(0.0f, 0.5f + 0.05f * (float)i));
        advance(&stage, 1);
    }
    gelVec3 box = centreOf(stage.world, 0);
    CHECK_CLOSE((double)box.y, 1.6, 0.2,
                "2 m less v t = 0.21 m and g / k = 0.03 m, and less what it hangs below the grip");
    apply(&stage, (gelEvent){.kind = gel_eventRelease});
    advance(&stage, 6);
    CHECK((double)centreOf(stage.world, 0).y > (double)box.y + 0.05, "thrown up, it does not fly: %g, %g",
          (double)centreOf(stage.world, 0).y, (double)box.y);
    CHECK(!gelPlayer_GetHold(stage.player, &held, &vertex, &target), "it is still held");
    CHECK_CLOSE((double)centreOf(stage.world, 1).x, 1.0, 1e-3, "the other body is not touched");
    stop(&stage);
}

// Held still, a body hangs below the hand by g / k, whatever its mesh and its mass.
static void a_pull_is_as_strong_whatever_the_mass_and_the_mesh(void)
{
    static const int cells[] = {2, 2, 8};
    static const int densities[] = {100, 8000, 1000};
    for (int i = 0; i < 3; i++) {
        char text[512];
        snprintf(text, sizeof text,
                 "{\"substeps\":20,\"bodies\":[{\"shape\":{\"type\":\"box\",\"size\":[0.4,0.4,0.4],"
                 "\"cells\":[%d,%d,%d]},\"material\":{\"density\":%d,\"damping\":5,\"youngModulus\":1e6}}]}",
                 cells[i], cells[i], cells[i], densities[i]);
        writeText(GEL_SCRATCH "/mass.json", text);
        Played stage = play(loadScene(GEL_SCRATCH "/mass.json"));
        // From above, so that it hangs and does not turn.
        apply(&stage, (gelEvent){.kind = gel_eventGrab,
                                 .origin = {0.0f, 5.0f, 0.0f},
                                 .direction = {0.0f, -1.0f, 0.0f},
                                 .stiffness = 300.0f});
        advance(&stage, 180);
        gelBodyId id = bodyAt(stage.world, 0);
        float xyz[3 * 729];
        int vertex;
        gelVec3 target;
        REQUIRE(gelBody_ReadPositions(stage.world, id, xyz, 729));
        CHECK(gelPlayer_GetHold(stage.player, &id, &vertex, &target), "nothing is held");
        CHECK_CLOSE((double)(target.y - xyz[3 * vertex + 1]), 9.81 / 300.0, 0.006,
                    "g / k, and what is held bends");
        stop(&stage);
    }
}

// With a ray that misses: the vertex keeps its distance from the ray, and follows it.
static void a_vertex_is_grabbed_wherever_it_is(void)
{
    gelBodyId body;
    int vertex;
    gelVec3 target;
    Played stage = play(writeScene("[]"));
    gelEvent event = {
        .kind = gel_eventGrab, .origin = {5, 0, 5}, .direction = {0, 0, -2}, .stiffness = 300, .vertex1 = 3};
    apply(&stage, event);
    CHECK(gelPlayer_GetHold(stage.player, &body, &vertex, &target), "nothing is held");
    CHECK_INT(vertex, 2);
    CHECK_INT((int)gelBody_GetIndex(stage.world, body), 0);
    float before[3 * 64];
    int count = gelBody_GetMesh(stage.world, body)->vertexCount;
    REQUIRE(gelBody_ReadPositions(stage.world, body, before, count));
    CHECK_CLOSE((double)target.x, (double)before[6], 1e-6, "single precision");
    gelVec3 first = target;
    apply(&stage, (gelEvent){.kind = gel_eventPull, .origin = {5.5f, 0, 5}, .direction = {0, 0, -2}});
    CHECK(gelPlayer_GetHold(stage.player, &body, &vertex, &target), "nothing is held");
    CHECK_CLOSE((double)target.x - (double)first.x, 0.5, 1e-6, "as the ray has moved");
    CHECK_CLOSE((double)target.z, (double)first.z, 1e-6, "as far away as before");
    advance(&stage, 5);
    uint64_t hash = gelWorld_Hash(stage.world);
    REQUIRE(gelPlayer_WriteRecording(stage.player, "input.json", hash, GEL_SCRATCH "/vertex.json"));
    event.vertex1 = count + 1;
    CHECK_STATUS(gelPlayer_Apply(stage.player, &event), gel_invalidArgument);
    CHECK_TEXT(gelLastError(), "has no vertex");
    stop(&stage);
    Played again = play(loadScene(GEL_SCRATCH "/vertex.json"));
    advance(&again, 5);
    CHECK_HEX(gelWorld_Hash(again.world), hash);
    stop(&again);
}

static void a_grab_that_meets_nothing_does_nothing(void)
{
    Played stage = play(writeScene("[]"));
    Played other = play(writeScene("[]"));
    apply(&stage, grabAt(50.0f, 50.0f));
    apply(&stage, pullTo(60.0f, 50.0f));
    advance(&stage, 10);
    advance(&other, 10);
    CHECK_HEX(gelWorld_Hash(stage.world), gelWorld_Hash(other.world));
    stop(&stage);
    stop(&other);
}

static void a_body_that_is_removed_while_it_is_held_is_let_go(void)
{
    Played stage = play(writeScene("[]"));
    gelBodyId held;
    int vertex;
    gelVec3 target;
    apply(&stage, grabAt(0.0f, 0.5f));
    apply(&stage, (gelEvent){.kind = gel_eventRemove, .body = 0});
    CHECK(!gelPlayer_GetHold(stage.player, &held, &vertex, &target), "it is still held");
    apply(&stage, pullTo(0.3f, 0.5f));
    advance(&stage, 2);
    CHECK_INT(gelWorld_GetBodyCount(stage.world), 1);
    stop(&stage);
}

static void a_dropped_body_stands_where_it_was_asked_for(void)
{
    Played stage = play(writeScene("[]"));
    apply(&stage, (gelEvent){.kind = gel_eventDrop, .body = 0, .position = {2.0f, 3.0f, -1.0f}});
    gelVec3 centre = centreOf(stage.world, 2);
    CHECK_CLOSE((double)centre.x, 2.0, 1e-6, "rounding");
    CHECK_CLOSE((double)centre.y, 3.2, 1e-6, "rounding; half a height above its bottom");
    CHECK_CLOSE((double)centre.z, -1.0, 1e-6, "rounding");
    stop(&stage);
}

static void a_ray_meets_the_nearest_body_where_it_stands_now(void)
{
    Played stage = play(writeScene("[]"));
    gelRayHit hit;
    REQUIRE(gelWorld_CastRay(stage.world, (gelVec3){0.01f, 0.5f, 5.0f}, (gelVec3){0.0f, 0.0f, -2.0f}, &hit));
    CHECK(hit.met && hit.body.index1 == bodyAt(stage.world, 0).index1, "the box is not met");
    CHECK_CLOSE((double)hit.distance, 4.8, 1e-6, "the box's front is at 0.2 m");
    REQUIRE(gelWorld_CastRay(stage.world, (gelVec3){-5.0f, 0.51f, 0.01f}, (gelVec3){1.0f, 0.0f, 0.0f}, &hit));
    CHECK_CLOSE((double)hit.position.x, -0.2, 1e-6, "of two bodies in a row, the first");
    REQUIRE(gelWorld_CastRay(stage.world, (gelVec3){0.0f, 0.5f, 5.0f}, (gelVec3){0.0f, 0.0f, 1.0f}, &hit));
    CHECK(!hit.met, "a body behind the ray is met at %g m", (double)hit.distance);
    CHECK_STATUS(gelWorld_CastRay(stage.world, (gelVec3){0, 0, 0}, (gelVec3){0, 0, 0}, &hit),
                 gel_invalidArgument);
    advance(&stage, 60);
    REQUIRE(gelWorld_CastRay(stage.world, (gelVec3){0.01f, 0.55f, 5.0f}, front, &hit));
    CHECK(!hit.met, "the box has fallen, but is met where it was");
    stop(&stage);
}

static void a_clone_goes_on_as_its_world_does(gelWorldDef backend)
{
    Played stage = play(writeScene("[]"));
    gelWorldDef def = gelDefaultWorldDef();
    gelWorld* clone;
    def.backend = backend.backend;
    def.device = backend.device;
    apply(&stage, (gelEvent){.kind = gel_eventDrop, .body = 0, .position = {2.0f, 1.0f, 0.0f}});
    apply(&stage, (gelEvent){.kind = gel_eventRemove, .body = 1});
    REQUIRE(gelBody_SetPinned(stage.world, bodyAt(stage.world, 0), (int[]){3}, 1, true));
    apply(&stage, grabAt(2.0f, 1.2f));
    advance(&stage, 4);
    REQUIRE(gelCloneWorld(stage.world, &def, &clone));
    CHECK_HEX(gelWorld_Hash(clone), gelWorld_Hash(stage.world));
    advance(&stage, 6);
    for (int i = 0; i < 6; i++)
        REQUIRE(gelWorld_Step(clone, frame));
    uint64_t found = gelWorld_Hash(clone), expected = gelWorld_Hash(stage.world);
    CHECK(found == expected, "%016llx, not %016llx", (unsigned long long)found, (unsigned long long)expected);
    gelDestroyWorld(clone);
    stop(&stage);
}

static void a_new_material_acts_as_if_the_body_were_made_of_it(void)
{
    gelTetMesh mesh;
    gelMaterial material = gelDefaultMaterial();
    gelWorld* worlds[2];
    material.youngModulus = 5e5f;
    material.density = 700.0f;
    material.damping = 0.3f;
    REQUIRE(gelCreateBoxMesh((gelVec3){1, 1, 1}, 2, 2, 2, &mesh));
    for (int i = 0; i < 2; i++) {
        gelWorldDef def = gelDefaultWorldDef();
        gelBodyDef body = gelDefaultBodyDef();
        gelBodyId id;
        gelMaterial found;
        def.backend = gel_referenceFloat;
        def.ground.enabled = true;
        body.position.y = 0.6f;
        if (i == 1)
            body.material = material;
        REQUIRE(gelCreateWorld(&def, &worlds[i]));
        REQUIRE(gelCreateBody(worlds[i], &body, &mesh, &id));
        REQUIRE(gelBody_SetPinned(worlds[i], id, (int[]){5}, 1, true));
        if (i == 0)
            REQUIRE(gelBody_SetMaterial(worlds[i], id, &material));
        REQUIRE(gelBody_GetMaterial(worlds[i], id, &found));
        CHECK(found.youngModulus == 5e5f, "%g", (double)found.youngModulus);
        for (int f = 0; f < 30; f++)
            REQUIRE(gelWorld_Step(worlds[i], frame));
        material.poissonRatio = i == 0 ? 0.5f : 0.4f;
        CHECK(i == 1 || gelBody_SetMaterial(worlds[0], id, &material) == gel_invalidArgument,
              "a Poisson's ratio of 0.5 was taken");
        material.poissonRatio = 0.4f;
    }
    CHECK_HEX(gelWorld_Hash(worlds[0]), gelWorld_Hash(worlds[1]));
    gelDestroyWorld(worlds[0]);
    gelDestroyWorld(worlds[1]);
    gelDestroyTetMesh(&mesh);
}

static void bad_events_are_refused_and_not_noted(void)
{
    Played stage = play(writeScene("[]"));
    uint64_t hash = gelWorld_Hash(stage.world);
    const gelEvent bad[] = {
        {.kind = gel_eventGrab, .direction = front},
        {.kind = gel_eventGrab, .direction = front, .stiffness = NAN},
        {.kind = gel_eventGrab, .stiffness = 1.0f},
        {.kind = gel_eventPull},
        {.kind = gel_eventPull, .origin = {NAN, 0, 0}, .direction = front},
        {.kind = gel_eventDrop, .body = 2},
        {.kind = gel_eventDrop, .body = 0, .position = {NAN, 0, 0}},
        {.kind = gel_eventRemove, .body = -1},
        {.kind = gel_eventRemove, .body = 2},
        {.kind = gel_eventSettings, .settings = {.substepCount = 0, .ground = {.normal = {0, 1, 0}}}},
        {.kind = gel_eventMaterial, .body = 0},
        {.kind = gel_eventPaint, .body = 2, .brush = {.radius = 1.0f}},
        {.kind = gel_eventPaint, .body = 0, .brush = {.radius = 0.0f}},
        {.kind = gel_eventPaint, .body = 0, .brush = {.radius = 1.0f, .value = NAN}},
        {.kind = gel_eventField, .field = 0, .strength = 1.0f},
        {.kind = gel_eventReplace, .field = 0, .replacement = gelDefaultField(gel_fieldWind)},
        {.kind = gel_eventHold, .body = 2, .vertex1 = 1, .stiffness = 1.0f},
        {.kind = gel_eventHold, .body = 0, .vertex1 = 0, .stiffness = 1.0f},
        {.kind = gel_eventHold, .body = 0, .vertex1 = 1, .stiffness = NAN},
        {.kind = gel_eventHold, .body = 0, .vertex1 = 0},
        {.kind = gel_eventHold, .body = 0, .vertex1 = 1000000},
        {.kind = gel_eventHold, .body = 0, .vertex1 = 1, .position = {NAN, 0, 0}},
        {.kind = (gelEventKind)99},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        CHECK(gelPlayer_Apply(stage.player, &bad[i]) == gel_invalidArgument, "bad event %zu was taken", i);
    CHECK_HEX(gelWorld_Hash(stage.world), hash);
    CHECK_INT(gelWorld_GetBodyCount(stage.world), 2);
    advance(&stage, 1);
    REQUIRE(gelPlayer_WriteRecording(stage.player, "input.json", 0, GEL_SCRATCH "/bad.json"));
    static char text[4096];
    readText(GEL_SCRATCH "/bad.json", text, sizeof text);
    CHECK(strstr(text, "frame\":") == NULL, "what failed was noted: %s", text);
    gelEvent hold = {.kind = gel_eventGrab, .direction = front, .stiffness = 300.0f, .vertex1 = 1};
    apply(&stage, hold);
    hold.vertex1 = 9999;
    CHECK_STATUS(gelPlayer_Apply(stage.player, &hold), gel_invalidArgument);
    gelBodyId held;
    int vertex;
    gelVec3 target;
    CHECK(gelPlayer_GetHold(stage.player, &held, &vertex, &target), "a grab that failed has let go");
    stop(&stage);
}

static void the_strength_of_a_field_is_set_and_recorded(void)
{
    const char *scene = GEL_SCRATCH "/windy.json", *path = GEL_SCRATCH "/calmed.json";
    const gelEvent bad[] = {{.kind = gel_eventField, .field = 2, .strength = 1.0f},
                            {.kind = gel_eventField, .field = 0, .strength = -1.0f},
                            {.kind = gel_eventField, .field = 1, .strength = NAN}};
    writeText(scene, "{\"gravity\":[0,0,0],\"fields\":[{\"type\":\"wind\",\"velocity\":[5,0,0]},"
                     "{\"type\":\"uniform\",\"direction\":[0,0,1],\"strength\":2}],"
                     "\"bodies\":[{\"shape\":{\"type\":\"box\",\"size\":[1,1,1],\"cells\":[2,2,2]}}]}");
    Played live = play(loadScene(scene));
    apply(&live, (gelEvent){.kind = gel_eventField, .field = 0, .strength = 0.0f});
    apply(&live, (gelEvent){.kind = gel_eventField, .field = 1, .strength = 6.0f});
    advance(&live, 30);
    gelVec3 moved = centreOf(live.world, 0);
    CHECK(fabs((double)moved.x) < 1e-4, "the wind has moved it by %g m", (double)moved.x);
    CHECK_CLOSE((double)moved.z, 0.5 * 6.0 * 0.25, 0.03, "m at 6 m/s^2 in half a second");
    for (int i = 0; i < 3; i++)
        CHECK(gelPlayer_Apply(live.player, &bad[i]) == gel_invalidArgument, "bad event %d was taken", i);
    CHECK_TEXT(gelLastError(), "field 1: strength: expected a number from -1e6 to 1e6");
    uint64_t hash = gelWorld_Hash(live.world);
    REQUIRE(gelPlayer_WriteRecording(live.player, "windy.json", hash, path));
    stop(&live);
    Played again = play(loadScene(path));
    advance(&again, 30);
    CHECK_HEX(gelWorld_Hash(again.world), hash);
    stop(&again);
}

// Plays a recording of so many frames, and compares its hash with that of the session.
static void checkRepeated(Played* live, const char* scene, const char* path, int frames)
{
    uint64_t hash = gelWorld_Hash(live->world);
    REQUIRE(gelPlayer_WriteRecording(live->player, scene, hash, path));
    Played again = play(loadScene(path));
    advance(&again, frames);
    CHECK_HEX(gelWorld_Hash(again.world), hash);
    stop(&again);
}

static void a_field_that_moves_is_replaced_and_recorded(void)
{
    const char* scene = GEL_SCRATCH "/moving.json";
    writeText(scene,
              "{\"gravity\":[0,0,0],\"fields\":[{\"type\":\"uniform\",\"direction\":[1,0,0],\"strength\":8}],"
              "\"bodies\":[{\"shape\":{\"type\":\"box\",\"size\":[1,1,1],\"cells\":[2,2,2]}}]}");
    gelField up = gelDefaultField(gel_fieldUniform);
    up.strength = 8.0f;
    up.keyCount = 2;
    up.keys[0] = (gelFieldKey){0.0f, 1.0f};
    up.keys[1] = (gelFieldKey){10.0f, 1.0f};
    Played live = play(loadScene(scene));
    apply(&live, (gelEvent){.kind = gel_eventReplace, .field = 0, .replacement = up});
    advance(&live, 30);
    gelVec3 moved = centreOf(live.world, 0);
    CHECK_CLOSE((double)moved.x, 0.0, 1e-4, "m across the new field");
    CHECK_CLOSE((double)moved.y, 0.5 * 8.0 * 0.25, 0.03, "m at 8 m/s^2 in half a second");
    checkRepeated(&live, "moving.json", GEL_SCRATCH "/moved.json", 30);
    stop(&live);
}

static void vertices_are_held_together_until_each_is_let_go(void)
{
    Played live = play(writeScene("[]"));
    gelEvent holds[] = {
        {.kind = gel_eventHold, .body = 0, .vertex1 = 1, .position = {0, 2, 0}, .stiffness = 1e4f},
        {.kind = gel_eventHold, .body = 1, .vertex1 = 5, .position = {1, 2, 0}, .stiffness = 1e4f}};
    apply(&live, holds[0]);
    apply(&live, holds[1]);
    holds[0].position.y = 1.5f; // a hold that moves
    apply(&live, holds[0]);
    CHECK_INT(gelWorld_GetGoals(live.world, NULL, 0), 2);
    advance(&live, 60);
    for (int i = 0; i < 2; i++)
        CHECK(centreOf(live.world, i).y > 0.6f, "body %d is not held: it is at %g m", i,
              (double)centreOf(live.world, i).y);
    holds[0].stiffness = 0.0f;
    apply(&live, holds[0]);
    CHECK_INT(gelWorld_GetGoals(live.world, NULL, 0), 1);
    advance(&live, 60);
    CHECK(centreOf(live.world, 0).y < 0.4f, "it was let go, and is at %g m",
          (double)centreOf(live.world, 0).y);
    CHECK(centreOf(live.world, 1).y > 0.6f, "it was not let go, and is at %g m",
          (double)centreOf(live.world, 1).y);
    checkRepeated(&live, "input.json", GEL_SCRATCH "/held.json", 120);
    stop(&live);
}

static void an_event_that_fails_in_a_recording_is_named(void)
{
    Played stage = play(writeScene("[{\"frame\":2,\"release\":true},{\"frame\":3,\"remove\":{\"body\":7}}]"));
    advance(&stage, 3);
    CHECK_STATUS(gelPlayer_BeginFrame(stage.player), gel_formatError);
    CHECK_TEXT(gelLastError(), "$.input[1] (frame 3): there is no body 7: the world holds 2");
    stop(&stage);
}

static void bad_recordings_are_refused_with_the_place(void)
{
    static const char* const bad[][2] = {
        {"{\"scene\":\"input.json\",\"frames\":1,\"input\":[{\"frame\":0}]}", "expected one of grab"},
        {"{\"scene\":\"input.json\",\"frames\":1,\"input\":[{\"frame\":0,\"release\":1}]}", "release"},
        {"{\"scene\":\"input.json\",\"frames\":1,\"input\":[{\"frame\":3,\"release\":true},"
         "{\"frame\":2,\"release\":true}]}",
         "$.input[1]: expected frames in order"},
        {"{\"scene\":\"input.json\",\"frames\":1,\"input\":[{\"frame\":3,\"release\":true,\"remove\":{}}]}",
         "expected one action"},
        {"{\"scene\":\"bad_recording.json\",\"frames\":1,\"input\":[]}", "found a recording"},
        {"{\"scene\":\"nowhere.json\",\"frames\":1,\"input\":[]}", "nowhere.json"},
        {"{\"scene\":\"input.json\",\"frames\":1,\"hash\":\"0123456789abcdeg\",\"input\":[]}",
         "16 hexadecimal"},
        {"{\"scene\":\"input.json\",\"frames\":1,\"input\":[{\"frame\":0,\"grab\":{\"origin\":[0,0,0],"
         "\"direction\":[0,0,0],\"stiffness\":1}}]}",
         "a direction with a length"},
    };
    gelDestroyScene(writeScene("[]"));
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        gelScene* scene;
        writeText(GEL_SCRATCH "/bad_recording.json", bad[i][0]);
        gelStatus status = gelLoadScene(GEL_SCRATCH "/bad_recording.json", &scene);
        CHECK(status == gel_formatError || status == gel_fileError, "%s was taken", bad[i][0]);
        CHECK_TEXT(gelLastError(), bad[i][1]);
        gelDestroyScene(scene);
    }
}

TESTS(TEST(a_recorded_session_gives_the_same_bits_on_every_back_end),
      TEST(what_was_done_after_the_last_frame_is_repeated_at_the_end),
      TEST(the_end_of_a_recording_is_recorded_once), TEST(a_recording_of_a_recording_is_the_same),
      TEST_ON_EACH_BACKEND(what_is_grabbed_comes_along_and_flies_on),
      TEST(a_pull_is_as_strong_whatever_the_mass_and_the_mesh), TEST(a_grab_that_meets_nothing_does_nothing),
      TEST(a_vertex_is_grabbed_wherever_it_is), TEST(a_body_that_is_removed_while_it_is_held_is_let_go),
      TEST(a_dropped_body_stands_where_it_was_asked_for),
      TEST(a_ray_meets_the_nearest_body_where_it_stands_now),
      TEST_ON_EACH_BACKEND(a_clone_goes_on_as_its_world_does),
      TEST(a_new_material_acts_as_if_the_body_were_made_of_it), TEST(bad_events_are_refused_and_not_noted),
      TEST(the_strength_of_a_field_is_set_and_recorded), TEST(a_field_that_moves_is_replaced_and_recorded),
      TEST(vertices_are_held_together_until_each_is_let_go),
      TEST(an_event_that_fails_in_a_recording_is_named), TEST(bad_recordings_are_refused_with_the_place))
