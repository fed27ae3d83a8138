#include "opencl/strategy/planner.h"
#include "gel/goals.h"
#include "opencl/strategy/costs.h"
#include "plan/kinds.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool belongsTo(const gelBody* body, const gelBodyClass* class)
{
    return body->strategy == class->example->strategy && gelSameConstraints(body, class->example);
}

// Bodies are often created in runs of one class: try the last body's first.
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
            found = schedule->classCount++;
            schedule->classes[found] =
                (gelBodyClass){.example = bodies[b], .constraintCount = gelCountBodyConstraints(bodies[b])};
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

const gelStrategyTuning* gelTuningOf(const gelLaneTuning* row, gelStrategy strategy)
{
    return strategy == gel_strategyBody || strategy == gel_strategyTiles ? &row->body
           : strategy == gel_strategyEnsemble                            ? &row->ensemble
                                                                         : &row->perColour;
}

// Work-groups of the body strategy, or work-items of the ensemble.
static int countPieces(const gelOpencl* opencl, const gelBodyClass* class, gelStrategy strategy)
{
    return strategy == gel_strategyEnsemble ? roundUp(class->bodyCount, opencl->lanes) / opencl->lanes
                                            : class->bodyCount;
}

// Upper bound on the loop iterations of a work-item of body, ensemble or tiles in a launch of one substep.
static double turnsOf(const gelOpencl* opencl, const gelBodyClass* class, gelStrategy strategy)
{
    bool isEnsemble = strategy == gel_strategyEnsemble;
    const gelTileLoad* load = strategy == gel_strategyTiles ? &class->tiles.largestGroup : &class->tiles.body;
    double items = isEnsemble ? 1.0 : opencl->lanes > 1 ? opencl->lanes : opencl->row.body.workGroupSize;
    // Each loop over a colour's items, or a tile's vertices, has a last turn that is not full.
    double turns = ((double)load->constraints + 5.0 * (double)load->vertices) / items +
                   2.0 * (double)load->colours + (constraint_kinds + 5.0) * load->tiles;
    return turns + GEL_MAXIMUM_GOALS * (isEnsemble ? opencl->lanes : 1);
}

// Whether the device can step bodies of a class in this way; stores the reason if not.
static bool fits(const gelOpencl* opencl, int bodyLimit, gelBodyClass* class, gelStrategy strategy)
{
    if (strategy == gel_strategyAuto || strategy == gel_strategyPerColour)
        return true;
    bool small = strategy == gel_strategyBody    ? class->example->shape->mesh.vertexCount <= bodyLimit
                 : strategy == gel_strategyTiles ? class->tiles.largestTile <= bodyLimit
                                                 : true;
    bool brief = turnsOf(opencl, class, strategy) <= (double)opencl->maxTurns;
    if (!small)
        snprintf(class->reason, sizeof class->reason, "\n  local memory holds %d vertices", bodyLimit);
    else if (!brief)
        snprintf(class->reason, sizeof class->reason, "\n  no %s: the driver ends loops after %d iterations",
                 gelStrategyText(strategy), opencl->maxTurns);
    return small && brief;
}

// Time of a substep of all bodies of a class, us, if the device did nothing else.
static double estimate(const gelOpencl* opencl, const gelLaneTuning* row, const gelBodyClass* class,
                       gelStrategy strategy)
{
    const gelStrategyTuning* tuning = gelTuningOf(row, strategy);
    int pieces = countPieces(opencl, class, strategy), sideBySide = tuning->sideBySide;
    double one = (double)class->constraintCount * (double)tuning->cost * 1e-3;
    if (strategy == gel_strategyTiles)
        return gelEstimateTiles(row, class->example, class->bodyCount).time * 1e-3;
    if (strategy == gel_strategyPerColour)
        return one * pieces + gelCountBodyColours(class->example) * (double)row->launchCost * 1e-3;
    return one * (roundUp(pieces, sideBySide) / sideBySide);
}

typedef struct Estimates {
    double times[gel_strategyCount]; // us
    gelStrategy min;
} Estimates;

// perColour's launches serve all classes at once, but each is considered separately here.
static Estimates estimateAll(const gelOpencl* opencl, const gelLaneTuning* row, const gelBodyClass* class,
                             const bool fit[gel_strategyCount])
{
    static const gelStrategy choices[] = {gel_strategyBody, gel_strategyEnsemble, gel_strategyTiles,
                                          gel_strategyPerColour};
    Estimates estimates = {.min = fit[gel_strategyBody] ? gel_strategyBody : gel_strategyPerColour};
    for (int i = 0; i < 4; i++)
        estimates.times[choices[i]] = estimate(opencl, row, class, choices[i]);
    for (int i = 0; i < 4; i++)
        if (fit[choices[i]] && estimates.times[choices[i]] < estimates.times[estimates.min])
            estimates.min = choices[i];
    return estimates;
}

// By the rules: on GPUs, and with scalars, the body strategy for bodies of one tile, and tiles for larger ones;
// otherwise by rough costs.
static gelStrategy chooseByRule(const gelOpencl* opencl, const gelBodyClass* class,
                                const bool fit[gel_strategyCount])
{
    gelLaneTuning row = gelRuleTuning(&opencl->info, opencl->lanes);
    if (opencl->lanes == 1)
        return fit[gel_strategyTiles] && (class->tiles.body.tiles > 1 || !fit[gel_strategyBody])
                   ? gel_strategyTiles
               : fit[gel_strategyBody] ? gel_strategyBody
                                       : gel_strategyPerColour;
    return estimateAll(opencl, &row, class, fit).min;
}

// Costs were measured once, with small bodies, on a machine that may have been busy: they overrule the rules
// only if the rule's choice is slower by half.
static void chooseByCost(const gelOpencl* opencl, const bool fit[gel_strategyCount], gelBodyClass* class)
{
    static const double farApart = 0.67;
    Estimates estimates = estimateAll(opencl, &opencl->row, class, fit);
    gelStrategy usual = chooseByRule(opencl, class, fit);
    const double* times = estimates.times;
    bool better = times[estimates.min] < farApart * times[usual];
    class->strategy = better ? estimates.min : usual;
    snprintf(class->reason, sizeof class->reason,
             "\n  us per substep, %s: perColour %.0f, body %.0f, ensemble %.0f, tiles %.0f%s",
             opencl->rowIsMeasured ? "by measured costs" : "estimated", times[gel_strategyPerColour],
             times[gel_strategyBody], times[gel_strategyEnsemble], times[gel_strategyTiles],
             class->strategy != estimates.min ? "\n  less than a third apart: by rule" : "");
}

static void choose(const gelOpencl* opencl, int bodyLimit, gelBodyClass* class)
{
    gelStrategy wanted = class->example->strategy;
    bool fit[gel_strategyCount];
    for (int i = 0; i < gel_strategyCount; i++)
        fit[i] = fits(opencl, bodyLimit, class, (gelStrategy)i);
    class->strategy = wanted;
    if (wanted == gel_strategyAuto && (opencl->lanes > 1 || opencl->rowIsMeasured))
        chooseByCost(opencl, fit, class);
    else if (wanted == gel_strategyAuto) {
        class->strategy = chooseByRule(opencl, class, fit);
        if (class->strategy == gel_strategyTiles && fit[gel_strategyBody])
            snprintf(class->reason, sizeof class->reason, "\n  a work-group for each tile");
        else if (fit[gel_strategyBody])
            snprintf(class->reason, sizeof class->reason, "\n  local memory holds %d vertices", bodyLimit);
    } else if (fits(opencl, bodyLimit, class, wanted))
        snprintf(class->reason, sizeof class->reason, ", requested");
    else
        class->strategy = gel_strategyPerColour; // for the remaining reason
}

static void addCosts(const gelOpencl* opencl, const gelBodyClass* class, gelSchedule* schedule)
{
    gelStrategy strategy = class->strategy;
    double one = (double)class->constraintCount * (double)gelTuningOf(&opencl->row, strategy)->cost;
    schedule->bodyCounts[strategy] += class->bodyCount;
    schedule->totalCost[strategy] += one * countPieces(opencl, class, strategy);
    schedule->largestCost[strategy] =
        one > schedule->largestCost[strategy] ? one : schedule->largestCost[strategy];
    double turns = fmin(turnsOf(opencl, class, strategy), INT_MAX);
    schedule->maxTurns[strategy] =
        turns > schedule->maxTurns[strategy] ? (int)turns : schedule->maxTurns[strategy];
}

// Ranks share out tiles: each phase is a launch, which follows an exchange.
static void divideAmongRanks(const gelOpencl* opencl, int bodyLimit, gelBodyClass* class)
{
    bool hasTiles = class->tiles.phaseCount > 0 && class->example->strategy != gel_strategyPerColour;
    class->tiles.launchCount = class->tiles.phaseCount;
    class->strategy = hasTiles && fits(opencl, bodyLimit, class, gel_strategyTiles) ? gel_strategyTiles
                                                                                    : gel_strategyPerColour;
}

// The Jacobi orders and integrators know neither colours nor tiles.
static void putOnGrid(const gelPlan* plan, gelBodyClass* class)
{
    bool integrates = gelPlanIntegrates(plan);
    class->strategy = gel_strategyPerColour;
    snprintf(class->reason, sizeof class->reason,
             "\n  %s %s: for each kind of constraint a launch over all of them, and one that adds up%s",
             integrates ? "integrator" : "order",
             integrates ? gelIntegratorText(plan->integrator) : gelConstraintOrderText(plan->order),
             integrates ? ", in each evaluation" : "");
}

// Tables of bodies and tiles are shared by all bodies of a class, and are never written.
static void keepOnGrid(gelBodyClass* class)
{
    const gelBody* body = class->example;
    class->strategy = gel_strategyPerColour;
    snprintf(class->reason, sizeof class->reason, "\n  %s, which only perColour supports per body",
             gelIsTwoLevel(body)         ? "solver twoLevel: launches over all such bodies"
             : body->restLengths != NULL ? "plastic: its rest lengths flow"
                                         : "its rest shape is set");
}

gelStatus gelMakeSchedule(const gelOpencl* opencl, const gelPlan* plan, int bodyLimit, gelSchedule* schedule)
{
    int bodyCount = plan->bodyCount;
    *schedule = (gelSchedule){.classOf = gelAllocate((size_t)bodyCount, sizeof(int))};
    gelStatus status = schedule->classOf != NULL ? classify(plan->bodies, bodyCount, schedule)
                                                 : gelFailMemory((size_t)bodyCount, sizeof(int));
    if (status != gel_success) {
        gelClearSchedule(schedule);
        return status;
    }
    for (int c = 0; c < schedule->classCount; c++) {
        gelBodyClass* class = &schedule->classes[c];
        if (gelPlanGathers(plan))
            putOnGrid(plan, class);
        else if (gelIsTwoLevel(class->example) || class->example->restLengths != NULL ||
                 class->example->restPositions != NULL)
            keepOnGrid(class);
        else {
            class->tiles = gelEstimateTiles(&opencl->row, class->example, class->bodyCount);
            if (plan->ranks != NULL)
                divideAmongRanks(opencl, bodyLimit, class);
            else
                choose(opencl, bodyLimit, class);
        }
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

static void explainClass(const gelBodyClass* class, char* text, size_t capacity)
{
    const gelTileEstimate* tiles = &class->tiles;
    if (gelIsObstacle(class->example)) {
        snprintf(text, capacity, "%s: %d obstacle%s of %d vertices\n", gelStrategyText(class->strategy),
                 class->bodyCount, class->bodyCount == 1 ? "" : "s", class->example->shape->mesh.vertexCount);
        return;
    }
    const gelShape* shape = class->example->shape;
    static const char* const names[][2] = {[gel_ropeBody] = {"rope", "ropes"},
                                           [gel_sheetBody] = {"sheet", "sheets"},
                                           [gel_solidBody] = {"body", "bodies"}};
    static const char* const parts[] = {
        [gel_ropeBody] = "lines", [gel_sheetBody] = "triangles", [gel_solidBody] = "tets"};
    int count = shape->lines != NULL     ? shape->lines->lineCount
                : shape->surface != NULL ? shape->surface->triangleCount
                                         : shape->mesh.tetCount;
    snprintf(text, capacity, "%s: %d %s of %d %s%s\n", gelStrategyText(class->strategy), class->bodyCount,
             names[shape->kind][class->bodyCount != 1], count, parts[shape->kind], class->reason);
    if (tiles->body.tiles > 1)
        gelAppend(text, capacity, "  %d tiles of up to %d vertices, in %d phases%s\n", tiles->body.tiles,
                  tiles->largestTile, tiles->phaseCount,
                  class->strategy != gel_strategyTiles ? ", one after another" : "");
    if (class->strategy == gel_strategyTiles)
        gelAppend(text, capacity, "  %d launch%s per substep\n", tiles->launchCount,
                  tiles->launchCount == 1 ? "" : "es");
}

char* gelExplainSchedule(const gelOpencl* opencl, const gelSchedule* schedule, bool recorded,
                         const char* recordedText)
{
    enum { shown = 16, lineSize = 640, tuningSize = 2400 };
    const gelBodyClass** sorted = gelAllocate((size_t)schedule->classCount, sizeof(gelBodyClass*));
    char* text = gelAllocate((size_t)(shown + 3) * lineSize + tuningSize, 1);
    for (int c = 0; c < schedule->classCount && sorted != NULL; c++)
        sorted[c] = &schedule->classes[c];
    if (sorted != NULL && text != NULL) {
        qsort(sorted, (size_t)schedule->classCount, sizeof *sorted, compareClasses);
        for (int c = 0; c < schedule->classCount && c < shown; c++)
            explainClass(sorted[c], text + strlen(text), lineSize);
        if (schedule->classCount > shown)
            snprintf(text + strlen(text), lineSize, "and %d more kinds of bodies\n",
                     schedule->classCount - shown);
        if (schedule->bodyCounts[gel_strategyPerColour] > 0)
            snprintf(text + strlen(text), lineSize, "launches of perColour: %s\n  %s\n",
                     recorded ? "one command buffer per step" : "one by one", recordedText);
        gelExplainTuning(opencl, text + strlen(text), tuningSize);
    }
    gelFree(sorted);
    return text;
}
