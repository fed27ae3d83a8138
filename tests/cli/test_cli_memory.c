// Each allocation of a command fails once: it ends with the exit code for that and says so in one line or one object, or it
// prints all that an undisturbed run does. stacks/memory_layer.c makes them fail.
//
// Tries some of each command. GEL_TEST_FAULTS=all tries every single one, and of what is drawn a hundredth of the many that
// come from one place, for some minutes.
#define _XOPEN_SOURCE 700
#define TEST_SUBJECT "cli_memory"
#include "support/command.h"
#include "support/played.h"
#include "support/tries_all.h"

#include <glob.h>
#include <stdlib.h>

enum { max = 20, samples = 12, drawnSamples = 4 };
#define REFERENCE "--backend", "reference", "--quiet"
#define SMALL "--width", "64", "--height", "36"

static const char* const commands[][max] = {
    {"gel", "run", "SCENE", REFERENCE, "--frames", "3", "--out", "OUT", "--json"},
    {"gel", "run", "SCENE", REFERENCE, "--frames", "3", "--checkpoint", "1", "--csv", "CSV"},
    {"gel", "run", "RECORDING", REFERENCE, "--from", "60"},
    {"gel", "compare", "SCENE", "--a", "reference", "--b", "reference", "--frames", "3", "--quiet", "--json"},
    {"gel", "check", "MESH", "--json"},
    {"gel", "check", "MESH"},
};
static const char* const drawn[][max] = {
    {"gel", "view", "SCENE", REFERENCE, SMALL, "--headless", "--frames", "1", "--shot", "PICTURE"},
    {"gel", "view", "SCENE", REFERENCE, SMALL, "--headless", "--frames", "2", "--film", "FILM"},
    {"gel", "view", "SCENE", REFERENCE, SMALL, "--headless", "--frames", "2", "--record", "MADE"},
    {"gel", "run", "SCENE", REFERENCE, SMALL, "--frames", "2", "--out", "PICTURE", "--json"},
    {"gel", "run", "SCENE", REFERENCE, SMALL, "--frames", "2", "--out", "FILM"},
    {"gel", "report", "SCENE", REFERENCE, SMALL, "--frames", "2", "--out", "PAGE"},
};
static const char* const files[][2] = {
    {"SCENE", "scene.json"}, {"RECORDING", "record.json"}, {"MESH", "mesh.obj"},
    {"OUT", "out.pc2"},      {"CSV", "out.csv"},           {"PICTURE", "picture.png"},
    {"FILM", "film.gif"},    {"MADE", "made.json"},        {"PAGE", "page.html"},
};

static char whole[sizeof result.out];

static void run(const char* const* command, int at)
{
    const char* arguments[max] = {NULL};
    char number[16];
    for (int i = 0; command[i] != NULL; i++) {
        arguments[i] = command[i];
        for (size_t k = 0; k < sizeof files / sizeof files[0]; k++)
            if (strcmp(command[i], files[k][0]) == 0)
                arguments[i] = scratchPath(files[k][1]);
    }
    snprintf(number, sizeof number, "%d", at);
    setenv("LD_PRELOAD", GEL_MEMORY_LAYER, 1);
    setenv("GEL_MEMORY_FAULT_AT", number, 1);
    setenv("GEL_MEMORY_FAULT_COUNT", scratchPath("count"), 1);
    runCommand(arguments);
    unsetenv("LD_PRELOAD");
}

// The row of how positions come to the picture: where there is no memory for the best way it is the next.
static void leaveOutWay(char* text)
{
    char* row = strstr(text, "  positions ");
    char* end = row != NULL ? strchr(row, '\n') : NULL;
    if (end != NULL)
        memmove(row, end + 1, strlen(end));
}

// Numbers are left out: some are times.
static void leaveOutNumbers(char* text)
{
    char* end = text;
    leaveOutWay(text);
    for (const char* c = text; *c != '\0'; c++)
        if (strchr("0123456789.+-e", *c) == NULL)
            *end++ = *c;
    *end = '\0';
}

// After warnings.
static bool isOneLine(const char* text)
{
    while (strncmp(text, "gel: warning: ", 14) == 0 && strchr(text, '\n') != NULL)
        text = strchr(text, '\n') + 1;
    const char* end = strchr(text, '\n');
    return end != NULL && end[1] == '\0';
}

static bool isJson(const char* const* command)
{
    while (*command != NULL && strcmp(*command, "--json") != 0)
        command++;
    return *command != NULL;
}

// Returns whether it was told.
static bool disturb(const char* const* command, int at, int code)
{
    run(command, at);
    if (result.code == code) {
        leaveOutNumbers(result.out);
        CHECK(strcmp(result.out, whole) == 0, "gel %s, allocation %d: printed %s, undisturbed %s", command[1],
              at, result.out, whole);
        return strstr(result.error, "cannot be kept, to be resumed from: ") !=
               NULL; // a checkpoint, which is no result
    }
    CHECK(result.code == 6, "gel %s, allocation %d: exit code %d: %s%s", command[1], at, result.code,
          result.out, result.error);
    if (isJson(command) && result.out[0] == '{') {
        cJSON* object = parseOutput();
        CHECK_CLOSE(numberAt(object, "error/code"), 6.0, 0.0, "the code in the object");
        cJSON_Delete(object);
    } else
        CHECK(isOneLine(result.error) && strstr(result.error, "memory") != NULL,
              "gel %s, allocation %d: not one line about memory: %s", command[1], at, result.error);
    return true;
}

static void disturbAll(const char* const* command, int tries)
{
    char text[64];
    int told = 0, tried = 0;
    run(command, 0);
    int code = result.code;
    if (code == 7 || (code == 4 && strstr(result.error, "ffmpeg") != NULL)) {
        SKIP_PART("gel %s: %s", command[1], result.error);
        return;
    }
    CHECK(code == 0 || code == 8, "exit code %d: %s%s", code, result.out, result.error);
    leaveOutNumbers(result.out);
    memcpy(whole, result.out, sizeof whole);
    readText(scratchPath("count"), text, sizeof text);
    int count = atoi(text), step = triesAll() ? 1 : 1 + count / tries;
    CHECK(count > 10, "only %d allocations", count);
    for (int at = 1; at <= count; at += step, tried++)
        told += disturb(command, at, code);
    printf("  gel %-8s %5d allocations, %5d failed, %5d told\n", command[1], count, tried, told);
    CHECK(told > 0, "none of %d was told", tried);
}

static void writeFiles(void)
{
    writeText(
        scratchPath("scene.json"),
        "{\"contact\":true,\"ground\":{},\"bodies\":[{\"shape\":{\"type\":\"box\",\"size\":[1,1,1],"
        "\"cells\":[1,1,1]},\"position\":[0,0.5,0]}],\"probes\":[{\"name\":\"y\",\"body\":0,\"measure\":"
        "\"position.y\"}],\"expectations\":[{\"probe\":\"y\",\"at\":0.05,\"value\":0.5,\"tolerance\":1,"
        "\"reason\":\"it stands\"}]}");
    writeText(scratchPath("mesh.obj"),
              "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n");
    setenv("OCL_ICD_VENDORS", "/nowhere", 1); // no driver's allocations
}

// With a state of frame 60 to begin at.
static void record(void)
{
    writeText(scratchPath("falls.json"), "{\"bodies\":[{\"shape\":{\"type\":\"box\",\"size\":[1,1,1],"
                                         "\"cells\":[1,1,1]},\"position\":[0,0.5,0]}]}");
    gelScene* scene;
    REQUIRE(gelLoadScene(scratchPath("falls.json"), &scene));
    Played played = play(scene);
    remove(scratchPath("record.json"));
    REQUIRE(gelPlayer_OpenJournal(played.player, TEST_SUBJECT "-falls.json", scratchPath("record.json")));
    for (int frame = 0; frame < 62; frame++) {
        advance(&played, 1);
        REQUIRE(gelPlayer_WriteJournal(played.player));
    }
    REQUIRE(gelPlayer_WriteRecording(played.player, TEST_SUBJECT "-falls.json", gelWorld_Hash(played.world),
                                     scratchPath("record.json")));
    gelPlayer_CloseJournal(played.player, false);
    stop(&played);
}

static void a_command_that_runs_out_of_memory_says_so(void)
{
    writeFiles();
    record();
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++)
        disturbAll(commands[i], samples);
}

static size_t removeParts(const char* name)
{
    char pattern[1100];
    glob_t found;
    snprintf(pattern, sizeof pattern, "%s*.part*", scratchPath(name));
    size_t count = glob(pattern, 0, NULL, &found) == 0 ? found.gl_pathc : 0;
    for (size_t i = 0; i < count; i++)
        remove(found.gl_pathv[i]);
    if (count > 0)
        globfree(&found);
    return count;
}

static void what_is_drawn_without_memory_says_so(void)
{
    writeFiles();
    setenv("GEL_MEMORY_FAULT_SAME", "10", 1);
    for (size_t i = 0; i < sizeof drawn / sizeof drawn[0]; i++)
        disturbAll(drawn[i], drawnSamples);
    run(drawn[0], 0); // clears away what those have left in the folder
    unsetenv("GEL_MEMORY_FAULT_SAME");
    CHECK_INT((int)removeParts("picture.png"), 0);
    CHECK_INT((int)removeParts("page.html"), 0);
    removeParts("made.json"); // what was recorded until then
}

TESTS(TEST(a_command_that_runs_out_of_memory_says_so), TEST(what_is_drawn_without_memory_says_so))
