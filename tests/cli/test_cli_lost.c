// A run whose device is lost goes on, with the bytes and the hash of one that nothing disturbed.
#define _XOPEN_SOURCE 700
#define TEST_SUBJECT "cli_lost"
#include "support/command.h"

#define SCENE GEL_ASSETS "/scenes/bear_drop.json"

static void run(const char* fault, const char* file)
{
    char path[1024];
    snprintf(path, sizeof path, "%s", scratchPath(file));
    if (fault != NULL) {
        setenv("OPENCL_LAYERS", GEL_LAYER, 1);
        setenv("GEL_FAULT_CALL", "clEnqueueNDRangeKernel", 1);
        setenv("GEL_FAULT_AT", "1700", 1); // in the second frame
        setenv("GEL_FAULT_STAYS", fault, 1);
        if (strcmp(fault, "3") == 0)
            setenv("GEL_DEVICE_TIME_LIMIT", "1", 1);
    }
    RUN_FOR(0, "run", SCENE, "--frames", "6", "--backend", "opencl", "--strategy", "grid", "--out", path);
    unsetenv("OPENCL_LAYERS");
}

static void a_run_goes_on_after_its_device_was_lost(void)
{
    static const char* const goneOnTo[] = {"on opencl:", "on reference (float)",
                                           "on opencl:", "on reference (float)"};
    char whole[1024], compare[2200], fault[2] = "";
    if (!hasDevice())
        SKIP("no OpenCL device (pocl-opencl-icd)");
    run(NULL, "whole.pc2");
    snprintf(whole, sizeof whole, "%s", scratchPath("whole.pc2"));
    for (int i = 0; i < 4; i++) { // the call fails once; the device stays lost; it comes back; it hangs
        snprintf(fault, sizeof fault, "%d", i);
        run(fault, "lost.pc2");
        CHECK_TEXT(result.error, i < 3 ? "CL_OUT_OF_RESOURCES (-5); the run went on from frame "
                                       : "seconds; 0: none); the run went on from frame ");
        CHECK_TEXT(result.error, goneOnTo[i]);
        snprintf(compare, sizeof compare, "cmp '%s' '%s'", whole, scratchPath("lost.pc2"));
        CHECK(system(compare) == 0, "the frames differ after fault %d", i);
    }
}

TESTS(TEST(a_run_goes_on_after_its_device_was_lost))
