#include "opencl_planner.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Rough costs, measured with PoCL on two cores of a server (bench_strategies); they decide only where strategies are far
// apart. A launch is dear because other threads sleep between two: by the time they are awake a short one is over.
static const double bodyCost = 2.2; // of a constraint in the body strategy, ns on one core
static const double ensembleCost =
    11.0;                           // of a constraint for all lanes in the ensemble strategy, ns on one core
static const double gridCost = 2.6; // of a constraint in a launch for a colour, ns on one core
static const double gridLaunchCost = 20000.0; // of a launch, ns
static const double scalarPenalty = 4.0;      // how much more each takes without vectors, on a CPU device

static bool usesVectors(const gelOpencl* opencl)
{
    return opencl->lanes > 1;
}

static bool belongsTo(const gelBody* body, const gelBodyClass* class)
{
    return body->strategy == class->example->strategy && gelSameConstraints(body, class->example);
}

// Bodies are often created in rows of one class: the last body's is looked at first.
static int findClass(const gelSchedule* schedule, const gelBody* body, int guess)
{
    if (guess >= 0 && belongsTo(body, &schedule->classes[guess]))
        return guess;
    for (int c = 0; c < schedule->classCount; c++)
        if (belongsTo(body, &schedule->classes[c]))
            return c;
    return -1;
}

static gelStatus classify(gelBody* const* bodies, int bodyCount, gelSchedule* schedule)
{
    int capacity = 0, found = -1;
    for (int b = 0; b < bodyCount; b++) {
        found = findClass(schedule, bodies[b], found);
        if (found < 0) {
            if (schedule->classCount == capacity) {
                capacity = capacity * 2 + 8;
                gelBodyClass* classes = gelResize(schedule->classes, (size_t)capacity, sizeof *classes);
                if (classes == NULL)
                    return gelFailMemory((size_t)capacity, sizeof *classes);
                schedule->classes = classes;
            }
            const gelShape* shape = bodies[b]->shape;
            found = schedule->classCount++;
            schedule->classes[found] =
                (gelBodyClass){.example = bodies[b],
                               .constraintCount = (int64_t)shape->edges.count + (int64_t)shape->tets.count};
        }
        schedule->classes[found].bodyCount++;
        schedule->classOf[b] = found;
    }
    return gel_success;
}

static int roundUp(int count, int step)
{
    return (count + step - 1) / step * step;
}

static double scalarFactor(const gelOpencl* opencl)
{
    return opencl->info.kind == gel_deviceCpu && !usesVectors(opencl) ? scalarPenalty : 1.0;
}

// Time of a substep of all bodies of a class, ns, if the device did nothing else.
static double estimateBody(const gelOpencl* opencl, const gelBodyClass* class)
{
    int units = opencl->info.computeUnits > 0 ? opencl->info.computeUnits : 1;
    return (double)class->constraintCount * bodyCost * (double)(roundUp(class->bodyCount, units) / units);
}

static double estimateEnsemble(const gelOpencl* opencl, const gelBodyClass* class)
{
    int units = opencl->info.computeUnits > 0 ? opencl->info.computeUnits : 1;
    int groups = roundUp(class->bodyCount, opencl->lanes) / opencl->lanes;
    return (double)class->constraintCount * ensembleCost * (double)(roundUp(groups, units) / units);
}

static double estimateGrid(const gelOpencl* opencl, const gelBodyClass* class)
{
    int units = opencl->info.computeUnits > 0 ? opencl->info.computeUnits : 1;
    int colours = class->example->shape->edges.colourCount + class->example->shape->tets.colourCount;
    return (double)class->constraintCount * class->bodyCount * gridCost / units + colours * gridLaunchCost;
}

// CPU devices: by the estimates. The grid's launches serve all classes at once, but here each is looked at alone.
static void chooseByCost(const gelOpencl* opencl, gelBodyClass* class)
{
    double body = estimateBody(opencl, class), ensemble = estimateEnsemble(opencl, class),
           grid = estimateGrid(opencl, class);
    class->strategy = grid < body && grid < ensemble ? gel_strategyGrid
                      : ensemble < body              ? gel_strategyEnsemble
                                                     : gel_strategyBody;
    snprintf(class->reason, sizeof class->reason,
             "\n  us a substep, estimated: grid %.0f, body %.0f, ensemble %.0f", grid * 1e-3, body * 1e-3,
             ensemble * 1e-3);
}

// Patches are never chosen, only asked for: what they compute is as good as the others', but not the same bits, and
// those must not depend on the device.
static void choose(const gelOpencl* opencl, int bodyLimit, gelBodyClass* class)
{
    gelStrategy wanted = class->example->strategy;
    int vertexCount = class->example->shape->mesh.vertexCount;
    bool fits = vertexCount <= bodyLimit;
    class->strategy = wanted;
    if (wanted == gel_strategyPatch)
        snprintf(class->reason, sizeof class->reason, ", asked for,\n  up to %d tets each: bits of its own",
                 class->example->patchSize);
    else if (wanted != gel_strategyAuto)
        snprintf(class->reason, sizeof class->reason, ", asked for");
    else if (usesVectors(opencl))
        chooseByCost(opencl, class);
    else {
        class->strategy = fits ? gel_strategyBody : gel_strategyGrid;
        snprintf(class->reason, sizeof class->reason, "\n  local memory holds %d vertices", bodyLimit);
    }
    if (class->strategy == gel_strategyBody && !fits) {
        class->strategy = gel_strategyGrid;
        snprintf(class->reason, sizeof class->reason, "\n  local memory holds %d vertices", bodyLimit);
    }
}

static void addCosts(const gelOpencl* opencl, const gelBodyClass* class, gelSchedule* schedule)
{
    gelStrategy strategy = class->strategy;
    bool isEnsemble = strategy == gel_strategyEnsemble;
    double perConstraint = (isEnsemble ? ensembleCost : bodyCost) * scalarFactor(opencl);
    double one = (double)class->constraintCount * perConstraint;
    int groups = isEnsemble ? roundUp(class->bodyCount, opencl->lanes) / opencl->lanes : class->bodyCount;
    schedule->bodyCounts[strategy] += class->bodyCount;
    schedule->totalCost[strategy] += one * groups;
    schedule->largestCost[strategy] =
        one > schedule->largestCost[strategy] ? one : schedule->largestCost[strategy];
}

gelStatus gelMakeSchedule(const gelOpencl* opencl, gelBody* const* bodies, int bodyCount, int bodyLimit,
                          gelSchedule* schedule)
{
    *schedule = (gelSchedule){.classOf = gelAllocate((size_t)bodyCount, sizeof(int))};
    gelStatus status = schedule->classOf != NULL ? classify(bodies, bodyCount, schedule)
                                                 : gelFailMemory((size_t)bodyCount, sizeof(int));
    if (status != gel_success) {
        gelClearSchedule(schedule);
        return status;
    }
    for (int c = 0; c < schedule->classCount; c++) {
        choose(opencl, bodyLimit, &schedule->classes[c]);
        addCosts(opencl, &schedule->classes[c], schedule);
    }
    return gel_success;
}

void gelClearSchedule(gelSchedule* schedule)
{
    gelFree(schedule->classes);
    gelFree(schedule->classOf);
    *schedule = (gelSchedule){0};
}

static int compareClasses(const void* a, const void* b)
{
    const gelBodyClass *p = *(const gelBodyClass*const*)a, *q = *(const gelBodyClass*const*)b;
    int64_t x = p->bodyCount * p->constraintCount, y = q->bodyCount * q->constraintCount;
    return x != y ? (x > y ? -1 : 1) : p < q ? -1 : p > q;
}

char* gelExplainSchedule(const gelSchedule* schedule, bool recorded, const char* recordedText)
{
    enum { shown = 16, lineSize = 320 };
    const gelBodyClass** sorted = gelAllocate((size_t)schedule->classCount, sizeof(gelBodyClass*));
    char* text = gelAllocate((size_t)(shown + 3) * lineSize, 1);
    for (int c = 0; c < schedule->classCount && sorted != NULL; c++)
        sorted[c] = &schedule->classes[c];
    if (sorted != NULL && text != NULL) {
        qsort(sorted, (size_t)schedule->classCount, sizeof *sorted, compareClasses);
        for (int c = 0; c < schedule->classCount && c < shown; c++)
            snprintf(text + strlen(text), lineSize, "%s: %d bod%s of %d tets%s\n",
                     gelStrategyText(sorted[c]->strategy), sorted[c]->bodyCount,
                     sorted[c]->bodyCount == 1 ? "y" : "ies", sorted[c]->example->shape->tets.count,
                     sorted[c]->reason);
        if (schedule->classCount > shown)
            snprintf(text + strlen(text), lineSize, "and %d more kinds of bodies\n",
                     schedule->classCount - shown);
        if (schedule->bodyCounts[gel_strategyGrid] > 0)
            snprintf(text + strlen(text), lineSize, "launches of the grid: %s\n  %s\n",
                     recorded ? "one command buffer a step" : "one by one", recordedText);
    }
    gelFree(sorted);
    return text;
}
