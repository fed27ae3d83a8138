// gel run with integrators: what it tells of their steps, and where they fail.
#define _XOPEN_SOURCE 700
#define TEST_SUBJECT "cli_integrator"
#include "support/command.h"

#define BOX "\"shape\": {\"type\": \"box\", \"size\": [1, 1, 1], \"cells\": [1, 1, 1]}"

// A file of a box; of its scene and its body the keys that are given.
static const char* boxScene(const char* keys, const char* bodyKeys)
{
    static char path[1024];
    char text[2048];
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

static void an_option_replaces_the_solver_of_the_scene(void)
{
    char hash[32];
    const char* const stiff = ", \"material\": {\"youngModulus\": 1e9}";
    RUN_FOR(0, "run", boxScene("\"solver\": \"twoLevel\", \"substeps\": 1", stiff), "--frames", "5",
            "--backend", "reference", "--json");
    cJSON* object = parseOutput();
    snprintf(hash, sizeof hash, "%s", textAt(object, "hash"));
    CHECK(numberAt(object, "softness/ratio") == 1.0, "%g times softer", numberAt(object, "softness/ratio"));
    cJSON_Delete(object);
    const char* const solvers[] = {"auto", "twoLevel"};
    for (int i = 0; i < 2; i++) {
        RUN_FOR(0, "run", boxScene("\"substeps\": 1", stiff), "--frames", "5", "--backend", "reference",
                "--solver", solvers[i]);
        CHECK_TEXT(result.out, hash);
        CHECK_TEXT(result.out, "as stiff as its material");
    }
    RUN_FOR(0, "run", boxScene("\"substeps\": 1", stiff), "--frames", "5", "--backend", "reference");
    CHECK_TEXT(result.out, "the solver twoLevel makes it as stiff as its material");
    CHECK_TEXT(result.error, "with the solver twoLevel it is as stiff as its material");
    CHECK(strstr(result.error, "has no effect") == NULL, "%s", result.error);
    RUN_FOR(0, "run", boxScene("\"substeps\": 1", ", \"solver\": \"xpbd\""), "--frames", "1", "--backend",
            "reference", "--solver", "twoLevel");
    CHECK_TEXT(result.error, "solver: twoLevel has no effect: each body of the scene names its own solver");
    RUN_FOR(2, "run", boxScene("\"substeps\": 1", stiff), "--solver", "world");
    CHECK_TEXT(result.error, "--solver: expected scene, xpbd, twoLevel or auto, found \"world\"");
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

static void a_body_that_blows_up_is_told_with_its_first_frame(void)
{
    char late[sizeof result.error]; // the first such frame, whatever frames were looked at
    RUN_FOR(10, "run", boxScene("\"substeps\": 1", ""), "--frames", "300", "--backend", "reference",
            "--integrator", "explicitEuler");
    CHECK_TEXT(result.error, "diverged at frame ");
    CHECK_TEXT(result.error,
               "of body 1 is NaN or infinite, first in the stage integrate of substep 1 of 1; the body was "
               "returned to its initial position and taken out");
    CHECK_TEXT(result.out, "1 body, not finite");
    strcpy(late, result.error);
    RUN_FOR(10, "run", boxScene("\"substeps\": 1", ""), "--frames", "1000", "--backend", "reference",
            "--integrator", "explicitEuler");
    CHECK(strcmp(late, result.error) == 0, "\"%s\" is not \"%s\"", late, result.error);
    RUN_FOR(10, "run", boxScene("\"substeps\": 1", ""), "--frames", "300", "--backend", "reference",
            "--integrator", "explicitEuler", "--out", scratchPath("bad.pc2")); // looks at every frame
    CHECK(strcmp(late, result.error) == 0, "\"%s\" is not \"%s\"", late, result.error);
}

// A body that has been taken out lies still where it was made: what an expectation finds there is not its motion. Alone and
// among all bodies.
static void an_expectation_about_a_body_that_was_taken_out_is_not_met(void)
{
    for (int ofAll = 0; ofAll < 2; ofAll++) {
        char keys[600];
        snprintf(keys, sizeof keys,
                 "\"substeps\": 1, \"probes\": [{\"name\": \"K\", \"measure\": \"energy.kinetic\"%s}], "
                 "\"expectations\": [{\"probe\": \"K\", \"at\": 5, \"value\": 0, \"tolerance\": 1, "
                 "\"reason\": \"it rests\"}, {\"probe\": \"K\", \"at\": 0, \"value\": 0, "
                 "\"tolerance\": 1, \"reason\": \"it begins at rest\"}]",
                 ofAll ? "" : ", \"body\": 0");
        RUN_FOR(10, "run", boxScene(keys, ""), "--frames", "300", "--backend", "reference", "--integrator",
                "explicitEuler");
        CHECK_TEXT(result.out, "missed");
        CHECK_TEXT(result.out, "its value is NaN at 5 s: its body was removed or taken out");
        CHECK(strstr(strstr(result.out, "at 0 s"), "met") != NULL, "before it was taken out: %s", result.out);
    }
}

// Three boxes on pins, of which the second is too stiff for explicit Euler; or without it.
static const char* rowScene(bool withStiff)
{
    static char path[1024];
    char text[2048];
    snprintf(path, sizeof path, "%s", scratchPath(withStiff ? "row_of_three.json" : "row_of_two.json"));
    snprintf(text, sizeof text,
             "{\"substeps\": 1, \"integrator\": \"explicitEuler\", \"bodies\": ["
             "{" BOX ", \"material\": {\"youngModulus\": 100}, \"pins\": [{\"below\": 0.1}]}, %s"
             "{" BOX ", \"position\": [6, 0, 0], \"material\": {\"youngModulus\": 100}}]}",
             withStiff ? "{" BOX ", \"position\": [3, 0, 0], \"material\": {\"youngModulus\": 1e6},"
                         " \"pins\": [{\"below\": 0.1}]}, "
                       : "");
    writeText(path, text);
    return path;
}

static void checkSameFiles(const char* with, const char* without)
{
    static char bytes[2][100000];
    size_t sizes[2];
    const char* const paths[] = {with, without};
    for (int i = 0; i < 2; i++) {
        FILE* file = fopen(paths[i], "rb");
        CHECK(file != NULL, "%s is not there", paths[i]);
        if (file == NULL)
            return;
        sizes[i] = fread(bytes[i], 1, sizeof bytes[i], file);
        fclose(file);
    }
    CHECK(sizes[0] == sizes[1] && sizes[0] > 1000 && memcmp(bytes[0], bytes[1], sizes[0]) == 0,
          "%s (%zu bytes) and %s (%zu bytes) differ", with, sizes[0], without, sizes[1]);
}

static void the_others_of_a_run_go_on_as_without_a_body_that_blows_up(void)
{
    const char* const backends[] = {"reference", "opencl:0"};
    char with[1024], without[1024], warning[sizeof result.error] = "", hash[32] = "";
    snprintf(with, sizeof with, "%s", scratchPath("with.pc2"));
    snprintf(without, sizeof without, "%s", scratchPath("without.pc2"));
    for (int b = 0; b < (hasDevice() ? 2 : 1); b++) {
        RUN_FOR(10, "run", rowScene(true), "--frames", "60", "--backend", backends[b], "--out", with,
                "--body", "1");
        RUN_FOR(0, "run", rowScene(false), "--frames", "60", "--backend", backends[b], "--out", without,
                "--body", "1");
        checkSameFiles(with, without);
        RUN_FOR(10, "run", rowScene(true), "--frames", "60", "--backend", backends[b], "--out", with,
                "--body", "3");
        RUN_FOR(0, "run", rowScene(false), "--frames", "60", "--backend", backends[b], "--out", without,
                "--body", "2");
        checkSameFiles(with, without);
        RUN_FOR(10, "run", rowScene(true), "--frames", "60", "--backend", backends[b], "--json");
        cJSON* object = parseOutput();
        const cJSON* list = cJSON_GetObjectItem(object, "quarantined");
        CHECK(cJSON_GetArraySize(list) == 1 && cJSON_GetNumberValue(cJSON_GetArrayItem(list, 0)) == 2.0,
              "%d bodies, not the second alone", cJSON_GetArraySize(list));
        CHECK(b == 0 || strcmp(hash, textAt(object, "hash")) == 0, "%s, the reference %s",
              textAt(object, "hash"), hash);
        CHECK(b == 0 || strcmp(warning, result.error) == 0, "\"%s\", the reference \"%s\"", result.error,
              warning);
        snprintf(hash, sizeof hash, "%s", textAt(object, "hash"));
        strcpy(warning, result.error);
        cJSON_Delete(object);
    }
}

// A copy of the pinned one has no pins.
static void a_body_that_blows_up_in_its_first_frame_is_taken_out(void)
{
    const char* const backends[] = {"reference", "opencl:0"};
    char path[1024], text[2048], with[1024], without[1024];
    snprintf(path, sizeof path, "%s", scratchPath("dropped.json"));
    snprintf(with, sizeof with, "%s", scratchPath("with.pc2"));
    snprintf(without, sizeof without, "%s", scratchPath("without.pc2"));
    for (int b = 0; b < (hasDevice() ? 2 : 1); b++) {
        for (int drops = 0; drops < 2; drops++) {
            snprintf(
                text, sizeof text,
                "{\"substeps\": 200, \"integrator\": \"explicitEuler\", \"bodies\": ["
                "{" BOX
                ", \"rotation\": [0.3, 0, 0, 1], \"material\": {\"youngModulus\": 1e12}, \"pins\": [{\"below\": 100}]}, "
                "{" BOX ", \"position\": [6, 0, 0], \"material\": {\"youngModulus\": 100}}]%s}",
                drops ? ", \"input\": [{\"frame\": 4, \"drop\": {\"body\": 0, \"position\": [3, 5, 0.1]}}]"
                      : "");
            writeText(path, text);
            RUN_FOR(drops ? 10 : 0, "run", path, "--frames", "12", "--backend", backends[b], "--out",
                    drops ? with : without, "--body", "2");
            if (drops)
                CHECK_TEXT(result.error, "diverged at frame 5: ");
            if (drops)
                CHECK_TEXT(result.error, " of 200; the body was returned");
        }
        checkSameFiles(with, without);
    }
}

static void steps_that_are_too_small_are_errors(void)
{
    RUN_FOR(6, "run",
            boxScene("\"integrator\": \"heun\", \"integratorError\": 1e-6",
                     ", \"velocity\": [1e6, 0, 0], \"material\": {\"youngModulus\": 1e12}"),
            "--backend", "reference");
    CHECK_TEXT(result.error, "heun: a step of ");
    CHECK_TEXT(result.error, "use more substeps");
}

static void what_does_not_go_with_an_integrator_is_refused(void)
{
    RUN_FOR(3, "run", boxScene("\"integrator\": \"heun\"", ", \"material\": {\"bendingStiffness\": 2}"),
            "--backend", "reference");
    CHECK_TEXT(result.error, "bendingStiffness: expected 0");
}

TESTS(TEST(a_run_tells_the_length_of_its_steps), TEST(an_option_replaces_the_solver_of_the_scene),
      TEST(a_run_tells_how_its_steps_adapted), TEST(a_body_that_blows_up_is_told_with_its_first_frame),
      TEST(an_expectation_about_a_body_that_was_taken_out_is_not_met),
      TEST(the_others_of_a_run_go_on_as_without_a_body_that_blows_up),
      TEST(a_body_that_blows_up_in_its_first_frame_is_taken_out), TEST(steps_that_are_too_small_are_errors),
      TEST(what_does_not_go_with_an_integrator_is_refused))
