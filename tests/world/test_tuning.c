// Measurements of a device are saved, found again, and repeated if damaged; they change the speed and never
// the bits. Nothing here compares times.
#define _POSIX_C_SOURCE 200809L // setenv, fork
#define TEST_SUBJECT "tuning"
#include "support/fixtures.h"
#include "support/patched_kernels.h"
#include "files/cache_folder.h"
#include "opencl/runtime/device.h"
#include "files/cache_folder.h"
#include "opencl/device/tuning_cache.h"
#include "opencl/device/tuning_key.h"
#include "opencl/device/tuning.h"
#include "opencl/device/tuning_run.h"

#include <dirent.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static const char someKey[] = "gel 0.0.0\ndevice of a test\n";

// An empty folder, which the library uses from now on.
static const char* freshFolder(const char* name)
{
    static char folder[1024];
    char command[1100];
    snprintf(folder, sizeof folder, "%s/tuning/%s", GEL_SCRATCH, name);
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    CHECK(system(command) == 0, "%s cannot be removed", folder);
    setenv("GEL_CACHE_DIR", folder, 1);
    unsetenv("GEL_TUNING");
    setenv("GEL_TUNING_SPREAD", "1e9", 1); // other tests run beside this one
    return folder;
}

static gelDeviceTuning inventTuning(int lanes)
{
    gelDeviceTuning tuning = {
        .lanes = lanes, .rowCount = 2, .milliseconds = 12.5f, .date = "2026-01-02 03:04"};
    for (int i = 0; i < 2; i++)
        tuning.rows[i] = (gelLaneTuning){.lanes = i == 0       ? lanes
                                                  : lanes == 8 ? 16
                                                               : 8,
                                         .perColour = {32, 1, 1.5f, 2.0f},
                                         .body = {1, 2, 2.25f, 2.25f},
                                         .ensemble = {1, 2, 9.0f, 9.0f},
                                         .launchCost = 3000.0f};
    return tuning;
}

static void publish(const char* folder, const char* key, const gelDeviceTuning* tuning)
{
    gelTuningFile place;
    REQUIRE(gelOpenTuningFile(folder, key, &place));
    REQUIRE(gelPublishTuning(&place, key, tuning));
}

static bool sameTuning(const gelDeviceTuning* a, const gelDeviceTuning* b)
{
    return a->lanes == b->lanes && a->rowCount == b->rowCount && strcmp(a->date, b->date) == 0 &&
           a->milliseconds == b->milliseconds &&
           memcmp(a->rows, b->rows, (size_t)a->rowCount * sizeof a->rows[0]) == 0;
}

static int countFiles(const char* folder)
{
    int count = 0;
    DIR* directory = opendir(folder);
    for (struct dirent* entry; directory != NULL && (entry = readdir(directory)) != NULL;)
        count += entry->d_name[0] != '.';
    if (directory != NULL)
        closedir(directory);
    return count;
}

static void what_is_kept_is_read_back(void)
{
    const char* folder = freshFolder("kept/deep/down");
    gelDeviceTuning kept = inventTuning(8), read;
    CHECK_STATUS(gelReadTuning(folder, someKey, &read), gel_success);
    CHECK_INT(read.lanes, 0);
    publish(folder, someKey, &kept);
    CHECK_STATUS(gelReadTuning(folder, someKey, &read), gel_success);
    CHECK(sameTuning(&kept, &read), "%d lanes, %d rows, %s", read.lanes, read.rowCount, read.date);
    CHECK_INT(countFiles(folder), 1);
    CHECK_STATUS(gelReadTuning(folder, "another key", &read), gel_success);
    CHECK_INT(read.lanes, 0);
}

// Two keys with the same hash, or a file copied over another.
static void a_file_of_another_key_is_told_from_its_own(void)
{
    const char* folder = freshFolder("other");
    char own[1024], command[3000];
    gelDeviceTuning kept = inventTuning(8), read;
    gelTuningFile place;
    REQUIRE(gelOpenTuningFile(folder, "mine", &place));
    snprintf(own, sizeof own, "%s", place.path);
    gelAbandonTuningFile(&place);
    publish(folder, someKey, &kept);
    snprintf(command, sizeof command, "mv '%s'/tuning-* '%s'", folder, own);
    CHECK(system(command) == 0, "%s", command);
    CHECK_STATUS(gelReadTuning(folder, "mine", &read), gel_formatError);
    CHECK_TEXT(gelLastError(), "for another device or another version");
    CHECK_INT(read.lanes, 0);
}

typedef struct Damage {
    const char *what, *from, *to; // the first `from` of the text becomes `to`; NULL: `to` is all there is
} Damage;

static const Damage damages[] = {
    {"empty", NULL, ""},
    {"not JSON", NULL, "lanes: 16\n"},
    {"no object", NULL, "[1, 2]"},
    {"nothing in it", NULL, "{}"},
    {"null", NULL, "null"},
    {"binary", NULL,
     "\x7f"
     "ELF\x01\x02\x03"},
    {"of another format", "\"format\":\t1", "\"format\":\t2"},
    {"without format", "\"format\":\t1,", ""},
    {"an unknown key", "\"format\":\t1,", "\"format\":\t1, \"speed\": 1,"},
    {"another key", "device of a test", "device of another test"},
    {"no such lanes", "\"lanes\":\t8", "\"lanes\":\t4"},
    {"lanes without a row", "\"lanes\":\t8", "\"lanes\":\t1"},
    {"lanes as text", "\"lanes\":\t8", "\"lanes\":\t\"8\""},
    {"a cost of 0", "\"ns\":\t1.5", "\"ns\":\t0"},
    {"a negative cost", "\"ns\":\t1.5", "\"ns\":\t-1.5"},
    {"an endless cost", "\"ns\":\t1.5", "\"ns\":\t1e999"},
    {"a cost that is null", "\"ns\":\t1.5", "\"ns\":\tnull"},
    {"work-groups of none", "\"work_group\":\t32", "\"work_group\":\t0"},
    {"work-groups of a fraction", "\"work_group\":\t32", "\"work_group\":\t31.5"},
    {"huge work-groups", "\"work_group\":\t32", "\"work_group\":\t3200000000"},
    {"nothing side by side", "\"side_by_side\":\t2", "\"side_by_side\":\t0"},
    {"a date that is too long", "2026-01-02", "2026-01-02-2026-01-02-2026-01-02"},
    {"rows that are none", "\"rows\":\t[", "\"rows\":\t[null, "},
    {"something behind it", "\"format\":\t1", "\"format\":\t1} {\"format\":\t1"},
};

static void damage(const char* path, const char* text, const Damage* how)
{
    char damaged[1 << 14];
    const char* place = how->from != NULL ? strstr(text, how->from) : NULL;
    CHECK(how->from == NULL || place != NULL, "%s: \"%s\" is not in %s", how->what, how->from, text);
    if (place == NULL)
        snprintf(damaged, sizeof damaged, "%s", how->to);
    else
        snprintf(damaged, sizeof damaged, "%.*s%s%s", (int)(place - text), text, how->to,
                 place + strlen(how->from));
    writeText(path, damaged);
}

static void damage_is_noticed_whatever_it_is(void)
{
    const char* folder = freshFolder("damaged");
    char text[1 << 13];
    gelDeviceTuning kept = inventTuning(8), read;
    publish(folder, someKey, &kept);
    REQUIRE(gelReadTuning(folder, someKey, &read));
    char path[sizeof read.file];
    snprintf(path, sizeof path, "%s", read.file);
    readText(path, text, sizeof text);
    for (size_t i = 0; i < sizeof damages / sizeof damages[0]; i++) {
        damage(path, text, &damages[i]);
        gelStatus status = gelReadTuning(folder, someKey, &read);
        CHECK(status == gel_formatError && read.lanes == 0, "%s: %s, %d lanes", damages[i].what,
              gelStatusText(status), read.lanes);
    }
    for (size_t length = strlen(text) - 2; length > 0; length--) {
        char cut[sizeof text];
        snprintf(cut, sizeof cut, "%.*s", (int)length, text);
        writeText(path, cut);
        gelStatus status = gelReadTuning(folder, someKey, &read);
        CHECK(status == gel_formatError && read.lanes == 0, "cut to %zu bytes: %s", length,
              gelStatusText(status));
    }
    remove(path);
    mkdir(path, 0755);
    CHECK_STATUS(gelReadTuning(folder, someKey, &read), gel_fileError);
    rmdir(path);
    mkfifo(path, 0644); // nobody writes: it must not be waited for
    CHECK_STATUS(gelReadTuning(folder, someKey, &read), gel_fileError);
}

// Concurrent readers find a complete file of either writer.
static void writers_at_once_do_no_harm(void)
{
    enum { writers = 6, times = 40 };
    const char* folder = freshFolder("writers");
    gelDeviceTuning variants[2] = {inventTuning(8), inventTuning(16)}, read;
    publish(folder, someKey, &variants[0]);
    for (int w = 0; w < writers; w++)
        if (fork() == 0) {
            for (int i = 0; i < times; i++)
                publish(folder, someKey, &variants[(w + i) % 2]);
            _exit(failureCount > 0);
        }
    int ended = 0, status, reads = 0;
    while (ended < writers) {
        CHECK_STATUS(gelReadTuning(folder, someKey, &read), gel_success);
        CHECK(sameTuning(&read, &variants[0]) || sameTuning(&read, &variants[1]), "%d lanes after %d reads",
              read.lanes, reads);
        reads++;
        while (waitpid(-1, &status, WNOHANG) > 0) {
            CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0, "a writer ended with %d", status);
            ended++;
        }
    }
    CHECK_INT(countFiles(folder), 1);
}

static void the_folder_is_where_the_environment_says(void)
{
    char path[64];
    const char* home = getenv("HOME");
    char kept[1024];
    snprintf(kept, sizeof kept, "%s", home != NULL ? home : "");
    setenv("GEL_CACHE_DIR", "/own", 1);
    setenv("XDG_CACHE_HOME", "/xdg", 1);
    setenv("HOME", "/home/somebody", 1);
    CHECK(gelFindCacheFolder(path, sizeof path) && strcmp(path, "/own") == 0, "%s", path);
    setenv("GEL_CACHE_DIR", "", 1); // as if it were not there
    CHECK(gelFindCacheFolder(path, sizeof path) && strcmp(path, "/xdg/gel") == 0, "%s", path);
    unsetenv("XDG_CACHE_HOME");
    CHECK(gelFindCacheFolder(path, sizeof path) && strcmp(path, "/home/somebody/.cache/gel") == 0, "%s",
          path);
    CHECK(!gelFindCacheFolder(path, 10), "%s", path);
    unsetenv("HOME");
    CHECK(!gelFindCacheFolder(path, sizeof path), "%s", path);
    setenv("HOME", kept, 1);
}

typedef struct FirstDevice {
    cl_device_id device;
    gelDeviceInfo info;
    char* key;
} FirstDevice;

static bool findFirst(FirstDevice* first)
{
    *first = (FirstDevice){NULL, {0}, NULL};
    if (gelFindDevice(0, &first->device, &first->info) != gel_success)
        return false;
    REQUIRE(gelMakeTuningKey(first->device, &first->info, &first->key));
    return true;
}

static void checkOtherKey(const FirstDevice* first, const gelDeviceInfo* info, const char* what)
{
    char* key;
    REQUIRE(gelMakeTuningKey(first->device, info, &key));
    CHECK(strcmp(key, first->key) != 0, "with %s the key is the same:\n%s", what, key);
    gelFree(key);
}

static void the_key_holds_all_that_matters(void)
{
    FirstDevice first;
    freshFolder("key");
    if (!findFirst(&first))
        SKIP("no OpenCL device (pocl-opencl-icd)");
    gelDeviceInfo infos[10];
    for (int i = 0; i < 10; i++)
        infos[i] = first.info;
    strcat(infos[0].name, "2"), strcat(infos[1].vendor, "2"), strcat(infos[2].platform, "2");
    strcat(infos[3].driver, "2"), strcat(infos[4].version, "2");
    infos[5].computeUnits++, infos[6].maxWorkGroupSize++, infos[7].localMemory++;
    infos[8].lanes++;
    infos[9].kind = infos[9].kind == gel_deviceGpu ? gel_deviceCpu : gel_deviceGpu;
    static const char* const fields[] = {"name",  "vendor",      "platform",     "driver",    "version",
                                         "units", "work-groups", "local memory", "own lanes", "kind"};
    for (int i = 0; i < 10; i++)
        checkOtherKey(&first, &infos[i], fields[i]);
    setenv("POCL_MAX_PTHREAD_COUNT", "77", 1);
    checkOtherKey(&first, &first.info, "POCL_MAX_PTHREAD_COUNT");
    unsetenv("POCL_MAX_PTHREAD_COUNT");
    patchKernels("per_colour.cl", "\n", "\n// more\n");
    checkOtherKey(&first, &first.info, "an edited kernel");
    unsetenv("GEL_KERNEL_DIR");
    CHECK_TEXT(first.key, gelVersionText());
    CHECK_TEXT(first.key, "-cl-std");
    char* again;
    gelDeviceInfo same = first.info;
    same.globalMemory += 4096, same.largestBuffer += 1024; // as after another start of a virtual machine
    REQUIRE(gelMakeTuningKey(first.device, &same, &again));
    CHECK(strcmp(again, first.key) == 0, "the key of the same changes: %s", again);
    gelFree(again);
    gelFree(first.key);
}

static double spreadOf(double a, double b, double c)
{
    gelTimes times = {HUGE_VAL, HUGE_VAL};
    gelAddTime(&times, a);
    gelAddTime(&times, b);
    gelAddTime(&times, c);
    return gelSpreadOf(&times);
}

static void one_disturbed_round_of_three_is_left_out_and_two_are_told(void)
{
    double limit;
    unsetenv("GEL_TUNING_SPREAD");
    REQUIRE(gelFindTuningSpread(&limit));
    CHECK_CLOSE(spreadOf(30.0, 10.0, 10.5), 1.05, 1e-12, "rounding");
    CHECK_CLOSE(spreadOf(10.0, 10.5, 30.0), 1.05, 1e-12, "rounding");
    CHECK(spreadOf(10.0, 90.0, 10.5) < limit, "a quiet run is not kept: its limit is %g", limit);
    CHECK(spreadOf(10.0, 30.0, 20.0) > limit, "a disturbed run is kept: its limit is %g", limit);
}

static void a_limit_that_is_no_number_from_1_on_is_refused(void)
{
    static const char* const limits[] = {"abc", "1,5", "0.9", "-2", "nan", "2x"};
    FirstDevice first;
    gelDeviceTuning tuning;
    double limit;
    freshFolder("limit");
    for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++) {
        setenv("GEL_TUNING_SPREAD", limits[i], 1);
        CHECK_STATUS(gelFindTuningSpread(&limit), gel_invalidArgument);
        CHECK_TEXT(gelLastError(), limits[i]);
    }
    if (!findFirst(&first))
        SKIP("no OpenCL device (pocl-opencl-icd)");
    gelFree(first.key);
    CHECK_STATUS(gelTuneDevice(0, gel_tuningAnew, &tuning), gel_invalidArgument);
}

// No two times are equal, so with a limit of 1 every run counts as disturbed.
static void what_is_measured_beside_other_load_is_not_used_nor_kept(void)
{
    FirstDevice first;
    const char* folder = freshFolder("load");
    gelDeviceTuning tuning;
    if (!findFirst(&first))
        SKIP("no OpenCL device (pocl-opencl-icd)");
    gelFree(first.key);
    setenv("GEL_TUNING_SPREAD", "1", 1);
    if (gelTuneDevice(0, gel_tuningMeasured, &tuning) == gel_deviceError)
        SKIP("%s", gelLastError());
    CHECK_INT(tuning.lanes, 0);
    CHECK_TEXT(tuning.note, "beside other load");
    CHECK_INT(countFiles(folder), 0);
}

static void measuring_is_done_once_and_again_when_the_file_is_damaged(void)
{
    FirstDevice first;
    const char* folder = freshFolder("once");
    gelDeviceTuning measured, cached, again;
    if (!findFirst(&first))
        SKIP("no OpenCL device (pocl-opencl-icd)");
    gelFree(first.key);
    CHECK_STATUS(gelTuneDevice(0, gel_tuningCached, &cached), gel_success);
    CHECK_INT(cached.lanes, 0);
    CHECK_TEXT(cached.note, "not measured");
    CHECK_INT(countFiles(folder), 0);
    if (gelTuneDevice(0, gel_tuningMeasured, &measured) == gel_deviceError)
        SKIP("%s", gelLastError());
    CHECK(measured.lanes > 0 && measured.rowCount > 0, "%d lanes: %s", measured.lanes, measured.note);
    CHECK_TEXT(measured.file, folder);
    CHECK_STATUS(gelTuneDevice(0, gel_tuningCached, &cached), gel_success);
    CHECK(sameTuning(&measured, &cached), "%d lanes, not %d", cached.lanes, measured.lanes);
    CHECK_STATUS(gelTuneDevice(0, gel_tuningMeasured, &again), gel_success);
    CHECK(sameTuning(&measured, &again), "measured a second time: %s, %g ms", again.date,
          (double)again.milliseconds);
    writeText(measured.file, "{\"format\": 1");
    CHECK_STATUS(gelTuneDevice(0, gel_tuningCached, &cached), gel_success);
    CHECK_INT(cached.lanes, 0);
    CHECK_TEXT(cached.note, measured.file);
    CHECK_STATUS(gelTuneDevice(0, gel_tuningMeasured, &again), gel_success);
    CHECK(again.lanes > 0 && again.note[0] == '\0', "%d lanes: %s", again.lanes, again.note);
    CHECK_STATUS(gelTuneDevice(0, gel_tuningCached, &cached), gel_success);
    CHECK(sameTuning(&again, &cached), "not as measured: %s", cached.note);
    CHECK_INT(countFiles(folder), 1);
    CHECK_STATUS(gelTuneDevice(99, gel_tuningCached, &cached), gel_noDevice);
    CHECK_STATUS(gelTuneDevice(0, (gelTuningUse)7, &cached), gel_invalidArgument);
}

static void without_a_place_to_keep_it_all_goes_on(void)
{
    gelDeviceTuning tuning;
    freshFolder("nowhere");
    gelWorldDef def = gelDefaultWorldDef();
    gelWorld* world;
    def.device = 0;
    def.allowInexact = true;
    def.tuning = gel_tuningMeasured;
    setenv("GEL_CACHE_DIR", "/dev/null/cache", 1);
    if (gelCreateWorld(&def, &world) == gel_noDevice)
        SKIP("no OpenCL device (pocl-opencl-icd)");
    CHECK(world != NULL, "%s", gelLastError());
    const char* why = gelWorld_ExplainPlan(world);
    CHECK_TEXT(why, "by rule");
    CHECK_TEXT(why, "/dev/null/cache");
    gelDestroyWorld(world);
    if (gelTuneDevice(0, gel_tuningAnew, &tuning) == gel_deviceError)
        SKIP("%s", gelLastError());
    CHECK(tuning.lanes > 0 && tuning.file[0] == '\0', "%d lanes, kept in \"%s\"", tuning.lanes, tuning.file);
    CHECK_TEXT(tuning.note, "/dev/null/cache");
    freshFolder("nowhere");
    setenv("GEL_TUNING", "off", 1);
    CHECK_STATUS(gelTuneDevice(0, gel_tuningAnew, &tuning), gel_success);
    CHECK_INT(tuning.lanes, 0);
    CHECK_TEXT(tuning.note, "GEL_TUNING");
}

// Three boxes on the ground.
static gelWorld* makeWorld(const gelWorldDef* base)
{
    gelWorld* world;
    gelTetMesh mesh;
    gelWorldDef def = *base;
    def.allowInexact = true;
    def.ground.enabled = true;
    REQUIRE(gelCreateWorld(&def, &world));
    REQUIRE(gelCreateBoxMesh((gelVec3){1.0f, 1.0f, 1.0f}, 4, 4, 4, &mesh));
    for (int i = 0; i < 3; i++) {
        gelBodyDef body = gelDefaultBodyDef();
        gelBodyId id;
        body.position = (gelVec3){2.0f * (float)i, 0.6f, 0.0f};
        body.rotation = (gelQuat){0.1f, 0.05f * (float)i, 0.0f, 1.0f};
        REQUIRE(gelCreateBody(world, &body, &mesh, &id));
    }
    gelDestroyTetMesh(&mesh);
    return world;
}

static uint64_t hashOf(const gelWorldDef* def, char* plan, size_t planSize, int* launches)
{
    gelWorld* world = makeWorld(def);
    for (int i = 0; i < 8; i++)
        REQUIRE(gelWorld_Step(world, 1.0f / 60.0f));
    uint64_t hash = gelWorld_Hash(world);
    snprintf(plan, planSize, "%s\n%s", gelWorld_GetBackendText(world), gelWorld_ExplainPlan(world));
    *launches = gelWorld_GetProfile(world).launchesPerStep;
    gelDestroyWorld(world);
    return hash;
}

// Whatever the numbers say, measured or made up.
static void tuning_never_changes_the_bits(void)
{
    FirstDevice first;
    const char* folder = freshFolder("bits");
    char plan[4000];
    int launches;
    if (!findFirst(&first))
        SKIP("no OpenCL device (pocl-opencl-icd)");
    gelWorldDef def = gelDefaultWorldDef();
    def.device = 0;
    def.tuning = gel_tuningOff;
    uint64_t untuned = hashOf(&def, plan, sizeof plan, &launches);
    CHECK_TEXT(plan, "by rule");
    def.tuning = gel_tuningMeasured;
    CHECK_HEX(hashOf(&def, plan, sizeof plan, &launches), untuned);
    static const int lanes[] = {1, 8, 16};
    static const struct Made {
        float grid, launch, body, ensemble;
        const char* chosen;
    } made[] = {{1e-3f, 1.0f, 100.0f, 100.0f, "\nperColour: 3"},
                {1.0f, 1e9f, 1e-3f, 100.0f, "\nbody: 3"},
                {1.0f, 1e9f, 100.0f, 1e-3f, "\nensemble: 3"}};
    def.tuning = gel_tuningCached;
    for (int i = 0; i < 9; i++) {
        const struct Made* m = &made[i / 3];
        gelDeviceTuning tuning = {.lanes = lanes[i % 3], .rowCount = 1, .date = "2026-01-02 03:04"};
        tuning.rows[0] = (gelLaneTuning){.lanes = lanes[i % 3],
                                         .perColour = {i % 2 == 0 ? 32 : 65536, 1, m->grid, m->grid},
                                         .body = {i % 2 == 0 ? 32 : 65536, 4, m->body, m->body},
                                         .ensemble = {i % 2 == 0 ? 4 : 65536, 4, m->ensemble, m->ensemble},
                                         .launchCost = m->launch};
        publish(folder, first.key, &tuning);
        CHECK_HEX(hashOf(&def, plan, sizeof plan, &launches), untuned);
        CHECK_TEXT(plan, m->chosen);
        CHECK_TEXT(plan, "tuned 2026-01-02 03:04");
    }
    gelFree(first.key);
}

static void what_is_asked_for_wins(void)
{
    FirstDevice first;
    const char* folder = freshFolder("asked");
    char plan[4000];
    int launches;
    if (!findFirst(&first))
        SKIP("no OpenCL device (pocl-opencl-icd)");
    gelDeviceTuning tuning = inventTuning(8);
    publish(folder, first.key, &tuning);
    gelWorldDef def = gelDefaultWorldDef();
    def.device = 0;
    hashOf(&def, plan, sizeof plan, &launches);
    CHECK_TEXT(plan, "8 lanes, the best");
    def.lanes = 16;
    hashOf(&def, plan, sizeof plan, &launches);
    CHECK_TEXT(plan, "16 lanes, as requested");
    CHECK_TEXT(plan, "by measured costs");
    def.lanes = 1; // there is no row of it
    hashOf(&def, plan, sizeof plan, &launches);
    CHECK_TEXT(plan, "1 lane, as requested; costs by rule");
    def.lanes = 0;
    def.strategy = gel_strategyPerColour;
    hashOf(&def, plan, sizeof plan, &launches);
    CHECK_TEXT(plan, "perColour: 3 bodies of 320 tets, requested");
    def.workGroupSize = 1 << 20; // more than any device has: of the tuning's it is none
    gelWorld* world;
    CHECK_STATUS(gelCreateWorld(&def, &world), gel_invalidArgument);
    def.workGroupSize = 0;
    def.tuning = (gelTuningUse)9;
    CHECK_STATUS(gelCreateWorld(&def, &world), gel_invalidArgument);
    setenv("GEL_TUNING", "off", 1);
    def = gelDefaultWorldDef();
    def.device = 0;
    hashOf(&def, plan, sizeof plan, &launches);
    CHECK_TEXT(plan, "GEL_TUNING=off");
    gelFree(first.key);
}

// A box has 320 tets and some 600 edges: at 5 us per constraint a substep takes nearly 5 ms, and ten do not
// fit into 25 ms.
static void slow_devices_get_shorter_launches(void)
{
    FirstDevice first;
    const char* folder = freshFolder("slow");
    char plan[4000];
    int launches;
    if (!findFirst(&first))
        SKIP("no OpenCL device (pocl-opencl-icd)");
    gelWorldDef def = gelDefaultWorldDef();
    def.device = 0;
    def.strategy = gel_strategyBody;
    def.contact = false;
    gelDeviceTuning tuning = inventTuning(8);
    for (int slow = 0; slow < 2; slow++) {
        for (int i = 0; i < tuning.rowCount; i++)
            tuning.rows[i].body = (gelStrategyTuning){1, 3, slow != 0 ? 5000.0f : 1.0f, 1.0f};
        publish(folder, first.key, &tuning);
        hashOf(&def, plan, sizeof plan, &launches);
        CHECK(slow != 0 ? launches >= 2 && launches <= 5 : launches == 1, "%d launches for 10 substeps",
              launches);
    }
    gelFree(first.key);
}

// Mesa's llvmpipe ends long loops early: the skipped iterations show only in the bits.
static void a_driver_that_ends_loops_early_gets_shorter_ones(void)
{
    FirstDevice first;
    char plan[4000];
    int launches;
    freshFolder("turns");
    if (!findFirst(&first))
        SKIP("no OpenCL device (pocl-opencl-icd)");
    gelFree(first.key);
    gelWorldDef def = gelDefaultWorldDef();
    def.device = 0;
    def.lanes = 8;
    def.substepCount = 100;
    def.strategy = gel_strategyEnsemble;
    uint64_t whole = hashOf(&def, plan, sizeof plan, &launches);
    patchKernels("self_test.cl", "i < turns;", "i < turns && i < 65535;");
    CHECK_HEX(hashOf(&def, plan, sizeof plan, &launches), whole);
    CHECK(launches >= 5, "%d launches for 100 substeps", launches); // of some 3,600 turns each
    CHECK_TEXT(plan, "ensemble: 3");
    patchKernels("self_test.cl", "i < turns;", "i < turns && i < 1000;");
    gelWorld* world;
    CHECK_STATUS(gelCreateWorld(&def, &world), gel_inexactDevice);
    CHECK_TEXT(gelLastError(), "a loop of 60000 iterations");
    unsetenv("GEL_KERNEL_DIR");
}

TESTS(TEST(what_is_kept_is_read_back), TEST(a_file_of_another_key_is_told_from_its_own),
      TEST(damage_is_noticed_whatever_it_is), TEST(writers_at_once_do_no_harm),
      TEST(the_folder_is_where_the_environment_says), TEST(the_key_holds_all_that_matters),
      TEST(measuring_is_done_once_and_again_when_the_file_is_damaged),
      TEST(one_disturbed_round_of_three_is_left_out_and_two_are_told),
      TEST(a_limit_that_is_no_number_from_1_on_is_refused),
      TEST(what_is_measured_beside_other_load_is_not_used_nor_kept),
      TEST(without_a_place_to_keep_it_all_goes_on), TEST(tuning_never_changes_the_bits),
      TEST(what_is_asked_for_wins), TEST(slow_devices_get_shorter_launches),
      TEST(a_driver_that_ends_loops_early_gets_shorter_ones))
