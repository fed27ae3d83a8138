// A command that is killed at any moment leaves the former results as they were, and what it was writing is cleared away
// by the next one.
#define _XOPEN_SOURCE 700
#define TEST_SUBJECT "cli_killed"
#include "support/command.h"

#include <stdlib.h>

enum { maxWords = 20 };

typedef struct Kind {
    const char* name; // of the result, which ends the words
    const char* words[maxWords];
    int kills;        // unless GEL_KILLS says how many
    bool isDrawn;     // takes longer
    bool isJournaled; // what it has recorded stays on purpose
} Kind;

#define SCENE GEL_ASSETS "/scenes/pinned_beam.json"
#define BAKE "run", SCENE, "--backend", "reference", "--frames", "60", "--quiet", "--out"
#define DRAWN SCENE, "--backend", "reference", "--frames", "12", "--quiet", "--width", "64", "--height", "64"
#define PROBED GEL_SCRATCH "/cli_killed-probed.json"
#define PIECE GEL_SCRATCH "/cli_killed-piece.pc2"

static const Kind kinds[] = {
    {"killed.pc2", {BAKE}, 2, false, false},
    {"killed.mdd", {BAKE}, 2, false, false},
    {"killed.glb", {BAKE}, 2, false, false},
    {"killed.pvd", {BAKE}, 2, false, false},
    {"killed.vtu", {BAKE}, 2, false, false},
    {"killed.obj", {BAKE}, 2, false, false},
    {"killed.ply", {BAKE}, 2, false, false},
    {"contacts.csv",
     {"run", SCENE, "--backend", "reference", "--frames", "60", "--quiet", "--contacts"},
     3,
     false,
     false},
    {"probes.csv",
     {"run", PROBED, "--backend", "reference", "--frames", "60", "--quiet", "--csv"},
     2,
     false,
     false},
    {"differences.csv",
     {"compare", SCENE, "--b", "reference", "--frames", "60", "--quiet", "--csv"},
     2,
     false,
     false},
    {"spliced.pc2", {"splice", PIECE, "--out"}, 2, false, false},
    {"mesh.msh", {"mesh", GEL_ASSETS "/meshes/bear.node"}, 2, false, false},
    {"mesh.node", {"mesh", GEL_ASSETS "/meshes/bear.node"}, 2, false, false},
    {"killed.png", {"run", DRAWN, "--out"}, 1, true, false},
    {"killed.gif", {"run", DRAWN, "--out"}, 1, true, false},
    {"killed.mp4", {"run", DRAWN, "--out"}, 1, true, false},
    {"killed.mkv", {"run", DRAWN, "--out"}, 1, true, false},
    {"killed.webm", {"run", DRAWN, "--out"}, 1, true, false},
    {"page.html", {"report", DRAWN, "--out"}, 1, true, false},
    {"recording.json", {"view", DRAWN, "--headless", "--record"}, 1, true, true},
};
enum { kindCount = sizeof kinds / sizeof kinds[0] };

static char folder[1024];

static pid_t start(const Kind* kind)
{
    static char path[1200];
    const char* words[maxWords + 3] = {"gel"};
    int count = 1;
    for (int i = 0; kind->words[i] != NULL; i++)
        words[count++] = kind->words[i];
    snprintf(path, sizeof path, "%s/%s", folder, kind->name);
    words[count] = path;
    return startCommand(words, scratchPath("out"), scratchPath("error"));
}

// The first line that a shell command prints in the folder.
static void ask(const char* command, char text[128])
{
    char line[2400];
    snprintf(line, sizeof line, "cd '%s' && %s", folder, command);
    FILE* pipe = popen(line, "r");
    if (pipe == NULL || fgets(text, 128, pipe) == NULL)
        text[0] = '\0';
    if (pipe != NULL)
        pclose(pipe);
}

// A number for all names and bytes in the folder but those of parts.
static void describeFolder(char text[128])
{
    ask("find . -type f ! -name '*.part*' | LC_ALL=C sort | xargs cksum -- /dev/null | cksum", text);
    CHECK(text[0] != '\0', "no sum of %s", folder);
}

static void emptyFolder(void)
{
    char command[2400];
    snprintf(folder, sizeof folder, "%s", scratchPath("killed"));
    snprintf(command, sizeof command, "rm -rf '%s' && mkdir '%s'", folder, folder);
    CHECK(system(command) == 0, "%s cannot be emptied", folder);
}

static int killsOf(const Kind* kind)
{
    const char* asked = getenv("GEL_KILLS"); // more, by hand
    return asked != NULL ? atoi(asked) : kind->kills;
}

// Whether a program still writes into the folder: a command's children must not outlive it.
static bool childOutlives(void)
{
    char found[128];
    ask("pwd | xargs -I@ pgrep -f 'ffmpeg.*@/'", found);
    return found[0] != '\0';
}

static void checkNoHeirs(const Kind* kind)
{
    bool stay = childOutlives();
    for (int i = 0; i < 20 && stay; i++) {
        sleepMilliseconds(10);
        stay = childOutlives();
    }
    CHECK(!stay, "%s: ffmpeg goes on after gel was killed", kind->name);
}

typedef struct Count {
    int runs, killed, changed, rubbish;
} Count;

// Runs it to its end. Nothing but the former files may be there.
static void lookForRubbish(const Kind* kind, const char* former, Count* count)
{
    char now[128], parts[128];
    if (kind->isJournaled)
        ask("rm -f *.part *.part.states", now);
    waitForCommand(start(kind));
    CHECK(result.code == 0, "%s: %d: %s", kind->name, result.code, result.error);
    ask("find . -name '*.part*'", parts);
    CHECK(parts[0] == '\0', "%s: parts are left: %s", kind->name, parts);
    describeFolder(now);
    CHECK(strcmp(former, now) == 0, "%s: a whole run writes other files", kind->name);
    count->rubbish += parts[0] != '\0' || strcmp(former, now) != 0;
}

// At any moment of a run, of which one takes so long. The files are those of the run before, or, if it was killed at the
// very end, of a whole one: both are the same.
static void killOnce(const Kind* kind, const char* former, int length, Count* count)
{
    static unsigned random = 12345;
    char now[128];
    random = random * 1664525u + 1013904223u;
    pid_t child = start(kind);
    sleepMilliseconds((int)(random >> 16) % (length + 1));
    kill(child, SIGKILL);
    waitForCommand(child);
    count->runs++;
    count->killed += result.code == -1;
    describeFolder(now);
    CHECK(strcmp(former, now) == 0, "%s: killed, the files are others: %s and %s", kind->name, former, now);
    count->changed += strcmp(former, now) != 0;
    if (kind->isDrawn)
        checkNoHeirs(kind);
}

// False if it cannot be drawn here.
static bool killKind(const Kind* kind, Count* count)
{
    enum { killsInARow = 10 };
    char former[128];
    emptyFolder();
    struct timespec begin, end;
    clock_gettime(CLOCK_MONOTONIC, &begin);
    waitForCommand(start(kind));
    clock_gettime(CLOCK_MONOTONIC, &end);
    int length = (int)((end.tv_sec - begin.tv_sec) * 1000 + (end.tv_nsec - begin.tv_nsec) / 1000000);
    if (kind->isDrawn && (result.code == 7 || strstr(result.error, "install the package") != NULL)) {
        SKIP_PART(result.error);
        return false;
    }
    CHECK(result.code == 0, "%s: %d: %s", kind->name, result.code, result.error);
    describeFolder(former);
    for (int k = 1; k <= killsOf(kind); k++) {
        killOnce(kind, former, length, count);
        if (k % killsInARow == 0 || k == killsOf(kind))
            lookForRubbish(kind, former, count);
    }
    printf("  %-16s %4d runs, %4d killed, former files changed %d times, rubbish after the next %d times\n",
           kind->name, count->runs, count->killed, count->changed, count->rubbish);
    return true;
}

static void writeInputs(void)
{
    writeText(PROBED, "{\"bodies\":[{\"shape\":{\"type\":\"box\",\"size\":[1,1,1],\"cells\":[2,2,2]}}],"
                      "\"probes\":[{\"name\":\"y\",\"body\":0,\"measure\":\"position.y\"}]}");
    RUN_FOR(0, "run", SCENE, "--backend", "reference", "--frames", "60", "--quiet", "--out", PIECE);
}

static void killKinds(bool areDrawn)
{
    int runs = 0, killed = 0;
    const char* only = getenv("GEL_KILLED"); // by hand: this kind alone
    for (int i = 0; i < kindCount; i++) {
        Count count = {0, 0, 0, 0};
        if (kinds[i].isDrawn != areDrawn || (only != NULL && strcmp(only, kinds[i].name) != 0))
            continue;
        if (!killKind(&kinds[i], &count))
            break;
        runs += count.runs;
        killed += count.killed;
    }
    CHECK(4 * killed >= runs, "only %d of %d runs were killed before they ended", killed, runs);
}

static void a_killed_run_leaves_former_results_and_no_rubbish(void)
{
    writeInputs();
    killKinds(false);
}

static void a_killed_film_or_recording_leaves_former_results_and_no_rubbish(void)
{
    killKinds(true);
}

// Here ffmpeg is slow to begin, and the next command has cleared the folder before it does.
static void an_encoder_ends_with_the_command_that_was_killed(void)
{
    char program[1200], path[6000], former[4096];
    const Kind film = {.name = "slow.mp4", .words = {"run", DRAWN, "--out"}},
               other = {.name = "own.obj", .words = {BAKE}};
    emptyFolder();
    snprintf(program, sizeof program, "%s/ffmpeg", folder);
    writeText(program, "#!/bin/sh\nfor last; do :; done\nsleep 0.5\necho late > \"${last#file:}\"\n");
    chmod(program, 0755);
    snprintf(former, sizeof former, "%s", getenv("PATH"));
    snprintf(path, sizeof path, "%s:%s", folder, former);
    setenv("PATH", path, 1);
    pid_t child = start(&film);
    ask("for i in $(seq 500); do ls | grep part && break; sleep 0.01; done", path);
    sleepMilliseconds(50);
    kill(child, SIGKILL);
    waitForCommand(child);
    setenv("PATH", former, 1);
    if (path[0] == '\0')
        SKIP("nothing is drawn here");
    waitForCommand(start(&other));
    sleepMilliseconds(600);
    ask("find . -name '*.part*'", path);
    CHECK(path[0] == '\0', "it wrote %s", path);
}

static void the_part_of_a_running_command_stays(void)
{
    char own[1200], running[1200];
    emptyFolder();
    snprintf(own, sizeof own, "%s/own.obj.part", folder);
    snprintf(running, sizeof running, "%s/running.pc2", folder);
    writeText(own, "the user's");
    const char* const arguments[] = {"gel",       "run",       GEL_ASSETS "/scenes/pinned_beam.json",
                                     "--backend", "reference", "--frames",
                                     "100000",    "--out",     running,
                                     "--quiet",   NULL};
    pid_t child = startCommand(arguments, scratchPath("out"), scratchPath("error"));
    for (int i = 0; i < 10000 && !partExists(running); i++)
        sleepMilliseconds(1);
    const Kind other = {.name = "own.obj", .words = {BAKE}};
    waitForCommand(start(&other));
    CHECK_INT(result.code, 0);
    CHECK(partExists(running), "what another command is writing is gone");
    CHECK(fileExists(own), "%s is gone", own);
    kill(child, SIGKILL);
    waitForCommand(child);
    waitForCommand(start(&other));
    CHECK(!partExists(running), "what a killed command was writing is left");
}

TESTS(TEST(a_killed_run_leaves_former_results_and_no_rubbish),
      TEST(a_killed_film_or_recording_leaves_former_results_and_no_rubbish),
      TEST(an_encoder_ends_with_the_command_that_was_killed), TEST(the_part_of_a_running_command_stays))
