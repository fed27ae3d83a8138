// Reports of gel on a scene: its size, its faults, how soft it is.
#define _XOPEN_SOURCE 700
#define TEST_SUBJECT "cli_scene"
#include "support/command.h"

static void run_and_check_count_obstacles_apart_and_name_one_with_a_triangle_of_no_area(void)
{
    const char* path = scratchPath("obstructed.json");
    writeText(scratchPath("sliver.obj"), "v -1 0 -1\nv 1 0 -1\nv 0 0 1\nv 2 0 -1\nf 1 2 3\nf 1 2 4\n");
    writeText(
        path,
        "{\"contact\": true, \"obstacles\": [{\"shape\": {\"type\": \"box\", \"size\": [1, 1, 1]}, "
        "\"position\": [0, -5, 0]}, {\"mesh\": \"cli_scene-sliver.obj\"}], \"bodies\": [{\"name\": \"crate\", \"shape\": {\"type\": "
        "\"box\", \"size\": [1, 1, 1], \"cells\": [1, 1, 1]}, \"position\": [0, 2, 0]}]}");
    static const char* const commands[2][6] = {{"check"}, {"run", "--frames", "1", "--backend", "reference"}};
    for (int i = 0; i < 2; i++) {
        const char* const* c = commands[i];
        RUN_FOR(0, c[0], path, c[1], c[2], c[3], c[4]);
        CHECK_TEXT(result.out, "1 body, 2 obstacles, ");
        CHECK_TEXT(result.out, "crate is about "); // its name in place of its number
        CHECK_TEXT(result.error, "obstructed.json: $.obstacles[1]: obstacle: 1 of 2 triangles has no area");
    }
    RUN_FOR(0, "check", path, "--json");
    cJSON* object = parseOutput();
    CHECK_INT(numberAt(object, "bodies"), 1);
    CHECK_INT(numberAt(object, "obstacles"), 2);
    cJSON_Delete(object);
}

static void run_and_check_report_a_body_that_is_too_light_for_a_liquid(void)
{
    const char* path = scratchPath("foam.json");
    writeText(
        path,
        "{\"bodies\": [{\"shape\": {\"type\": \"box\", \"size\": [0.4, 0.4, 0.4], \"cells\": [4, 4, 4]}, "
        "\"material\": {\"density\": 0.1}}], \"fields\": [{\"type\": \"liquid\", \"density\": 13600}]}");
    RUN_FOR(0, "check", path);
    CHECK_TEXT(result.out, "body 1 is so light that it will tremble or leap");
    CHECK_TEXT(result.out, "at 10 substeps; 65 are enough");
    RUN_FOR(0, "check", path, "--json");
    cJSON* object = parseOutput();
    CHECK_INT(numberAt(object, "liquid_substeps"), 65);
    cJSON_Delete(object);
    RUN_FOR(0, "run", path, "--frames", "1", "--backend", "reference");
    CHECK_TEXT(result.error, "10 substeps are too few; 65 are enough");
}

static void run_and_check_tell_how_soft_a_body_is_and_what_it_takes(void)
{
    const char* path = scratchPath("stiff.json");
    writeText(path, "{\"substeps\": 4, \"bodies\": [{\"shape\": {\"type\": \"box\", \"size\": [1, 1, 1], "
                    "\"cells\": [4, 4, 4]}, \"material\": {\"youngModulus\": 1e7}}]}");
    RUN_FOR(0, "check", path);
    CHECK_TEXT(result.out, "fit to simulate");
    CHECK_TEXT(result.out, "body 1 is about ");
    CHECK_TEXT(result.out, "times softer than its material");
    RUN_FOR(0, "run", path, "--frames", "1", "--backend", "reference", "--json");
    cJSON* object = parseOutput();
    double ratio = numberAt(object, "softness/ratio"),
           substeps = numberAt(object, "softness/substeps_for_5_percent");
    CHECK(ratio > 2.0, "a stiff box is %g times as soft", ratio);
    // The excess falls somewhat more slowly than with the square of the number.
    double bySquare = 4.0 * sqrt((ratio - 1.0) / 0.05);
    CHECK(substeps > bySquare - 1.0 && substeps < 1.25 * bySquare, "%g substeps, by the square %g", substeps,
          bySquare);
    cJSON_Delete(object);
    char text[16];
    snprintf(text, sizeof text, "%.0f", substeps);
    RUN_FOR(0, "run", path, "--frames", "1", "--backend", "reference", "--substeps", text, "--json");
    object = parseOutput();
    CHECK(numberAt(object, "softness/ratio") <= 1.05, "%s substeps leave %g", text,
          numberAt(object, "softness/ratio"));
    cJSON_Delete(object);
    RUN_FOR(0, "run", path, "--frames", "1", "--backend", "reference", "--order", "jacobi");
    CHECK(strstr(result.out, "softness") == NULL, "the estimate is of other orders: %s", result.out);
}

static void forces_that_an_integrator_does_not_know_are_left_out_and_named(void)
{
    const char* path = scratchPath("forces.json");
    writeText(
        path,
        "{\"bodies\": [{\"shape\": {\"type\": \"box\", \"size\": [1, 1, 1], \"cells\": [1, 1, 1]}, "
        "\"pins\": [{\"below\": 0.1}]}], \"probes\": [{\"name\": \"wall\", \"body\": 0, \"measure\": "
        "\"pinForce.y\"}, {\"name\": \"floor\", \"measure\": \"groundForce.y\"}, {\"name\": \"top\", \"body\": 0, \"measure\": \"position.y\"}], \"expectations\": "
        "[{\"probe\": \"wall\", \"at\": 0.05, \"value\": 1, \"tolerance\": \"1 N\", \"reason\": \"none\"}, "
        "{\"probe\": \"top\", \"at\": 0.05, \"value\": 0.5, \"tolerance\": \"1 m\", \"reason\": \"none\"}]}");
    static const char* const options[][2] = {{"--integrator", "symplecticEuler"}, {"--order", "jacobi"}};
    for (int i = 0; i < 2; i++) {
        RUN_FOR(0, "run", path, options[i][0], options[i][1], "--substeps", "100", "--backend", "reference",
                "--csv", scratchPath("forces.csv"));
        CHECK_TEXT(result.error, "cannot measure \"wall\"; it is ignored");
        CHECK_TEXT(result.error, "cannot measure \"floor\"; it is ignored");
        CHECK(strstr(result.error, "\"top\"") == NULL, "left out as well: %s", result.error);
        CHECK_TEXT(result.out, "open");
        CHECK_TEXT(result.out, "its probe is ignored");
        CHECK_TEXT(result.out, "met");
        CHECK(strstr(result.out, "missed") == NULL, "judged: %s", result.out);
    }
}

static void a_warning_on_a_terminal_is_wrapped_and_elsewhere_one_line(void)
{
    enum { columns = 60 };
    const char* path = scratchPath("stiffer.json");
    writeText(path, "{\"substeps\": 1, \"bodies\": [{\"shape\": {\"type\": \"box\", \"size\": [1, 1, 1], "
                    "\"cells\": [8, 8, 8]}, \"material\": {\"youngModulus\": 1e8}}]}");
    RUN_FOR(0, "run", path, "--frames", "1", "--backend", "reference", "--quiet");
    CHECK_TEXT(result.error, "softer than its material: ");
    CHECK(strcspn(result.error, "\n") > 80, "a short warning: %s", result.error);
    setenv("NO_COLOR", "1", 1);
    RUN_ON_TERMINAL(columns, 0, "run", path, "--frames", "1", "--backend", "reference", "--quiet");
    CHECK_TEXT(result.out, "gel: warning: ");
    for (char* line = strtok(result.out, "\r\n"); line != NULL; line = strtok(NULL, "\r\n"))
        CHECK(strlen(line) <= columns, "%zu columns on %d: %s", strlen(line), columns, line);
}

// Writes a square of `size` metres as .obj, its two triangles `sides` times, and a line round it; or a tet.
static void writeMeshes(double size, int sides)
{
    char text[600];
    int length =
        snprintf(text, sizeof text, "v 0 0 0\nv %g 0 0\nv %g 0 %g\nv 0 0 %g\nf 1 3 2\nf 1 4 3\nl 1 2 3 4 1\n",
                 size, size, size, size);
    if (sides == 2)
        snprintf(text + length, sizeof text - (size_t)length, "f 2 3 1\nf 3 4 1\n");
    writeText(GEL_SCRATCH "/cli_scene-size.obj", text);
    snprintf(
        text, sizeof text,
        "MeshVersionFormatted 1\nDimension 3\nVertices\n4\n0 0 0 0\n%g 0 0 0\n0 %g 0 0\n0 0 %g 0\nTetrahedra\n1\n"
        "1 2 3 4 0\nEnd\n",
        size, size, size);
    writeText(GEL_SCRATCH "/cli_scene-size.mesh", text);
}

static void bodies_that_are_not_in_metres_are_hinted_at(void)
{
    static const char* const bodies[] = {"\"mesh\": \"cli_scene-size.obj\", \"as\": \"cloth\"",
                                         "\"mesh\": \"cli_scene-size.obj\", \"as\": \"rope\"",
                                         "\"mesh\": \"cli_scene-size.mesh\""};
    static const struct {
        double size, scale;
        const char* hint;
    } cases[] = {
        {40, 1, "m long, expected 1 mm to 20 m: if it is in millimetres, \"scale\": 0.001 makes it 0.04 m"},
        {0.0005, 1, ": 0.0005 m long, expected 1 mm to 20 m: \"scale\" converts"},
        {40, 0.001, NULL},
        {15, 1, NULL},
        {0.01, 1, NULL}};
    const char* scene = GEL_SCRATCH "/cli_scene-size.json";
    for (int i = 0; i < 15; i++) {
        char text[300];
        const char* hint = cases[i / 3].hint;
        writeMeshes(cases[i / 3].size, 1);
        snprintf(text, sizeof text, "{\"bodies\": [{%s, \"position\": [0, 50, 0], \"scale\": %g}]}",
                 bodies[i % 3], cases[i / 3].scale);
        writeText(scene, text);
        for (int k = 0; k < 2; k++) {
            if (k == 0)
                RUN_FOR(0, "check", scene);
            else
                RUN_FOR(0, "run", scene, "--backend", "reference", "--frames", "1");
            CHECK(hint != NULL ? strstr(result.error, hint) != NULL : strstr(result.error, "m long") == NULL,
                  "%s: %s", text, result.error);
        }
    }
    writeMeshes(40, 1);
    RUN_FOR(8, "check", GEL_SCRATCH "/cli_scene-size.obj");
    CHECK_TEXT(result.out, "the box is 40 m: millimetres? use scale 0.001");
}

// A tetrahedron, since a hull needs a volume.
static void obstacles_that_are_not_in_metres_are_hinted_at(void)
{
    static const char* const obstacles[] = {
        "\"mesh\": \"cli_scene-size.obj\"",
        "\"shape\": {\"type\": \"hull\", \"mesh\": \"cli_scene-size.obj\"}"};
    static const struct {
        double size, scale;
        const char* hint; // NULL: none
    } cases[] = {{40, 1, ": 40 m long, expected 1 mm to 20 m: if it is in millimetres, \"scale\": 0.001"},
                 {40, 0.1, NULL},
                 {15, 1, NULL}};
    const char *scene = GEL_SCRATCH "/cli_scene-size.json", *mesh = GEL_SCRATCH "/cli_scene-size.obj";
    for (int i = 0; i < 6; i++) {
        char text[400], hint[1400] = "m long";
        double size = cases[i / 2].size;
        snprintf(text, sizeof text,
                 "v 0 0 0\nv %g 0 0\nv 0 %g 0\nv 0 0 %g\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n", size, size,
                 size);
        writeText(mesh, text);
        snprintf(text, sizeof text,
                 "{\"bodies\": [{\"shape\": {\"type\": \"box\", \"size\": [1, 1, 1], \"cells\": [1, 1, 1]}, "
                 "\"position\": [0, 90, 0]}], \"obstacles\": [{%s, \"scale\": %g}]}",
                 obstacles[i % 2], cases[i / 2].scale);
        writeText(scene, text);
        RUN_FOR(0, "check", scene);
        if (cases[i / 2].hint != NULL)
            snprintf(hint, sizeof hint, "$.obstacles[0]: %s%s", mesh, cases[i / 2].hint);
        CHECK((strstr(result.error, hint) != NULL) == (cases[i / 2].hint != NULL), "%s: %s", text,
              result.error);
    }
}

static void cloth_of_a_two_sided_model_is_warned_of(void)
{
    static const char* const scenes[] = {
        "{\"bodies\": [{\"mesh\": \"cli_scene-size.obj\", \"as\": \"cloth\"}]}",
        "{\"bodies\": [{\"mesh\": \"cli_scene-size.obj\", \"as\": \"rope\"}]}",
        "{\"obstacles\": [{\"mesh\": \"cli_scene-size.obj\"}], \"bodies\": [{\"mesh\": \"cli_scene-size.mesh\"}]}"};
    const char* scene = GEL_SCRATCH "/cli_scene-sides.json";
    for (int i = 0; i < 6; i++) {
        bool isWarned = i == 1;
        writeMeshes(1, 1 + i % 2);
        writeText(scene, scenes[i / 2]);
        RUN_FOR(0, "check", scene);
        CHECK((strstr(result.error, "2 of 4 triangles lie on others") != NULL) == isWarned, "%s: %s",
              scenes[i / 2], result.error);
    }
}

// Rounding makes bodies sag too far. Without gravity nothing sags.
static void rounding_is_compared_with_the_gravity_that_there_is(void)
{
    static const char* const gravities[] = {"0", "-0.5", "-9.81"};
    const char* path = scratchPath("rounded.json");
    for (int i = 0; i < 3; i++) {
        char text[300];
        snprintf(text, sizeof text,
                 "{\"gravity\": [0, %s, 0], \"substeps\": 500, \"bodies\": [{\"shape\": {\"type\": \"box\", "
                 "\"size\": [0.2, 0.2, 0.2], \"cells\": [1, 1, 1]}, \"position\": [100, 0, 0]}]}",
                 gravities[i]);
        writeText(path, text);
        RUN_FOR(0, "run", path, "--frames", "1", "--backend", "reference");
        bool isWarned = strstr(result.error, "gravity moves a vertex by only") != NULL;
        CHECK(isWarned == (i > 0), "gravity %s: %s", gravities[i], result.error);
    }
    CHECK_TEXT(result.error, "by only 1.1e-08 m");
}

// A count of substeps is no advice where rounding spoils it.
static void substeps_against_softness_are_named_with_the_precision_that_they_need(void)
{
    const char* path = scratchPath("far.json");
    for (int far = 0; far < 2; far++) {
        char text[300];
        snprintf(
            text, sizeof text,
            "{\"substeps\": 4, \"bodies\": [{\"shape\": {\"type\": \"box\", \"size\": [1, 1, 1], \"cells\": "
            "[4, 4, 4]}, \"material\": {\"youngModulus\": 1e7}, \"position\": [%d, 0, 0]}]}",
            far * 20);
        writeText(path, text);
        RUN_FOR(0, "run", path, "--frames", "1", "--backend", "reference");
        CHECK_TEXT(result.error, "bring it within 10 %");
        CHECK((strstr(result.error, "bring it within 10 %, in double precision") != NULL) == (far == 1), "%s",
              result.error);
    }
}

TESTS(TEST(a_warning_on_a_terminal_is_wrapped_and_elsewhere_one_line),
      TEST(forces_that_an_integrator_does_not_know_are_left_out_and_named),
      TEST(run_and_check_count_obstacles_apart_and_name_one_with_a_triangle_of_no_area),
      TEST(run_and_check_report_a_body_that_is_too_light_for_a_liquid),
      TEST(run_and_check_tell_how_soft_a_body_is_and_what_it_takes),
      TEST(rounding_is_compared_with_the_gravity_that_there_is),
      TEST(substeps_against_softness_are_named_with_the_precision_that_they_need),
      TEST(bodies_that_are_not_in_metres_are_hinted_at), TEST(obstacles_that_are_not_in_metres_are_hinted_at),
      TEST(cloth_of_a_two_sided_model_is_warned_of))
