// A command that is killed at any moment leaves the former results as they were, and what it was writing is cleared away
// by the next one.
#define _XOPEN_SOURCE 700
#define TEST_SUBJECT "cli_killed"
#include "support/command.h"

#include <stdlib.h>

static const char* const results[] = {"killed.pc2", "killed.mdd", "killed.glb", "killed.pvd", "killed.vtu",
                                      "killed.obj", "killed.ply", "killed.csv", "killed.gif"};
enum { resultCount = sizeof results / sizeof results[0], frames = 60 };

static char folder[1024];

static bool isTable(const char* name)
{
    return strstr(name, ".csv") != NULL;
}

static bool isFilm(const char* name)
{
    return strstr(name, ".gif") != NULL;
}

static pid_t start(const char* name)
{
    static char path[1200];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    const char* const arguments[] = {"gel",
                                     "run",
                                     GEL_ASSETS "/scenes/pinned_beam.json",
                                     "--backend",
                                     "reference",
                                     "--frames",
                                     isFilm(name) ? "12" : "60",
                                     isTable(name) ? "--contacts" : "--out",
                                     path,
                                     "--quiet",
                                     isFilm(name) ? "--width" : NULL,
                                     "64",
                                     "--height",
                                     "64",
                                     NULL};
    return startCommand(arguments, scratchPath("out"), scratchPath("error"));
}

// A number for all names and bytes in the folder but those of parts.
static void describeFolder(char text[128])
{
    char command[2400];
    snprintf(command, sizeof command,
             "cd '%s' && find . -type f ! -name '*.part' | LC_ALL=C sort | xargs cat -- /dev/null | cksum",
             folder);
    FILE* pipe = popen(command, "r");
    CHECK(pipe != NULL && fgets(text, 128, pipe) != NULL, "no sum of %s", folder);
    if (pipe != NULL)
        pclose(pipe);
}

static void emptyFolder(void)
{
    char command[2400];
    snprintf(folder, sizeof folder, "%s", scratchPath("killed"));
    snprintf(command, sizeof command, "rm -rf '%s' && mkdir '%s'", folder, folder);
    CHECK(system(command) == 0, "%s cannot be emptied", folder);
}

static int kills(void)
{
    const char* asked = getenv("GEL_KILLS"); // more, by hand
    return asked != NULL ? atoi(asked) : 3;
}

// The files are those of the run before, or, if it was killed at the very end, of a whole one: both are the same.
static void what_is_killed_leaves_former_results_and_no_rubbish(void)
{
    unsigned random = 12345;
    int killed = 0;
    for (int i = 0; i < resultCount; i++) {
        char former[128], now[128], path[1200];
        emptyFolder();
        waitForCommand(start(results[i]));
        if (isFilm(results[i]) && (result.code == 7 || strstr(result.error, "install the package") != NULL)) {
            SKIP_PART(result.error);
            break;
        }
        CHECK_INT(result.code, 0);
        describeFolder(former);
        for (int k = 0; k < kills(); k++) {
            random = random * 1664525u + 1013904223u;
            pid_t child = start(results[i]);
            sleepMilliseconds((int)(random >> 16) % (isFilm(results[i]) ? 600 : 60));
            kill(child, SIGKILL);
            waitForCommand(child);
            killed += result.code == -1;
            describeFolder(now);
            CHECK(strcmp(former, now) == 0, "%s: killed, the files are others: %s and %s", results[i], former,
                  now);
        }
        waitForCommand(start(results[i]));
        CHECK_INT(result.code, 0);
        snprintf(path, sizeof path, "%s/", folder);
        CHECK(!partExists(path), "%s: parts are left", results[i]);
        describeFolder(now);
        CHECK(strcmp(former, now) == 0, "%s: a whole run writes other files", results[i]);
    }
    CHECK(4 * killed >= resultCount * kills(), "only %d of %d runs were killed before they ended", killed,
          resultCount * kills());
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
    waitForCommand(start("own.obj"));
    CHECK_INT(result.code, 0);
    CHECK(partExists(running), "what another command is writing is gone");
    CHECK(fileExists(own), "%s is gone", own);
    kill(child, SIGKILL);
    waitForCommand(child);
    waitForCommand(start("own.obj"));
    CHECK(!partExists(running), "what a killed command was writing is left");
}

TESTS(TEST(what_is_killed_leaves_former_results_and_no_rubbish), TEST(the_part_of_a_running_command_stays))
