// Each call on files of a command that writes fails once: it ends with the code for that and one line, the former results are as
// they were, and the next run leaves the files of one that nothing disturbed. stacks/file_layer.c makes the calls fail.
//
// Tries some calls of each kind. GEL_TEST_FAULTS=all tries every single one, but one write in 500 of a page, for some minutes.
#define _XOPEN_SOURCE 700
#define TEST_SUBJECT "cli_disk"
#include "support/command.h"
#include "support/point_cache_files.h"
#include "support/tries_all.h"

#include <stdlib.h>

static const char* const calls[] = {"open", "write", "close", "sync", "rename", "mkdir", "read"};
enum { callCount = sizeof calls / sizeof calls[0], writeCall = 1, renameCall = 4, readCall = callCount - 1 };

typedef struct Kind {
    const char *option, *file, *command; // NULL: run
    bool isDrawn;                        // by OpenGL; takes longer
    bool mayLack;                        // what is not the result itself may be missing, with a warning
    const char* program;                 // whose calls fail; NULL: gel's
    bool isLed;                          // by goals from a point cache
} Kind;

static const Kind results[] = {
    {.option = "--out", .file = "out.pc2"},
    {.option = "--out", .file = "out.mdd"},
    {.option = "--out", .file = "out.glb"},
    {.option = "--out", .file = "out.pvd"},
    {.option = "--out", .file = "out.obj"},
    {.option = "--out", .file = "out.ply"},
    {.option = "--contacts", .file = "contacts.csv"},
    {.option = "--contacts", .file = "contacts.pvd"},
    {.option = "--csv", .file = "probes.csv"},
    {.option = "--out", .file = "led.obj", .isLed = true},
    {.option = "--csv", .file = "differences.csv", .command = "compare"},
};
enum { resultCount = sizeof results / sizeof results[0] };

static const Kind drawn[] = {
    {.option = "--out", .file = "out.png", .isDrawn = true},
    {.option = "--out", .file = "out.gif", .isDrawn = true},
    {.option = "--out", .file = "out.gif", .isDrawn = true, .program = "ffmpeg"},
    {.option = "--out", .file = "page.html", .command = "report", .isDrawn = true, .mayLack = true},
};
enum { drawnCount = sizeof drawn / sizeof drawn[0] };

static char folder[1024], scene[1200];
static bool isShort; // a disk that is full takes half of the last write

// Runs the command of a kind for so many frames.
static void run(const Kind* kind, const char* frames)
{
    static char path[1200];
    snprintf(path, sizeof path, "%s/%s", folder, kind->file);
    const char* command = kind->command != NULL ? kind->command : "run";
    const char* const arguments[] = {"gel",
                                     command,
                                     scene,
                                     strcmp(command, "compare") == 0 ? "--b" : "--backend",
                                     "reference",
                                     "--frames",
                                     frames,
                                     kind->option,
                                     path,
                                     "--quiet",
                                     kind->isDrawn ? "--width" : NULL,
                                     "64",
                                     "--height",
                                     "64",
                                     NULL};
    runCommand(arguments);
}

// A number for all names and bytes in the folder.
static void describeFolder(char text[128])
{
    char command[2400];
    snprintf(command, sizeof command,
             "cd '%s' && find . -type f | LC_ALL=C sort | xargs cksum | LC_ALL=C sort | cksum", folder);
    FILE* pipe = popen(command, "r");
    CHECK(pipe != NULL && fgets(text, 128, pipe) != NULL, "no sum of %s", folder);
    if (pipe != NULL)
        pclose(pipe);
}

static void lead(void)
{
    char path[1200];
    const float times[2] = {0.0f, 0.1f};
    float xyz[2 * 8 * 3];
    // The goals begin at the vertices of the box, or a warning would be a second line.
    for (int i = 0; i < 2 * 8 * 3; i++)
        xyz[i] = (float)((i % 24 / 3 >> i % 3) & 1) - 0.5f + 0.05f * (float)(i / 24);
    snprintf(path, sizeof path, "%s/lead.mdd", folder);
    writeMdd(path, 8, 2, times, xyz);
    writeText(scene, "{\"bodies\":[{\"shape\":{\"type\":\"box\",\"size\":[1,1,1],\"cells\":[1,1,1]},"
                     "\"goals\":{\"weight\":1,\"cache\":{\"file\":\"lead.mdd\"}}}]}");
}

static void empty(bool falls)
{
    char text[600];
    char command[2400];
    snprintf(folder, sizeof folder, "%s", scratchPath("folder"));
    snprintf(scene, sizeof scene, "%s/scene.json", folder);
    snprintf(command, sizeof command, "rm -rf '%s' && mkdir '%s'", folder, folder);
    CHECK(system(command) == 0, "%s cannot be emptied", folder);
    snprintf(text, sizeof text,
             "{\"contact\":true,\"ground\":{},\"bodies\":[{\"shape\":{\"type\":\"box\",\"size\":[1,1,1],"
             "\"cells\":[1,1,1]},\"position\":[0,%s,0],\"repeat\":{\"count\":[1,2,1],\"spacing\":"
             "[0,1,0]}}],\"probes\":[{\"name\":\"y\",\"body\":0,\"measure\":\"position.y\"}]}",
             falls ? "3" : "0.5");
    writeText(scene, text);
}

static void armFor(const char* program, int call, int at)
{
    char number[16];
    snprintf(number, sizeof number, "%d", at);
    setenv("LD_PRELOAD", GEL_FILE_LAYER, 1);
    setenv("GEL_FILE_FAULT_IN", folder, 1);
    if (isShort)
        setenv("GEL_FILE_FAULT_SHORT", "1", 1);
    setenv("GEL_FILE_FAULT_CALL", calls[call], 1);
    setenv("GEL_FILE_FAULT_AT", number, 1);
    setenv("GEL_FILE_FAULT_COUNTS", scratchPath("counts"), 1);
    if (program != NULL)
        setenv("GEL_FILE_FAULT_PROGRAM", program, 1);
}

static void arm(int call, int at)
{
    armFor(NULL, call, at);
}

// How often each was called.
static void disarm(int counts[callCount])
{
    char text[256];
    unsetenv("LD_PRELOAD");
    unsetenv("GEL_FILE_FAULT_IN");
    unsetenv("GEL_FILE_FAULT_SHORT");
    unsetenv("GEL_FILE_FAULT_PROGRAM");
    readText(scratchPath("counts"), text, sizeof text);
    char* next = text;
    for (int i = 0; i < callCount; i++)
        counts[i] = (int)strtol(next, &next, 10);
}

static void copyFolder(const char* from, const char* to)
{
    char command[2400];
    snprintf(command, sizeof command, "rm -rf '%s' && cp -a '%s' '%s'", to, from, to);
    CHECK(system(command) == 0, "%s cannot be copied", from);
}

// Returns whether it was told. What was there before is that of three frames.
static bool disturb(const Kind* kind, int call, int at, const char* former, const char* whole)
{
    char now[128], what[80];
    int counts[callCount];
    snprintf(what, sizeof what, "%s, %s: %s %d", kind->file, kind->program != NULL ? kind->program : "gel",
             calls[call], at);
    copyFolder(scratchPath("former"), folder);
    armFor(kind->program, call, at);
    run(kind, "4");
    disarm(counts);
    int code = result.code;
    bool isTold = result.error[0] != '\0';
    const char* lineEnd = strchr(result.error, '\n');
    describeFolder(now);
    if (code == 0)
        CHECK(strcmp(now, whole) == 0 || (kind->mayLack && isTold), "%s failed unnoticed", what);
    else
        CHECK(code == 4 || (code == 3 && (call == readCall || call == 0)), "%s: exit code %d: %s", what, code,
              result.error);
    CHECK(!isTold || (lineEnd != NULL && lineEnd[1] == '\0' && strncmp(result.error, "gel: ", 5) == 0),
          "%s: not one line: %s", what, result.error);
    CHECK(code == 0 || call == renameCall || strcmp(now, former) == 0, "%s: the former files are others",
          what);
    if (kind->isDrawn && call != renameCall) // what it left was seen already
        return isTold;
    run(kind, "4");
    describeFolder(now);
    CHECK(result.code == 0 && strcmp(now, whole) == 0, "%s: the next run leaves other files: %s", what,
          result.error);
    return isTold;
}

// The first and the last, or only the last of what takes long; or every one or `step`-th.
static int firstCall(int count, bool takesLong)
{
    return takesLong && !triesAll() && count > 1 ? count : 1;
}

static int nextCall(int at, int count, int step)
{
    int next = at + step < count || at == count ? at + step : count;
    return triesAll() || at == count ? next : count;
}

static void disturbResult(const Kind* kind)
{
    char former[128], whole[128];
    int counts[callCount];
    empty(kind->isDrawn);
    if (kind->isLed)
        lead();
    run(kind, "3");
    if (kind->isDrawn && result.code != 0) {
        SKIP_PART(result.error);
        return;
    }
    describeFolder(former);
    copyFolder(folder, scratchPath("former"));
    armFor(kind->program, 0, 0);
    run(kind, "4");
    disarm(counts);
    CHECK_INT(result.code, 0);
    describeFolder(whole);
    CHECK(strcmp(former, whole) != 0, "%s: three and four frames are the same", kind->file);
    for (int call = 0; call < callCount; call++) {
        int told = 0, tried = 0;
        for (int at = firstCall(counts[call], kind->isDrawn); at <= counts[call];
             at = nextCall(at, counts[call], kind->mayLack && call == writeCall ? 500 : 1)) {
            told += disturb(kind, call, at, former, whole);
            tried++;
            if (call == writeCall && (triesAll() || !kind->mayLack)) {
                isShort = true;
                told += disturb(kind, call, at, former, whole);
                tried++;
                isShort = false;
            }
        }
        if (tried > 0)
            printf("  %-13s %-7s %4d calls, %4d failed, %4d told%s\n", kind->file, calls[call], counts[call],
                   tried, told, kind->program != NULL ? ", of ffmpeg" : "");
    }
}

static void a_call_on_a_file_that_fails_is_told_and_leaves_the_former_results(void)
{
    for (int i = 0; i < resultCount; i++)
        disturbResult(&results[i]);
}

static void splice(void)
{
    char piece[1200], joined[1200];
    snprintf(piece, sizeof piece, "%s/out.pc2", folder);
    snprintf(joined, sizeof joined, "%s/joined.pc2", folder);
    RUN("splice", piece, "--out", joined);
}

// The piece's or the result's.
static void a_splice_that_fails_says_whose_fault_it_is(void)
{
    char former[128], now[128], rest[1200];
    int counts[callCount], ignored[callCount];
    empty(false);
    run(&results[0], "3");
    splice();
    CHECK_INT(result.code, 0);
    describeFolder(former);
    arm(0, 0);
    splice();
    disarm(counts);
    for (int call = writeCall; call <= readCall; call++)
        for (int at = 1; at <= counts[call];
             at += call == readCall || counts[call] == 1 ? counts[call] : counts[call] - 1) {
            arm(call, at);
            splice();
            disarm(ignored);
            // 3 of a piece; a former result that cannot be looked at is not replaced.
            CHECK(result.code == 4 || (result.code == 3 && call == readCall) ||
                      (result.code == 0 && call == 2),
                  "splice: %s %d: exit code %d: %s", calls[call], at, result.code, result.error);
            describeFolder(now);
            CHECK(strcmp(now, former) == 0, "splice: %s %d: the former files are others", calls[call], at);
        }
    snprintf(rest, sizeof rest, "%s/out_rest.obj", folder);
    remove(rest);
    splice();
    CHECK_INT(result.code, 0);
    CHECK_TEXT(result.error, "joined_rest.obj: left unchanged");
    CHECK(symlink(rest, rest) == 0, "no link"); // which nobody can read
    splice();
    CHECK_INT(result.code, 3);
    CHECK_TEXT(result.error, "out_rest.obj: cannot be opened");
}

static void a_call_that_fails_while_drawing_leaves_the_former_film_picture_and_page(void)
{
    for (int i = 0; i < drawnCount; i++)
        disturbResult(&drawn[i]);
}

// Writes a recording and its states.
static void record(const char* frames)
{
    static char path[1200];
    snprintf(path, sizeof path, "%s/record.json", folder);
    const char* const arguments[] = {
        "gel",      "view", scene,     "--backend", "reference", "--headless", "--frames", frames,
        "--record", path,   "--quiet", "--width",   "64",        "--height",   "64",       NULL};
    runCommand(arguments);
}

// 0: there is none.
static int countFrames(const char* name)
{
    static char text[1 << 14];
    char path[1300];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    readText(path, text, sizeof text);
    const char* place = strstr(text, "\"frames\": ");
    return place != NULL ? atoi(place + strlen("\"frames\": ")) : 0;
}

// A recording that fails leaves what was done until then, which is said, and the former one.
static void disturbRecording(int call, int at)
{
    int counts[callCount];
    copyFolder(scratchPath("former"), folder);
    arm(call, at);
    record("62");
    disarm(counts);
    bool isShortOfStates = result.code == 0 && (strstr(result.error, "without further states") != NULL ||
                                                strstr(result.error, "is without states") != NULL);
    int frames = countFrames("record.json"), left = countFrames("record.json.part");
    CHECK(result.code == 0 || result.code == 4 || (result.code == 3 && (call == 0 || call == readCall)),
          "recording: %s %d: exit code %d: %s", calls[call], at, result.code, result.error);
    CHECK(frames == (result.code == 0 ? 62 : 61), "recording: %s %d: exit code %d, and %d frames",
          calls[call], at, result.code, frames);
    CHECK(result.code == 0 || left == 0 ||
              strstr(result.error, "record.json.part; gel run repeats it") != NULL,
          "recording: %s %d: a part of %d frames is left, and: %s", calls[call], at, left, result.error);
    CHECK(result.error[0] == '\0' || isShortOfStates || result.code != 0, "recording: %s %d: %s", calls[call],
          at, result.error);
    record("62");
    CHECK(result.code == 0 && countFrames("record.json") == 62, "recording: %s %d: the next: %s", calls[call],
          at, result.error);
}

static void a_recording_that_fails_leaves_the_former_one_and_what_was_done(void)
{
    int counts[callCount];
    empty(true);
    record("61");
    if (result.code != 0)
        SKIP(result.error);
    copyFolder(folder, scratchPath("former"));
    arm(0, 0);
    record("62");
    disarm(counts);
    for (int call = 0; call < callCount; call++) {
        int tried = 0;
        for (int at = firstCall(counts[call], true); at <= counts[call]; at = nextCall(at, counts[call], 1)) {
            disturbRecording(call, at);
            tried++;
            isShort = call == writeCall;
            if (isShort)
                disturbRecording(call, at);
            isShort = false;
        }
        if (tried > 0)
            printf("  recording     %-7s %4d calls, %4d failed\n", calls[call], counts[call], tried);
    }
}

// Runs four frames, with a checkpoint after each.
static void runKept(const char* more)
{
    static char path[1200], table[1200], contacts[1200];
    snprintf(path, sizeof path, "%s/out.pc2", folder);
    snprintf(table, sizeof table, "%s/probes.csv", folder);
    snprintf(contacts, sizeof contacts, "%s/contacts.pvd", folder);
    const char* const arguments[] = {
        "gel",   "run", scene,        "--backend", "reference", "--frames",     "4", "--out", path,
        "--csv", table, "--contacts", contacts,    "--quiet",   "--checkpoint", "1", more,    NULL};
    runCommand(arguments);
}

// Returns whether the run went on without a word.
static bool disturbKept(int call, int at, const char* whole)
{
    char now[128], path[1200];
    int counts[callCount];
    empty(false);
    arm(call, at);
    runKept(NULL);
    disarm(counts);
    int code = result.code;
    CHECK(code == 0 || code == 3 || code == 4, "checkpoint: %s %d: exit code %d: %s", calls[call], at, code,
          result.error);
    bool isSilent = code == 0 && result.error[0] == '\0';
    snprintf(path, sizeof path, "%s/out.pc2.gel-state", folder);
    if (code != 0) {
        runKept(access(path, F_OK) == 0 ? "--resume" : NULL);
        CHECK(result.code == 0, "checkpoint: %s %d: there is no going on: %s", calls[call], at, result.error);
    }
    describeFolder(now);
    CHECK(strcmp(now, whole) == 0, "checkpoint: %s %d: exit code %d, and other files are left", calls[call],
          at, code);
    return isSilent;
}

static void a_checkpoint_that_fails_costs_no_result(void)
{
    char whole[128];
    int counts[callCount];
    empty(false);
    arm(0, 0);
    runKept(NULL);
    disarm(counts);
    CHECK_INT(result.code, 0);
    describeFolder(whole);
    for (int call = 0; call < callCount; call++) {
        int silent = 0, tried = 0, step = triesAll() ? 1 : 1 + counts[call] / 6;
        for (int at = counts[call]; at >= 1; at -= step, tried++)
            silent += disturbKept(call, at, whole);
        printf("  checkpoints   %-7s %4d calls, %4d failed, %4d without a word\n", calls[call], counts[call],
               tried, silent);
    }
}

static const char* const plain[] = {
    "gel", "run", GEL_ASSETS "/scenes/single_tet.json", "--backend", "reference", "--frames", "2", NULL};

// The verdict on drivers; tuning is in the test `tuning`.
static void caches_that_cannot_be_kept_cost_nothing(void)
{
    char undisturbed[1 << 12];
    int counts[callCount], other[callCount];
    empty(false);
    runCommand(plain);
    CHECK_INT(result.code, 0);
    snprintf(undisturbed, sizeof undisturbed, "%s", strstr(result.out, "hash"));
    setenv("GEL_CACHE_DIR", folder, 1);
    unsetenv("OCL_ICD_VENDORS");
    arm(0, 0);
    runCommand(plain);
    disarm(counts);
    int tried = 0;
    for (int call = 0; call < callCount; call++)
        for (int at = 1; at <= counts[call]; at++, tried++) {
            empty(false);
            arm(call, at);
            runCommand(plain);
            disarm(other);
            CHECK(result.code == 0 && strstr(result.out, undisturbed) != NULL, "%s %d: exit code %d: %s%s",
                  calls[call], at, result.code, result.out, result.error);
        }
    unsetenv("GEL_CACHE_DIR");
    if (tried == 0)
        SKIP("there are no drivers in /etc/OpenCL/vendors to judge: pocl-opencl-icd");
    printf("  caches        %d calls failed\n", tried);
}

TESTS(TEST(caches_that_cannot_be_kept_cost_nothing),
      TEST(a_call_on_a_file_that_fails_is_told_and_leaves_the_former_results),
      TEST(a_splice_that_fails_says_whose_fault_it_is),
      TEST(a_call_that_fails_while_drawing_leaves_the_former_film_picture_and_page),
      TEST(a_recording_that_fails_leaves_the_former_one_and_what_was_done),
      TEST(a_checkpoint_that_fails_costs_no_result))
