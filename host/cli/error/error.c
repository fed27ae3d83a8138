// gel error: what a number's error comes from, and what a smaller one costs.
#include "error/report.h"
#include "app/chart_file.h"
#include "app/overwrite.h"

#include <stdlib.h>
#include <string.h>

static const gelOption options[] = {
    {.name = "probe",
     .kind = gel_optionText,
     .offset = offsetof(gelErrorSettings, probe),
     .placeholder = "NAME",
     .help = "the probe whose error is asked for; default: that of the first expectation, or the first"},
    {.name = "frames",
     .kind = gel_optionWhole,
     .offset = offsetof(gelErrorSettings, frames),
     .placeholder = "N",
     .lowest = 1,
     .highest = 1000000,
     .help =
         "take the probe's value after N frames; default: what its first expectation takes, or 120 frames"},
    {.name = "substeps",
     .kind = gel_optionWhole,
     .offset = offsetof(gelErrorSettings, substeps),
     .placeholder = "N",
     .lowest = 1,
     .highest = 1000,
     .help = "the error with so many substeps per frame; default: the scene's"},
    {.name = "tolerance",
     .kind = gel_optionText,
     .offset = offsetof(gelErrorSettings, tolerance),
     .placeholder = "SHARE",
     .initial = "1%",
     .help = "the error for which solvers are measured, as 1% or 0.01"},
    {.name = "split",
     .kind = gel_optionFlag,
     .offset = offsetof(gelErrorSettings, split),
     .help = "only split the error: do not measure solvers"},
    {.name = "plot",
     .kind = gel_optionText,
     .offset = offsetof(gelErrorSettings, plot),
     .placeholder = "FILE",
     .help = "draw an .svg or .png: the split, and each solver's error against substeps and time"},
    {.name = "backend",
     .kind = gel_optionText,
     .offset = offsetof(gelErrorSettings, backend),
     .placeholder = "TEXT",
     .initial = "opencl",
     .help = "the device whose time is measured beside plain C: opencl (the best one), opencl:INDEX or "
             "opencl:PART-OF-A-NAME"},
    GEL_QUIET_OPTION(gelErrorSettings),
    GEL_JSON_OPTION(gelErrorSettings),
};

typedef struct Work {
    const gelErrorSettings* settings;
    const char* path;
    gelScene* scene;
    gelTrial own;
    double tolerance;
    gelExperiment asker;
    gelSplit split;
    gelSolvers solvers;
} Work;

static int readTolerance(gelOutput* output, const char* text, double* tolerance)
{
    char* end;
    *tolerance = strtod(text, &end);
    bool isPercent = end != text && strcmp(end, "%") == 0;
    *tolerance *= isPercent ? 0.01 : 1.0;
    if (end != text && (isPercent || *end == '\0') && *tolerance >= 1e-6 && *tolerance <= 1.0)
        return gel_exitDone;
    return gelReportError(output, gel_exitUsage,
                          "--tolerance: expected a share from 1e-6 to 1, as 0.01 or 1%%, found \"%s\"", text);
}

static int measure(Work* work)
{
    enum { likelyRuns = 40 };
    gelExperiment* asker = &work->asker;
    gelWorldDef def = gelScene_GetWorldDef(work->scene);
    work->own = (gelTrial){
        .scene = work->scene,
        .backend = "reference",
        .order = def.order,
        .integrator = def.integrator,
        .substeps = work->settings->substeps > 0 ? work->settings->substeps : def.substepCount,
        .parts = 1,
        .compensated = def.compensated,
    };
    int code = gelFindQuestion(asker, work->settings, &work->own);
    if (code != gel_exitDone)
        return code;
    asker->output->holdsWarnings = true;
    gelCatchInterrupt();
    gelStartProgress(&asker->progress, asker->output, work->settings->quiet, "frame",
                     asker->question.frames *
                         (work->settings->split ? gel_errorRowCount + gel_maxLevels : likelyRuns));
    code = gelSplitError(asker, work->path, &work->own, &work->split);
    if (code == gel_exitDone && !work->settings->split)
        code = gelMeasureSolvers(asker, work->settings->backend, &work->own, &work->split, work->tolerance,
                                 &work->solvers);
    gelEndProgress(&asker->progress);
    return code;
}

static gelErrorReport reportOf(const Work* work)
{
    return (gelErrorReport){.scene = work->scene,
                            .own = &work->own,
                            .question = &work->asker.question,
                            .split = &work->split,
                            .solvers = work->settings->split ? NULL : &work->solvers};
}

static int execute(Work* work, gelCanvas* canvas)
{
    gelOutput* output = work->asker.output;
    gelStatus status = gelLoadScene(work->path, &work->scene);
    if (status != gel_success)
        return gelReportStatus(output, status, gel_activityInput);
    int code = work->settings->plot != NULL
                   ? gelCheckOverwrite(output, "plot", work->settings->plot, work->scene)
                   : gel_exitDone;
    if (code == gel_exitDone)
        code = measure(work);
    gelErrorReport report = reportOf(work);
    if (code == gel_exitDone && work->settings->plot != NULL)
        gelPlotErrorReport(canvas, &report);
    return code;
}

static int tell(const Work* work)
{
    gelErrorReport report = reportOf(work);
    if (work->asker.output->json)
        return gelPrintJson(work->asker.output, gelErrorReport_ToJson(&report), gel_exitDone);
    gelPrintErrorReport(work->asker.output, &report);
    if (work->settings->plot != NULL)
        gelPrintRow(work->asker.output, "plot", "%s", work->settings->plot);
    return gel_exitDone;
}

static int findError(gelOutput* output, const char* argument, const void* given)
{
    const gelErrorSettings* settings = given;
    Work work = {.settings = settings, .path = argument, .asker.output = output};
    gelTextFile file = {0};
    gelCanvas canvas = {0};
    int code = readTolerance(output, settings->tolerance, &work.tolerance);
    if (code == gel_exitDone && settings->plot != NULL)
        code = gelOpenPlot(output, settings->plot, &file, &canvas);
    if (code == gel_exitDone)
        code = execute(&work, &canvas);
    code = gelClosePlot(output, &canvas, code);
    code = gelCloseTextFile(output, "plot", &file, code);
    if (code == gel_exitDone)
        code = tell(&work);
    gelDestroyScene(work.scene);
    return code;
}

const gelCommand gelErrorCommand = {
    .name = "error",
    .argument = "SCENE",
    .takesScene = true,
    .purpose =
        "Splits the error of a scene's probe into order, rounding, time step, substeps and mesh, and measures "
        "what a small error costs.",
    .example = "gel error scene.json --probe tip --plot error.svg",
    .notes =
        "One setting is varied at a time, the others stay the scene's own, and all but rounding is varied in double "
        "precision, so that no rounding is taken for something else. The change is that of the number; the error is "
        "what the scene's own number is off by, both in percent of it.\n"
        "Order: another order that sees what was solved before, and Jacobi; how far the first is apart is an "
        "uncertainty, not an error with a sign. Time step: frames are halved and their substeps stay as long as they "
        "were, so that what is done once a frame shows: search for contacts, moving obstacles. Substeps: doubled until "
        "three numbers show the power with which the error shrinks (Richardson's extrapolation). Mesh: shapes with half "
        "and twice the cells, or surfaces filled with 1/8 and 8 times the tets, with half and twice the substeps, since "
        "a finer mesh needs as many more.\n"
        "An error that begins with > is the largest change seen: no power shows, and it may be larger. \"assumed\" is of "
        "two numbers alone, with the power 1 for times and 2 for meshes.\n"
        "Solvers: the fewest substeps, within 3 %, with which each comes within --tolerance of the converged number, "
        "which is that of the scene's mesh; and the median of the milliseconds a frame then. The neo-Hookean material is "
        "another one, and is compared with its own converged number.",
    .options = options,
    .optionCount = (int)(sizeof options / sizeof options[0]),
    .settingsSize = sizeof(gelErrorSettings),
    .execute = findError,
};
