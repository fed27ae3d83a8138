// The known properties of a device: by rule, from the cache, or measured now.
#define _POSIX_C_SOURCE 200809L // gmtime_r
#include "opencl/device/tuning.h"
#include "base/core.h"
#include "files/cache_folder.h"
#include "opencl/runtime/device.h"
#include "opencl/device/tuning_cache.h"
#include "opencl/device/tuning_key.h"
#include "opencl/device/tuning_run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static void note(gelDeviceTuning* tuning, const char* text)
{
    snprintf(tuning->note, sizeof tuning->note, "%.255s", text);
}

gelStatus gelFindTuningSpread(double* limit)
{
    const char* text = getenv("GEL_TUNING_SPREAD");
    char* end = NULL;
    *limit = text != NULL && *text != '\0' ? strtod(text, &end) : 1.5;
    if ((end == NULL || *end == '\0') && *limit >= 1.0)
        return gel_success;
    return gelFail(gel_invalidArgument, "GEL_TUNING_SPREAD: expected a number of at least 1, found \"%s\"",
                   text);
}

static gelStatus measure(int index, const gelDeviceInfo* info, gelDeviceTuning* tuning, double* spread)
{
    double start = gelMilliseconds();
    time_t now = time(NULL);
    struct tm parts; // other threads may be measuring too
    const struct tm* utc = gmtime_r(&now, &parts);
    gelStatus status = gelMeasureTuning(index, info, tuning, spread);
    tuning->milliseconds = (float)(gelMilliseconds() - start);
    if (utc == NULL || strftime(tuning->date, sizeof tuning->date, "%Y-%m-%d %H:%M", utc) == 0)
        snprintf(tuning->date, sizeof tuning->date, "unknown");
    return status;
}

// Checks that the result can be saved before measuring; the file is not held open meanwhile, since a program
// ended while measuring would leave it behind.
static gelStatus tryPlace(const char* folder, const char* key)
{
    gelTuningFile place = {0};
    if (folder == NULL)
        return gelFail(gel_fileError, "no folder to save it in: GEL_CACHE_DIR, "
                                      "XDG_CACHE_HOME and HOME are not set");
    gelStatus status = gelOpenTuningFile(folder, key, &place);
    gelAbandonTuningFile(&place);
    return status;
}

static void keep(const char* folder, const char* key, gelDeviceTuning* tuning)
{
    gelTuningFile place = {0};
    gelStatus status = gelOpenTuningFile(folder, key, &place);
    if (status == gel_success)
        status = gelPublishTuning(&place, key, tuning);
    if (status == gel_success)
        snprintf(tuning->file, sizeof tuning->file, "%s", place.path);
    else
        note(tuning, gelLastError());
}

static gelStatus measureAndKeep(int index, const gelDeviceInfo* info, const char* folder, const char* key,
                                gelTuningUse use, gelDeviceTuning* tuning)
{
    double limit, spread = 1.0;
    *tuning = (gelDeviceTuning){0};
    gelStatus status = gelFindTuningSpread(&limit);
    if (status != gel_success)
        return status;
    gelStatus kept = tryPlace(folder, key);
    if (kept != gel_success) {
        note(tuning, gelLastError());
        if (use != gel_tuningAnew)
            return gel_success;
    }
    status = measure(index, info, tuning, &spread);
    bool isSteady = spread <= limit;
    if (status != gel_success || (!isSteady && use != gel_tuningAnew))
        *tuning = (gelDeviceTuning){0};
    if (status == gel_success && !isSteady)
        snprintf(
            tuning->note, sizeof tuning->note,
            "measured beside other load: the same work took up to %.2g times as long; try again when the machine "
            "is idle",
            spread);
    else if (status == gel_success && kept == gel_success)
        keep(folder, key, tuning);
    return status;
}

static gelStatus findTuning(int index, gelTuningUse use, gelDeviceTuning* tuning)
{
    cl_device_id device;
    gelDeviceInfo info;
    char folder[900], *key;
    gelStatus status = gelFindDevice(index, &device, &info);
    if (status == gel_success)
        status = gelMakeTuningKey(device, &info, &key);
    if (status != gel_success)
        return status;
    bool hasFolder = gelFindCacheFolder(folder, sizeof folder);
    gelStatus read = gel_success;
    if (use != gel_tuningAnew && hasFolder)
        read = gelReadTuning(folder, key, tuning);
    if (read != gel_success) {
        note(tuning, gelLastError());
        gelLog(gel_logInfo, "the saved tuning of %s (%s) is ignored: %s", info.backend, info.name,
               gelLastError());
    }
    if (use != gel_tuningCached && tuning->lanes == 0)
        status = measureAndKeep(index, &info, hasFolder ? folder : NULL, key, use, tuning);
    gelFree(key);
    return status;
}

static bool isOff(void)
{
    const char* setting = getenv("GEL_TUNING");
    return setting != NULL && strcmp(setting, "off") == 0;
}

gelStatus gelTuneDevice(int index, gelTuningUse use, gelDeviceTuning* tuning)
{
    *tuning = (gelDeviceTuning){0};
    if ((unsigned)use >= (unsigned)gel_tuningUseCount)
        return gelFail(gel_invalidArgument, "use: %d is not a valid value", (int)use);
    if (use == gel_tuningOff || isOff() || index == gel_nativeDevice) {
        note(tuning, use == gel_tuningOff        ? "turned off"
                     : index == gel_nativeDevice ? "the native back end is not tuned"
                                                 : "GEL_TUNING=off");
        return gel_success;
    }
    gelStatus status = findTuning(index, use, tuning);
    if (status == gel_success && tuning->lanes == 0 && tuning->note[0] == '\0')
        note(tuning, "not measured yet (gel devices --tune)");
    return status;
}

void gelFindTuning(int index, gelTuningUse use, gelDeviceTuning* tuning)
{
    if (gelTuneDevice(index, use, tuning) == gel_success)
        return;
    note(tuning, gelLastError());
    gelLog(gel_logInfo, "opencl:%d uses the rules: %s", index, tuning->note);
}
