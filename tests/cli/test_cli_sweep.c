// gel sweep: a table of variants that survives a kill, the same from any number of processes; and --set on other commands.
#define _XOPEN_SOURCE 700
#define TEST_SUBJECT "cli_sweep"
#include "files/system.h"
#include "support/command.h"

#include <errno.h>
#include <stdlib.h>

#define SCRATCH(name) (GEL_SCRATCH "/cli_sweep-" name)

enum { tableSize = 1 << 16 };

static const char* smallBeam(void)
{
    static const char path[] = GEL_SCRATCH "/cli_sweep-small.json";
    writeText(
        path,
        "{\"substeps\": 4, \"bodies\": [{\"name\": \"beam\", \"shape\": {\"type\": \"beam\", \"size\": "
        "[1, 0.2, 0.2], \"cells\": [2, 1, 1]}, \"position\": [0, 2, 0], \"material\": {\"youngModulus\": "
        "1e5}, \"pins\": [{\"box\": {\"lower\": [-0.6, 0, -1], \"upper\": [-0.4, 3, 1]}}]}], \"probes\": "
        "[{\"name\": \"tip\", \"body\": \"beam\", \"box\": {\"lower\": [0.4, 0, -1], \"upper\": [0.6, 3, 1]},"
        " \"measure\": \"displacement.y\"}]}");
    return path;
}

// Reads a table without its column of seconds, which is the last but one and is followed by an empty error.
static const char* tableOf(const char* path, char text[tableSize])
{
    char *from = text, *to = text;
    readText(path, text, tableSize);
    while (*from != '\0') {
        char *end = strchr(from, '\n'), *comma = end;
        for (int i = 0; i < 2 && comma > from; i++)
            while (*--comma != ',' && comma > from) {
            }
        size_t length = (size_t)(comma - from);
        memmove(to, from, length);
        to += length;
        *to++ = '\n';
        from = end + 1;
    }
    *to = '\0';
    return text;
}

static int countLines(const char* text)
{
    int count = 0;
    for (; *text != '\0'; text++)
        count += *text == '\n';
    return count;
}

#define SWEEP "sweep", smallBeam(), "--frames", "3", "--backend", "reference", "--quiet"
#define OVER "--over", "bodies[0].material.youngModulus=log:1e4:1e6:3", "--over", "solver=xpbd,twoLevel"

static void a_row_has_settings_probes_softness_and_the_hash_of_its_run(void)
{
    char table[tableSize];
    const char* path = SCRATCH("rows.csv");
    remove(path);
    RUN_FOR(0, SWEEP, OVER, "--csv", path, "--json");
    cJSON* object = parseOutput();
    CHECK_INT(numberAt(object, "rows"), 6);
    CHECK_INT(numberAt(object, "failed"), 0);
    const cJSON* row = cJSON_GetArrayItem(cJSON_GetObjectItemCaseSensitive(object, "table"), 2);
    CHECK_INT(numberAt(row, "row"), 3);
    CHECK_INT(numberAt(row, "bodies[0].material.youngModulus"), 100000);
    CHECK_TEXT(textAt(row, "solver"), "xpbd");
    CHECK_INT(numberAt(row, "exit"), 0);
    CHECK_TEXT(textAt(row, "backend"), "reference");
    char hash[32];
    snprintf(hash, sizeof hash, "%s", textAt(row, "hash"));
    double tip = numberAt(row, "tip_m"), softness = numberAt(row, "softness");
    cJSON_Delete(object);
    RUN_FOR(0, "run", smallBeam(), "--frames", "3", "--backend", "reference", "--set", "solver=xpbd", "--set",
            "bodies[0].material.youngModulus=1e5", "--json");
    object = parseOutput();
    CHECK_TEXT(textAt(object, "hash"), hash);
    double runTip =
        numberAt(cJSON_GetArrayItem(cJSON_GetObjectItemCaseSensitive(object, "probes"), 0), "value");
    CHECK(fabs(runTip - tip) <= 1e-9 && tip < 0.0, "tip %.9g, of gel run %.9g", tip, runTip);
    CHECK(fabs(numberAt(object, "softness/ratio") - softness) < 1e-8, "softness %g", softness);
    CHECK_TEXT(cJSON_GetStringValue(cJSON_GetArrayItem(cJSON_GetObjectItemCaseSensitive(object, "set"), 1)),
               "bodies[0].material.youngModulus=1e5");
    cJSON_Delete(object);
    CHECK_INT(countLines(tableOf(path, table)), 7);
    CHECK_TEXT(table,
               "row,sweep,bodies[0].material.youngModulus,solver,tip_m,softness,hash,exit,backend\n1,");
}

static void two_processes_at_a_time_and_two_parts_give_the_table_of_one(void)
{
    char one[tableSize], other[tableSize];
    const char *path = SCRATCH("one.csv"), *two = SCRATCH("two.csv"), *parts = SCRATCH("parts.csv");
    const char* files[] = {path, two, parts, SCRATCH("parts.1-of-2.csv"), SCRATCH("parts.2-of-2.csv")};
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++)
        remove(files[i]);
    RUN_FOR(0, SWEEP, OVER, "--csv", path);
    tableOf(path, one);
    RUN_FOR(0, SWEEP, OVER, "--csv", two, "--jobs", "2");
    CHECK(strcmp(tableOf(two, other), one) == 0, "two at a time: %s not %s", other, one);
    RUN_FOR(0, SWEEP, OVER, "--csv", parts, "--part", "1/2");
    CHECK_TEXT(result.out, "3 rows");
    tableOf(SCRATCH("parts.1-of-2.csv"), other);
    CHECK_TEXT(other, ",xpbd,"); // also where the number of parts divides that of an option's values
    CHECK_TEXT(other, ",twoLevel,");
    RUN_FOR(0, SWEEP, OVER, "--csv", parts, "--part", "2/2");
    RUN_FOR(0, SWEEP, OVER, "--csv", parts, "--join", "2");
    CHECK_TEXT(result.out, "0 rows");
    CHECK(strcmp(tableOf(parts, other), one) == 0, "two parts: %s not %s", other, one);
}

static void a_killed_sweep_goes_on_and_ends_with_the_same_table(void)
{
    char whole[tableSize], other[tableSize];
    const char *path = SCRATCH("whole.csv"), *killed = SCRATCH("killed.csv");
    remove(path);
    remove(killed);
    RUN_FOR(0, SWEEP, OVER, "--csv", path);
    tableOf(path, whole);
    const char* const words[] = {"gel", SWEEP, OVER, "--csv", killed, NULL};
    pid_t child = startCommand(words, scratchPath("out"), scratchPath("error"));
    for (int i = 0, lines = 0; i < 2000 && lines < 3 && !hasEnded(child); i++) { // two rows
        sleepMilliseconds(5);
        if (fileExists(killed)) {
            readText(killed, other, sizeof other);
            lines = countLines(other);
        }
    }
    kill(child, SIGKILL);
    waitForCommand(child);
    readText(killed, other, sizeof other);
    int lines = countLines(other);
    CHECK(lines >= 3 && lines <= 7, "%d lines when it was killed", lines);
    FILE* file = fopen(killed, "a"); // as if it had been killed within a line
    fputs("6,0123", file);
    fclose(file);
    RUN_FOR(0, SWEEP, OVER, "--csv", killed);
    char kept[40];
    snprintf(kept, sizeof kept, "%d rows", lines - 1);
    CHECK_TEXT(result.out, kept);
    CHECK(strcmp(tableOf(killed, other), whole) == 0, "it ended with %s not %s", other, whole);
}

static void a_table_that_another_sweep_writes_is_refused_until_that_ends(void)
{
    char table[tableSize], after[tableSize];
    const char* path = SCRATCH("locked.csv");
    remove(path);
    RUN_FOR(0, SWEEP, "--over", "substeps=2,3", "--csv", path);
    readText(path, table, sizeof table);
    FILE* file = fopen(path, "ab");
    CHECK(gelLockFile(file, path), "the table of a sweep that has ended is locked: %s", strerror(errno));
    RUN_FOR(4, SWEEP, "--over", "substeps=2,3", "--csv", path);
    CHECK_TEXT(result.error,
               "locked.csv: another gel sweep writes this table; wait for it, or choose another");
    readText(path, after, sizeof after);
    CHECK(strcmp(table, after) == 0, "the table has changed: %s", after);
    fclose(file);
    RUN_FOR(0, SWEEP, "--over", "substeps=2,3", "--csv", path);
    CHECK_TEXT(result.out, "2 rows");
}

static void draws_depend_on_the_seed_alone_and_stay_in_their_range(void)
{
    double drawn[3][4];
    static const char* const seeds[] = {"7", "7", "8"};
    for (int i = 0; i < 3; i++) {
        const char* path = SCRATCH("drawn.csv");
        remove(path);
        RUN_FOR(0, SWEEP, "--over", "bodies[0].material.youngModulus=logUniform:1e4:1e6", "--over",
                "substeps=whole:2:5", "--samples", "2", "--seed", seeds[i], "--csv", path, "--json");
        cJSON* object = parseOutput();
        for (int k = 0; k < 2; k++) {
            const cJSON* row = cJSON_GetArrayItem(cJSON_GetObjectItemCaseSensitive(object, "table"), k);
            drawn[i][2 * k] = numberAt(row, "bodies[0].material.youngModulus");
            drawn[i][2 * k + 1] = numberAt(row, "substeps");
            CHECK(drawn[i][2 * k] >= 1e4 && drawn[i][2 * k] <= 1e6, "drew %g", drawn[i][2 * k]);
            CHECK(drawn[i][2 * k + 1] >= 2 && drawn[i][2 * k + 1] <= 5, "drew %g substeps",
                  drawn[i][2 * k + 1]);
        }
        cJSON_Delete(object);
    }
    CHECK(memcmp(drawn[0], drawn[1], sizeof drawn[0]) == 0, "the same seed drew %g and %g", drawn[0][0],
          drawn[1][0]);
    CHECK(drawn[0][0] != drawn[2][0] && drawn[0][0] != drawn[0][2], "other seeds or draws gave %g again",
          drawn[0][0]);
}

static void a_list_is_read_and_a_world_that_fails_is_a_row(void)
{
    char table[tableSize];
    const char *list = SCRATCH("list.csv"), *path = SCRATCH("listed.csv");
    remove(path);
    writeText(list, "substeps,bodies[0].position\n2,\"[0,2,0]\"\n0,\"[0,3,0]\"");
    RUN_FOR(0, SWEEP, "--rows", list, "--csv", path);
    CHECK_TEXT(result.out, "failed");
    CHECK_TEXT(result.out, "row 2: --rows substeps=0: ");
    readText(path, table, sizeof table);
    CHECK_TEXT(table, ",2,\"[0,2,0]\",");
    CHECK_TEXT(table, ",0,\"[0,3,0]\",,,,2,,,\"--rows substeps=0: ");
    remove(path);
    RUN_FOR(0, SWEEP, "--over", "substeps=2,0", "--csv", path);
    CHECK_TEXT(result.out, "row 2: --over substeps=0: ");
    CHECK_TEXT(result.out, "$.substeps: expected a whole number from 1 to 1000, found 0");
}

static void check_runs_rows_again_and_names_what_differs(void)
{
    char table[tableSize];
    const char* path = SCRATCH("checked.csv");
    remove(path);
    RUN_FOR(0, SWEEP, "--over", "substeps=2,3", "--csv", path);
    RUN_FOR(0, SWEEP, "--over", "substeps=2,3", "--csv", path, "--check", "5");
    CHECK_TEXT(result.out, "2 rows of");
    CHECK_TEXT(result.out, "0 have another hash");
    readText(path, table, sizeof table);
    char* hash = strstr(table, ",0,reference") - 1; // of the first row
    *hash = *hash == 'f' ? '0' : 'f';
    writeText(path, table);
    RUN_FOR(1, SWEEP, "--over", "substeps=2,3", "--csv", path, "--check", "5");
    CHECK_TEXT(result.out, "1 has another hash");
    CHECK_TEXT(result.out, "row 1: ");
    CHECK_TEXT(result.out,
               "equals the reference here: reference (float) of the table differed, or a file has changed");
    RUN_FOR(1, SWEEP, "--over", "substeps=2,3", "--csv", path, "--check", "1", "--backend", "double",
            "--json");
    cJSON* object = parseOutput();
    const cJSON* row = cJSON_GetArrayItem(cJSON_GetObjectItemCaseSensitive(object, "differing"), 0);
    CHECK_TEXT(textAt(row, "backend"), "double");
    CHECK(cJSON_IsObject(cJSON_GetObjectItemCaseSensitive(row, "compared_with_reference")),
          "no comparison: %s", result.out);
    cJSON_Delete(object);
}

// A copy of the kernels that computes edges of this beam's width wrongly, and all that the test of a device has rightly.
static const char* wrongKernels(void)
{
#define WRONG_KERNELS GEL_SCRATCH "/cli_sweep-kernels"
    static char header[1 << 16];
    CHECK(system("rm -rf '" WRONG_KERNELS "' && cp -r '" GEL_KERNELS "' '" WRONG_KERNELS "'") == 0,
          "the kernels cannot be copied");
    readText(WRONG_KERNELS "/physics/distance.h", header, sizeof header);
    char* right = strstr(header, "compliance = values[1];");
    CHECK(right != NULL, "the formula of an edge reads other than this test expects");
    if (right != NULL) {
        static char text[1 << 16];
        snprintf(text, sizeof text, "%.*scompliance = rest_length == 0.2f ? values[1] * 2.0f : values[1];%s",
                 (int)(right - header), header, right + strlen("compliance = values[1];"));
        writeText(WRONG_KERNELS "/physics/distance.h", text);
    }
    return WRONG_KERNELS;
}

static void check_names_the_device_frame_and_constraint_that_differ(void)
{
    const char* path = SCRATCH("device.csv");
    remove(path);
    RUN_FOR(0, SWEEP, "--over", "substeps=2", "--csv", path);
    setenv("GEL_KERNEL_DIR", wrongKernels(), 1);
    RUN_FOR(1, SWEEP, "--over", "substeps=2", "--csv", path, "--backend", "opencl", "--check", "1");
    unsetenv("GEL_KERNEL_DIR");
    CHECK_TEXT(result.out, "1 has another hash");
    CHECK_TEXT(result.out, "\n                  opencl:");
    CHECK_TEXT(result.out, " differs from the reference first in frame 1: substep 0, distance, colour ");
    CHECK_TEXT(result.out, ", constraint ");
}

static void check_compares_as_many_frames_as_the_row_has(void)
{
    const char* path = SCRATCH("frames.csv");
    remove(path);
    RUN_FOR(0, "sweep", smallBeam(), "--over", "substeps=2", "--csv", path, "--backend", "reference");
    RUN_FOR(1, "sweep", smallBeam(), "--over", "substeps=2", "--csv", path, "--backend", "double", "--check",
            "1", "--json");
    cJSON* object = parseOutput();
    const cJSON* row = cJSON_GetArrayItem(cJSON_GetObjectItemCaseSensitive(object, "differing"), 0);
    CHECK_INT(numberAt(row, "compared_with_reference/frames"), 300); // of gel run; gel compare has 60
    cJSON_Delete(object);
}

static void a_table_of_something_else_is_refused_and_stays(void)
{
    char table[tableSize], after[tableSize];
    const char* path = SCRATCH("other.csv");
    remove(path);
    RUN_FOR(0, SWEEP, "--over", "substeps=2,3", "--csv", path);
    readText(path, table, sizeof table);
    RUN_FOR(3, SWEEP, "--over", "substeps=2,4", "--csv", path);
    CHECK_TEXT(result.error,
               "other.csv:3: the row is of another sweep: substeps is \"3\"; choose another --csv");
    RUN_FOR(3, SWEEP, "--over", "substeps=2,3", "--set", "gravity=[0,-1,0]", "--csv", path);
    CHECK_TEXT(result.error, "of a scene, set values, frames or a Gel that have changed");
    RUN_FOR(3, SWEEP, "--over", "solver=xpbd", "--csv", path);
    CHECK_TEXT(result.error, "there is another table");
    readText(path, after, sizeof after);
    CHECK(strcmp(table, after) == 0, "the table has changed: %s", after);
}

static void wrong_options_are_named(void)
{
    static const char* const wrong[][3] = {
        {"--over", "substeps", "--over: expected PATH=VALUES"},
        {"--over", "substeps=1,,2", "--over substeps: expected values between commas"},
        {"--over", "substeps=log:0:10:3", "expected log:FROM:TO:COUNT with FROM below TO, both above 0"},
        {"--over", "substeps=linear:1:10", "expected linear:FROM:TO:COUNT with FROM below TO, found"},
        {"--over", "substeps=uniform:1:10", "add --samples N"},
        {"--over", "subteps=1,2", "$.subteps: unknown key; did you mean \"substeps\"?"},
        {"--over", "youngModulus=1e5,1e6", "--over youngModulus=1e5: "},
        {"--over", "youngModulus=1e5,1e6", "unknown key; did you mean bodies[0].material.youngModulus?"},
        {"--part", "3/2", "--part: expected K/N with K from 1 to N"},
        {"--samples", "3", "gel sweep needs something that varies"},
        {"--rows", "/nowhere.csv", "--rows /nowhere.csv: cannot be read"},
    };
    const char* path = SCRATCH("wrong.csv");
    remove(path);
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        RUN(SWEEP, "--csv", path, wrong[i][0], wrong[i][1]);
        CHECK(result.code == 2 || result.code == 3, "%s %s: exit code %d", wrong[i][0], wrong[i][1],
              result.code);
        CHECK_TEXT(result.error, wrong[i][2]);
    }
    const char* list = SCRATCH("wrong_list.csv");
    writeText(list, "youngModulus\n1e5\n");
    RUN_FOR(2, SWEEP, "--csv", path, "--rows", list);
    CHECK_TEXT(result.error, "--rows youngModulus=1e5: ");
    RUN_FOR(2, SWEEP, OVER);
    CHECK_TEXT(result.error, "gel sweep needs --csv FILE");
    CHECK(!fileExists(path), "a table was begun");
}

static void set_works_on_every_command_that_takes_a_scene(void)
{
    const char* beam = smallBeam();
    RUN_FOR(0, "check", beam, "--set", "bodies[0].shape.cells=[4,1,1]", "--json");
    cJSON* object = parseOutput();
    CHECK_INT(numberAt(object, "vertices"), 20);
    cJSON_Delete(object);
    RUN_FOR(0, "compare", beam, "--set", "substeps=3", "--b", "reference", "--frames", "2", "--json");
    object = parseOutput();
    CHECK_INT(numberAt(object, "substeps"), 3);
    cJSON_Delete(object);
    const char* page = SCRATCH("page.html");
    RUN_FOR(0, "report", beam, "--set", "substeps=3", "--frames", "2", "--out", page, "--quiet");
    static char text[1 << 20];
    readText(page, text, sizeof text);
    CHECK(strstr(text, "--set substeps=3") != NULL, "the page does not say what was set");
    static const char* const commands[][4] = {{"run", "--frames", "1"},
                                              {"check"},
                                              {"compare", "--frames", "1"},
                                              {"report", "--out", "page.html"},
                                              {"error"},
                                              {"lesson"},
                                              {"bench", "--quiet"},
                                              {"view", "--headless", "--frames", "1"}};
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        const char* const* c = commands[i];
        const char* words[] = {"gel", c[0], beam, "--set", "substeps=0", c[1], c[2], c[3], NULL};
        runCommand(words);
        CHECK(result.code == 2, "gel %s: exit code %d: %s", c[0], result.code, result.error);
        CHECK_TEXT(result.error, "--set substeps=0: ");
        CHECK_TEXT(result.error, "$.substeps: expected a whole number from 1 to 1000, found 0");
    }
}

TESTS(TEST(a_row_has_settings_probes_softness_and_the_hash_of_its_run),
      TEST(two_processes_at_a_time_and_two_parts_give_the_table_of_one),
      TEST(a_killed_sweep_goes_on_and_ends_with_the_same_table),
      TEST(a_table_that_another_sweep_writes_is_refused_until_that_ends),
      TEST(draws_depend_on_the_seed_alone_and_stay_in_their_range),
      TEST(a_list_is_read_and_a_world_that_fails_is_a_row),
      TEST(check_runs_rows_again_and_names_what_differs),
      TEST(check_names_the_device_frame_and_constraint_that_differ),
      TEST(check_compares_as_many_frames_as_the_row_has),
      TEST(a_table_of_something_else_is_refused_and_stays), TEST(wrong_options_are_named),
      TEST(set_works_on_every_command_that_takes_a_scene))
