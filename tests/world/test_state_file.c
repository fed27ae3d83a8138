// The state of a world in a file: another process goes on from it with the same bits.
#include "support/played.h"

#include "support/eventful_scene.h"
#include "support/files.h"
#include "support/limited_memory.h"

#include "replay/player.h"
#include "replay/snapshot_file.h"

#include <math.h>
#include <stddef.h>

enum { frames = 40, spacing = 8, headSize = 56, bytesStart = headSize + sizeof(gelSnapshotEntry) };

static const char scenePath[] = GEL_SCRATCH "/state_file.json", path[] = GEL_SCRATCH "/state_file.gel-state";

static Played openScene(const gelWorldDef* backend, const char* text)
{
    gelScene* scene;
    writeText(scenePath, text);
    REQUIRE(gelLoadScene(scenePath, &scene));
    gelWorldDef def = gelScene_GetWorldDef(scene);
    def.backend = backend->backend;
    def.device = backend->device;
    return playDef(scene, &def);
}

static Played openStage(const gelWorldDef* backend)
{
    return openScene(backend, eventfulScene);
}

static uint64_t playWhole(const gelWorldDef* backend)
{
    Played stage = openStage(backend);
    for (int i = 0; i < frames; i++)
        advance(&stage, 1);
    uint64_t hash = gelWorld_Hash(stage.world);
    stop(&stage);
    return hash;
}

// Every few frames the world ends, and another one goes on from the file, on the next back end.
static uint64_t playInParts(const Backends* backends, int backend, int turn)
{
    Played stage = openStage(&backends->defs[backend]);
    for (int frame = 0; frame < frames; frame++) {
        if (frame % spacing == turn) {
            REQUIRE(gelWriteSnapshot(path, stage.world, stage.player, NULL, 0));
            uint64_t hash = gelWorld_Hash(stage.world);
            stop(&stage);
            backend = (backend + 1) % backends->count;
            stage = openStage(&backends->defs[backend]);
            REQUIRE(gelReadSnapshot(path, stage.world, stage.player, NULL, NULL));
            CHECK_HEX(gelWorld_Hash(stage.world), hash);
            CHECK_INT((int)gelPlayer_GetFrame(stage.player), frame);
        }
        advance(&stage, 1);
    }
    uint64_t hash = gelWorld_Hash(stage.world);
    stop(&stage);
    return hash;
}

static void a_world_goes_on_in_another_with_the_same_bits_on_every_back_end(void)
{
    Backends backends = listBackends();
    uint64_t whole = playWhole(&backends.defs[0]);
    for (int turn = 0; turn < 3; turn++)
        CHECK_HEX(playInParts(&backends, turn % backends.count, turn), whole);
}

static void double_precision_goes_on_in_double_precision(void)
{
    Backends backends = {.count = 1, .defs = {gelDefaultWorldDef()}};
    backends.defs[0].backend = gel_referenceDouble;
    uint64_t whole = playWhole(&backends.defs[0]);
    CHECK_HEX(playInParts(&backends, 0, 3), whole);
    Played stage = openStage(&backends.defs[0]), single = openStage(&listBackends().defs[0]);
    REQUIRE(gelWriteSnapshot(path, stage.world, stage.player, NULL, 0));
    CHECK_STATUS(gelReadSnapshot(path, single.world, single.player, NULL, NULL), gel_invalidArgument);
    CHECK_TEXT(gelLastError(), "double precision 1, and this one has 0");
    stop(&stage);
    stop(&single);
}

static void a_snapshot_in_memory_has_the_bytes_of_the_file_and_is_read_whole_or_not_at_all(void)
{
    static unsigned char file[1 << 20];
    unsigned char* bytes;
    size_t size;
    Played stage = openStage(&listBackends().defs[0]), other = openStage(&listBackends().defs[0]);
    for (int i = 0; i < 12; i++)
        advance(&stage, 1);
    REQUIRE(gelWriteSnapshotToMemory(stage.world, stage.player, (void**)&bytes, &size));
    REQUIRE(gelWriteSnapshot(path, stage.world, stage.player, NULL, 0));
    CHECK_INT((int)readFile(path, (char*)file, sizeof file), (int)size);
    CHECK(memcmp(bytes, file, size) == 0, "the file has other bytes");
    uint64_t before = gelWorld_Hash(other.world);
    for (size_t i = 0; i < size; i += i < bytesStart ? 1 : 97) {
        CHECK(gelReadSnapshotFromMemory(bytes, i, other.world, other.player) != gel_success,
              "cut at byte %zu", i);
        bytes[i] ^= 4;
        CHECK(gelReadSnapshotFromMemory(bytes, size, other.world, other.player) != gel_success, "byte %zu",
              i);
        bytes[i] ^= 4;
    }
    CHECK_TEXT(gelLastError(), "snapshot in memory: its ");
    CHECK_HEX(gelWorld_Hash(other.world), before);
    REQUIRE(gelReadSnapshotFromMemory(bytes, size, other.world, other.player));
    CHECK_HEX(gelWorld_Hash(other.world), gelWorld_Hash(stage.world));
    CHECK_INT((int)gelPlayer_GetFrame(other.player), 12);
    gelFree(bytes);
    stop(&stage);
    stop(&other);
}

static void notes_come_back_alone_or_with_the_world(void)
{
    static const char notes[] = "frame 12";
    void* found;
    size_t size;
    Played stage = openStage(&listBackends().defs[0]), other = openStage(&listBackends().defs[0]);
    for (int i = 0; i < 3; i++)
        advance(&stage, 1);
    REQUIRE(gelWriteSnapshot(path, stage.world, stage.player, notes, sizeof notes));
    for (int i = 0; i < 2; i++) {
        REQUIRE(
            gelReadSnapshot(path, i == 0 ? NULL : other.world, i == 0 ? NULL : other.player, &found, &size));
        CHECK_INT((int)size, (int)sizeof notes);
        CHECK(memcmp(found, notes, sizeof notes) == 0, "other notes: %s", (char*)found);
        gelFree(found);
    }
    CHECK_HEX(gelWorld_Hash(other.world), gelWorld_Hash(stage.world));
    CHECK_STATUS(gelReadSnapshot(path, other.world, other.player, &found, &size), gel_invalidArgument);
    CHECK_TEXT(gelLastError(), "the player has begun");
    stop(&stage);
    stop(&other);
}

static void other_bodies_are_told_in_one_line(void)
{
    static const struct Case {
        const char *text, *message;
    } cases[] = {
        {"{\"bodies\":[{\"shape\":{\"type\":\"box\",\"size\":[1,1,1],\"cells\":[1,1,1]}}]}",
         "number of bodies of 2"},
        {"{\"bodies\":[{\"shape\":{\"type\":\"box\",\"size\":[1,1,1],\"cells\":[1,1,1]}},"
         "{\"shape\":{\"type\":\"box\",\"size\":[1,2,1],\"cells\":[1,1,1]}}]}",
         "body 1 has another mesh there"},
        {"{\"order\":\"jacobi\",\"bodies\":[{\"shape\":{\"type\":\"box\",\"size\":[1,1,1],\"cells\":[1,1,1]},"
         "\"repeat\":{\"count\":[2,1,1],\"spacing\":[2,1,1]}}]}",
         "order number"}};
    const gelWorldDef* reference = &listBackends().defs[0];
    Played stage =
        openScene(reference, "{\"bodies\":[{\"shape\":{\"type\":\"box\",\"size\":[1,1,1],\"cells\":[1,1,1]},"
                             "\"repeat\":{\"count\":[2,1,1],\"spacing\":[2,1,1]}}]}");
    REQUIRE(gelWriteSnapshot(path, stage.world, NULL, NULL, 0));
    CHECK_STATUS(gelReadSnapshot(path, stage.world, stage.player, NULL, NULL), gel_invalidArgument);
    CHECK_TEXT(gelLastError(), "without a player");
    stop(&stage);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        stage = openScene(reference, cases[i].text);
        uint64_t hash = gelWorld_Hash(stage.world);
        CHECK_STATUS(gelReadSnapshot(path, stage.world, NULL, NULL, NULL), gel_invalidArgument);
        CHECK_TEXT(gelLastError(), cases[i].message);
        CHECK_TEXT(gelLastError(), "state_file.gel-state: ");
        CHECK(strchr(gelLastError(), '\n') == NULL, "%s", gelLastError());
        CHECK_HEX(gelWorld_Hash(stage.world), hash);
        stop(&stage);
    }
}

// A file of the right checksum, which a writer gone wrong could leave.
static void sign(char* bytes, size_t size)
{
    gelSnapshotEntry entry;
    memcpy(&entry, bytes + headSize, sizeof entry);
    entry.bytesHash = gelHashBytes(GEL_HASH_START, bytes + bytesStart, size - bytesStart);
    entry.check = gelHashBytes(GEL_HASH_START, &entry, offsetof(gelSnapshotEntry, check));
    memcpy(bytes + headSize, &entry, sizeof entry);
}

static void a_file_that_is_cut_or_damaged_at_any_byte_is_told(void)
{
    static char bytes[1 << 16];
    const char* text = "{\"bodies\":[{\"shape\":{\"type\":\"box\",\"size\":[1,1,1],\"cells\":[1,1,1]}}],"
                       "\"input\":[{\"frame\":1,\"drop\":{\"body\":0,\"position\":[0,3,0]}}]}";
    const gelWorldDef* reference = &listBackends().defs[0];
    Played stage = openScene(reference, text);
    for (int i = 0; i < 3; i++)
        advance(&stage, 1);
    REQUIRE(gelWriteSnapshot(path, stage.world, stage.player, "notes", 5));
    stop(&stage);
    size_t size = readFile(path, bytes, sizeof bytes);
    stage = openScene(reference, text);
    for (size_t i = 0; i < size; i++) {
        writeFile(path, bytes, i);
        CHECK_STATUS(gelReadSnapshot(path, stage.world, stage.player, NULL, NULL), gel_formatError);
        bytes[i] ^= 0x10;
        writeFile(path, bytes, size);
        gelStatus status = gelReadSnapshot(path, stage.world, stage.player, NULL, NULL);
        CHECK(status == gel_formatError || status == gel_unsupported, "byte %zu: %s", i,
              gelStatusText(status));
        CHECK(strchr(gelLastError(), '\n') == NULL, "%s", gelLastError());
        bytes[i] ^= 0x10;
    }
    stop(&stage);
    for (size_t i = bytesStart; i < size; i += 3) { // whatever it says, nothing crashes
        stage = openScene(reference, text);
        char kept = bytes[i];
        bytes[i] = (char)(kept ^ (i % 2 == 0 ? 0x7f : -1));
        sign(bytes, size);
        writeFile(path, bytes, size);
        if (gelReadSnapshot(path, stage.world, stage.player, NULL, NULL) == gel_success)
            gelWorld_Step(stage.world, 1.0f / 60.0f);
        bytes[i] = kept;
        stop(&stage);
    }
}

static uint64_t hashAfterFrames(Played* stage, int count)
{
    for (int i = 0; i < count; i++)
        advance(stage, 1);
    return gelWorld_Hash(stage->world);
}

// Events of the state's player have dropped a body, removed one and built a wall by the time it is refused.
static void a_state_that_is_refused_leaves_world_and_player_as_they_were(void)
{
    static char bytes[1 << 17];
    const gelWorldDef* reference = &listBackends().defs[0];
    Played stage = openStage(reference);
    hashAfterFrames(&stage, 30);
    REQUIRE(gelWriteSnapshot(path, stage.world, stage.player, NULL, 0));
    stop(&stage);
    size_t size = readFile(path, bytes, sizeof bytes);
    stage = openStage(reference);
    uint64_t before = gelWorld_Hash(stage.world), after = hashAfterFrames(&stage, 3);
    stop(&stage);
    stage = openStage(reference);
    memset(bytes + size - 8, 0xff, 8); // the number of steps, which comes last
    sign(bytes, size);
    writeFile(path, bytes, size);
    CHECK_STATUS(gelReadSnapshot(path, stage.world, stage.player, NULL, NULL), gel_formatError);
    CHECK_TEXT(gelLastError(), "steps, found -1");
    CHECK_INT((int)gelPlayer_GetFrame(stage.player), 0);
    CHECK_HEX(gelWorld_Hash(stage.world), before);
    CHECK_HEX(hashAfterFrames(&stage, 3), after);
    stop(&stage);
}

static void replaceNumber(char* bytes, size_t size, float number, float by)
{
    size_t found = 0;
    while (found + sizeof number < size && memcmp(bytes + found, &number, sizeof number) != 0)
        found++;
    CHECK(found + sizeof number < size, "there is no %g in the file", (double)number);
    memcpy(bytes + found, &by, sizeof by);
}

static void numbers_that_no_call_takes_are_refused_in_a_file_too(void)
{
    static const struct Case {
        float number, by;
        const char* message;
    } cases[] = {{321.5f, NAN, "breakForce: expected more than 0 N"},
                 {0.61f, 7.0f, "has the weight 7, expected 0 to 1"},
                 {1.75f, INFINITY, "body 0: its position, velocity or rotation is not finite"}};
    static const char text[] =
        "{\"bodies\":[{\"shape\":{\"type\":\"box\",\"size\":[1,1,1],\"cells\":[1,1,1]},\"position\":[1.75,3,0],"
        "\"goals\":{\"weight\":0.61}},{\"shape\":{\"type\":\"box\",\"size\":[1,1,1],\"cells\":[1,1,1]}}],"
        "\"attachments\":[{\"a\":{\"body\":0,\"vertex\":0},\"b\":{\"body\":1,\"vertex\":0},\"length\":9,"
        "\"breakForce\":321.5}]}";
    static char bytes[1 << 16];
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        Played stage = openScene(&listBackends().defs[0], text);
        REQUIRE(gelWriteSnapshot(path, stage.world, NULL, NULL, 0));
        size_t size = readFile(path, bytes, sizeof bytes);
        replaceNumber(bytes, size, cases[i].number, cases[i].by);
        sign(bytes, size);
        writeFile(path, bytes, size);
        uint64_t before = gelWorld_Hash(stage.world);
        gelStatus status = gelReadSnapshot(path, stage.world, NULL, NULL, NULL);
        CHECK(status != gel_success, "%g became %g without a word", (double)cases[i].number,
              (double)cases[i].by);
        CHECK_TEXT(gelLastError(), cases[i].message);
        CHECK_HEX(gelWorld_Hash(stage.world), before);
        stop(&stage);
    }
}

static const char heldScene[] =
    "{\"bodies\":[{\"shape\":{\"type\":\"box\",\"size\":[1,1,1],\"cells\":[1,1,1]}},{\"shape\":{\"type\":"
    "\"box\",\"size\":[1,1,1],\"cells\":[1,1,1]},\"position\":[3,0,0]}],\"input\":[{\"frame\":0,\"grab\":"
    "{\"origin\":[0.1,0.2,5],\"direction\":[0,0,-1],\"stiffness\":300}}]}";

// In the file, the player's clock comes before its hand's distance, and its hold after it.
static void a_player_that_none_can_be_is_refused_and_the_field_named(void)
{
    static char bytes[1 << 16];
    static const int64_t steps = -3;
    static const gelBodyId nobody = {8372224, 0}, other = {2, 0};
    static const float none = NAN;
    static const double never = INFINITY;
    enum { clock = 4 + 8 + 8 + 8 + 8, toCount = 8, toGoals = 8 + 4 };
    const struct Case {
        int place; // from the distance on
        const void* by;
        size_t size;
        const char* message;
    } cases[] = {
        {-8, &nobody, sizeof nobody, "the player: hold 0 is of body {1, 0}, expected {8372224, 0}"},
        {toGoals, &other, sizeof other, "the player: hold 0 is of body {2, 0}, expected {1, 0}"},
        {toGoals + (int)offsetof(gelGoal, stiffness), &none, sizeof none,
         "the player: goal 0 has the stiffness nan"},
        {0, &never, sizeof never, "the player: the distance of its hand is not finite"},
        {-clock, &none, sizeof none, "the player: timeStep: expected 1e-6 to 1 s"},
        {-clock + 4, &never, sizeof never, "the player: expected its time step to be set at 0 to"},
        {-clock + 12, &steps, sizeof steps,
         "the player: expected its time step to be set in frame 0 to 2, found -3"},
        {-clock + 20, &steps, sizeof steps, "changes of bodies, found -3"},
    };
    Played stage = openScene(&listBackends().defs[0], heldScene);
    advance(&stage, 1);
    advance(&stage, 1);
    double distance = stage.player->distance;
    CHECK(stage.player->holdCount > 0, "it holds %d vertices", stage.player->holdCount);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        REQUIRE(gelWriteSnapshot(path, stage.world, stage.player, NULL, 0));
        size_t size = readFile(path, bytes, sizeof bytes), found = 0;
        while (found + sizeof distance < size && memcmp(bytes + found, &distance, sizeof distance) != 0)
            found++;
        memcpy(bytes + found + cases[i].place, cases[i].by, cases[i].size);
        sign(bytes, size);
        writeFile(path, bytes, size);
        Played reader = openScene(&listBackends().defs[0], heldScene);
        CHECK_STATUS(gelReadSnapshot(path, reader.world, reader.player, NULL, NULL), gel_formatError);
        CHECK_TEXT(gelLastError(), cases[i].message);
        stop(&reader);
    }
    stop(&stage);
}

// The player's body is destroyed by the program, or has blown up, so that it cannot be grabbed.
static void a_player_whose_body_is_gone_or_nowhere_is_read(void)
{
    const gelWorldDef* reference = &listBackends().defs[0];
    for (int isNowhere = 0; isNowhere < 2; isNowhere++) {
        Played stage = openScene(reference, heldScene), reader = openScene(reference, heldScene);
        advance(&stage, 1);
        advance(&stage, 1);
        if (isNowhere) {
            REQUIRE(gelWorldPull(stage.world));
            stage.world->vertices[0].position[1] = NAN;
            gelEvent grab = {.kind = gel_eventGrab, .vertex1 = 1, .direction = {0, 0, -1}, .stiffness = 1};
            CHECK_STATUS(gelPlayer_Apply(stage.player, &grab), gel_invalidArgument);
        } else {
            REQUIRE(gelDestroyBody(stage.world, gelWorld_GetBody(stage.world, 0)));
            REQUIRE(gelDestroyBody(reader.world, gelWorld_GetBody(reader.world, 0)));
        }
        REQUIRE(gelWriteSnapshot(path, stage.world, stage.player, NULL, 0));
        REQUIRE(gelReadSnapshot(path, reader.world, reader.player, NULL, NULL));
        CHECK_INT(reader.player->holdCount, isNowhere ? stage.player->holdCount : 0);
        CHECK(isfinite(reader.player->distance), "the hand is %g m away", reader.player->distance);
        stop(&stage);
        stop(&reader);
    }
}

static void other_versions_and_kernels_say_so(void)
{
    static char bytes[1 << 16];
    static const struct Case {
        size_t place;
        gelStatus status;
        const char* message;
    } cases[] = {{16, gel_unsupported, "byte order"},
                 {20, gel_formatError, "expected version 4 of the format"},
                 {24, gel_unsupported, "written by Gel "},
                 {48, gel_unsupported, "other kernels"}};
    Played stage =
        openScene(&listBackends().defs[0],
                  "{\"bodies\":[{\"shape\":{\"type\":\"box\",\"size\":[1,1,1],\"cells\":[1,1,1]}}]}");
    REQUIRE(gelWriteSnapshot(path, stage.world, stage.player, NULL, 0));
    size_t size = readFile(path, bytes, sizeof bytes);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        bytes[cases[i].place] ^= 1;
        sign(bytes, size);
        writeFile(path, bytes, size);
        CHECK_STATUS(gelReadSnapshot(path, stage.world, stage.player, NULL, NULL), cases[i].status);
        CHECK_TEXT(gelLastError(), cases[i].message);
        bytes[cases[i].place] ^= 1;
    }
    writeText(path, "{\"bodies\":[]}");
    CHECK_STATUS(gelReadSnapshot(path, stage.world, stage.player, NULL, NULL), gel_formatError);
    CHECK_TEXT(gelLastError(), "another kind of file");
    writeText(path, "gel state\n\x1a");
    CHECK_STATUS(gelReadSnapshot(path, stage.world, stage.player, NULL, NULL), gel_formatError);
    CHECK_TEXT(gelLastError(), "found a state of an older version");
    stop(&stage);
}

// Each call is made with ever more memory, until it succeeds; a world that could not be written goes on.
static void memory_may_run_out_at_every_allocation(void)
{
    enum { plenty = 1 << 30 };
    gelSetAllocator(limitedResize, limitedFree);
    granted = plenty;
    Played stage = openStage(&listBackends().defs[0]);
    for (int i = 0; i < 30; i++)
        advance(&stage, 1);
    gelStatus status = gel_outOfMemory;
    int failures = 0;
    for (int max = 0; status != gel_success; max++) {
        granted = max;
        status = gelWriteSnapshot(path, stage.world, stage.player, "notes", 5);
        failures += status == gel_outOfMemory;
        CHECK(status == gel_success || status == gel_outOfMemory, "%s", gelStatusText(status));
    }
    granted = plenty;
    uint64_t hash = gelWorld_Hash(stage.world);
    stop(&stage);
    status = gel_outOfMemory;
    for (int max = 0; status != gel_success; max++) {
        void* notes;
        size_t size;
        stage = openStage(&listBackends().defs[0]);
        uint64_t before = gelWorld_Hash(stage.world);
        granted = max;
        status = gelReadSnapshot(path, stage.world, stage.player, &notes, &size);
        granted = plenty;
        failures += status == gel_outOfMemory;
        CHECK(status == gel_success || status == gel_outOfMemory, "%s", gelStatusText(status));
        CHECK_HEX(gelWorld_Hash(stage.world), status == gel_success ? hash : before);
        CHECK_INT((int)gelPlayer_GetFrame(stage.player), status == gel_success ? 30 : 0);
        gelFree(notes);
        stop(&stage);
    }
    CHECK(failures > 60, "only %d allocations", failures);
    CHECK_INT(living, 0);
    gelSetAllocator(NULL, NULL);
}

TESTS(TEST(a_world_goes_on_in_another_with_the_same_bits_on_every_back_end),
      TEST(double_precision_goes_on_in_double_precision),
      TEST(a_snapshot_in_memory_has_the_bytes_of_the_file_and_is_read_whole_or_not_at_all),
      TEST(notes_come_back_alone_or_with_the_world), TEST(other_bodies_are_told_in_one_line),
      TEST(a_file_that_is_cut_or_damaged_at_any_byte_is_told),
      TEST(a_state_that_is_refused_leaves_world_and_player_as_they_were),
      TEST(numbers_that_no_call_takes_are_refused_in_a_file_too), TEST(other_versions_and_kernels_say_so),
      TEST(a_player_that_none_can_be_is_refused_and_the_field_named),
      TEST(a_player_whose_body_is_gone_or_nowhere_is_read), TEST(memory_may_run_out_at_every_allocation))
