#include "options.h"

#include "gel/gel.h"

#include <stdlib.h>
#include <string.h>

typedef struct Settings {
    bool json;
} Settings;

static const gelOption options[] = {
    GEL_JSON_OPTION(Settings),
};

static const struct Reference {
    const char* name;
    const char* text;
} references[] = {
    {"reference", "plain C in single precision: what every device is compared with"},
    {"double", "the same in double precision: how far is float from the truth"},
};
enum { referenceCount = sizeof references / sizeof references[0] };

static const char noPlatform[] = "There is no OpenCL device here; the reference back ends need none.\n"
                                 "PoCL makes one of the processor: on Debian and Ubuntu "
                                 "`apt install pocl-opencl-icd`. "
                                 "GPUs come with their maker's driver, or with Mesa (mesa-opencl-icd).";

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

static int preferenceOf(gelDeviceKind kind)
{
    return kind == gel_deviceGpu ? 0 : kind == gel_deviceOther ? 1 : 2;
}

// As the library chooses: GPUs before accelerators before processors, then the lower index, exact ones only.
static int rankOf(const gelDeviceInfo* infos, int count, int index)
{
    int rank = 0, own = preferenceOf(infos[index].kind);
    for (int i = 0; i < count; i++) {
        int other = preferenceOf(infos[i].kind);
        rank += infos[i].exact && (other < own || (other == own && i < index));
    }
    return rank;
}

static const char* useText(const gelDeviceInfo* infos, int count, int index, char text[32])
{
    static const char* const ordinals[] = {"default", "second choice", "third choice"};
    if (!infos[index].tested)
        return "none: it cannot answer";
    if (!infos[index].exact)
        return "only with --allow-inexact";
    int rank = rankOf(infos, count, index);
    if (rank < (int)(sizeof ordinals / sizeof ordinals[0]))
        return ordinals[rank];
    snprintf(text, 32, "%dth choice", rank + 1);
    return text;
}

static void printDevice(const gelOutput* output, const gelDeviceInfo* infos, int count, int index)
{
    const gelDeviceInfo* info = &infos[index];
    char use[32];
    printf("%sopencl:%d%s  %s\n", gelInkText(output, gel_inkBold), info->index,
           gelInkText(output, gel_inkPlain), info->name);
    gelPrintRow(output, "use", "%s", useText(infos, count, index, use));
    gelPrintRow(output, "exact", "%s%s%s%s%s", gelInkText(output, info->exact ? gel_inkGood : gel_inkBad),
                info->exact ? "yes" : "no", gelInkText(output, gel_inkPlain), info->exact ? "" : ": ",
                info->reason);
    if (info->tested)
        gelPrintRow(output, "self-test", "%.0f ms", info->testMilliseconds);
    gelPrintRow(output, "kind", "%s, %s, %.1f GiB, %.0f KiB local", kindText(info->kind),
                GEL_COUNT(info->computeUnits, "unit", "units"), (double)info->globalMemory / 1073741824.0,
                (double)info->localMemory / 1024.0);
    gelPrintRow(output, "lanes", "%d", info->lanes);
    gelPrintRow(output, "platform", "%s", info->platform);
    gelPrintRow(output, "driver", "%s", info->driver);
}

static void printDevices(const gelOutput* output, const gelDeviceInfo* infos, int count)
{
    for (int i = 0; i < count; i++)
        printDevice(output, infos, count, i);
    if (count == 0)
        gelPrintWrapped(noPlatform, 0);
    putchar('\n');
    for (int i = 0; i < referenceCount; i++)
        printf("%s%-9s%s  %s\n", gelInkText(output, gel_inkBold), references[i].name,
               gelInkText(output, gel_inkPlain), references[i].text);
}

static cJSON* jsonOfDevice(const gelDeviceInfo* infos, int count, int index)
{
    const gelDeviceInfo* info = &infos[index];
    char text[32];
    cJSON* object = cJSON_CreateObject();
    snprintf(text, sizeof text, "opencl:%d", info->index);
    cJSON_AddStringToObject(object, "backend", text);
    cJSON_AddNumberToObject(object, "index", info->index);
    cJSON_AddStringToObject(object, "name", info->name);
    cJSON_AddStringToObject(object, "vendor", info->vendor);
    cJSON_AddStringToObject(object, "platform", info->platform);
    cJSON_AddStringToObject(object, "driver", info->driver);
    cJSON_AddStringToObject(object, "version", info->version);
    cJSON_AddStringToObject(object, "kind", kindText(info->kind));
    cJSON_AddNumberToObject(object, "compute_units", info->computeUnits);
    cJSON_AddNumberToObject(object, "global_memory_bytes", (double)info->globalMemory);
    cJSON_AddNumberToObject(object, "local_memory_bytes", (double)info->localMemory);
    cJSON_AddNumberToObject(object, "lanes", info->lanes);
    cJSON_AddBoolToObject(object, "tested", info->tested);
    cJSON_AddBoolToObject(object, "exact", info->exact);
    cJSON_AddStringToObject(object, "reason", info->reason);
    cJSON_AddNumberToObject(object, "test_ms", info->testMilliseconds);
    cJSON_AddStringToObject(object, "use", useText(infos, count, index, text));
    return object;
}

static cJSON* jsonOfDevices(const gelDeviceInfo* infos, int count)
{
    cJSON* object = cJSON_CreateObject();
    cJSON* devices = cJSON_AddArrayToObject(object, "devices");
    for (int i = 0; i < count; i++)
        cJSON_AddItemToArray(devices, jsonOfDevice(infos, count, i));
    cJSON* array = cJSON_AddArrayToObject(object, "references");
    for (int i = 0; i < referenceCount; i++) {
        cJSON* item = cJSON_CreateObject();
        cJSON_AddStringToObject(item, "backend", references[i].name);
        cJSON_AddStringToObject(item, "meaning", references[i].text);
        cJSON_AddItemToArray(array, item);
    }
    return object;
}

// A device that cannot answer is listed with the reason: the list is there to find such devices.
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

static int listDevices(gelOutput* output, const char* argument, const void* settings)
{
    int count = 0;
    (void)argument;
    (void)settings;
    gelStatus status = gelGetDevices(NULL, 0, &count);
    if (status != gel_success)
        return gelReportStatus(output, status, gel_activitySimulation);
    gelDeviceInfo* infos = calloc((size_t)count + 1, sizeof *infos);
    if (infos == NULL)
        return gelReportStatus(output, gel_outOfMemory, gel_activitySimulation);
    int found = 0;
    status = gelGetDevices(infos, count, &found);
    count = found < count ? found : count;
    if (status != gel_success) {
        free(infos);
        return gelReportStatus(output, status, gel_activitySimulation);
    }
    testDevices(infos, count);
    int code = gel_exitDone;
    if (output->json)
        code = gelPrintJson(output, jsonOfDevices(infos, count), gel_exitDone);
    else
        printDevices(output, infos, count);
    free(infos);
    return code;
}

const gelCommand gelDevicesCommand = {
    .name = "devices",
    .purpose =
        "Lists the OpenCL devices, whether they give the reference's bits, and what each would be used for.",
    .example = "gel devices",
    .notes = "Each device answers a self-test first. Without any device the reference back ends remain.",
    .options = options,
    .optionCount = (int)(sizeof options / sizeof options[0]),
    .settingsSize = sizeof(Settings),
    .execute = listDevices,
};
