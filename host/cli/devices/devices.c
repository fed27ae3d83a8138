#include "app/options.h"
#include "app/memory.h"
#include "app/setup.h"

#include "gel/gel.h"

#include <stdlib.h>
#include <string.h>

typedef struct Settings {
    bool json, tune;
} Settings;

static const gelOption options[] = {
    GEL_FLAG_OPTION(Settings, tune, "measure what each device is best at, and save it for all future runs"),
    GEL_JSON_OPTION(Settings),
};

// The options of a device that other commands have, listed for the help.
typedef struct StepSettings {
    const char* backend;
    gelSetup setup;
} StepSettings;

static const gelOption stepOptions[] = {
    GEL_BACKEND_OPTION(StepSettings, GEL_DEFAULT_BACKEND),
    GEL_SETUP_OPTIONS(StepSettings),
};

static const struct Reference {
    const char* name;
    const char* text;
} references[] = {
    {"reference", "plain C in single precision: the reference for every device"},
    {"double", "the same in double precision: shows the rounding error of float"},
};
enum { referenceCount = sizeof references / sizeof references[0] };

#if GEL_HAS_OPENCL
static const char noGpu[] =
    "No GPU is found. Gel finds GPUs through OpenCL. Install a driver for it: the vendor's (on Debian and Ubuntu "
    "nvidia-opencl-icd or intel-opencl-icd), or Mesa's (mesa-opencl-icd).";
#else
static const char noGpu[] = "This Gel is built without OpenCL (GEL_USE_OPENCL is OFF), so it uses no GPU.";
#endif

static const char* kindText(gelDeviceKind kind)
{
    switch (kind) {
        case gel_deviceCpu:
            return "CPU";
        case gel_deviceGpu:
            return "GPU";
        case gel_deviceOther:
            break;
    }
    return "accelerator";
}

// How many exact devices the library prefers to this one.
static int rankOf(const gelDeviceInfo* infos, int count, int index)
{
    int rank = 0, own = infos[index].preference;
    for (int i = 0; i < count; i++) {
        int other = infos[i].preference;
        rank += infos[i].exact && (other < own || (other == own && i < index));
    }
    return rank;
}

static const char* useText(const gelDeviceInfo* infos, int count, int index, char text[32])
{
    static const char* const ordinals[] = {"default", "second choice", "third choice"};
    if (!infos[index].tested)
        return "none: the self-test failed to run";
    if (!infos[index].exact)
        return "only with --allow-inexact";
    int rank = rankOf(infos, count, index);
    if (rank < (int)(sizeof ordinals / sizeof ordinals[0]))
        return ordinals[rank];
    snprintf(text, 32, "%dth choice", rank + 1);
    return text;
}

static void printTuning(const gelOutput* output, const gelDeviceTuning* tuning)
{
    if (tuning->lanes == 0) {
        gelPrintRow(output, "tuning", "%s", tuning->note);
        return;
    }
    gelPrintRow(output, "tuning", "%s is best, measured %s UTC in %.2g s; ns per constraint:",
                GEL_COUNT(tuning->lanes, "lane", "lanes"), tuning->date, (double)tuning->milliseconds * 1e-3);
    for (int i = 0; i < tuning->rowCount; i++) {
        const gelLaneTuning* row = &tuning->rows[i];
        gelPrintRow(output, "", "%2d %-5s perColour %.3g, body %.3g, ensemble %.3g; launch %.3g us",
                    row->lanes, row->lanes == 1 ? "lane" : "lanes", (double)row->perColour.cost,
                    (double)row->body.cost, (double)row->ensemble.cost / row->lanes,
                    (double)row->launchCost * 1e-3);
    }
    gelPrintRow(output, tuning->file[0] != '\0' ? "saved in" : "not saved", "%s",
                tuning->file[0] != '\0' ? tuning->file : tuning->note);
}

static void printDevice(const gelOutput* output, const gelDeviceInfo* infos, const gelDeviceTuning* tunings,
                        int count, int index)
{
    const gelDeviceInfo* info = &infos[index];
    char use[32];
    printf("%s%s%s  %s\n", gelInkText(output, gel_inkBold), info->backend, gelInkText(output, gel_inkPlain),
           info->name);
    gelPrintRow(output, "use", "%s", useText(infos, count, index, use));
    gelPrintRow(output, "exact", "%s%s%s%s%s", gelInkText(output, info->exact ? gel_inkGood : gel_inkBad),
                info->exact ? "yes" : "no", gelInkText(output, gel_inkPlain), info->exact ? "" : ": ",
                info->reason);
    if (info->tested)
        gelPrintRow(output, "self-test", "%.0f ms", info->testMilliseconds);
    if (info->tested)
        gelPrintRow(output, "denormals", "%s",
                    info->denormals ? "kept"
                                    : "flushed to 0; results keep the reference's bits: docs/reliability.md");
    gelPrintRow(output, "kind", "%s, %s, %.1f GiB, %.0f KiB local", kindText(info->kind),
                GEL_COUNT(info->computeUnits, "unit", "units"), (double)info->globalMemory / 1073741824.0,
                (double)info->localMemory / 1024.0);
    gelPrintRow(output, "lanes", "%d", info->lanes);
    gelPrintRow(output, "platform", "%s", info->platform);
    gelPrintRow(output, "driver", "%s", info->driver);
    printTuning(output, &tunings[index]);
}

static void printDevices(const gelOutput* output, const gelDeviceInfo* infos, const gelDeviceTuning* tunings,
                         int count)
{
    bool hasGpu = false;
    for (int i = 0; i < count; i++) {
        printDevice(output, infos, tunings, count, i);
        hasGpu = hasGpu || infos[i].kind == gel_deviceGpu;
    }
    if (!hasGpu)
        gelPrintWrapped(noGpu, 0);
    putchar('\n');
    for (int i = 0; i < referenceCount; i++)
        printf("%s%-9s%s  %s\n", gelInkText(output, gel_inkBold), references[i].name,
               gelInkText(output, gel_inkPlain), references[i].text);
}

static cJSON* jsonOfStrategy(const gelStrategyTuning* strategy)
{
    cJSON* object = cJSON_CreateObject();
    cJSON_AddNumberToObject(object, "work_group", strategy->workGroupSize);
    cJSON_AddNumberToObject(object, "side_by_side", strategy->sideBySide);
    cJSON_AddNumberToObject(object, "ns", (double)strategy->cost);
    cJSON_AddNumberToObject(object, "usual_ns", (double)strategy->usualCost);
    return object;
}

static cJSON* jsonOfTuning(const gelDeviceTuning* tuning)
{
    cJSON* object = cJSON_CreateObject();
    cJSON_AddStringToObject(object, "note", tuning->note);
    cJSON_AddStringToObject(object, "file", tuning->file);
    cJSON_AddStringToObject(object, "date", tuning->date);
    cJSON_AddNumberToObject(object, "ms", (double)tuning->milliseconds);
    cJSON_AddNumberToObject(object, "lanes", tuning->lanes);
    cJSON* rows = cJSON_AddArrayToObject(object, "rows");
    for (int i = 0; i < tuning->rowCount; i++) {
        const gelLaneTuning* lanes = &tuning->rows[i];
        cJSON* row = cJSON_CreateObject();
        cJSON_AddNumberToObject(row, "lanes", lanes->lanes);
        cJSON_AddNumberToObject(row, "launch_ns", (double)lanes->launchCost);
        cJSON_AddItemToObject(row, "perColour", jsonOfStrategy(&lanes->perColour));
        cJSON_AddItemToObject(row, "body", jsonOfStrategy(&lanes->body));
        cJSON_AddItemToObject(row, "ensemble", jsonOfStrategy(&lanes->ensemble));
        cJSON_AddItemToArray(rows, row);
    }
    return object;
}

static cJSON* jsonOfDevice(const gelDeviceInfo* infos, const gelDeviceTuning* tunings, int count, int index)
{
    const gelDeviceInfo* info = &infos[index];
    char text[32];
    cJSON* object = cJSON_CreateObject();
    cJSON_AddStringToObject(object, "backend", info->backend);
    cJSON_AddNumberToObject(object, "index", info->index);
    cJSON_AddStringToObject(object, "name", info->name);
    cJSON_AddStringToObject(object, "vendor", info->vendor);
    cJSON_AddStringToObject(object, "platform", info->platform);
    cJSON_AddStringToObject(object, "driver", info->driver);
    cJSON_AddStringToObject(object, "version", info->version);
    cJSON_AddStringToObject(object, "kind", kindText(info->kind));
    cJSON_AddNumberToObject(object, "compute_units", info->computeUnits);
    cJSON_AddNumberToObject(object, "global_memory_bytes", (double)info->globalMemory);
    cJSON_AddNumberToObject(object, "largest_buffer_bytes", (double)info->largestBuffer);
    cJSON_AddNumberToObject(object, "local_memory_bytes", (double)info->localMemory);
    cJSON_AddNumberToObject(object, "lanes", info->lanes);
    cJSON_AddBoolToObject(object, "tested", info->tested);
    cJSON_AddBoolToObject(object, "exact", info->exact);
    cJSON_AddStringToObject(object, "reason", info->reason);
    cJSON_AddBoolToObject(object, "denormals", info->denormals);
    cJSON_AddNumberToObject(object, "test_ms", info->testMilliseconds);
    cJSON_AddStringToObject(object, "use", useText(infos, count, index, text));
    cJSON_AddItemToObject(object, "tuning", jsonOfTuning(&tunings[index]));
    return object;
}

static cJSON* jsonOfDevices(const gelDeviceInfo* infos, const gelDeviceTuning* tunings, int count)
{
    cJSON* object = cJSON_CreateObject();
    cJSON* devices = cJSON_AddArrayToObject(object, "devices");
    for (int i = 0; i < count; i++)
        cJSON_AddItemToArray(devices, jsonOfDevice(infos, tunings, count, i));
    cJSON* array = cJSON_AddArrayToObject(object, "references");
    for (int i = 0; i < referenceCount; i++) {
        cJSON* item = cJSON_CreateObject();
        cJSON_AddStringToObject(item, "backend", references[i].name);
        cJSON_AddStringToObject(item, "meaning", references[i].text);
        cJSON_AddItemToArray(array, item);
    }
    return object;
}

// A device that fails is listed with the reason: the list is there to find such devices.
static void testDevices(gelDeviceInfo* infos, int count)
{
    for (int i = 0; i < count; i++) {
        gelDeviceInfo tested = infos[i];
        if (gelTestDevice(infos[i].index, &tested) == gel_success) {
            infos[i] = tested;
            continue;
        }
        infos[i].tested = infos[i].exact = false;
        snprintf(infos[i].reason, sizeof infos[i].reason, "%.255s", gelLastError());
    }
}

// One that fails the self-test is not worth it.
static void tuneDevices(const gelDeviceInfo* infos, gelDeviceTuning* tunings, int count, gelTuningUse use)
{
    for (int i = 0; i < count; i++) {
        gelDeviceTuning* tuning = &tunings[i];
        if (infos[i].exact && gelTuneDevice(infos[i].index, use, tuning) == gel_success)
            continue;
        *tuning = (gelDeviceTuning){.lanes = 0};
        snprintf(tuning->note, sizeof tuning->note, "%.255s",
                 infos[i].exact ? gelLastError() : "the device is not exact");
    }
}

static int showDevices(gelOutput* output, const Settings* settings, gelDeviceInfo* infos,
                       gelDeviceTuning* tunings, int count)
{
    testDevices(infos, count);
    tuneDevices(infos, tunings, count, settings->tune ? gel_tuningAnew : gel_tuningCached);
    if (output->json)
        return gelPrintJson(output, jsonOfDevices(infos, tunings, count), gel_exitDone);
    printDevices(output, infos, tunings, count);
    return gel_exitDone;
}

static int listDevices(gelOutput* output, const char* argument, const void* settings)
{
    int count = 0, found = 0;
    (void)argument;
    gelStatus status = gel_outOfMemory;
    gelGetDevices(NULL, 0, &count);                                  // as many as there are, whatever fails
    gelDeviceInfo* infos = gelNew((size_t)count + 1, sizeof *infos); // one more: none is no error
    gelDeviceTuning* tunings = gelNew((size_t)count + 1, sizeof *tunings);
    if (infos != NULL && tunings != NULL)
        status = gelGetDevices(infos, count, &found);
    found = found < count ? found : count;
    if (status == gel_deviceError && found > 0) { // OpenCL fails, and leaves the native device
        gelPrintWarning(output, "%s", gelLastError());
        status = gel_success;
    }
    int code = status == gel_success ? showDevices(output, settings, infos, tunings, found)
                                     : gelReportStatus(output, status, gel_activitySimulation);
    free(infos);
    free(tunings);
    return code;
}

const gelCommand gelDevicesCommand = {
    .name = "devices",
    .purpose = "Lists the devices, whether they compute the reference's bits, and how each would be used.",
    .example = "gel devices",
    .notes =
        "Each device is self-tested first. Without any device the reference back ends remain.\n"
        "Tuning shows what was measured on a device, once, in a few seconds: ns per constraint with 1, 8 "
        "or 16 lanes. It affects the speed of bodies, never their bits. Results are saved in "
        "GEL_CACHE_DIR, else XDG_CACHE_HOME/gel or ~/.cache/gel; GEL_TUNING=off disables them.",
    .options = options,
    .optionCount = (int)(sizeof options / sizeof options[0]),
    .describedOptions = stepOptions,
    .describedCount = (int)(sizeof stepOptions / sizeof stepOptions[0]),
    .settingsSize = sizeof(Settings),
    .execute = listDevices,
};
