// gel error: errors that are known in advance are found, and split as they should be.
#define _XOPEN_SOURCE 700
#define TEST_SUBJECT "cli_error"
#include "support/command.h"

// Symplectic Euler falls g h t / 2 too far: a share of h / t, and the error of the substeps shrinks with the power 1.
static const char* fallingTet(void)
{
    const char* path = scratchPath("fall.json");
    writeText(
        path,
        "{\"name\": \"Fall\", \"substeps\": 4, \"bodies\": [{\"vertices\": [[0,0,0],[1,0,0],[0,1,0],[0,0,1]], "
        "\"tets\": [[0,1,2,3]]}], \"probes\": ["
        "{\"name\": \"side\", \"body\": 0, \"measure\": \"displacement.x\"},"
        "{\"name\": \"fall\", \"body\": 0, \"measure\": \"displacement.y\"}], \"expectations\": ["
        "{\"probe\": \"fall\", \"at\": 0.5, \"value\": \"gravity.y * 0.125\", \"tolerance\": \"5 %\", "
        "\"reason\": \"free fall\"}]}");
    return path;
}

static const char* hangingBar(void)
{
    static char path[1024];
    snprintf(path, sizeof path, "%s", scratchPath("bar.json"));
    writeText(path, "{\"name\": \"Bar\", \"substeps\": 4, \"bodies\": [{\"shape\": {\"type\": \"beam\", "
                    "\"size\": [0.4, 0.2, 0.2], \"cells\": [4, 2, 2]}, \"material\": {\"youngModulus\": 1e5, "
                    "\"poissonRatio\": 0.4, \"damping\": 30}, "
                    "\"pins\": [{\"box\": {\"lower\": [-0.21, -1, -1], \"upper\": [-0.19, 1, 1]}}]}], "
                    "\"probes\": [{\"name\": \"tip\", \"body\": 0, \"measure\": \"displacement.y\", "
                    "\"box\": {\"lower\": [0.19, -1, -1], \"upper\": [0.21, 1, 1]}}]}");
    return path;
}

static const cJSON* rowOf(const cJSON* object, const char* list, const char* key)
{
    const cJSON* row;
    cJSON_ArrayForEach(row, cJSON_GetObjectItemCaseSensitive(object, list))
    {
        if (strcmp(textAt(row, "key"), key) == 0)
            return row;
    }
    CHECK(false, "no %s among the %s", key, list);
    return NULL;
}

static void the_error_of_free_fall_is_that_of_the_substeps(void)
{
    RUN_FOR(0, "error", fallingTet(), "--split", "--json");
    cJSON* object = parseOutput();
    const cJSON* substeps = rowOf(object, "sources", "substeps");
    double h = 1.0 / 240.0, share = numberAt(substeps, "error") / numberAt(object, "expected");
    CHECK_TEXT(textAt(object, "probe"), "fall"); // the one of the expectation
    CHECK(fabs(share - h / 0.5) < 1e-5, "the error is %g, expected %g", share, h / 0.5);
    CHECK(fabs(numberAt(substeps, "order") - 1.0) < 1e-3, "order %g", numberAt(substeps, "order"));
    CHECK_TEXT(textAt(substeps, "how"), "Richardson");
    CHECK(fabs(numberAt(rowOf(object, "sources", "rounding"), "error_share")) < 1e-5, "rounding");
    CHECK_TEXT(textAt(rowOf(object, "sources", "time_step"), "how"), "no change");
    CHECK(fabs(numberAt(rowOf(object, "sources", "order"), "change")) < 1e-9, "the order of nothing counts");
    CHECK_TEXT(textAt(rowOf(object, "sources", "mesh"), "reason"), "the tets are listed");
    double left = numberAt(object, "found") - numberAt(object, "error");
    CHECK(fabs(left / numberAt(object, "expected") - 1.0) < 1e-5, "%g is left, expected %g", left,
          numberAt(object, "expected"));
    cJSON_Delete(object);
}

static void a_number_of_nearly_zero_is_no_measure_of_its_error(void)
{
    RUN_FOR(0, "error", fallingTet(), "--split", "--probe", "side", "--json");
    cJSON* object = parseOutput();
    CHECK(numberAt(object, "scale") != 0.0, "shares of nothing");
    CHECK(fabs(numberAt(object, "error")) < 1e-6, "%g m to the side", numberAt(object, "error"));
    cJSON_Delete(object);
}

static void every_solver_that_gets_there_does_so_within_the_tolerance(void)
{
    RUN_FOR(0, "error", hangingBar(), "--frames", "20", "--tolerance", "10%", "--json");
    cJSON* object = parseOutput();
    const cJSON *mesh = rowOf(object, "sources", "mesh"), *colour = rowOf(object, "solvers", "colour");
    CHECK_TEXT(textAt(mesh, "varied"), "cells / 2, x 2");
    CHECK(numberAt(mesh, "error") > 0.0, "a coarse mesh sags too little, not by %g", numberAt(mesh, "error"));
    CHECK(numberAt(rowOf(object, "sources", "substeps"), "error") < 0.0, "few substeps sag too far");
    CHECK_INT(numberAt(colour, "reached"), true);
    CHECK_INT(numberAt(rowOf(object, "solvers", "neo_hookean"), "reached"), true);
    CHECK(numberAt(rowOf(object, "solvers", "jacobi"), "substeps") > numberAt(colour, "substeps"),
          "jacobi needs no more substeps");
    const cJSON* row;
    cJSON_ArrayForEach(row, cJSON_GetObjectItem(object, "solvers"))
    {
        if (numberAt(row, "reached") != 1.0)
            continue;
        CHECK(fabs(numberAt(row, "error_share")) <= 0.1, "%s is off by %g", textAt(row, "key"),
              numberAt(row, "error_share"));
        const cJSON* c = cJSON_GetArrayItem(cJSON_GetObjectItem(row, "frames"), 0);
        CHECK_TEXT(textAt(c, "key"), "c");
        CHECK(numberAt(c, "median_ms") >= numberAt(c, "min_ms"), "%s took no time", textAt(row, "key"));
    }
    cJSON_Delete(object);
}

static void the_table_fits_and_the_picture_is_there(void)
{
    const char* picture = scratchPath("error.svg");
    static char text[1 << 18];
    RUN_FOR(0, "error", hangingBar(), "--frames", "10", "--tolerance", "30%", "--plot", picture);
    CHECK_TEXT(result.out, "error, about");
    CHECK_TEXT(result.out, "Milliseconds per frame for an error of 30 %");
    int column = 0;
    for (const char* c = result.out; *c != '\0'; c++) {
        column = *c == '\n' ? 0 : column + 1;
        bool isName =
            strncmp(c - column + 1, "  plot ", 7) == 0; // of the picture, and as long as its folder's
        CHECK(column <= 80 || isName, "a line is longer than 80: %.90s", c - column + 1);
    }
    readText(picture, text, sizeof text);
    CHECK_TEXT(text, "Where the error comes from");
    CHECK_TEXT(text, "neo-Hookean");
}

static void what_cannot_be_asked_is_refused(void)
{
    RUN_FOR(3, "error", beamScene());
    CHECK_TEXT(result.error, "the scene has no \"probes\"");
    RUN_FOR(2, "error", fallingTet(), "--probe", "fal");
    CHECK_TEXT(result.error, "the scene has no probe \"fal\"; did you mean \"fall\"?");
    RUN_FOR(2, "error", fallingTet(), "--tolerance", "0");
    CHECK_TEXT(result.error, "--tolerance: expected a fraction");
    RUN_FOR(2, "error", fallingTet(), "--plot", "error.pdf");
    CHECK_TEXT(result.error, "--plot: expected the name of an .svg or .png");
    RUN_FOR(3, "error", "nowhere.json");
}

TESTS(TEST(the_error_of_free_fall_is_that_of_the_substeps),
      TEST(a_number_of_nearly_zero_is_no_measure_of_its_error),
      TEST(every_solver_that_gets_there_does_so_within_the_tolerance),
      TEST(the_table_fits_and_the_picture_is_there), TEST(what_cannot_be_asked_is_refused))
