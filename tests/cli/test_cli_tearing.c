// gel run of bodies that tear: how much has torn is told, and what the files cannot show of it.
#define _XOPEN_SOURCE 700
#define TEST_SUBJECT "cli_tearing"
#include "support/command.h"

#define BODY(name, cells, material)                                                                          \
    "{\"name\":\"" name "\",\"shape\":{\"type\":\"box\",\"size\":[0.2,0.2,0.2],\"cells\":[" cells            \
    ",1,1]},\"velocity\":[200,0,0],\"material\":{\"youngModulus\":1e4," material                             \
    "},\"pins\":[{\"box\":{\"lower\":[-9,-9,-9],\"upper\":[-0.09,9,9]}}]}"

// Pulled away from their pins: of a cell each tet reaches from there to its other side.
static const char* scene(const char* bodies)
{
    static char path[1024];
    char text[2000];
    snprintf(path, sizeof path, "%s", scratchPath("scene.json"));
    snprintf(text, sizeof text, "{\"contact\":false,\"gravity\":[0,0,0],\"bodies\":[%s]}", bodies);
    writeText(path, text);
    return path;
}

static int countOf(const char* text, const char* part)
{
    int count = 0;
    for (const char* at = strstr(text, part); at != NULL; at = strstr(at + 1, part))
        count++;
    return count;
}

static const char three[] = BODY("cell", "1", "\"tearStrain\":0.1") "," BODY(
    "whole", "1", "\"damping\":1") "," BODY("bar", "4", "\"tearStrain\":0.1");

static void how_much_has_torn_is_told_of_bodies_that_can_tear(void)
{
    RUN_FOR(0, "run", scene(three), "--frames", "2", "--backend", "reference", "--json");
    cJSON* object = parseOutput();
    cJSON* list = cJSON_GetObjectItem(object, "tearing");
    CHECK_INT(cJSON_GetArraySize(list), 2);
    cJSON *cell = cJSON_GetArrayItem(list, 0), *bar = cJSON_GetArrayItem(list, 1);
    CHECK_TEXT(textAt(cell, "name"), "cell");
    CHECK_INT(numberAt(cell, "body"), 1);
    CHECK_INT(numberAt(cell, "torn"), 18);
    CHECK_INT(numberAt(cell, "springs"), 18);
    CHECK_INT(numberAt(bar, "body"), 3);
    int torn = (int)numberAt(bar, "torn"), springs = (int)numberAt(bar, "springs");
    CHECK(torn > 0 && torn < springs, "%d of %d", torn, springs);
    cJSON_Delete(object);
    RUN_FOR(0, "run", scene(three), "--frames", "2", "--backend", "reference");
    CHECK_TEXT(result.out, "torn            cell: 18 of 18 springs\n");
    CHECK_INT(countOf(result.out, "bar: "), 1);
    RUN_FOR(0, "run", scene(BODY("whole", "1", "\"damping\":1")), "--frames", "2", "--backend", "reference");
    CHECK_INT(countOf(result.out, "torn"), 0);
}

static void a_body_of_which_all_has_torn_is_warned_of(void)
{
    RUN_FOR(0, "run", scene(three), "--frames", "2", "--backend", "reference");
    joinLines(result.error);
    CHECK_INT(countOf(result.error, "warning"), 1);
    CHECK_TEXT(result.error, "all 18 springs of cell have torn");
    CHECK_TEXT(result.error, "raise tearStrain");
    RUN_FOR(0, "run", scene(BODY("bar", "4", "\"tearStrain\":0.1")), "--frames", "2", "--backend",
            "reference");
    CHECK_INT(countOf(result.error, "warning"), 0);
    RUN_FOR(0, "run",
            scene(BODY("a", "1", "\"tearStrain\":0.1") "," BODY("b", "1", "\"tearStrain\":0.1") "," BODY(
                "c", "1", "\"tearStrain\":0.1")),
            "--frames", "2", "--backend", "reference");
    joinLines(result.error);
    CHECK_INT(countOf(result.error, "warning"), 1);
    CHECK_TEXT(result.error, "all springs of a and of 2 other bodies have torn");
}

static void a_file_with_the_same_triangles_in_all_frames_is_warned_of(void)
{
    static const char* const endings[] = {"pc2", "mdd", "glb", "obj", "ply", "vtu"};
    const char* torn = scene(BODY("bar", "4", "\"tearStrain\":0.1"));
    for (int i = 0; i < 6; i++) {
        char name[32];
        snprintf(name, sizeof name, "torn.%s", endings[i]);
        RUN_FOR(0, "run", torn, "--frames", "2", "--backend", "reference", "--out", scratchPath(name));
        joinLines(result.error);
        CHECK_INT(countOf(result.error, "warning"), i < 3 ? 1 : 0);
        if (i < 3)
            CHECK_TEXT(result.error, "so that the torn ones, of 1 of 1 bodies, remain");
    }
    RUN_FOR(0, "run", torn, "--frames", "2", "--backend", "reference", "--out", scratchPath("torn.pc2"),
            "--json");
    cJSON_Delete(parseOutput());
    RUN_FOR(0, "run", scene(BODY("whole", "4", "\"tearStrain\":1e6")), "--frames", "2", "--backend",
            "reference", "--out", scratchPath("whole.pc2"));
    CHECK_INT(result.error[0], 0);
}

TESTS(TEST(how_much_has_torn_is_told_of_bodies_that_can_tear),
      TEST(a_body_of_which_all_has_torn_is_warned_of),
      TEST(a_file_with_the_same_triangles_in_all_frames_is_warned_of))
