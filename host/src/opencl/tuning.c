// What is known about a device: by rule, from the cache, or measured now.
#define _POSIX_C_SOURCE 200809L // gmtime_r
#include "opencl/tuning.h"
#include "opencl/tuning_cache.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

const char* gelTuningUseText(gelTuningUse use)
{
    static const char* const texts[] = {"cached", "off", "measured", "anew"};
    return (unsigned)use < (unsigned)gel_tuningUseCount ? texts[use] : "unknown use";
}

static int atLeastOne(int number)
{
    return number > 0 ? number : 1;
}

// Rough costs, measured with PoCL on two cores of a server; they decide only where strategies are far apart. A launch is
// dear because other threads sleep between two: by the time they are awake a short one is over. Work-groups on GPUs: a
// whole number of the warps and wavefronts there are. On CPU devices: a few vectors' work, so that a colour is spread over
// all cores; left alone, drivers take a size that divides the count, which may be all of it, and compile the kernel
// anew for each.
gelLaneTuning gelRuleTuning(const gelDeviceInfo* info, int lanes)
{
    bool isGpu = info->kind == gel_deviceGpu, vectors = lanes > 1;
    int units = atLeastOne(info->computeUnits);
    float factor = info->kind == gel_deviceCpu && !vectors ? 4.0f : 1.0f;
    float body = 2.2f * factor, ensemble = 11.0f * factor, grid = 2.6f * factor / (float)units;
    return (gelLaneTuning){.lanes = lanes,
                           .grid = {vectors ? 8 : 64, 1, grid, grid},
                           .body = {vectors ? 1
                                    : isGpu ? 256
                                            : 16,
                                    units, body, body},
                           .ensemble = {vectors || !isGpu ? 1 : 64, units, ensemble, ensemble},
                           .launchCost = 20000.0f};
}

static void limit(int* workGroupSize, const gelDeviceInfo* info)
{
    int most = atLeastOne(info->maxWorkGroupSize);
    *workGroupSize = *workGroupSize < most ? *workGroupSize : most;
}

void gelUseTuning(gelOpencl* opencl, const gelDeviceTuning* tuning)
{
    opencl->row = gelRuleTuning(&opencl->info, opencl->lanes);
    opencl->rowIsMeasured = false;
    opencl->tuning = tuning != NULL ? *tuning : (gelDeviceTuning){0};
    for (int i = 0; i < opencl->tuning.rowCount; i++)
        if (opencl->tuning.rows[i].lanes == opencl->lanes) {
            opencl->row = opencl->tuning.rows[i];
            opencl->rowIsMeasured = true;
        }
    limit(&opencl->row.grid.workGroupSize, &opencl->info);
    limit(&opencl->row.body.workGroupSize, &opencl->info);
    limit(&opencl->row.ensemble.workGroupSize, &opencl->info);
}

static void note(gelDeviceTuning* tuning, const char* text)
{
    snprintf(tuning->note, sizeof tuning->note, "%.255s", text);
}

static gelStatus measure(int index, const gelDeviceInfo* info, gelDeviceTuning* tuning)
{
    double start = gelMilliseconds();
    time_t now = time(NULL);
    struct tm parts; // worlds of other threads may be measured, too
    const struct tm* utc = gmtime_r(&now, &parts);
    gelStatus status = gelMeasureTuning(index, info, tuning);
    tuning->milliseconds = (float)(gelMilliseconds() - start);
    if (utc == NULL || strftime(tuning->date, sizeof tuning->date, "%Y-%m-%d %H:%M", utc) == 0)
        snprintf(tuning->date, sizeof tuning->date, "unknown");
    return status;
}

// Whether there is a place for the result is known before anything is measured; it is not held meanwhile, since a program
// that is ended as it measures would leave a file behind.
static gelStatus tryPlace(const char* folder, const char* key)
{
    gelTuningFile place = {0};
    if (folder == NULL)
        return gelFail(gel_fileError, "no folder to keep it in: GEL_CACHE_DIR, "
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
    *tuning = (gelDeviceTuning){0};
    gelStatus kept = tryPlace(folder, key);
    if (kept != gel_success) {
        note(tuning, gelLastError());
        if (use != gel_tuningAnew)
            return gel_success;
    }
    gelStatus status = measure(index, info, tuning);
    if (status != gel_success)
        *tuning = (gelDeviceTuning){0};
    else if (kept == gel_success)
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
        gelLog(gel_logInfo, "the tuning of opencl:%d (%s) counts as none: %s", index, info.name,
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
        return gelFail(gel_invalidArgument, "use: %d is no use of a tuning", (int)use);
    if (use == gel_tuningOff || isOff()) {
        note(tuning, use == gel_tuningOff ? "not asked for" : "GEL_TUNING=off");
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
    gelLog(gel_logInfo, "opencl:%d is used by rules: %s", index, tuning->note);
}

static void explainSize(const char* what, const gelStrategyTuning* strategy, const gelStrategyTuning* usual,
                        char* text, size_t capacity)
{
    if (strategy->workGroupSize == usual->workGroupSize || strategy->cost == strategy->usualCost)
        return;
    gelAppend(text, capacity, "    %s: work-groups of %d took %.3g ns, of the usual %d %.3g ns\n", what,
              strategy->workGroupSize, (double)strategy->cost, usual->workGroupSize,
              (double)strategy->usualCost);
}

void gelExplainTuning(const gelOpencl* opencl, char* text, size_t capacity)
{
    const gelDeviceTuning* tuning = &opencl->tuning;
    gelLaneTuning usual = gelRuleTuning(&opencl->info, opencl->lanes);
    const char* plural = opencl->lanes == 1 ? "" : "s";
    if (!opencl->rowIsMeasured) {
        gelAppend(text, capacity, "%d lane%s, %s; costs by rule\n", opencl->lanes, plural,
                  opencl->lanesWereAsked ? "asked for" : "the device's own");
        gelAppend(text, capacity, "  tuning: %s\n",
                  tuning->note[0] != '\0' ? tuning->note : "of other numbers of lanes");
        return;
    }
    gelAppend(text, capacity, "%d lane%s, %s; ns a constraint, measured:\n", opencl->lanes, plural,
              opencl->lanesWereAsked ? "asked for" : "the best");
    for (int i = 0; i < tuning->rowCount; i++) {
        const gelLaneTuning* row = &tuning->rows[i];
        gelAppend(text, capacity, "  %2d lane%s grid %.3g, body %.3g, ensemble %.3g; a launch %.3g us\n",
                  row->lanes, row->lanes == 1 ? ": " : "s:", (double)row->grid.cost, (double)row->body.cost,
                  (double)row->ensemble.cost / row->lanes, (double)row->launchCost * 1e-3);
        if (row->lanes != opencl->lanes)
            continue;
        explainSize("grid", &row->grid, &usual.grid, text, capacity);
        explainSize("body", &row->body, &usual.body, text, capacity);
        explainSize("ensemble", &row->ensemble, &usual.ensemble, text, capacity);
    }
    gelAppend(
        text, capacity, "tuned %s UTC: %s%s\n", tuning->date,
        tuning->file[0] != '\0' ? tuning->file : "not kept: ", tuning->file[0] != '\0' ? "" : tuning->note);
}
