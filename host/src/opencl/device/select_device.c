// Chooses the device of a world: opens it, tests it, and refuses it if it is not exact.
#include "base/core.h"
#include "opencl/backend.h"
#include "opencl/runtime/context.h"
#include "opencl/runtime/device.h"
#include "opencl/device_verdict.h"
#include "opencl/runtime/native.h"
#include "opencl/device/tuning.h"
#include "opencl/runtime/wait.h"

#include <stdio.h>
#include <stdlib.h>

// Stores the device's time limit, s: GEL_DEVICE_TIME_LIMIT if it is set, otherwise the
// definition's.
static gelStatus findTimeLimit(float defined, double* limit)
{
    const char* text = getenv("GEL_DEVICE_TIME_LIMIT");
    char* end = NULL;
    *limit = text != NULL && *text != '\0' ? strtod(text, &end) : (double)defined;
    if ((end == NULL || *end == '\0') && *limit >= 0.0 && *limit <= 1e6)
        return gel_success;
    return gelFail(gel_invalidArgument, "GEL_DEVICE_TIME_LIMIT: expected 0 to 1e6 seconds, found \"%s\"",
                   text);
}

static gelStatus openWithLanes(int index, gelOpenclSetup setup, int lanes, gelBackend** backend,
                               gelDeviceInfo* info)
{
    setup.lanes = lanes;
    gelStatus status = gelOpenOpenclBackend(index, &setup, backend);
    if (status != gel_success)
        return status;
    status = gelOpenclBackend_Test(*backend, info);
    if (status != gel_success) {
        (*backend)->functions->destroy(*backend);
        *backend = NULL;
    }
    return status;
}

// Opens a device and tests it. One that cannot build vector code, or fails with it, gets a second chance with
// scalars, unless the caller set the number of lanes: drivers are tested least with wide vectors.
static gelStatus openAndTest(int index, gelOpenclSetup setup, gelBackend** backend, gelDeviceInfo* info)
{
    cl_device_id device;
    gelStatus status = gelFindDevice(index, &device, info);
    if (status != gel_success)
        return status;
    char reason[512];
    int first = setup.tuning != NULL && setup.tuning->lanes > 0 ? setup.tuning->lanes : info->lanes;
    bool hasSecondChance = setup.lanes == 0 && first > 1 && index != gel_nativeDevice; // it has no scalars
    status = openWithLanes(index, setup, setup.lanes, backend, info);
    bool asItIs = status == gel_success && (info->exact || !info->tested);
    if (!hasSecondChance || asItIs || (status != gel_success && status != gel_deviceError) ||
        gelDeviceHangs(device))
        return status;
    snprintf(reason, sizeof reason, "%s", status == gel_success ? info->reason : gelLastError());
    reason[strcspn(reason, "\n")] = '\0'; // without a build log
    if (status == gel_success)
        (*backend)->functions->destroy(*backend);
    status = openWithLanes(index, setup, 1, backend, info);
    if (status != gel_success)
        return gelFail(status, "with vectors: %s; with scalars: %s", reason, gelLastError());
    if (info->exact)
        gelLog(gel_logWarning, "%s (%s) runs with scalars, many times slower, since vectors fail: %s",
               info->backend, info->name, reason);
    return status;
}

// Tests the native device's second program: it has one for the usual kinds of constraint, which is faster, and one for
// all.
static gelStatus testAllKinds(gelOpenclSetup setup, gelDeviceInfo* info)
{
    gelBackend* backend;
    double before = info->testMilliseconds;
    setup.hasAllKinds = true;
    gelStatus status = openAndTest(gel_nativeDevice, setup, &backend, info);
    if (status != gel_success)
        return status;
    info->testMilliseconds += before;
    backend->functions->destroy(backend);
    return gel_success;
}

gelStatus gelTestDevice(int index, gelDeviceInfo* info)
{
    gelBackend* backend;
    gelOpenclSetup setup = {0};
    gelStatus status = findTimeLimit(gelDefaultWorldDef().deviceTimeLimit, &setup.timeLimit);
    if (status == gel_success)
        status = openAndTest(index, setup, &backend, info);
    if (status != gel_success)
        return status;
    if (info->exact)
        status = gelOpenclBackend_TestContacts(backend, info);
    backend->functions->destroy(backend);
    return status == gel_success && info->exact && index == gel_nativeDevice ? testAllKinds(setup, info)
                                                                             : status;
}

// Opens one device and refuses it if it is not exact, unless that is allowed.
static gelStatus openTrusted(const gelWorldDef* def, int index, bool allowInexact, gelBackend** backend)
{
    gelDeviceInfo info;
    gelDeviceTuning tuning;
    gelFindTuning(index, def->tuning, &tuning);
    gelOpenclSetup setup = {.lanes = def->lanes,
                            .workGroupSize = def->workGroupSize,
                            .contextProperties = def->contextProperties,
                            .tuning = &tuning,
                            .commandBuffer = def->commandBuffer,
                            .allowInexact = def->allowInexact,
                            .order = def->order,
                            .integrator = def->integrator};
    gelStatus status = findTimeLimit(def->deviceTimeLimit, &setup.timeLimit);
    if (status == gel_success)
        status = openAndTest(index, setup, backend, &info);
    if (status != gel_success)
        return status;
    gelOpenclBackend_SetTested(*backend, &info);
    if (info.exact)
        return gel_success;
    if (allowInexact) {
        gelLog(gel_logWarning, "%s (%s) is not exact: %s", info.backend, info.name, info.reason);
        return gel_success;
    }
    (*backend)->functions->destroy(*backend);
    *backend = NULL;
    return gelFail(
        gel_inexactDevice,
        "%s (%s) does not compute the reference's bits: %s; allowInexact (--allow-inexact) uses it "
        "anyway",
        info.backend, info.name, info.reason);
}

// The lowest is tried first: GPUs, then others, then CPUs, natively and by OpenCL; within each kind, first the one that
// OpenGL draws with.
enum { rankCount = 2 * gel_preferenceCount, noRank = rankCount };

// Returns what the native device cannot do of what a world requests, NULL if it can all: its kernels are those of the
// library, and its work-groups are of one work-item.
static const char* whyNotNative(const gelWorldDef* def)
{
    static const char* const variables[] = {"GEL_KERNEL_DIR", "GEL_KERNEL_OPTIONS"};
    for (int i = 0; i < 2; i++)
        if (getenv(variables[i]) != NULL && *getenv(variables[i]) != '\0')
            return variables[i];
    return def->workGroupSize > 1                                                      ? "the work-group size"
           : def->lanes != 0 && gelNativeProgramOf("gel.cl", def->lanes, true) == NULL ? "the number of lanes"
                                                                                       : NULL;
}

static int rankOf(const gelWorldDef* def, const gelDeviceInfo* info)
{
    const intptr_t* contextProperties = def->contextProperties;
    cl_device_id device;
    gelDeviceInfo ignored;
    if (info->index == gel_nativeDevice && (def->backend == gel_opencl || whyNotNative(def) != NULL))
        return noRank;
    bool draws = contextProperties != NULL && gelFindDevice(info->index, &device, &ignored) == gel_success &&
                 gelDrawsOpengl(device, contextProperties, NULL);
    return 2 * info->preference + !draws;
}

enum { maxDevices = 64 };

typedef struct Candidates {
    gelDeviceInfo infos[maxDevices];
    int ranks[maxDevices];
    int listed, count; // count: of those that have a rank
} Candidates;

static gelStatus listCandidates(const gelWorldDef* def, Candidates* candidates)
{
    int count;
    gelStatus status = gelGetDevices(candidates->infos, maxDevices, &count);
    candidates->listed = count < maxDevices ? count : maxDevices;
    candidates->count = 0;
    for (int i = 0; i < candidates->listed; i++) {
        candidates->ranks[i] = rankOf(def, &candidates->infos[i]);
        candidates->count += candidates->ranks[i] != noRank;
    }
    return status;
}

bool gelFindFirstDevice(const gelWorldDef* def, gelDeviceInfo* info)
{
    cl_device_id device;
    Candidates candidates;
    int best = 0;
    if (!gelIsDevice(def->backend))
        return false;
    if (def->backend == gel_native || def->device >= 0)
        return gelFindDevice(def->backend == gel_native ? gel_nativeDevice : def->device, &device, info) ==
               gel_success;
    listCandidates(def, &candidates);
    for (int i = 1; i < candidates.listed; i++)
        best = candidates.ranks[i] < candidates.ranks[best] ? i : best;
    if (candidates.count > 0)
        *info = candidates.infos[best];
    return candidates.count > 0;
}

// The first device that can be opened. Errors of the caller apply to every device.
static gelStatus openBest(const gelWorldDef* def, bool allowInexact, gelBackend** backend)
{
    Candidates candidates;
    gelDeviceInfo info;
    cl_device_id device;
    int tried = 0;
    gelStatus status = listCandidates(def, &candidates);
    if (status != gel_success && candidates.count > 0)
        gelLog(gel_logWarning, "skipped: %s", gelLastError());
    if (status == gel_success && candidates.count == 0) // it reports that there is none, and what to do
        status = gelFindDevice(0, &device, &info);
    if (status == gel_success && candidates.count == 0)
        status = gelFail(gel_noDevice, "the OpenCL devices could not be listed; try again");
    for (int rank = 0; rank < rankCount; rank++)
        for (int i = 0; i < candidates.listed; i++) {
            if (candidates.ranks[i] != rank)
                continue;
            status = openTrusted(def, candidates.infos[i].index, allowInexact, backend);
            if (status == gel_success || status == gel_invalidArgument || status == gel_fileError)
                return status;
            if (++tried < candidates.count) // the last failure is returned to the caller
                gelLog(gel_logWarning, "skipped: %s", gelLastError());
        }
    if (def->backend == gel_autoBackend && gelNativeDevice() != NULL && whyNotNative(def) != NULL)
        gelFail(status, "%s; the back end \"native\" was left out because of %s", gelLastError(),
                whyNotNative(def));
    return status;
}

gelStatus gelCreateOpenclBackend(const gelWorldDef* def, gelBackend** backend)
{
    *backend = NULL;
    if (def->backend == gel_native)
        return openTrusted(def, gel_nativeDevice, def->allowInexact, backend);
    if (def->device >= 0)
        return openTrusted(def, def->device, def->allowInexact, backend);
    gelStatus status = openBest(def, false, backend);
    return status == gel_inexactDevice && def->allowInexact ? openBest(def, true, backend) : status;
}
