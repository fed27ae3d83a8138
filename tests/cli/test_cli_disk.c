// Each call on files of `gel run` fails once: it ends with the code for that and one line, the former results are as
// they were, and the next run leaves the files of one that nothing disturbed. stacks/file_layer.c makes the calls fail.
//
// Tries some calls of each kind. GEL_TEST_FAULTS=all tries every single one, for some minutes.
#define _XOPEN_SOURCE 700
#define TEST_SUBJECT "cli_disk"
#include "support/command.h"
#include "support/tries_all.h"

#include <stdlib.h>

static const char* const calls[] = {"open", "write", "close", "sync", "rename", "mkdir", "read"};
enum { callCount = sizeof calls / sizeof calls[0], writeCall = 1, renameCall = 4, readCall = callCount - 1 };

static const char* const results[][2] = {
    {"--out", "out.pc2"}, {"--out", "out.mdd"}, {"--out", "out.glb"},           {"--out", "out.pvd"},
    {"--out", "out.obj"}, {"--out", "out.ply"}, {"--contacts", "contacts.csv"}, {"--csv", "probes.csv"},
};
enum { resultCount = sizeof results / sizeof results[0] };

static char folder[1024], scene[1200];
static bool isShort; // a disk that is full takes half of the last write

// Of so many frames.
static void run(const char* const* kind, const char* frames)
{
    static char path[1200];
    snprintf(path, sizeof path, "%s/%s", folder, kind[1]);
    const char* const arguments[] = {"gel",  "run",   scene, "--backend", "reference", "--frames",
                                     frames, kind[0], path,  "--quiet",   NULL};
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

static void empty(void)
{
    char command[2400];
    snprintf(folder, sizeof folder, "%s", scratchPath("folder"));
    snprintf(scene, sizeof scene, "%s/scene.json", folder);
    snprintf(command, sizeof command, "rm -rf '%s' && mkdir '%s'", folder, folder);
    CHECK(system(command) == 0, "%s cannot be emptied", folder);
    writeText(scene,
              "{\"contact\":true,\"ground\":{},\"bodies\":[{\"shape\":{\"type\":\"box\",\"size\":[1,1,1],"
              "\"cells\":[1,1,1]},\"position\":[0,0.5,0],\"repeat\":{\"count\":[1,2,1],\"spacing\":"
              "[0,1,0]}}],\"probes\":[{\"name\":\"y\",\"body\":0,\"measure\":\"position.y\"}]}");
}

static void arm(int call, int at)
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
}

// How often each was called.
static void disarm(int counts[callCount])
{
    char text[256];
    unsetenv("LD_PRELOAD");
    unsetenv("GEL_FILE_FAULT_IN");
    unsetenv("GEL_FILE_FAULT_SHORT");
    readText(scratchPath("counts"), text, sizeof text);
    char* next = text;
    for (int i = 0; i < callCount; i++)
        counts[i] = (int)strtol(next, &next, 10);
}

// Returns the exit code. What was there before is that of three frames.
static int disturb(const char* const* kind, int call, int at, const char* former, const char* whole)
{
    char now[128];
    int counts[callCount];
    run(kind, "3");
    CHECK_INT(result.code, 0);
    arm(call, at);
    run(kind, "4");
    disarm(counts);
    int code = result.code;
    const char* lineEnd = strchr(result.error, '\n');
    describeFolder(now);
    if (code == 0)
        CHECK(strcmp(now, whole) == 0, "%s: %s %d failed unnoticed", kind[1], calls[call], at);
    else
        CHECK(code == 4 || (code == 3 && (call == readCall || call == 0)), "%s: %s %d: exit code %d: %s",
              kind[1], calls[call], at, code, result.error);
    CHECK(code == 0 || (lineEnd != NULL && lineEnd[1] == '\0' && strncmp(result.error, "gel: ", 5) == 0),
          "%s: %s %d: not one line: %s", kind[1], calls[call], at, result.error);
    CHECK(code == 0 || call == renameCall || strcmp(now, former) == 0,
          "%s: %s %d: the former files are others", kind[1], calls[call], at);
    run(kind, "4");
    describeFolder(now);
    CHECK(result.code == 0 && strcmp(now, whole) == 0, "%s: %s %d: the next run leaves other files: %s",
          kind[1], calls[call], at, result.error);
    return code;
}

// The first and the last, or all.
static int nextCall(int at, int count)
{
    return triesAll() || at == count ? at + 1 : count;
}

static void disturbResult(const char* const* kind)
{
    char former[128], whole[128];
    int counts[callCount];
    empty();
    run(kind, "3");
    describeFolder(former);
    arm(0, 0);
    run(kind, "4");
    disarm(counts);
    CHECK_INT(result.code, 0);
    describeFolder(whole);
    CHECK(strcmp(former, whole) != 0, "%s: three and four frames are the same", kind[1]);
    for (int call = 0; call < callCount; call++) {
        int told = 0, tried = 0;
        for (int at = 1; at <= counts[call]; at = nextCall(at, counts[call])) {
            empty();
            told += disturb(kind, call, at, former, whole) != 0;
            tried++;
            if (call == writeCall) {
                empty();
                isShort = true;
                told += disturb(kind, call, at, former, whole) != 0;
                tried++;
                isShort = false;
            }
        }
        if (tried > 0)
            printf("  %-13s %-7s %4d calls, %4d failed, %4d told\n", kind[1], calls[call], counts[call],
                   tried, told);
    }
}

static void a_call_on_a_file_that_fails_is_told_and_leaves_the_former_results(void)
{
    for (int i = 0; i < resultCount; i++)
        disturbResult(results[i]);
}

// Of four frames, with a checkpoint after each.
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
    empty();
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
    empty();
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

TESTS(TEST(a_call_on_a_file_that_fails_is_told_and_leaves_the_former_results),
      TEST(a_checkpoint_that_fails_costs_no_result))
