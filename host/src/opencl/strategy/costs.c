#include "opencl/strategy/costs.h"
#include "base/core.h"

static int atLeastOne(int number)
{
    return number > 0 ? number : 1;
}

// Rough costs, measured with PoCL on two cores of a server; they matter only where strategies differ widely.
// Launches are expensive because other threads sleep in between: by the time they wake up, a short launch is
// over. Work-groups on GPUs: a multiple of the warp or wavefront. On CPU devices: the work of a few vectors,
// so that a colour is spread over all cores; by default drivers choose a size that divides the count, which
// may be all of it, and recompile the kernel for each. Natively a launch costs 0.12 us; the rule is the
// higher cost of one that is divided: 1.25 us between two threads that wait awake, measured with kernels that only wait.
gelLaneTuning gelRuleTuning(const gelDeviceInfo* info, int lanes)
{
    bool isGpu = info->kind == gel_deviceGpu, vectors = lanes > 1;
    int units = atLeastOne(info->computeUnits);
    float factor = info->kind == gel_deviceCpu && !vectors ? 4.0f : 1.0f;
    float body = 2.9f * factor, ensemble = 14.5f * factor, perColour = 3.4f * factor / (float)units;
    return (gelLaneTuning){.lanes = lanes,
                           .perColour = {vectors ? 8 : 64, 1, perColour, perColour},
                           .body = {vectors ? 1
                                    : isGpu ? 256
                                            : 16,
                                    units, body, body},
                           .ensemble = {vectors || !isGpu ? 1 : 64, units, ensemble, ensemble},
                           .launchCost = info->index == gel_nativeDevice ? 1250.0f : 10000.0f};
}

static void limit(int* workGroupSize, const gelDeviceInfo* info)
{
    int max = atLeastOne(info->maxWorkGroupSize);
    *workGroupSize = *workGroupSize < max ? *workGroupSize : max;
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
    limit(&opencl->row.perColour.workGroupSize, &opencl->info);
    limit(&opencl->row.body.workGroupSize, &opencl->info);
    limit(&opencl->row.ensemble.workGroupSize, &opencl->info);
}

static void explainSize(const char* what, const gelStrategyTuning* strategy, const gelStrategyTuning* usual,
                        char* text, size_t capacity)
{
    if (strategy->workGroupSize == usual->workGroupSize || strategy->cost == strategy->usualCost)
        return;
    gelAppend(text, capacity, "    %s: work-groups of %d took %.3g ns, with the default %d %.3g ns\n", what,
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
                  opencl->lanesWereAsked ? "as requested" : "the device's default");
        gelAppend(text, capacity, "  tuning: %s\n",
                  tuning->note[0] != '\0' ? tuning->note : "for other numbers of lanes");
        return;
    }
    gelAppend(text, capacity, "%d lane%s, %s; ns per constraint, measured:\n", opencl->lanes, plural,
              opencl->lanesWereAsked ? "as requested" : "the best");
    for (int i = 0; i < tuning->rowCount; i++) {
        const gelLaneTuning* row = &tuning->rows[i];
        gelAppend(text, capacity, "  %2d lane%s perColour %.3g, body %.3g, ensemble %.3g; launch %.3g us\n",
                  row->lanes, row->lanes == 1 ? ": " : "s:", (double)row->perColour.cost,
                  (double)row->body.cost, (double)row->ensemble.cost / row->lanes,
                  (double)row->launchCost * 1e-3);
        if (row->lanes != opencl->lanes)
            continue;
        explainSize("perColour", &row->perColour, &usual.perColour, text, capacity);
        explainSize("body", &row->body, &usual.body, text, capacity);
        explainSize("ensemble", &row->ensemble, &usual.ensemble, text, capacity);
    }
    gelAppend(
        text, capacity, "tuned %s UTC: %s%s\n", tuning->date,
        tuning->file[0] != '\0' ? tuning->file : "not saved: ", tuning->file[0] != '\0' ? "" : tuning->note);
}
