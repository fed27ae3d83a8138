// Shared by several test files: back ends to run on, worlds that must exist.
#pragma once

#include "gel/gel.h"
#include "support/harness.h"

// The reference, then every device that the environment shows, the native one last; without contact, whose kernels take
// seconds to build, so tests of contact switch it on.
typedef struct Backends {
    gelWorldDef defs[9];
    char names[9][160];
    int count;
} Backends;

static inline Backends listBackends(void)
{
    Backends backends = {.count = 1};
    backends.defs[0] = gelDefaultWorldDef();
    backends.defs[0].backend = gel_referenceFloat;
    backends.defs[0].contact = false;
    snprintf(backends.names[0], sizeof backends.names[0], "reference");
    gelDeviceInfo infos[8];
    int count;
    gelGetDevices(infos, 8, &count);
    for (int i = 0; i < count && i < 8; i++) {
        gelWorldDef* def = &backends.defs[backends.count];
        *def = gelDefaultWorldDef();
        def->contact = false;
        def->backend = infos[i].index == gel_nativeDevice ? gel_native : gel_opencl;
        def->device = infos[i].index;
        snprintf(backends.names[backends.count], sizeof backends.names[0], "%s %.100s", infos[i].backend,
                 infos[i].name);
        backends.count++;
    }
    if (count == 0 || infos[0].index == gel_nativeDevice)
        SKIP_PART("no OpenCL device (pocl-opencl-icd)");
    return backends;
}

// Whether there is a device of OpenCL; if so, the first one has the index 0.
static inline bool hasOpenclDevice(void)
{
    gelDeviceInfo info = {.index = -1};
    int count = 0;
    gelGetDevices(&info, 1, &count);
    return count > 0 && info.index >= 0;
}

// Slow drivers take a minute to compile kernels with many lanes: GEL_TEST_LANES is the largest number to try.
static inline bool triesLanes(int lanes)
{
    const char* max = getenv("GEL_TEST_LANES");
    return max == NULL || lanes <= atoi(max);
}

// Sets the lanes that a test tries one by one; false: not on this back end. The native one has no kernels for one lane,
// and those for 16 only where the processor has AVX-512.
static inline bool setLanes(gelWorldDef* def, int lanes)
{
    gelWorldDef trial = gelDefaultWorldDef();
    gelWorld* world;
    def->lanes = trial.lanes = lanes;
    trial.backend = def->backend;
    if (!triesLanes(lanes) || def->backend != gel_native || lanes == 0)
        return triesLanes(lanes);
    gelStatus status = gelCreateWorld(&trial, &world);
    gelDestroyWorld(world);
    return status != gel_unsupported;
}

// Sets the work-items per work-group; the native back end has one.
static inline void setWorkGroupSize(gelWorldDef* def, int size)
{
    def->workGroupSize = def->backend == gel_native ? 0 : size;
}

static inline void runOnEachBackend(void (*runOn)(gelWorldDef backend))
{
    Backends backends = listBackends();
    for (int i = 0; i < backends.count; i++) {
        int before = failureCount;
        runOn(backends.defs[i]);
        if (failureCount > before)
            printf("  these failed on %s\n", backends.names[i]);
    }
}

// A test that gets the definition of a world, once for the reference and once for each device.
#define TEST_ON_EACH_BACKEND(function)                                                                       \
    {                                                                                                        \
        .name = #function, .runOn = function, .onEachBackend = runOnEachBackend                              \
    }

// Returns the usual number of frames; on slow drivers at most GEL_TEST_FRAMES.
static inline int framesToRun(int usual)
{
    const char* max = getenv("GEL_TEST_FRAMES");
    return max != NULL && atoi(max) < usual ? atoi(max) : usual;
}

// A test cannot continue without its prerequisites: prints the message and ends the program.
#define REQUIRE(call)                                                                                        \
    do {                                                                                                     \
        if ((call) != gel_success) {                                                                         \
            printf("%s:%d: %s failed: %s\n", __FILE__, __LINE__, #call, gelLastError());                     \
            exit(1);                                                                                         \
        }                                                                                                    \
    } while (0)

// A world without a ground.
static inline gelWorld* openInTheAir(gelBackendKind backend, gelVec3 gravity, int substeps)
{
    gelWorldDef def = gelDefaultWorldDef();
    gelWorld* world;
    def.backend = backend;
    def.gravity = gravity;
    def.substepCount = substeps;
    def.ground.enabled = false;
    REQUIRE(gelCreateWorld(&def, &world));
    return world;
}

#define CHECK_STATUS(call, expected)                                                                         \
    do {                                                                                                     \
        gelStatus checkStatus = (call);                                                                      \
        CHECK(checkStatus == (expected), "%s is \"%s\" (%s)", #call, gelStatusText(checkStatus),             \
              gelLastError());                                                                               \
    } while (0)
