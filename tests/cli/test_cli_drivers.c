// A driver that crashes as it is loaded is left out, and the others are used.
#define _XOPEN_SOURCE 700
#define TEST_SUBJECT "cli_drivers"
#include "support/command.h"
#include "devices/verdicts.h"

#include <stdlib.h>
#include <sys/stat.h>

static char vendors[1024], cache[1024];

static bool copyText(const char* from, const char* name)
{
    char text[1024], to[1100];
    if (!fileExists(from))
        return false;
    readText(from, text, sizeof text);
    snprintf(to, sizeof to, "%s/%s", vendors, name);
    writeText(to, text);
    return true;
}

// A folder of vendors with a bad driver, and PoCL if that is here; and an empty cache.
static bool prepare(void)
{
    char path[1100];
    snprintf(vendors, sizeof vendors, "%s", scratchPath("vendors"));
    snprintf(cache, sizeof cache, "%s", scratchPath("cache"));
    mkdir(vendors, 0755);
    mkdir(cache, 0755);
    snprintf(path, sizeof path, "%s/drivers.txt", cache);
    remove(path);
    snprintf(path, sizeof path, "%s/bad.icd", vendors);
    writeText(path, GEL_CRASHING_DRIVER "\n");
    setenv("OCL_ICD_VENDORS", vendors, 1);
    setenv("GEL_CACHE_DIR", cache, 1);
    return copyText("/etc/OpenCL/vendors/pocl.icd", "pocl.icd");
}

static void a_driver_that_crashes_as_it_is_loaded_is_left_out(void)
{
    char path[1100];
    bool hasPocl = prepare();
    for (int turn = 0; turn < 2; turn++) { // probes, and remembers
        RUN_FOR(0, "run", GEL_ASSETS "/scenes/single_tet.json", "--frames", "1", "--backend", "reference");
        CHECK_TEXT(result.error, "bad.icd is left out: it crashed when it was loaded");
    }
    snprintf(path, sizeof path, "%s/drivers.txt", cache);
    CHECK(fileExists(path), "the verdict is not kept");
    setenv("OCL_ICD_VENDORS", TEST_SUBJECT "-vendors", 1); // from the folder where it lies
    CHECK(chdir(GEL_SCRATCH) == 0, GEL_SCRATCH " is not there");
    if (hasPocl)
        RUN_FOR(0, "run", GEL_ASSETS "/scenes/single_tet.json", "--frames", "1", "--backend", "opencl");
    else
        SKIP_PART("/etc/OpenCL/vendors/pocl.icd is not there: pocl-opencl-icd");
}

// Without HOME, with a HOME in which nothing can be made, and without any place for files.
static void a_crashing_driver_is_left_out_without_a_cache(void)
{
    static const char* const homes[] = {NULL, "/proc", "/dev/null"};
    char places[1024], second[1100], pocl[64];
    bool hasPocl = prepare();
    snprintf(places, sizeof places, "%s", scratchPath("temporary"));
    mkdir(places, 0755);
    unsetenv("GEL_CACHE_DIR");
    unsetenv("XDG_CACHE_HOME");
    if (hasPocl) { // a second good one
        readText("/etc/OpenCL/vendors/pocl.icd", pocl, sizeof pocl);
        snprintf(second, sizeof second, "%s/second.icd", vendors);
        writeText(second, pocl);
    }
    for (int i = 0; i < 4; i++) {
        if (i < 3 && homes[i] != NULL)
            setenv("HOME", homes[i], 1);
        else if (i == 0)
            unsetenv("HOME");
        setenv("TMPDIR", i < 3 ? places : "/proc", 1);
        RUN_FOR(0, "run", GEL_ASSETS "/scenes/single_tet.json", "--frames", "1", "--backend",
                hasPocl ? "opencl" : "reference");
        CHECK_TEXT(result.error, "bad.icd is left out: it crashed when it was loaded");
        CHECK(rmdir(places) == 0 && mkdir(places, 0755) == 0, "%s is not empty", places);
        bool oneIsUsed =
            strstr(result.error, "pocl.icd is used, since the working drivers are listed in") != NULL;
        CHECK(oneIsUsed == (hasPocl && i == 3), "not what is used: %s", result.error);
    }
    unsetenv("TMPDIR");
    if (hasPocl)
        remove(second);
}

static void use(bool crashing, const char* library)
{
    char command[3000];
    if (!crashing)
        writeText(library, "not a library, which harms nobody");
    snprintf(command, sizeof command, "cp '%s' '%s'", GEL_CRASHING_DRIVER, library);
    CHECK(!crashing || system(command) == 0, "%s cannot be written", library);
}

// The file that names it stays as it is; it names a path, or what is found in the folders of libraries.
static void a_library_that_is_replaced_is_tried_anew(void)
{
    char path[1100], library[1024];
    for (int turn = 0; turn < 2; turn++) {
        prepare();
        snprintf(library, sizeof library, "%s", scratchPath("library.so"));
        snprintf(path, sizeof path, "%s/bad.icd", vendors);
        writeText(path, turn == 0 ? library : strrchr(library, '/') + 1);
        setenv("LD_LIBRARY_PATH", GEL_SCRATCH, 1);
        for (int i = 0; i < 4; i++) {
            bool crashes = i % 2 == 0;
            use(crashes, library);
            RUN_FOR(0, "run", GEL_ASSETS "/scenes/single_tet.json", "--frames", "1", "--backend",
                    "reference");
            bool isOut = strstr(result.error, "bad.icd is left out: it crashed when it was loaded") != NULL;
            CHECK(isOut == crashes, "round %d: %s", i, result.error);
        }
        unsetenv("LD_LIBRARY_PATH");
    }
}

// Only without the last line end it is whole.
static void verdicts_that_are_cut_at_any_byte_are_none(void)
{
    char path[1100], text[4096], cut[4096];
    gelDrivers drivers = {.rows = {{.path = "/vendors/bad.icd", .file = {1234, 56}, .fault = 11},
                                   {.path = "/vendors/good.icd", .file = {1, 2}, .library = {34, 56}}},
                          .count = 2};
    prepare();
    snprintf(path, sizeof path, "%s/drivers.txt", cache);
    gelWriteVerdicts(path, &drivers);
    readText(path, text, sizeof text);
    drivers.rows[0].fault = 0;
    CHECK(gelReadVerdicts(path, &drivers) && drivers.rows[0].fault == 11 && drivers.rows[1].fault == 0,
          "signals %d and %d", drivers.rows[0].fault, drivers.rows[1].fault);
    for (int length = (int)strlen(text) - 2; length >= 0; length--) {
        snprintf(cut, sizeof cut, "%.*s", length, text);
        writeText(path, cut);
        CHECK(!gelReadVerdicts(path, &drivers), "cut to %d bytes it is taken: \"%s\"", length, cut);
    }
}

// At some bytes, as each takes a process.
static void a_cut_verdict_is_found_anew(void)
{
    char path[1100], text[4096], cut[4096];
    prepare();
    snprintf(path, sizeof path, "%s/drivers.txt", cache);
    RUN_FOR(0, "run", GEL_ASSETS "/scenes/single_tet.json", "--frames", "1", "--backend", "reference");
    readText(path, text, sizeof text);
    int head = (int)strcspn(text, "\n"), length = (int)strlen(text);
    CHECK(head < length - 1, "no verdicts in \"%s\"", text);
    const int places[] = {0, head, head + 2, length - 2};
    for (int i = 0; i < 4; i++) {
        snprintf(cut, sizeof cut, "%.*s", places[i], text);
        writeText(path, cut);
        RUN_FOR(0, "run", GEL_ASSETS "/scenes/single_tet.json", "--frames", "1", "--backend", "reference");
        CHECK_TEXT(result.error, "bad.icd is left out");
        readText(path, cut, sizeof cut);
        CHECK(strcmp(cut, text) == 0, "cut to %d bytes, it is \"%s\" afterwards", places[i], cut);
    }
}

// None has a verdict to read when it starts.
static void eight_processes_at_once_use_one_cache(void)
{
    enum { processes = 8, turns = 3 };
    const char* const arguments[] = {
        "gel", "run", GEL_ASSETS "/scenes/single_tet.json", "--frames", "1", "--backend", "opencl", NULL};
    char out[1100], error[1200];
    if (!prepare())
        SKIP("/etc/OpenCL/vendors/pocl.icd is not there: pocl-opencl-icd");
    for (int turn = 0; turn < turns; turn++) {
        pid_t children[processes];
        char command[2400];
        snprintf(command, sizeof command, "rm -rf '%s'", cache);
        CHECK(system(command) == 0, "%s cannot be removed", cache);
        for (int i = 0; i < processes; i++) {
            snprintf(out, sizeof out, "%s.%d", scratchPath("at_once"), i);
            snprintf(error, sizeof error, "%s.error", out);
            children[i] = startCommand(arguments, out, error);
        }
        for (int i = 0; i < processes; i++) {
            int status = -1;
            waitpid(children[i], &status, 0);
            CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0, "process %d ended with %d", i, status);
            snprintf(error, sizeof error, "%s.%d.error", scratchPath("at_once"), i);
            readText(error, result.error, sizeof result.error);
            CHECK_TEXT(result.error, "bad.icd is left out: it crashed when it was loaded");
        }
    }
}

TESTS(TEST(a_driver_that_crashes_as_it_is_loaded_is_left_out),
      TEST(a_crashing_driver_is_left_out_without_a_cache), TEST(a_library_that_is_replaced_is_tried_anew),
      TEST(verdicts_that_are_cut_at_any_byte_are_none), TEST(a_cut_verdict_is_found_anew),
      TEST(eight_processes_at_once_use_one_cache))
