// A run whose device is lost goes on, with the bytes and the hash of one that nothing disturbed.
#define _XOPEN_SOURCE 700
#define TEST_SUBJECT "cli_lost"
#include "app/fallback.h"
#include "support/command.h"
#include "support/fixtures.h"

#define SCENE GEL_ASSETS "/scenes/bear_drop.json"

// Kernels need not be built for it either.
static void the_native_device_comes_before_a_processor_driven_by_opencl(void)
{
    gelWorldDef def = gelDefaultWorldDef(), ignored = def;
    gelDeviceInfo infos[16];
    gelFallback places[gel_maxFallbacks];
    gelLosses losses = {0};
    gelWorld* world;
    int deviceCount = 0, native = -1;
    if (!hasDevice() || gelParseBackend("native", &ignored) != gel_success)
        SKIP("no OpenCL device beside the native back end (pocl-opencl-icd, clang)");
    def.backend = gel_referenceFloat;
    CHECK_STATUS(gelCreateWorld(&def, &world), gel_success);
    CHECK_STATUS(gelGetDevices(infos, 16, &deviceCount), gel_success);
    int count = gelListFallbacks(world, &losses, places);
    CHECK_INT(count, deviceCount + 1);
    CHECK_INT(places[count - 1].backend, gel_referenceFloat);
    for (int i = 0; i < count; i++)
        native = places[i].backend == gel_native ? i : native;
    for (int i = 0; i < count - 1; i++)
        if (places[i].backend == gel_opencl)
            CHECK_INT(native < i, infos[places[i].device].kind == gel_deviceCpu);
    gelDestroyWorld(world);
}

static void checkSame(const char* a, const char* b)
{
    char compare[2200];
    snprintf(compare, sizeof compare, "cmp '%s' '%s'", a, b);
    CHECK(system(compare) == 0, "%s and %s differ", a, b);
}

static void run(const char* fault, const char* file)
{
    char path[1024];
    snprintf(path, sizeof path, "%s", scratchPath(file));
    if (fault != NULL) {
        setenv("OPENCL_LAYERS", GEL_LAYER, 1);
        setenv("GEL_NATIVE_PROCESSOR", "none", 1); // worlds would go on there
        setenv("GEL_FAULT_CALL", "clEnqueueNDRangeKernel", 1);
        setenv("GEL_FAULT_AT", "1700", 1); // in the second frame
        setenv("GEL_FAULT_STAYS", fault, 1);
        if (strcmp(fault, "3") == 0)
            setenv("GEL_DEVICE_TIME_LIMIT", "1", 1);
    }
    RUN_FOR(0, "run", SCENE, "--frames", "6", "--backend", "opencl", "--strategy", "perColour", "--out",
            path);
    unsetenv("OPENCL_LAYERS");
    unsetenv("GEL_DEVICE_TIME_LIMIT"); // a busy machine takes longer
}

static void a_run_goes_on_after_its_device_was_lost(void)
{
    static const char* const goneOnTo[] = {"on opencl:", "on reference (float)",
                                           "on opencl:", "on reference (float)"};
    char whole[1024], fault[2] = "";
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
        checkSame(whole, scratchPath("lost.pc2"));
    }
}

// The run goes back and steps by stages to find the body. Wherever in all that the device is lost, the files are the same.
static void a_device_that_is_lost_while_a_body_is_taken_out_changes_nothing(void)
{
    char scene[1024], whole[1024], at[16];
    int lost = 0;
    if (!hasDevice())
        SKIP("no OpenCL device (pocl-opencl-icd)");
    snprintf(scene, sizeof scene, "%s", scratchPath("stiff.json"));
    snprintf(whole, sizeof whole, "%s", scratchPath("whole.pc2"));
    writeText(
        scene,
        "{\"substeps\": 1, \"integrator\": \"explicitEuler\", \"bodies\": ["
        "{\"shape\": {\"type\": \"box\", \"size\": [1, 1, 1], \"cells\": [1, 1, 1]},"
        " \"material\": {\"youngModulus\": 100}},"
        "{\"shape\": {\"type\": \"box\", \"size\": [1, 1, 1], \"cells\": [1, 1, 1]}, \"position\": [3, 0, 0],"
        " \"material\": {\"youngModulus\": 1e7}, \"pins\": [{\"below\": 0.1}]}]}");
    RUN_FOR(10, "run", scene, "--frames", "40", "--backend", "opencl", "--out", whole);
    setenv("OPENCL_LAYERS", GEL_LAYER, 1);
    setenv("GEL_FAULT_CALL", "clEnqueueNDRangeKernel", 1);
    setenv("GEL_FAULT_STAYS", "1", 1);
    setenv("GEL_SELF_TEST", "off", 1); // its launches count, too
    for (int call = 20; call < 2000; call += 40) {
        snprintf(at, sizeof at, "%d", call);
        setenv("GEL_FAULT_AT", at, 1);
        RUN_FOR(10, "run", scene, "--frames", "40", "--backend", "opencl", "--allow-inexact", "--out",
                scratchPath("lost.pc2"));
        CHECK_TEXT(result.error, "was returned to its initial position");
        if (strstr(result.error, "the run went on from frame") == NULL)
            break;
        lost++;
        checkSame(whole, scratchPath("lost.pc2"));
    }
    unsetenv("OPENCL_LAYERS");
    unsetenv("GEL_SELF_TEST");
    CHECK(lost >= 3, "only %d runs lost their device", lost);
}

static void a_driver_that_cannot_list_its_devices_hides_no_others(void)
{
    if (!hasDevice())
        SKIP("no OpenCL device (pocl-opencl-icd)");
    unsetenv("GEL_NATIVE_PROCESSOR");
    setenv("OPENCL_LAYERS", GEL_LAYER, 1);
    setenv("GEL_FAULT_CALL", "clGetPlatformIDs", 1);
    setenv("GEL_FAULT_AT", "1", 1);
    setenv("GEL_FAULT_STAYS", "1", 1);
    RUN("run", SCENE, "--frames", "1", "--backend", "native");
    bool hasNative = result.code == 0;
    RUN("devices");
    CHECK_INT(result.code, hasNative ? 0 : 5);
    CHECK_TEXT(result.error, "clGetPlatformIDs returned CL_OUT_OF_RESOURCES (-5)");
    CHECK_TEXT(result.out, hasNative ? "native  this processor" : "");
    RUN_FOR(0, "run", SCENE, "--frames", "1");
    CHECK_TEXT(result.error, "clGetPlatformIDs returned CL_OUT_OF_RESOURCES (-5)");
    CHECK_TEXT(result.out, hasNative ? "native this processor" : "reference (float)");
    unsetenv("OPENCL_LAYERS");
}

TESTS(TEST(the_native_device_comes_before_a_processor_driven_by_opencl),
      TEST(a_driver_that_cannot_list_its_devices_hides_no_others),
      TEST(a_run_goes_on_after_its_device_was_lost),
      TEST(a_device_that_is_lost_while_a_body_is_taken_out_changes_nothing))
