// A driver that crashes as it is loaded is left out, and the others are used.
#define _XOPEN_SOURCE 700
#define TEST_SUBJECT "cli_drivers"
#include "support/command.h"

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
    if (hasPocl)
        RUN_FOR(0, "run", GEL_ASSETS "/scenes/single_tet.json", "--frames", "1", "--backend", "opencl");
    else
        SKIP_PART("/etc/OpenCL/vendors/pocl.icd is not there: pocl-opencl-icd");
}

static void a_cut_verdict_is_found_anew(void)
{
    char path[1100];
    prepare();
    snprintf(path, sizeof path, "%s/drivers.txt", cache);
    writeText(path, "drivers of OpenCL as gel");
    RUN_FOR(0, "run", GEL_ASSETS "/scenes/single_tet.json", "--frames", "1", "--backend", "reference");
    CHECK_TEXT(result.error, "bad.icd is left out");
}

TESTS(TEST(a_driver_that_crashes_as_it_is_loaded_is_left_out), TEST(a_cut_verdict_is_found_anew))
