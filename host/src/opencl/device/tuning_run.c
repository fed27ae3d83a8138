// Everything is timed in turns, taking the minimum, so that other activity on the machine affects all alike.
// Bodies are small enough that no launch blocks a screen for long.
#include "opencl/device/tuning_run.h"
#include "opencl/backend.h"
#include "opencl/strategy/costs.h"
#include "opencl/backend_internal.h"
#include "opencl/runtime/functions.h"
#include "plan/kinds.h"

#include <math.h>
#include <string.h>

enum { roundCount = 3, maxCandidates = GEL_MAXIMUM_TUNED_LANES, maxCrowd = 1024 };
static const double longEnough = 1.5, tooLong = 250.0; // ms
static const double worthIt = 0.9; // of the default's time: an alternative must be faster by more than noise
static const double hopeless =
    1.5; // of the default number of lanes' time: slower ones are not tested further

// Equal bodies in the air.
typedef struct Probe {
    gelShape* shape;
    gelBody* bodies;
    gelBody** list;
    int bodyCount;
    gelPlan plan;
    gelVertexState* start;
} Probe;

static void clearProbe(Probe* probe)
{
    gelReleaseShape(probe->shape);
    gelClearPlan(&probe->plan);
    gelFree(probe->bodies);
    gelFree(probe->list);
    gelFree(probe->start);
    *probe = (Probe){0};
}

// Sheared, so that constraints have work and no number becomes denormal.
static void placeVertices(Probe* probe)
{
    int count = probe->shape->mesh.vertexCount;
    for (int i = 0; i < count * probe->bodyCount; i++) {
        const float* x = probe->shape->mesh.positions + 3 * (size_t)(i % count);
        gelVertexState* vertex = &probe->start[i];
        *vertex =
            (gelVertexState){.inverseMass = 1.0,
                             .velocity = {1.0, 2.0, 0.5},
                             .position = {(double)x[0] + 0.1 * (double)x[1], (double)x[1], (double)x[2]}};
        memcpy(vertex->predicted, vertex->position, sizeof vertex->predicted);
    }
}

// Cubes of `cells` along each edge.
static gelStatus createProbe(int cells, int bodyCount, Probe* probe)
{
    gelTetMesh mesh;
    float size = 0.1f * (float)cells;
    *probe = (Probe){.bodyCount = bodyCount};
    gelStatus status = gelCreateBoxMesh((gelVec3){size, size, size}, cells, cells, cells, &mesh);
    if (status != gel_success)
        return status;
    status = gelCreateShape(&mesh, gelDefaultWorldDef().tileSize, &probe->shape);
    gelDestroyTetMesh(&mesh);
    if (status != gel_success)
        return status;
    probe->bodies = gelAllocate((size_t)bodyCount, sizeof *probe->bodies);
    probe->list = gelAllocate((size_t)bodyCount, sizeof *probe->list);
    if (probe->bodies == NULL || probe->list == NULL)
        return gelFailMemory((size_t)bodyCount, sizeof *probe->bodies);
    for (int i = 0; i < bodyCount; i++) {
        probe->bodies[i] = (gelBody){.shape = probe->shape,
                                     .material = gelDefaultMaterial(),
                                     .scale = 1.0,
                                     .firstVertex = i * probe->shape->mesh.vertexCount};
        probe->list[i] = &probe->bodies[i];
    }
    status = gelBuildPlan(probe->list, bodyCount, gel_colourOrder, &probe->plan);
    probe->start = gelAllocate((size_t)probe->plan.vertexCapacity, sizeof *probe->start);
    if (status == gel_success && probe->start == NULL)
        status = gelFailMemory((size_t)probe->plan.vertexCapacity, sizeof *probe->start);
    if (status == gel_success)
        placeVertices(probe);
    return status;
}

static double constraintsOf(const Probe* probe) // of one body
{
    return (double)gelCountBodyConstraints(&probe->bodies[0]);
}

static int coloursOf(const Probe* probe)
{
    return gelCountBodyColours(&probe->bodies[0]);
}

static gelStatus stepOnce(gelBackend* backend, const gelPlan* plan, int substeps, double* milliseconds)
{
    static const gelStepParameters parameters = {.h = 0.00390625,
                                                 .inverse_h = 256.0,
                                                 .inverse_h2 = 65536.0,
                                                 .h2 = 0.0000152587890625,
                                                 .gravity_y = -9.75,
                                                 .gravity_z = 0.25,
                                                 .ground_y = 1.0};
    gelProfile profile = {0};
    gelStageList stages = {0};
    gelStatus status = gelListStages(plan, &parameters, (gelStepContents){0}, &stages);
    double start = gelMilliseconds();
    if (status == gel_success)
        status = backend->functions->runStep(backend, &parameters, &stages, substeps, &profile);
    if (status == gel_success)
        status = backend->functions->finish(backend);
    *milliseconds = gelMilliseconds() - start;
    gelClearStageList(&stages);
    return status;
}

static const gelTimes noTimes = {HUGE_VAL, HUGE_VAL};

void gelAddTime(gelTimes* times, double time)
{
    times->second = fmin(times->second, fmax(times->min, time));
    times->min = fmin(times->min, time);
}

double gelSpreadOf(const gelTimes* times)
{
    return times->second < HUGE_VAL ? times->second / times->min : 1.0;
}

// Adds ns per substep: the minimum of a few steps that are long enough to be timed. Those before are not timed; the
// first one builds kernels.
static gelStatus timeSubstep(gelBackend* backend, Probe* probe, gelStrategy strategy, gelTimes* times)
{
    enum { repeats = 3, maxSubsteps = 512 };
    double milliseconds = 0.0, found = HUGE_VAL;
    int substeps = 1;
    for (int i = 0; i < probe->bodyCount; i++)
        probe->bodies[i].strategy = strategy;
    gelStatus status = backend->functions->setPlan(backend, &probe->plan);
    if (status == gel_success)
        status = backend->functions->writeState(backend, probe->start);
    if (status == gel_success)
        status = stepOnce(backend, &probe->plan, 1, &milliseconds);
    if (status == gel_success)
        status = stepOnce(backend, &probe->plan, 1, &milliseconds);
    if (status == gel_success && milliseconds > tooLong)
        return gelFail(gel_deviceError, "too slow to tune: %.0f ms per substep of %.0f constraints",
                       milliseconds, constraintsOf(probe) * probe->bodyCount);
    while (status == gel_success && milliseconds < longEnough && substeps < maxSubsteps) {
        substeps *= milliseconds < 0.25 * longEnough ? 4 : 2;
        status = stepOnce(backend, &probe->plan, substeps, &milliseconds);
    }
    for (int i = 0; i < repeats && status == gel_success; i++) {
        status = stepOnce(backend, &probe->plan, substeps, &milliseconds);
        found = fmin(found, milliseconds);
    }
    if (status == gel_success)
        gelAddTime(times, fmax(found, 1e-6) * 1e6 / substeps);
    return status;
}

// Times of a substep with a number of lanes, ns.
typedef struct Candidate {
    gelBackend* backend;
    int lanes;
    Probe crew; // one body per lane
    gelTimes body, ensemble, smallGrid, largeGrid;
} Candidate;

typedef struct Tuning {
    const gelDeviceInfo* info;
    Probe one, large;
    Candidate candidates[maxCandidates];
    int candidateCount;
} Tuning;

static void closeCandidate(Candidate* candidate)
{
    if (candidate->backend != NULL)
        candidate->backend->functions->destroy(candidate->backend);
    clearProbe(&candidate->crew);
    candidate->backend = NULL;
}

// A number of lanes that does not build is skipped. So is one that is far slower than the device's default,
// the first candidate, as soon as one strategy shows it: a driver may take seconds to build the kernels of
// the others.
static void openCandidate(int index, int lanes, Tuning* tuning)
{
    Candidate* candidate = &tuning->candidates[tuning->candidateCount];
    *candidate = (Candidate){
        .lanes = lanes, .body = noTimes, .ensemble = noTimes, .smallGrid = noTimes, .largeGrid = noTimes};
    gelStatus status = gelOpenOpenclBackend(index, &(gelOpenclSetup){.lanes = lanes}, &candidate->backend);
    if (status == gel_success)
        status = createProbe(6, lanes, &candidate->crew);
    for (int round = 0; round < roundCount && status == gel_success; round++)
        status = timeSubstep(candidate->backend, &tuning->one, gel_strategyBody, &candidate->body);
    if (status == gel_success && candidate->body.min <= hopeless * tuning->candidates[0].body.min)
        tuning->candidateCount++;
    else
        closeCandidate(candidate);
}

static gelStatus timeCandidate(Tuning* tuning, Candidate* candidate)
{
    gelBackend* backend = candidate->backend;
    gelStatus status = timeSubstep(backend, &tuning->one, gel_strategyBody, &candidate->body);
    if (status == gel_success)
        status = timeSubstep(backend, &candidate->crew, gel_strategyEnsemble, &candidate->ensemble);
    if (status == gel_success)
        status = timeSubstep(backend, &tuning->one, gel_strategyPerColour, &candidate->smallGrid);
    if (status == gel_success)
        status = timeSubstep(backend, &tuning->large, gel_strategyPerColour, &candidate->largeGrid);
    return status;
}

static double spreadOfAll(const Candidate* candidate)
{
    return fmax(fmax(gelSpreadOf(&candidate->body), gelSpreadOf(&candidate->ensemble)),
                fmax(gelSpreadOf(&candidate->smallGrid), gelSpreadOf(&candidate->largeGrid)));
}

static float costOf(double nanoseconds)
{
    return (float)fmax(nanoseconds, 1e-3);
}

// perColour's time is made of launches and constraints: two sizes separate them.
static void fitGrid(const Tuning* tuning, double small, double large, float* constraint, float* launch)
{
    double n = constraintsOf(&tuning->one), m = constraintsOf(&tuning->large);
    double k = coloursOf(&tuning->one), l = coloursOf(&tuning->large);
    // Noise may suggest that constraints are free: they take at least a tenth of the large size's time.
    double slope = fmax((large * k - small * l) / (m * k - n * l), 0.1 * large / m);
    *constraint = costOf(slope);
    *launch = costOf((small - slope * n) / k);
}

static gelLaneTuning rowOf(const Tuning* tuning, const Candidate* candidate)
{
    gelLaneTuning row = gelRuleTuning(tuning->info, candidate->lanes);
    double constraints = constraintsOf(&tuning->one);
    fitGrid(tuning, candidate->smallGrid.min, candidate->largeGrid.min, &row.perColour.cost, &row.launchCost);
    row.body.cost = row.body.usualCost = costOf(candidate->body.min / constraints);
    row.ensemble.cost = row.ensemble.usualCost = costOf(candidate->ensemble.min / constraints);
    row.perColour.usualCost = row.perColour.cost;
    return row;
}

// The time of all strategies relative to another number of lanes: the geometric mean ratio. Lanes are chosen
// before there are bodies, so no single strategy may decide.
static double against(const Candidate* a, const Candidate* b)
{
    return cbrt((a->body.min / b->body.min) * (a->largeGrid.min / b->largeGrid.min) *
                (a->ensemble.min / a->lanes) / (b->ensemble.min / b->lanes));
}

static bool isExact(Candidate* candidate)
{
    gelDeviceInfo tested;
    return gelOpenclBackend_Test(candidate->backend, &tested) == gel_success && tested.exact;
}

// The device's default, which is tested wherever it is used, or a faster one that is exact.
static Candidate* findBest(Tuning* tuning)
{
    Candidate* best = &tuning->candidates[0];
    for (int i = 1; i < tuning->candidateCount; i++) {
        Candidate* other = &tuning->candidates[i];
        if (against(other, best) < worthIt && isExact(other))
            best = other;
    }
    return best;
}

static size_t largestGroup(const gelOpenclBackend* self, gelStrategy strategy)
{
    cl_kernel own = strategy == gel_strategyBody ? self->fused.body.kernel : self->fused.ensemble.kernel;
    int count = strategy == gel_strategyPerColour ? (int)gel_kernelCount : 1;
    size_t min = SIZE_MAX;
    for (int k = 0; k < count; k++) {
        size_t largest = 1;
        cl_kernel kernel = strategy == gel_strategyPerColour ? self->kernels[k] : own;
        cl_int error = gelCl.clGetKernelWorkGroupInfo(kernel, self->opencl.device, CL_KERNEL_WORK_GROUP_SIZE,
                                                      sizeof largest, &largest, NULL);
        min = error == CL_SUCCESS && largest < min ? largest : min;
    }
    return min;
}

// Tries other sizes, in turns with the default.
static gelStatus tuneGroup(gelOpenclBackend* self, Probe* probe, gelStrategy strategy,
                           gelStrategyTuning* tuned, double* spread)
{
    enum { sizeCount = 4 };
    static const int scalar[sizeCount] = {32, 64, 128, 256}, vectors[sizeCount] = {32, 0, 0, 0},
                     body[sizeCount] = {64, 128, 256, 512};
    const int* others = self->opencl.lanes > 1 ? vectors : strategy == gel_strategyBody ? body : scalar;
    size_t* size = strategy == gel_strategyPerColour ? &self->workGroupSize
                   : strategy == gel_strategyBody    ? &self->fused.body.workGroupSize
                                                     : &self->fused.ensemble.workGroupSize;
    size_t usual = *size, largest = largestGroup(self, strategy);
    int sizes[sizeCount + 1] = {(int)usual};
    gelTimes times[sizeCount + 1] = {noTimes, noTimes, noTimes, noTimes, noTimes};
    memcpy(sizes + 1, others, sizeCount * sizeof *sizes);
    gelStatus status = gel_success;
    for (int round = 0; round < roundCount; round++)
        for (int i = 0; i <= sizeCount && status == gel_success; i++) {
            if (sizes[i] == 0 || (size_t)sizes[i] > largest || (i > 0 && sizes[i] == sizes[0]))
                continue;
            *size = (size_t)sizes[i];
            status = timeSubstep(&self->base, probe, strategy, &times[i]);
            if (status != gel_success && i > 0) { // skip a size that the driver refuses
                times[i] = noTimes;
                sizes[i] = 0;
                status = gel_success;
            }
        }
    int best = 0;
    for (int i = 0; i <= sizeCount; i++) {
        *spread = fmax(*spread, gelSpreadOf(&times[i]));
        if (times[i].min < times[0].min * worthIt && times[i].min < times[best].min)
            best = i;
    }
    *size = (size_t)sizes[best];
    tuned->workGroupSize = sizes[best];
    tuned->cost = costOf((double)tuned->usualCost * times[best].min / times[0].min);
    return status;
}

// The number of pieces that run at the same time: the time of one piece after another over that of a crowd.
// Units that were busy with other things count, unless they contribute nothing.
static gelStatus tuneCrowd(Candidate* candidate, const gelDeviceInfo* info, Probe* crowd,
                           gelStrategy strategy, gelStrategyTuning* tuned, double* spread)
{
    int lanes = strategy == gel_strategyEnsemble ? candidate->lanes : 1;
    double alone = constraintsOf(crowd) * (double)tuned->cost * (crowd->bodyCount / lanes);
    gelTimes together = noTimes;
    gelStatus status = gel_success;
    for (int round = 0; round < roundCount && status == gel_success; round++)
        status = timeSubstep(candidate->backend, crowd, strategy, &together);
    double max = info->kind == gel_deviceCpu ? info->computeUnits : 1 << 20;
    if (status == gel_success)
        tuned->sideBySide = (int)fmax(1.0, fmin(ceil(alone / together.min - 0.15), max));
    *spread = fmax(*spread, gelSpreadOf(&together));
    return status;
}

// Tunes work-groups for the best number of lanes.
static gelStatus refine(Tuning* tuning, Candidate* best, gelLaneTuning* row, double* spread)
{
    gelOpenclBackend* self = (gelOpenclBackend*)best->backend;
    const gelDeviceInfo* info = tuning->info;
    bool scalars = best->lanes == 1, isCpu = info->kind == gel_deviceCpu;
    double units = fmax(info->computeUnits, 1.0), wanted = best->lanes * units * (isCpu ? 1.0 : 8.0);
    Probe crowd = {0};
    gelStatus status = tuneGroup(self, &tuning->large, gel_strategyPerColour, &row->perColour, spread);
    if (status == gel_success && scalars)
        status = tuneGroup(self, &tuning->one, gel_strategyBody, &row->body, spread);
    if (status == gel_success)
        status = createProbe(isCpu ? 6 : 4, wanted < maxCrowd ? (int)wanted : maxCrowd, &crowd);
    if (status == gel_success && scalars && !isCpu)
        status = tuneGroup(self, &crowd, gel_strategyEnsemble, &row->ensemble, spread);
    if (status == gel_success)
        status = tuneCrowd(best, info, &crowd, gel_strategyBody, &row->body, spread);
    if (status == gel_success)
        status = tuneCrowd(best, info, &crowd, gel_strategyEnsemble, &row->ensemble, spread);
    best->backend->functions->finish(best->backend);
    clearProbe(&crowd);
    return status;
}

// GPUs spread work-items over their lanes by themselves; CPU drivers do not, or not all.
static void openCandidates(int index, Tuning* tuning)
{
    static const int choices[] = {16, 8, 1};
    openCandidate(index, tuning->info->lanes, tuning);
    for (int i = 0; i < 3 && tuning->info->kind == gel_deviceCpu && tuning->candidateCount > 0; i++)
        if (choices[i] != tuning->info->lanes)
            openCandidate(index, choices[i], tuning);
}

// Skips candidates that cannot be timed.
static gelStatus timeAll(Tuning* tuning)
{
    gelStatus status = gel_success;
    for (int round = 0; round < roundCount; round++)
        for (int i = 0; i < tuning->candidateCount; i++) {
            Candidate* candidate = &tuning->candidates[i];
            status = timeCandidate(tuning, candidate);
            if (status == gel_success)
                continue;
            closeCandidate(candidate);
            tuning->candidateCount--;
            memmove(candidate, candidate + 1, (size_t)(tuning->candidateCount - i) * sizeof *candidate);
            i--;
        }
    return tuning->candidateCount > 0 ? gel_success : status;
}

gelStatus gelMeasureTuning(int index, const gelDeviceInfo* info, gelDeviceTuning* result, double* spread)
{
    Tuning tuning = {.info = info};
    result->rowCount = 0;
    gelStatus status = createProbe(6, 1, &tuning.one);
    if (status == gel_success)
        status = createProbe(16, 1, &tuning.large);
    if (status == gel_success)
        openCandidates(index, &tuning);
    if (status == gel_success)
        status = tuning.candidateCount > 0 ? timeAll(&tuning)
                                           : gel_deviceError; // the last one reported the reason
    *spread = 1.0;
    for (int i = 0; i < tuning.candidateCount && status == gel_success; i++) {
        result->rows[result->rowCount++] = rowOf(&tuning, &tuning.candidates[i]);
        *spread = fmax(*spread, spreadOfAll(&tuning.candidates[i]));
    }
    if (status == gel_success) {
        Candidate* best = findBest(&tuning);
        result->lanes = best->lanes;
        status = refine(&tuning, best, &result->rows[best - tuning.candidates], spread);
    }
    for (int i = 0; i < tuning.candidateCount; i++)
        closeCandidate(&tuning.candidates[i]);
    clearProbe(&tuning.one);
    clearProbe(&tuning.large);
    return status;
}
