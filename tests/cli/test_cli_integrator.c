// gel run with integrators: what it tells of their steps, and where they fail.
#define _XOPEN_SOURCE 700
#define TEST_SUBJECT "cli_integrator"
#include "support/command.h"

#define BOX "\"shape\": {\"type\": \"box\", \"size\": [1, 1, 1], \"cells\": [1, 1, 1]}"

// A file of a box; of its scene and its body the keys that are given.
static const char* boxScene(const char* keys, const char* bodyKeys)
{
    static char path[1024];
    char text[1024];
    snprintf(path, sizeof path, "%s", scratchPath("springs.json"));
    snprintf(text, sizeof text, "{%s, \"bodies\": [{" BOX ", \"pins\": [{\"below\": 0.1}]%s}]}", keys,
             bodyKeys);
    writeText(path, text);
    return path;
}

static void a_run_tells_the_length_of_its_steps(void)
{
    RUN_FOR(0, "run", boxScene("\"substeps\": 100", ""), "--frames", "5", "--backend", "reference",
            "--integrator", "symplecticEuler");
    CHECK_TEXT(result.out, "symplecticEuler: steps of 0.000167 s");
    CHECK(strstr(result.out, "softness") == NULL, "softness is of xpbd: %s", result.out);
}

static void a_run_tells_how_its_steps_adapted(void)
{
    const char* path = boxScene("\"integrator\": \"rungeKutta4\", \"integratorError\": 1e-5", "");
    RUN_FOR(0, "run", path, "--frames", "5", "--backend", "reference");
    CHECK_TEXT(result.out, "in the last frame, the last of ");
    RUN_FOR(0, "run", path, "--frames", "5", "--backend", "reference", "--json");
    cJSON* object = parseOutput();
    CHECK_TEXT(textAt(object, "integrator"), "rungeKutta4");
    CHECK(numberAt(object, "steps_of_last_frame") >= 10, "%g steps", numberAt(object, "steps_of_last_frame"));
    CHECK(numberAt(object, "largest_error_m") <= 1e-5, "error %g m", numberAt(object, "largest_error_m"));
    cJSON_Delete(object);
}

static void steps_that_are_too_long_or_too_small_are_errors(void)
{
    RUN_FOR(6, "run", boxScene("\"substeps\": 1", ""), "--frames", "300", "--backend", "reference",
            "--integrator", "explicitEuler");
    CHECK_TEXT(result.error, "positions are not finite at frame ");
    char late[sizeof result.error]; // the first such frame, whatever frames were looked at
    strcpy(late, result.error);
    RUN_FOR(6, "run", boxScene("\"substeps\": 1", ""), "--frames", "1000", "--backend", "reference",
            "--integrator", "explicitEuler");
    CHECK(strcmp(late, result.error) == 0, "\"%s\" is not \"%s\"", late, result.error);
    RUN_FOR(6, "run", boxScene("\"substeps\": 1", ""), "--frames", "300", "--backend", "reference",
            "--integrator", "explicitEuler", "--out", scratchPath("bad.pc2")); // looks at every frame
    CHECK(strcmp(late, result.error) == 0, "\"%s\" is not \"%s\"", late, result.error);
    RUN_FOR(6, "run",
            boxScene("\"integrator\": \"heun\", \"integratorError\": 1e-6",
                     ", \"velocity\": [1e6, 0, 0], \"material\": {\"youngModulus\": 1e12}"),
            "--backend", "reference");
    CHECK_TEXT(result.error, "heun: a step of ");
    CHECK_TEXT(result.error, "take more substeps");
}

static void what_does_not_go_with_an_integrator_is_refused(void)
{
    RUN_FOR(2, "run", boxScene("\"integrator\": \"heun\", \"contact\": true", ""), "--backend", "reference");
    CHECK_TEXT(result.error, "contact: expected false with the integrator heun");
    RUN_FOR(3, "run", boxScene("\"integrator\": \"heun\"", ", \"material\": {\"bendingStiffness\": 2}"),
            "--backend", "reference");
    CHECK_TEXT(result.error, "bendingStiffness: expected 0");
}

TESTS(TEST(a_run_tells_the_length_of_its_steps), TEST(a_run_tells_how_its_steps_adapted),
      TEST(steps_that_are_too_long_or_too_small_are_errors),
      TEST(what_does_not_go_with_an_integrator_is_refused))
