#include "compare/compare.h"
#include "app/memory.h"
#include "app/overwrite.h"
#include "app/progress.h"
#include "app/replay.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

typedef struct Settings {
    const char* sides[2];
    const char* tolerance;
    int frames, from; // from 0: the start
    const char* csv;
    gelSetup setup;
    bool json, quiet;
} Settings;

static const gelOption options[] = {
    {.name = "a",
     .kind = gel_optionText,
     .offset = offsetof(Settings, sides[0]),
     .placeholder = "SETUP",
     .initial = "reference",
     .choice = gelVariantChoice,
     .listChoices = true,
     .help =
         "one setup: a back end, which is reference, double, native, opencl (the best device), opencl:INDEX or "
         "opencl:PART-OF-A-NAME; or settings, as in order=mesh,substeps=40, on the reference; or both: "
         "opencl:0,lanes=1,substeps=40. They override the options for both sides. Settings of materials are those "
         "of all bodies, or of one by its name or number, as in bear.material.youngModulus=1e6 and "
         "1.material.damping=2. The settings are"},
    {.name = "b",
     .kind = gel_optionText,
     .offset = offsetof(Settings, sides[1]),
     .placeholder = "SETUP",
     .initial = GEL_DEFAULT_BACKEND,
     .help = "the other one"},
    {.name = "tolerance",
     .kind = gel_optionText,
     .offset = offsetof(Settings, tolerance),
     .placeholder = "SIZE",
     .help =
         "maximum distance between corresponding vertices, in any frame: metres, as 0.001, or a percentage "
         "of the largest body's size, as 1%; default: equal bits if the setups compute the same, and "
         "otherwise none"},
    GEL_COUNT_OPTION(Settings, frames, "number of frames to step; default: 60, or the length of a recording"),
    GEL_FROM_OPTION(Settings, ""),
    GEL_FILE_OPTION(Settings, csv,
                    "write the differences of every frame: frame, max_difference_m, rms_difference_m, "
                    "relative (to the size of the largest body), equal (1 or 0)"),
    GEL_SETUP_OPTIONS(Settings),
    GEL_QUIET_OPTION(Settings),
    GEL_JSON_OPTION(Settings),
};

static int readTolerance(gelOutput* output, const char* text, gelComparison* comparison)
{
    comparison->tolerance = -1.0;
    if (text == NULL)
        return gel_exitDone;
    char* end;
    comparison->tolerance = strtod(text, &end);
    comparison->relative = end != text && strcmp(end, "%") == 0;
    if (comparison->relative)
        comparison->tolerance *= 0.01;
    bool ok = end != text && (*end == '\0' || comparison->relative);
    if (ok && comparison->tolerance >= 0.0 && comparison->tolerance <= 1e9)
        return gel_exitDone;
    return gelReportError(output, gel_exitUsage,
                          "--tolerance: expected metres, as 0.001, or a percentage of the largest body's "
                          "size, as 1%%, found \"%s\"",
                          text);
}

static int openSide(gelOutput* output, const Settings* settings, const gelScene* scene, int i,
                    gelComparison* comparison)
{
    const gelVariant* side = &comparison->sides[i];
    gelStatus status = gelMakeWorldDef(scene, side->backend, &settings->setup, &comparison->defs[i]);
    if (status != gel_success)
        return gelReportStatus(output, status, gel_activityArguments);
    gelSide_Apply(side, &comparison->defs[i]);
    int code = gelOpenWorldOf(output, scene, &comparison->defs[i], &comparison->worlds[i]);
    if (code != gel_exitDone)
        return code;
    code = gelSide_ApplyMaterials(output, i == 0 ? "a" : "b", &comparison->sides[i], scene,
                                  comparison->worlds[i]);
    if (code != gel_exitDone)
        return code;
    status = gelCreatePlayer(scene, comparison->worlds[i], &comparison->players[i]);
    if (status != gel_success)
        return gelReportStatus(output, status, gel_activitySimulation);
    return settings->from == 0 ? code
                               : gelGoToKeyframe(output, scene, settings->from, comparison->worlds[i],
                                                 comparison->players[i], &comparison->start);
}

static int openWorlds(gelOutput* output, const Settings* settings, const gelScene* scene,
                      gelComparison* comparison)
{
    for (int i = 0; i < 2; i++) {
        int code = openSide(output, settings, scene, i, comparison);
        if (code != gel_exitDone)
            return code;
    }
    comparison->samePrecision = (comparison->defs[0].backend == gel_referenceDouble) ==
                                (comparison->defs[1].backend == gel_referenceDouble);
    comparison->sameSettings = gelComputeTheSame(&comparison->defs[0], &comparison->defs[1],
                                                 comparison->worlds[0], comparison->worlds[1]);
    gelStatus status = gelWorld_GetCounters(comparison->worlds[0], &comparison->counters);
    if (status != gel_success)
        return gelReportStatus(output, status, gel_activitySimulation);
    comparison->frames = gelFramesToStep(scene, settings->frames, 60) - comparison->start;
    if (comparison->frames < 1)
        return gelReportError(output, gel_exitUsage,
                              "--from %d: the comparison ends at frame %d: increase "
                              "--frames",
                              settings->from, comparison->start + comparison->frames);
    comparison->csv = settings->csv;
    comparison->differences = gelNew((size_t)comparison->frames, sizeof *comparison->differences);
    if (comparison->differences == NULL)
        return gelReportStatus(output, gel_outOfMemory, gel_activitySimulation);
    return gel_exitDone;
}

static gelStatus beginFrame(gelComparison* comparison, const gelScene* scene)
{
    gelStatus status = gel_success;
    for (int i = 0; i < 2 && status == gel_success; i++) {
        status = gelPlayer_BeginFrame(comparison->players[i]);
        if (status == gel_success)
            status = gelSide_Hold(&comparison->sides[i], scene, comparison->worlds[i]);
    }
    return status;
}

// Adds a frame's difference to the verdict. Written so that NaN is not within.
static void judgeFrame(gelComparison* comparison, int frame)
{
    const gelDifference* now = &comparison->differences[frame];
    const gelDifference* worst = &comparison->differences[comparison->worstFrame - 1];
    bool relative = comparison->relative;
    double size = relative ? gelRelativeDifference(now) : now->largest;
    comparison->equal = comparison->equal && now->equal;
    comparison->within = comparison->within && size <= comparison->tolerance;
    if (!(size <= (relative ? gelRelativeDifference(worst) : worst->largest)))
        comparison->worstFrame = frame + 1;
}

static int stepBoth(gelOutput* output, gelComparison* comparison, const gelScene* scene,
                    gelProgress* progress)
{
    comparison->equal = comparison->within = true;
    comparison->worstFrame = 1;
    for (int i = 0; i < comparison->frames; i++) {
        gelDivergence divergence;
        bool diverged = false, look = gelComparison_ExpectsEqual(comparison) && !comparison->diverged;
        gelStatus status = beginFrame(comparison, scene);
        if (status == gel_success)
            status =
                gelStepAndCompare(comparison->worlds[0], comparison->worlds[1], gelScene_GetTimeStep(scene),
                                  &comparison->differences[i], look ? &divergence : NULL, &diverged);
        if (status != gel_success)
            return gelReportStatus(output, status, gel_activitySimulation);
        if (diverged) {
            comparison->diverged = true;
            comparison->divergedFrame = comparison->start + i + 1;
            comparison->divergedBody = gelBody_GetIndex(comparison->worlds[0], divergence.body) + 1;
            comparison->divergence = divergence;
        }
        judgeFrame(comparison, i);
        if (gelProgress_IsDue(progress))
            gelProgress_Draw(progress, i + 1);
        if (gelInterruptCode() != 0)
            return gelReportError(output, gelInterruptCode(),
                                  "interrupted after frame %s of %s; nothing was written", GEL_GROUPED(i + 1),
                                  GEL_GROUPED(comparison->frames));
    }
    return gel_exitDone;
}

// Equal bits prove nothing if both worlds blew up.
static int checkEnd(gelOutput* output, gelComparison* comparison)
{
    for (int i = 0; i < 2; i++) {
        gelBadVertex bad;
        gelStatus status = gelPlayer_EndRecording(comparison->players[i]);
        if (status == gel_success)
            status = gelWorld_FindBadVertex(comparison->worlds[i], &bad);
        if (status != gel_success)
            return gelReportStatus(output, status, gel_activitySimulation);
        if (bad.found)
            return gelReportError(output, gel_exitInternal,
                                  "positions of %s are not finite at frame %s: vertex %s of body %s; "
                                  "fewer --frames or more --substeps may help",
                                  comparison->sides[i].text,
                                  GEL_GROUPED(comparison->start + comparison->frames),
                                  GEL_GROUPED(bad.vertex), GEL_GROUPED(bad.bodyIndex + 1));
        comparison->hashes[i] = gelWorld_Hash(comparison->worlds[i]);
        if (comparison->hashes[i] == 0)
            return gelReportStatus(output, gel_deviceError, gel_activitySimulation);
    }
    return gel_exitDone;
}

static int execute(gelOutput* output, const Settings* settings, const gelScene* scene,
                   gelComparison* comparison)
{
    gelProgress progress;
    int code = readTolerance(output, settings->tolerance, comparison);
    for (int i = 0; i < 2 && code == gel_exitDone; i++)
        code = gelParseVariant(output, i == 0 ? "a" : "b", settings->sides[i], &comparison->sides[i]);
    if (code == gel_exitDone)
        code = openWorlds(output, settings, scene, comparison);
    if (code != gel_exitDone)
        return code;
    gelCatchInterrupt();
    gelStartProgress(&progress, output, settings->quiet, "frame", comparison->frames);
    code = stepBoth(output, comparison, scene, &progress);
    gelEndProgress(&progress);
    if (code == gel_exitDone)
        code = checkEnd(output, comparison);
    if (code == gel_exitDone && settings->csv != NULL)
        code = gelComparison_WriteCsv(output, comparison);
    if (code != gel_exitDone)
        return code;
    if (!gelComparison_IsMet(comparison))
        code = gel_exitDifferent;
    if (output->json)
        return gelPrintJson(output, gelComparison_ToJson(comparison), code);
    gelPrintComparison(output, comparison);
    return code;
}

static int compareSetups(gelOutput* output, const char* argument, const void* settingsBytes)
{
    const Settings* settings = settingsBytes;
    gelComparison comparison = {0};
    gelScene* scene = NULL;
    int code = settings->csv != NULL ? gelCheckOutputPath(output, "csv", settings->csv) : gel_exitDone;
    if (code != gel_exitDone)
        return code;
    code = gelOpenScene(output, argument, 1.0, &settings->setup.set, &scene);
    if (code == gel_exitDone && settings->csv != NULL)
        code = gelCheckOverwrite(output, "csv", settings->csv, scene);
    if (code == gel_exitDone)
        gelWarnOfRecordedChanges(output, scene);
    comparison.scene = scene;
    if (code == gel_exitDone)
        code = execute(output, settings, scene, &comparison);
    free(comparison.differences);
    for (int i = 0; i < 2; i++) {
        gelDestroyPlayer(comparison.players[i]);
        gelDestroyWorld(comparison.worlds[i]);
    }
    gelDestroyScene(scene);
    return code;
}

const gelCommand gelCompareCommand = {
    .name = "compare",
    .argument = "SCENE",
    .takesScene = true,
    .purpose = "Steps a scene with two setups and reports whether their bits are equal, where they first "
               "differ, or how far apart they are, and what each costs.",
    .example = "gel compare scene.json --a reference --b opencl:0",
    .notes =
        "Frame 1 is the state after the first step. If the back ends differ, shows the first substep, "
        "stage, colour, constraint and value that do, and continues to measure the differences of all "
        "frames. Differences that rounding or the ground removes within the same frame are not detected. "
        "Frames and bodies count from 1, everything else from 0.\nSetups that compute different things, "
        "such as `--a order=colour,substeps=20 --b order=mesh,substeps=80`, or `double` and another back "
        "end, are not expected to have equal bits: the difference is shown, and judged only with "
        "--tolerance. Settings of a setup apply throughout, whatever a recording changes. The milliseconds "
        "are of steps in turns, each waited for.\nExit code 0: equal, within the tolerance, or not judged; "
        "1: not equal, or not within it.",
    .options = options,
    .optionCount = (int)(sizeof options / sizeof options[0]),
    .settingsSize = sizeof(Settings),
    .execute = compareSetups,
};
