// Each allocation of a command fails once: it ends with the exit code for that and says so in one line or one object, or it
// prints all that an undisturbed run does. stacks/memory_layer.c makes them fail.
//
// Tries some of each command. GEL_TEST_FAULTS=all tries every single one, for some minutes.
#define _XOPEN_SOURCE 700
#define TEST_SUBJECT "cli_memory"
#include "support/command.h"
#include "support/tries_all.h"

#include <stdlib.h>

static const char* const commands[][14] = {
    {"gel", "run", "SCENE", "--backend", "reference", "--frames", "3", "--out", "OUT", "--quiet", "--json",
     NULL},
    {"gel", "run", "SCENE", "--backend", "reference", "--frames", "3", "--checkpoint", "1", "--csv", "CSV",
     "--quiet", NULL},
    {"gel", "compare", "SCENE", "--a", "reference", "--b", "reference", "--frames", "3", "--quiet", "--json",
     NULL},
    {"gel", "report", "SCENE", "--frames", "3", "--out", "PAGE", "--quiet", NULL},
    {"gel", "check", "MESH", "--json", NULL},
    {"gel", "check", "MESH", NULL},
};
enum { commandCount = sizeof commands / sizeof commands[0], samples = 12 };

static char whole[sizeof result.out];

static void run(int command, int at)
{
    const char* arguments[14];
    char number[16];
    for (int i = 0; i < 14; i++) {
        const char* text = commands[command][i];
        arguments[i] = text == NULL                 ? NULL
                       : strcmp(text, "SCENE") == 0 ? scratchPath("scene.json")
                       : strcmp(text, "MESH") == 0  ? scratchPath("mesh.obj")
                       : strcmp(text, "OUT") == 0   ? scratchPath("out.pc2")
                       : strcmp(text, "PAGE") == 0  ? scratchPath("page.html")
                       : strcmp(text, "CSV") == 0   ? scratchPath("out.csv")
                                                    : text;
        if (text == NULL)
            break;
    }
    snprintf(number, sizeof number, "%d", at);
    setenv("LD_PRELOAD", GEL_MEMORY_LAYER, 1);
    setenv("GEL_MEMORY_FAULT_AT", number, 1);
    setenv("GEL_MEMORY_FAULT_COUNT", scratchPath("count"), 1);
    runCommand(arguments);
    unsetenv("LD_PRELOAD");
}

// Numbers are left out: some are times.
static void leaveOutNumbers(char* text)
{
    char* end = text;
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

static bool isJson(int command)
{
    for (int i = 0; commands[command][i] != NULL; i++)
        if (strcmp(commands[command][i], "--json") == 0)
            return true;
    return false;
}

// Returns whether it was told.
static bool disturb(int command, int at, int code)
{
    run(command, at);
    if (result.code == code) {
        leaveOutNumbers(result.out);
        CHECK(strcmp(result.out, whole) == 0, "gel %s, allocation %d: printed %s, undisturbed %s",
              commands[command][1], at, result.out, whole);
        return strstr(result.error, "cannot be kept, to be resumed from: ") !=
               NULL; // a checkpoint, which is no result
    }
    CHECK(result.code == 6, "gel %s, allocation %d: exit code %d: %s%s", commands[command][1], at,
          result.code, result.out, result.error);
    if (isJson(command) && result.out[0] == '{') {
        cJSON* object = parseOutput();
        CHECK_CLOSE(numberAt(object, "error/code"), 6.0, 0.0, "the code in the object");
        cJSON_Delete(object);
    } else
        CHECK(isOneLine(result.error) && strstr(result.error, "memory") != NULL,
              "gel %s, allocation %d: not one line about memory: %s", commands[command][1], at, result.error);
    return true;
}

static void a_command_that_runs_out_of_memory_says_so(void)
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
    for (int command = 0; command < commandCount; command++) {
        char text[64];
        int told = 0, tried = 0;
        run(command, 0);
        int code = result.code;
        if (strcmp(commands[command][1], "report") == 0 && strstr(result.error, "no pictures") == NULL)
            continue; // pictures have drivers' allocations
        CHECK(code == 0 || code == 8, "exit code %d: %s%s", code, result.out, result.error);
        leaveOutNumbers(result.out);
        memcpy(whole, result.out, sizeof whole);
        readText(scratchPath("count"), text, sizeof text);
        int count = atoi(text), step = triesAll() ? 1 : 1 + count / samples;
        CHECK(count > 10, "only %d allocations", count);
        for (int at = 1; at <= count; at += step, tried++)
            told += disturb(command, at, code);
        printf("  gel %-8s %5d allocations, %5d failed, %5d told\n", commands[command][1], count, tried,
               told);
        CHECK(told > 0, "none of %d was told", tried);
    }
}

TESTS(TEST(a_command_that_runs_out_of_memory_says_so))
