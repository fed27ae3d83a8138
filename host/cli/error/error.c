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
     .help = "probe whose error is estimated; default: that of the first expectation, or the first"},
    GEL_COUNT_OPTION(
        gelErrorSettings, frames,
        "use the probe's value after N frames; default: as in its first expectation, or 120 frames"),
    GEL_SET_OPTION(gelErrorSettings, set),
    GEL_SUBSTEPS_OPTION(gelErrorSettings, substeps, false),
    {.name = "tolerance",
     .kind = gel_optionText,
     .offset = offsetof(gelErrorSettings, tolerance),
     .placeholder = "SHARE",
     .initial = "1%",
     .help = "error that the solvers must reach, as 1% or 0.01"},
    GEL_FLAG_OPTION(gelErrorSettings, split, "only split the error; do not measure solvers"),
    GEL_FILE_OPTION(
        gelErrorSettings, plot,
        "draw an .svg or .png: the parts of the error, and each solver's error against substeps and "
        "time"),
    GEL_MEASURED_BACKEND_OPTION(gelErrorSettings, "; plain C is measured, too"),
    GEL_QUIET_OPTION(gelErrorSettings),
    GEL_JSON_OPTION(gelErrorSettings),
};

typedef struct Work {
    const gelErrorSettings* settings;
    const char* path;
    gelScene* scene;
    gelTrial own;
    double tolerance;
    gelExperiment experiment;
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
                          "--tolerance: expected a fraction from 1e-6 to 1, as 0.01 or 1%%, found \"%s\"",
                          text);
}

static int measure(Work* work)
{
    enum { likelyRuns = 40 };
    gelExperiment* experiment = &work->experiment;
    gelWorldDef def = gelScene_GetWorldDef(work->scene);
    work->own = (gelTrial){
        .scene = work->scene,
        .backend = "reference",
        .order = def.order,
        .integrator = def.integrator,
        .solver = def.solver,
        .timeScheme = def.timeScheme,
        .substeps = work->settings->substeps > 0 ? work->settings->substeps : def.substepCount,
        .parts = 1,
    };
    int code = gelFindQuestion(experiment, work->settings, &work->own);
    if (code != gel_exitDone)
        return code;
    experiment->output->holdsWarnings = true;
    gelCatchInterrupt();
    gelStartProgress(&experiment->progress, experiment->output, work->settings->quiet, "frame",
                     experiment->question.frames *
                         (work->settings->split ? gel_errorRowCount + gel_maxLevels : likelyRuns));
    code = gelSplitError(experiment, work->path, &work->own, &work->split);
    if (code == gel_exitDone && !work->settings->split)
        code = gelMeasureSolvers(experiment, work->settings->backend, &work->own, &work->split,
                                 work->tolerance, &work->solvers);
    gelEndProgress(&experiment->progress);
    return code;
}

static gelErrorReport reportOf(const Work* work)
{
    return (gelErrorReport){.scene = work->scene,
                            .own = &work->own,
                            .question = &work->experiment.question,
                            .split = &work->split,
                            .solvers = work->settings->split ? NULL : &work->solvers};
}

static int execute(Work* work, gelCanvas* canvas)
{
    gelOutput* output = work->experiment.output;
    int code = gelOpenScene(output, work->path, 1.0, &work->settings->set, &work->scene);
    if (code == gel_exitDone && work->settings->plot != NULL)
        code = gelCheckOverwrite(output, "plot", work->settings->plot, work->scene);
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
    if (work->experiment.output->json)
        return gelPrintJson(work->experiment.output, gelErrorReport_ToJson(&report), gel_exitDone);
    gelPrintErrorReport(work->experiment.output, &report);
    if (work->settings->plot != NULL)
        gelPrintRow(work->experiment.output, "plot", "%s", work->settings->plot);
    return gel_exitDone;
}

static int findError(gelOutput* output, const char* argument, const void* given)
{
    const gelErrorSettings* settings = given;
    Work work = {
        .settings = settings, .path = argument, .experiment = {.output = output, .set = &settings->set}};
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
    .purpose = "Splits the error of a scene's probe into order, rounding, time step, substeps and mesh, and "
               "measures how long each solver needs for a small error.",
    .example = "gel error scene.json --probe tip --plot error.svg",
    .notes =
        "Varies one setting at a time and keeps the scene's own for the others. Everything except rounding "
        "is varied in double precision, to keep rounding out of the other terms. \"Change\" is the change "
        "of the number; \"error\" is the error of the scene's own number, both in percent of it.\nOrder: "
        "another order that uses the latest positions, and Jacobi; the difference to the former is an "
        "uncertainty, not an error with a sign. Time step: frames are halved and substeps keep their "
        "length, which shows the effect of work done once per frame: search for contacts, moving "
        "obstacles. Substeps: doubled until three numbers show the power with which the error shrinks "
        "(Richardson's extrapolation). Mesh: shapes with half and twice the cells, or surfaces filled with "
        "1/8 and 8 times the tets, with half and twice the substeps, since a finer mesh needs "
        "proportionally more.\nAn error that begins with > is the largest change observed: no power was "
        "found, and the error may be larger. \"Assumed\" errors come from two numbers alone, with the "
        "power 1 for times and 2 for meshes.\nSolvers: the fewest substeps, within 3 %, with which each "
        "solver comes within --tolerance of the converged number of the scene's mesh, and the median of "
        "the milliseconds per frame then. The neo-Hookean material is a different material and is compared "
        "with its own converged number.",
    .options = options,
    .optionCount = (int)(sizeof options / sizeof options[0]),
    .settingsSize = sizeof(gelErrorSettings),
    .execute = findError,
};
