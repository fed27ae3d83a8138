// Trials of gel bench --error: how far a beam sinks and how fast it swings, and the cost of a frame.
#include "bench/beam.h"
#include "app/memory.h"
#include "common/clock.h"

#include <math.h>
#include <stdlib.h>

enum {
    longestPeriod = 960, // frames
    mostSubsteps = 1000, // of a step; a frame may have several
    timedFrames = 9,
    untimedFrames = 2,
    fewestOfReference = 250, // of the reference, which doubles them until it is stable
    mostOfReference = 16000
};

// A world of the scene whose first body has this solver and this damping, and what a frame of it is.
typedef struct Run {
    gelWorld* world;
    gelBodyId body;
    int steps; // in a frame
    double* xyz;
    int vertexCount;
} Run;

// Steps by symplectic Euler from now on. It has no solver, and a scene refuses bodies of the two-level solver with it, so the
// bodies are there before.
static gelStatus integrate(Run* run, gelWorldDef def)
{
    gelStatus status = gel_success;
    gelWorld* converted = NULL;
    for (int i = 0; i < gelWorld_GetBodyCount(run->world) && status == gel_success; i++) {
        gelBodyId id = gelWorld_GetBody(run->world, i);
        if (!gelBody_IsObstacle(run->world, id))
            status = gelBody_SetSolver(run->world, id, gel_xpbdSolver, 1, 0);
    }
    def.integrator = gel_symplecticEuler;
    if (status == gel_success)
        status = gelConvertWorld(run->world, &def, &converted);
    if (status == gel_success) {
        gelDestroyWorld(run->world);
        run->world = converted;
    }
    return status;
}

static gelStatus setUpBodies(Run* run, const gelWorldDef* def, const gelBeamSolver* solver, double damping)
{
    gelBodyDef body;
    run->body = gelWorld_GetBody(run->world, 0);
    gelStatus status = gelBody_GetDef(run->world, run->body, &body);
    body.material.damping = (float)damping;
    if (status == gel_success)
        status = gelBody_SetMaterial(run->world, run->body, &body.material);
    if (status == gel_success)
        status = solver == NULL ? integrate(run, *def)
                                : gelBody_SetSolver(run->world, run->body, solver->solver, solver->cycles,
                                                    solver->aggregates);
    if (status != gel_success)
        return status;
    run->vertexCount = gelBody_GetMesh(run->world, run->body)->vertexCount;
    run->xyz = gelNew((size_t)run->vertexCount * 3, sizeof *run->xyz);
    return run->xyz != NULL ? gel_success : gel_outOfMemory;
}

static int openRun(gelBeam* beam, const char* backend, const gelBeamSolver* solver, int substeps,
                   double damping, Run* run)
{
    gelSetup setup = beam->settings->setup;
    gelWorldDef def;
    *run = (Run){.steps = (substeps + mostSubsteps - 1) / mostSubsteps};
    setup.substeps = substeps / run->steps;
    gelStatus status = gelMakeWorldDef(beam->scene, backend, &setup, &def);
    def.integrator = gel_xpbd;
    def.timeScheme = solver != NULL ? solver->timeScheme : gel_bdf2;
    if (status == gel_success)
        status = gelCreateWorld(&def, &run->world);
    if (status == gel_success)
        status = gelScene_CreateBodies(beam->scene, run->world);
    if (status == gel_success && gelWorld_GetBodyCount(run->world) == 0)
        return gelReportError(beam->output, gel_exitInput, "%s: the scene has no bodies", beam->path);
    if (status == gel_success)
        status = setUpBodies(run, &def, solver, damping);
    return status == gel_success ? gel_exitDone
                                 : gelReportStatus(beam->output, status, gel_activitySimulation);
}

static void closeRun(Run* run)
{
    gelDestroyWorld(run->world);
    free(run->xyz);
}

static int stepFrame(gelBeam* beam, Run* run)
{
    gelStatus status = gel_success;
    for (int i = 0; i < run->steps && status == gel_success; i++)
        status = gelWorld_Step(run->world, gelScene_GetTimeStep(beam->scene) / (float)run->steps);
    if (status != gel_success)
        return gelReportStatus(beam->output, status, gel_activitySimulation);
    return gelInterruptCode() != 0 ? gelReportError(beam->output, gelInterruptCode(), "interrupted")
                                   : gel_exitDone;
}

// How far vertex `i` is along gravity, as last read.
static double placeOf(const gelBeam* beam, const Run* run, int i)
{
    const double *x = &run->xyz[3 * i], *down = beam->down;
    return x[0] * down[0] + x[1] * down[1] + x[2] * down[2];
}

// Reads all vertices and finds how deep the one that sinks most is. The depth is NaN if the body has diverged.
static int readDepth(const gelBeam* beam, Run* run, double* depth)
{
    gelStatus status = gelBody_ReadPositionsDouble(run->world, run->body, run->xyz, run->vertexCount);
    if (status != gel_success)
        return gelReportStatus(beam->output, status, gel_activitySimulation);
    *depth = placeOf(beam, run, beam->vertex) - beam->start;
    return gel_exitDone;
}

// Returns when the depth next rises above `level` from frame `first` on, in frames: on the cubic through four of them. NaN if
// it does not.
static double crossing(const double* depths, int first, int count, double level)
{
    for (int i = first < 1 ? 1 : first; i + 2 < count; i++) {
        const double* d = &depths[i];
        double low = 0.0, high = 1.0;
        if (!(d[0] < level && d[1] >= level))
            continue;
        for (int k = 0; k < 40; k++) {
            double t = 0.5 * (low + high);
            double value = -t * (t - 1.0) * (t - 2.0) / 6.0 * d[-1] +
                           (t + 1.0) * (t - 1.0) * (t - 2.0) / 2.0 * d[0] -
                           (t + 1.0) * t * (t - 2.0) / 2.0 * d[1] + (t + 1.0) * t * (t - 1.0) / 6.0 * d[2];
            low = value < level ? t : low;
            high = value < level ? high : t;
        }
        return i + low;
    }
    return NAN;
}

// Lets the beam swing without damping for `frames`. Stops when its positions are NaN or infinite.
static int swing(gelBeam* beam, const char* backend, const gelBeamSolver* solver, int substeps, int frames,
                 int* count)
{
    Run run;
    int code = openRun(beam, backend, solver, substeps, 0.0, &run);
    beam->depths[0] = 0.0;
    for (*count = 1; *count < frames && code == gel_exitDone && isfinite(beam->depths[*count - 1]);) {
        code = stepFrame(beam, &run);
        if (code == gel_exitDone)
            code = readDepth(beam, &run, &beam->depths[*count]);
        *count += code == gel_exitDone;
    }
    closeRun(&run);
    return code;
}

// Lets it come to rest: with as much damping as one period needs. The rest is NaN if it still moves after 20 periods. *last: its
// depth before the end.
static int findRest(gelBeam* beam, const char* backend, const gelBeamSolver* solver, int substeps,
                    double* rest, double* last)
{
    const int period = beam->periodFrames, quarter = period / 4 + 1;
    double pi = 3.14159265358979323846,
           damping = 2.0 * pi / (period * (double)gelScene_GetTimeStep(beam->scene));
    Run run;
    int code = openRun(beam, backend, solver, substeps, damping, &run);
    *rest = NAN;
    *last = 0.0;
    for (int i = 1; i <= 20 * period && code == gel_exitDone; i++) {
        code = stepFrame(beam, &run);
        if (code != gel_exitDone || i % quarter != 0)
            continue;
        double found = NAN;
        code = readDepth(beam, &run, &found);
        if (code != gel_exitDone)
            break;
        if (!isfinite(found) || (i > 2 * period && fabs(found - *last) <= 2e-5 * fabs(found))) {
            *rest = found;
            break;
        }
        *last = found;
    }
    closeRun(&run);
    return code;
}

// The time from one rise through the rest to the next, s.
static double periodOf(const gelBeam* beam, int count, double rest)
{
    double first = crossing(beam->depths, 0, count, rest);
    double next = isfinite(first) ? crossing(beam->depths, (int)first + 1, count, rest) : NAN;
    return (next - first) * (double)gelScene_GetTimeStep(beam->scene);
}

// Finds the vertex that sinks most in the first frames, and where it starts.
static int findVertex(gelBeam* beam)
{
    enum { frames = 40 };
    static const gelBeamSolver bdf2 = {
        .solver = gel_twoLevelSolver, .timeScheme = gel_bdf2, .cycles = 1, .aggregates = 0};
    Run run;
    int code = openRun(beam, "reference", &bdf2, 10, 0.0, &run);
    double *starts = code == gel_exitDone ? gelNew((size_t)run.vertexCount, sizeof *starts) : NULL,
           most = 0.0;
    if (code == gel_exitDone && starts == NULL)
        code = gelReportStatus(beam->output, gel_outOfMemory, gel_activitySimulation);
    for (int frame = 0; frame <= frames && code == gel_exitDone; frame++) {
        double depth;
        code = frame > 0 ? stepFrame(beam, &run) : gel_exitDone;
        if (code == gel_exitDone)
            code = readDepth(beam, &run, &depth);
        for (int i = 0; i < run.vertexCount && code == gel_exitDone; i++) {
            starts[i] = frame == 0 ? placeOf(beam, &run, i) : starts[i];
            if (placeOf(beam, &run, i) - starts[i] <= most)
                continue;
            most = placeOf(beam, &run, i) - starts[i];
            beam->vertex = i;
            beam->start = starts[i];
        }
    }
    free(starts);
    closeRun(&run);
    return code == gel_exitDone && most <= 0.0
               ? gelReportError(beam->output, gel_exitInput,
                                "%s: expected a first body that sinks and swings, found none of its vertices "
                                "lower in %d frames: add gravity",
                                beam->path, frames)
               : code;
}

// The frames from the start to the first lowest place, twice. 0 if there is none.
static int roughPeriod(const double* depths, int count)
{
    for (int i = 1; i + 1 < count; i++)
        if (depths[i] > 0.0 && depths[i] > depths[i + 1])
            return 2 * i;
    return 0;
}

// The reference is the symplectic Euler method, with the fewest substeps of a series at which it does not blow up.
static int findExpected(gelBeam* beam)
{
    int code = gel_exitDone, count = 0, substeps = fewestOfReference / 2;
    double last;
    bool isStable = false;
    while (code == gel_exitDone && !isStable && substeps < mostOfReference) {
        substeps *= 2;
        beam->periodFrames = 0;
        for (int frames = 30; code == gel_exitDone && beam->periodFrames == 0 && frames <= longestPeriod;
             frames *= 4) {
            code = swing(beam, "double", NULL, substeps, frames, &count);
            isStable = code == gel_exitDone && isfinite(beam->depths[count - 1]);
            beam->periodFrames = isStable ? roughPeriod(beam->depths, count) : longestPeriod;
        }
    }
    beam->referenceSubsteps = substeps;
    bool isKnown = isStable && beam->periodFrames > 0 && beam->periodFrames < longestPeriod;
    if (code == gel_exitDone && isKnown)
        code = findRest(beam, "double", NULL, substeps, &beam->expected[gel_sag], &last);
    if (code == gel_exitDone && isKnown)
        code = swing(beam, "double", NULL, substeps, 2 * beam->periodFrames + 4, &count);
    if (code != gel_exitDone)
        return code;
    beam->expected[gel_period] = periodOf(beam, count, beam->expected[gel_sag]);
    return isKnown && isfinite(beam->expected[gel_period])
               ? gel_exitDone
               : gelReportError(
                     beam->output, gel_exitInput,
                     "%s: expected a first body that hangs from pins, and swings with a period of at "
                     "most %s; symplectic Euler with %s substeps finds none",
                     beam->path, GEL_COUNT(longestPeriod, "frame", "frames"), GEL_GROUPED(substeps));
}

static void findDown(gelBeam* beam)
{
    gelVec3 gravity = gelScene_GetWorldDef(beam->scene).gravity;
    double x = (double)gravity.x, y = (double)gravity.y, z = (double)gravity.z,
           length = sqrt(x * x + y * y + z * z);
    if (length > 0.0) {
        beam->down[0] = x / length;
        beam->down[1] = y / length;
        beam->down[2] = z / length;
    }
}

int gelFindBeamReference(gelBeam* beam)
{
    findDown(beam);
    int code = findVertex(beam);
    return code == gel_exitDone ? findExpected(beam) : code;
}

static int timeFrame(gelBeam* beam, const gelBeamSolver* solver, int substeps, double* frame)
{
    double samples[timedFrames];
    Run run;
    int code = openRun(beam, beam->timed, solver, substeps, 0.0, &run);
    for (int i = -untimedFrames; i < timedFrames && code == gel_exitDone; i++) {
        double start = gelMilliseconds();
        code = stepFrame(beam, &run);
        gelStatus status = code == gel_exitDone ? gelWorld_Finish(run.world) : gel_success;
        if (status != gel_success)
            code = gelReportStatus(beam->output, status, gel_activitySimulation);
        if (i >= 0)
            samples[i] = gelMilliseconds() - start;
    }
    closeRun(&run);
    *frame = code == gel_exitDone ? gelFigureOf(samples, timedFrames).min : NAN;
    return code;
}

int gelTryBeam(gelBeam* beam, const gelBeamSolver* solver, int substeps, gelBeamTrial* trial)
{
    const char* precise = solver->precise != NULL ? solver->precise : beam->timed;
    double rest, last;
    int count, code = findRest(beam, precise, solver, substeps, &rest, &last);
    if (code == gel_exitDone)
        code = swing(beam, precise, solver, substeps, 2 * beam->periodFrames + 4, &count);
    if (code != gel_exitDone)
        return code;
    trial->isNear = fabs(last / beam->expected[gel_sag] - 1.0) < 0.25;
    trial->errors[gel_sag] = rest / beam->expected[gel_sag] - 1.0;
    trial->errors[gel_period] = periodOf(beam, count, rest) / beam->expected[gel_period] - 1.0;
    return timeFrame(beam, solver, substeps, &trial->frame);
}
