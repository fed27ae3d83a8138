// Worlds on ranks: the bits are those of one process, whatever the number of ranks.
#define _POSIX_C_SOURCE 200809L
#include "backend/transport.h"
#include "base/core.h"
#include "support/full_scene.h"
#include "support/played.h"
#include "support/rank_worlds.h"

#include <dirent.h>
#include <pthread.h>

static const int rankCounts[] = {2, 3, 4, 7};
enum { countCount = sizeof rankCounts / sizeof rankCounts[0], mostRanks = 7 };

enum { frames = 4 };

static uint64_t hashOf(gelWorld* (*make)(const gelWorldDef*), gelWorldDef def, int ranks)
{
    def.rankCount = ranks;
    gelWorld* world = make(&def);
    REQUIRE(stepTimes(world, frames));
    uint64_t hash = gelWorld_Hash(world);
    gelDestroyWorld(world);
    return hash;
}

static uint64_t hashOn(gelWorldDef def, int ranks)
{
    return hashOf(makeWorld, def, ranks);
}

static void every_number_of_ranks_has_the_bits_of_one(void)
{
    uint64_t expected = hashOn(referenceDef(), 1);
    Backends backends = listBackends();
    for (int b = 0; b < backends.count; b++)
        for (int i = 0; i < countCount && backends.defs[b].backend != gel_opencl; i++)
            CHECK_HEX(hashOn(backends.defs[b], rankCounts[i]), expected);
}

static uint64_t hashOfLattice(gelWorldDef def, int ranks)
{
    gelBodyDef body = gelDefaultBodyDef();
    gelTetMesh mesh;
    gelBodyId id;
    gelWorld* world;
    def.tileSize = 64;
    def.rankCount = ranks;
    REQUIRE(gelCreateWorld(&def, &world));
    REQUIRE(gelCreateBoxMesh((gelVec3){2.0f, 1.0f, 1.0f}, 8, 4, 4, &mesh));
    REQUIRE(gelCreateBody(world, &body, &mesh, &id));
    gelDestroyTetMesh(&mesh);
    REQUIRE(stepTimes(world, 2));
    uint64_t hash = gelWorld_Hash(world);
    gelDestroyWorld(world);
    return hash;
}

static void ranks_on_each_device_have_the_bits_of_one(gelWorldDef backend)
{
    CHECK_HEX(hashOfLattice(backend, 2), hashOfLattice(referenceDef(), 1));
}

static void double_precision_has_the_bits_of_one(void)
{
    gelWorldDef def = gelDefaultWorldDef();
    def.backend = gel_referenceDouble;
    CHECK_HEX(hashOn(def, 3), hashOn(def, 1));
}

static Played openOn(const char* path, gelBackendKind backend, gelSolver solver, int ranks)
{
    gelScene* scene;
    REQUIRE(gelLoadScene(path, &scene));
    gelWorldDef def = gelScene_GetWorldDef(scene);
    def.backend = backend;
    def.tileSize = 16;
    def.solver = solver != gel_worldSolver ? solver : def.solver;
    def.rankCount = ranks;
    return playDef(scene, &def);
}

static uint64_t playOn(const char* path, gelBackendKind backend, gelSolver solver, int ranks, int steps)
{
    Played played = openOn(path, backend, solver, ranks);
    advance(&played, steps);
    uint64_t hash = gelWorld_Hash(played.world);
    stop(&played);
    return hash;
}

static bool isRefused(const char* path)
{
    Played played = openOn(path, gel_referenceFloat, gel_worldSolver, 2);
    gelStatus status = gelPlayer_BeginFrame(played.player);
    if (status == gel_success)
        status = gelWorld_Step(played.world, gelScene_GetTimeStep(played.scene));
    stop(&played);
    return status == gel_unsupported;
}

// The native back end solves by tiles, the reference colour by colour.
static void checkScene(const char* path)
{
    uint64_t expected = playOn(path, gel_referenceFloat, gel_worldSolver, 1, 3);
    for (int i = 0; i < countCount; i++) {
        const gelBackendKind backend = rankCounts[i] == 3 ? gel_referenceFloat : gel_native;
        if (backend == gel_native && (!hasNative() || rankCounts[i] == 4))
            continue;
        uint64_t found = playOn(path, backend, gel_worldSolver, rankCounts[i], 3);
        CHECK(found == expected, "%s on %d ranks, back end %d: %016llx, not %016llx", path, rankCounts[i],
              (int)backend, (unsigned long long)found, (unsigned long long)expected);
    }
}

static void every_scene_of_the_assets_has_the_bits_of_one(void)
{
    static const char* const folders[] = {GEL_ASSETS "/scenes", GEL_ASSETS "/lessons"};
    int scenes = 0, refused = 0;
    for (int f = 0; f < 2; f++) {
        DIR* folder = opendir(folders[f]);
        for (struct dirent* entry = readdir(folder); entry != NULL; entry = readdir(folder)) {
            char path[1200];
            snprintf(path, sizeof path, "%s/%s", folders[f], entry->d_name);
            const char* end = strrchr(path, '.');
            if (strcmp(end, ".json") != 0)
                continue;
            scenes++;
            if (strstr(path, "integrators") != NULL || strstr(path, "jacobi") != NULL) {
                CHECK(isRefused(path), "%s is not refused", path);
                refused++;
                continue;
            }
            checkScene(path);
        }
        closedir(folder);
    }
    CHECK(scenes > 50 && refused == 2, "%d of %d scenes are refused", refused, scenes);
}

// The scene has contact, attachments, tethers, fillings, flow, tears, damped springs, goals, fields, sleep and walls.
static void all_that_a_scene_can_hold_has_the_bits_of_one(void)
{
    writeFullScene(GEL_SCRATCH, GEL_SCRATCH "/full.json");
    uint64_t expected = playOn(GEL_SCRATCH "/full.json", gel_referenceFloat, gel_worldSolver, 1, 12);
    CHECK_HEX(playOn(GEL_SCRATCH "/full.json", gel_referenceFloat, gel_worldSolver, 2, 12), expected);
    CHECK_HEX(playOn(GEL_SCRATCH "/full.json", gel_referenceFloat, gel_worldSolver, 5, 12), expected);
    if (hasNative())
        CHECK_HEX(playOn(GEL_SCRATCH "/full.json", gel_native, gel_worldSolver, 5, 12), expected);
}

enum { framesOnRanks = 4 };

static const char metPath[] = GEL_SCRATCH "/met.gel-state";

// Goes on where bodies have met; returns the contacts at the end.
static int listContacts(const char* path, gelBackendKind backend, int ranks, gelContact* contacts,
                        uint64_t* hash)
{
    Played played = openOn(path, backend, gel_worldSolver, ranks);
    int count;
    REQUIRE(gelReadSnapshot(metPath, played.world, NULL, NULL, NULL));
    for (int i = 0; i < framesOnRanks; i++)
        REQUIRE(gelWorld_Step(played.world, gelScene_GetTimeStep(played.scene)));
    REQUIRE(gelWorld_GetContacts(played.world, contacts, mostContacts, &count));
    *hash = gelWorld_Hash(played.world);
    stop(&played);
    return count;
}

// Each rank solves the contacts near its own vertices; the first reports those of all.
static void checkContacts(const char* path, int steps)
{
    static gelContact expected[mostContacts], found[mostContacts];
    uint64_t expectedHash, hash;
    Played alone = openOn(path, gel_native, gel_worldSolver, 1);
    advance(&alone, steps);
    REQUIRE(gelWriteSnapshot(metPath, alone.world, NULL, NULL, 0));
    stop(&alone);
    const int count = listContacts(path, gel_referenceFloat, 1, expected, &expectedHash);
    CHECK(count > 100 && count <= mostContacts, "%s: %d contacts", path, count);
    for (int i = 0; i < countCount; i++) {
        const gelBackendKind backend = rankCounts[i] == 4 ? gel_referenceFloat : gel_native;
        CHECK_INT(listContacts(path, backend, rankCounts[i], found, &hash), count);
        CHECK_HEX(hash, expectedHash);
        CHECK_INT(countDifferences(expected, found, count), 0);
    }
}

// The back ends of plain C solve all contacts on each rank.
static void contacts_that_ranks_share_have_the_bits_of_one(void)
{
    if (!hasNative())
        SKIP("no native back end (clang)");
    checkContacts(GEL_ASSETS "/scenes/bear_pile.json", 45 - framesOnRanks);
    checkContacts(GEL_ASSETS "/scenes/folding_beam.json", 32 - framesOnRanks);
}

static void scenes_with_the_two_level_solver_have_the_bits_of_one(void)
{
    static const char* const paths[] = {GEL_ASSETS "/scenes/crossed_beams.json",
                                        GEL_ASSETS "/scenes/torn_jelly.json"};
    for (int i = 0; i < 2; i++)
        CHECK_HEX(playOn(paths[i], gel_referenceFloat, gel_twoLevelSolver, 3, 3),
                  playOn(paths[i], gel_referenceFloat, gel_twoLevelSolver, 1, 3));
}

// Positions are then where the last phase has left them.
static void the_state_amid_a_substep_has_the_bits_of_one(void)
{
    gelWorldDef def = referenceDef();
    gelWorld* one = makeWorld(&def);
    def.rankCount = 3;
    gelWorld* three = makeWorld(&def);
    gelStageInfo info = {0};
    int wrong = 0, stages = 0;
    for (; !info.lastOfStep && info.substep < 2; stages++) {
        REQUIRE(gelWorld_StepStage(one, 1.0f / 60.0f, &info));
        REQUIRE(gelWorld_StepStage(three, 1.0f / 60.0f, &info));
        wrong += stages % 5 == 0 && gelWorld_Hash(one) != gelWorld_Hash(three);
    }
    CHECK(wrong == 0, "%d of %d states differ", wrong, stages / 5);
    gelDestroyWorld(one);
    gelDestroyWorld(three);
}

// A process of a cluster: a thread with a world of its own, which is one of the ranks.
typedef struct Process {
    gelTransport right, used;
    int exchanges, wrongExchange; // counted from 1; 0: none
    bool fails;                   // or the end of a message is left out
    size_t lostSize;              // of that end, in bytes, at most
    const gelParcel* received;    // of the exchange under way
    int receivedCount;
    size_t firstSize; // received in the first exchange of contacts, bytes
    int parcelCount;  // and bytes: sent in the exchanges from firstOfContacts to lastOfContacts
    int64_t bytes;
    gelStatus status;
    char error[300];
    uint64_t hash;
    gelWorld* world;
} Process;

// In a frame of 4 substeps, the numbers of candidates and the candidates themselves come first. Then contacts exchange
// vertices twice a substep.
enum { firstOfContacts = 3, lastOfContacts = firstOfContacts + 4 * 2 - 1 };

static gelStatus beginWrongly(void* context, const gelParcel* sent, int sentCount, const gelParcel* received,
                              int receivedCount)
{
    Process* process = context;
    process->received = received;
    process->receivedCount = receivedCount;
    const int number = ++process->exchanges;
    for (int i = 0; i < receivedCount && number == firstOfContacts; i++)
        process->firstSize += received[i].size;
    for (int i = 0; i < sentCount && number >= firstOfContacts && number <= lastOfContacts; i++) {
        process->parcelCount++;
        process->bytes += (int64_t)sent[i].size;
    }
    if (number == process->wrongExchange && process->fails)
        return gelFail(gel_deviceError, "the cable is out");
    return process->right.begin(process->right.context, sent, sentCount, received, receivedCount);
}

static gelStatus endWrongly(void* context)
{
    Process* process = context;
    gelStatus status = process->right.end(process->right.context);
    for (int i = 0; i < process->receivedCount && process->exchanges == process->wrongExchange; i++) {
        const gelParcel* parcel = &process->received[i];
        const size_t size = parcel->size, lost = size < process->lostSize ? size : process->lostSize;
        memset((char*)parcel->bytes + size - lost, 0, lost);
    }
    return status;
}

static void failRightly(void* context)
{
    Process* process = context;
    process->right.fail(process->right.context);
}

static void* runProcess(void* context)
{
    Process* process = context;
    process->status = stepTimes(process->world, frames);
    process->hash = process->status == gel_success ? gelWorld_Hash(process->world) : 0;
    snprintf(process->error, sizeof process->error, "%s",
             process->status == gel_success ? "" : gelLastError());
    return NULL;
}

// Each process makes the world and steps it. `wrong`: what rank 1 does wrongly, at that exchange.
static void runWorlds(gelWorld* (*make)(const gelWorldDef*), const gelWorldDef* like, int count,
                      int wrongExchange, const Process* wrong, Process* processes)
{
    gelThreadTransport* transport;
    pthread_t threads[mostRanks];
    REQUIRE(gelOpenThreadTransport(count, &transport));
    for (int i = 0; i < count; i++) {
        gelWorldDef def = *like;
        processes[i] = *wrong;
        processes[i].right = gelTransportOf(transport, i);
        processes[i].wrongExchange = i == 1 ? wrongExchange : 0;
        processes[i].used = (gelTransport){.rank = i,
                                           .rankCount = count,
                                           .context = &processes[i],
                                           .begin = beginWrongly,
                                           .end = endWrongly,
                                           .fail = failRightly};
        def.transport = &processes[i].used;
        processes[i].world = make(&def);
    }
    for (int i = 0; i < count; i++)
        pthread_create(&threads[i], NULL, runProcess, &processes[i]);
    for (int i = 0; i < count; i++)
        pthread_join(threads[i], NULL);
    for (int i = 0; i < count; i++)
        gelDestroyWorld(processes[i].world);
    gelCloseThreadTransport(transport);
}

static void runProcesses(int count, int wrongExchange, bool fails, Process* processes)
{
    const gelWorldDef def = referenceDef();
    runWorlds(makeWorld, &def, count, wrongExchange, &(Process){.fails = fails, .lostSize = 12}, processes);
}

static void each_process_of_a_cluster_ends_with_the_bits_of_one(void)
{
    Process processes[3];
    uint64_t expected = hashOn(referenceDef(), 1);
    runProcesses(3, 0, false, processes);
    for (int i = 0; i < 3; i++) {
        CHECK(processes[i].status == gel_success, "rank %d: %s", i, processes[i].error);
        CHECK_HEX(processes[i].hash, expected);
    }
    CHECK(processes[0].exchanges > frames, "%d exchanges", processes[0].exchanges);
}

static void a_vertex_that_is_left_out_of_a_message_is_found(void)
{
    Process processes[3];
    uint64_t expected = hashOn(referenceDef(), 1);
    runProcesses(3, 5, false, processes);
    CHECK(processes[0].status == gel_success && processes[0].hash != expected,
          "a wrong message is taken as right: %016llx", (unsigned long long)processes[0].hash);
}

// Returns the launches of contact in the last step of the first rank, per substep.
static int takeContactLaunches(gelWorld* world)
{
    gelLaunchTime* times;
    int count, found = 0;
    REQUIRE(gelWorld_TakeLaunchTimes(world, &times, &count));
    for (int i = 0; i < count; i++)
        found += strcmp(times[i].name, "contact") == 0;
    gelFree(times);
    return found / gelWorld_GetDef(world).substepCount;
}

// With one lane a work-group solves a patch together, or, while the pile has many pairs, there is a launch for each pass.
static void a_pile_on_ranks_has_the_bits_of_one_whatever_the_lanes(gelWorldDef backend)
{
    const uint64_t expected = hashOf(makePile, referenceDef(), 1);
    backend.rankCount = 3;
    for (int lanes = 0; lanes < 2; lanes++) {
        gelDeviceInfo info;
        int launches[frames];
        if (!setLanes(&backend, lanes))
            continue;
        gelWorld* world = makePile(&backend);
        REQUIRE(gelWorld_SetTiming(world, true));
        for (int i = 0; i < frames; i++) {
            REQUIRE(stepTimes(world, 1));
            launches[i] = takeContactLaunches(world);
        }
        CHECK_HEX(gelWorld_Hash(world), expected);
        if (lanes == 1 && gelWorld_GetDevice(world, &info) && info.kind == gel_deviceCpu)
            CHECK(launches[0] > 10 && launches[frames - 1] < 10, "%d launches a substep, and %d at the end",
                  launches[0], launches[frames - 1]);
        gelDestroyWorld(world);
    }
}

// A rank's part of the candidates, or vertices of its contacts.
static void a_lost_message_of_shared_contacts_is_found(void)
{
    // Three records of each vertex of the boxes that are at home elsewhere: these are sent where contacts are not shared.
    const size_t wholeSize = (size_t)(pileBoxes - pileBoxes / 3) * verticesOfBox * gel_vertexPartCount * 12;
    Process processes[3];
    gelWorldDef def = referenceDef();
    if (!hasNative())
        SKIP("no native back end (clang)");
    const uint64_t expected = hashOf(makePile, def, 1);
    def.backend = gel_native;
    for (int wrongExchange = 0; wrongExchange < firstOfContacts + 2; wrongExchange++) {
        const bool isOfSearch =
            wrongExchange > 0 && wrongExchange < firstOfContacts; // whose ranks then disagree
        runWorlds(makePile, &def, 3, wrongExchange, &(Process){.lostSize = SIZE_MAX}, processes);
        CHECK(processes[1].status == gel_success || isOfSearch, "rank 1: %s", processes[1].error);
        CHECK((processes[1].firstSize > 0 && processes[1].firstSize < wholeSize) || isOfSearch,
              "rank 1 gets %zu bytes first, of %zu of the whole state of others", processes[1].firstSize,
              wholeSize);
        CHECK((processes[1].hash == expected) == (wrongExchange == 0),
              "exchange %d: %016llx, one has %016llx", wrongExchange, (unsigned long long)processes[1].hash,
              (unsigned long long)expected);
    }
}

static void what_contacts_send_is_what_the_table_of_ranks_says(void)
{
    Process processes[3];
    gelRankShare share;
    gelWorldDef def = referenceDef();
    int parcelCount = 0;
    int64_t bytes = 0;
    if (!hasNative())
        SKIP("no native back end (clang)");
    def.backend = gel_native; // whose list serves several frames
    gelWorld* world = makePile(&def);
    REQUIRE(stepTimes(world, 1));
    REQUIRE(gelWorld_GetRankShare(world, 3, &share));
    gelDestroyWorld(world);
    CHECK(share.countsContacts && share.uncounted[0] == '\0', "not counted: %s", share.uncounted);
    CHECK(share.contacts > 100 && share.solvedContacts > share.contacts &&
              share.solvedContacts <= 3 * share.contacts && 3 * share.busiestContacts >= share.solvedContacts,
          "ranks solve %lld contacts of %lld, the busiest %lld", (long long)share.solvedContacts,
          (long long)share.contacts, (long long)share.busiestContacts);
    runWorlds(makePile, &def, 3, 0, &(Process){.lostSize = 0}, processes);
    for (int i = 0; i < 3; i++) {
        parcelCount += processes[i].parcelCount;
        bytes += processes[i].bytes;
    }
    CHECK_INT(share.exchanges, 2);
    CHECK_INT(parcelCount, 4 * share.messages);
    CHECK_INT(bytes, 4 * share.bytes);
}

static void a_rank_that_fails_ends_all(void)
{
    Process processes[3];
    runProcesses(3, 5, true, processes);
    for (int i = 0; i < 3; i++) {
        CHECK_INT(processes[i].status, gel_deviceError);
        CHECK_TEXT(processes[i].error, i == 1 ? "rank 1: the cable is out" : "another rank has failed");
    }
}

// Each rank has kept its own vertices only.
static void a_step_that_is_undone_leaves_no_trace(gelWorldDef def)
{
    uint64_t expected = hashOn(referenceDef(), 1);
    def.rankCount = 3;
    gelWorld* world = makeWorld(&def);
    REQUIRE(stepTimes(world, 2));
    REQUIRE(gelWorld_Prepare(world, 1.0f / 60.0f));
    REQUIRE(stepTimes(world, frames - 2));
    CHECK_HEX(gelWorld_Hash(world), expected);
    gelDestroyWorld(world);
}

static void a_wrong_number_of_ranks_is_refused(void)
{
    gelWorldDef def = referenceDef();
    gelWorld* world;
    const int wrong[] = {-1, GEL_MAXIMUM_RANK_THREADS + 1};
    for (int i = 0; i < 2; i++) {
        def.rankCount = wrong[i];
        CHECK_STATUS(gelCreateWorld(&def, &world), gel_invalidArgument);
        CHECK_TEXT(gelLastError(), "rankCount: expected 1 to 64 ranks");
    }
}

static void what_has_no_tiles_is_refused_by_its_name(void)
{
    gelWorldDef def = referenceDef();
    def.order = gel_jacobiOrder;
    def.rankCount = 2;
    gelWorld* world = makeWorld(&def);
    CHECK_STATUS(gelWorld_Step(world, 1.0f / 60.0f), gel_unsupported);
    CHECK_TEXT(gelLastError(), "which the order jacobi does not have: use colour");
    gelDestroyWorld(world);
}

TESTS(TEST(every_number_of_ranks_has_the_bits_of_one),
      TEST_ON_EACH_BACKEND(ranks_on_each_device_have_the_bits_of_one),
      TEST(every_scene_of_the_assets_has_the_bits_of_one), TEST(double_precision_has_the_bits_of_one),
      TEST(all_that_a_scene_can_hold_has_the_bits_of_one),
      TEST(scenes_with_the_two_level_solver_have_the_bits_of_one),
      TEST(the_state_amid_a_substep_has_the_bits_of_one),
      TEST(each_process_of_a_cluster_ends_with_the_bits_of_one),
      TEST(a_vertex_that_is_left_out_of_a_message_is_found), TEST(a_rank_that_fails_ends_all),
      TEST(contacts_that_ranks_share_have_the_bits_of_one), TEST(a_lost_message_of_shared_contacts_is_found),
      TEST(what_contacts_send_is_what_the_table_of_ranks_says),
      TEST_ON_EACH_BACKEND(a_pile_on_ranks_has_the_bits_of_one_whatever_the_lanes),
      TEST_ON_EACH_BACKEND(a_step_that_is_undone_leaves_no_trace), TEST(a_wrong_number_of_ranks_is_refused),
      TEST(what_has_no_tiles_is_refused_by_its_name))
