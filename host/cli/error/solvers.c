#include "error/solvers.h"

#include <math.h>
#include <stdlib.h>

typedef struct Solver {
    const char *key, *text, *colour;
    gelConstraintOrder order;
    gelIntegrator integrator;
    gelSolver solver;
    gelTimeScheme timeScheme;
    bool neoHookean;
} Solver;

static const Solver table[gel_triedSolverCount] = {
    {"colour", "colour", "#0072b2", .order = gel_colourOrder},
    {"two_level", "two-level", "#999933", .solver = gel_twoLevelSolver},
    {"two_level_euler", "two-level, Euler", "#117733", .solver = gel_twoLevelSolver,
     .timeScheme = gel_implicitEuler},
    {"mesh", "mesh order", "#d55e00", .order = gel_meshOrder},
    {"jacobi", "jacobi", "#009e73", .order = gel_jacobiOrder},
    {"neo_hookean", "colour, neo-Hookean", "#56b4e9", .neoHookean = true},
    {"symplectic_euler", "symplectic Euler", "#222222", .integrator = gel_symplecticEuler},
    {"runge_kutta_4", "Runge-Kutta 4", "#8c564b", .integrator = gel_rungeKutta4},
};

const char* const gelPlaceTexts[gel_placeCount] = {"plain C", "perColour", "as chosen"};

static const gelStrategy strategies[gel_placeCount] = {gel_strategyAuto, gel_strategyPerColour,
                                                       gel_strategyAuto};

typedef struct Search {
    gelExperiment* experiment;
    gelSolvers* solvers;
    gelTrial trial;
    gelSolverRow* row;
} Search;

static int byCost(const void* a, const void* b)
{
    return ((const gelSolverTrial*)a)->substeps - ((const gelSolverTrial*)b)->substeps;
}

// Notes the trial if it is good, or better than all before.
static int tryCount(Search* search, int substeps, bool* isGood)
{
    gelAnswer answer;
    gelSolverRow* row = search->row;
    search->trial.substeps = substeps;
    int code = gelRunExperiment(search->experiment, &search->trial, &answer);
    double error = (answer.value - row->limit) / search->solvers->scale;
    bool isFirst = row->trialCount == 0;
    *isGood = fabs(error) <= search->solvers->tolerance;
    if (isFirst)
        snprintf(row->reason, sizeof row->reason, "%s",
                 answer.problem); // none of the trials may have a value
    if (code != gel_exitDone || !isfinite(error) || row->trialCount == gel_maxTrials)
        return code;
    row->reason[0] = '\0';
    row->trials[row->trialCount++] = (gelSolverTrial){substeps, error, answer.frame.median};
    if (*isGood || isFirst || (!row->isReached && fabs(error) < fabs(row->error))) {
        row->substeps = substeps;
        row->error = error;
        row->isReached = *isGood;
    }
    return code;
}

// Between too few and enough, until they are within 3 % of each other.
static int narrow(Search* search, int tooFew, int enough)
{
    int code = gel_exitDone;
    while (code == gel_exitDone && enough - tooFew > 1 + enough / 32) {
        bool isGood;
        int middle = tooFew + (enough - tooFew) / 2;
        code = tryCount(search, middle, &isGood);
        tooFew = isGood ? tooFew : middle;
        enough = isGood ? middle : enough;
    }
    return code;
}

// Rounding grows with the substeps as their own error shrinks: only a few numbers between the two may be good.
static int lookAroundBest(Search* search)
{
    int best = search->row->substeps, before = best / 2, code = gel_exitDone;
    for (int eighths = -6; eighths <= 6 && code == gel_exitDone; eighths += 2) {
        bool isGood;
        int substeps = (int)(best * pow(2.0, eighths / 8.0) + 0.5);
        if (substeps <= before || substeps > gel_maxTrialSubsteps || eighths == 0)
            continue;
        code = tryCount(search, substeps, &isGood);
        if (code == gel_exitDone && isGood)
            return narrow(search, before, substeps);
        before = substeps;
    }
    return code;
}

// Halves or doubles the scene's own number until it is on the other side, and narrows that. Gives up doubling where the
// error has grown to three times the least.
static int findFewest(Search* search)
{
    bool isGood, isDown;
    gelSolverRow* row = search->row;
    int substeps = search->trial.substeps, code = tryCount(search, substeps, &isGood);
    isDown = isGood;
    while (code == gel_exitDone && substeps != (isDown ? 1 : gel_maxTrialSubsteps)) {
        int before = substeps;
        substeps = isDown                                ? substeps / 2
                   : substeps * 2 < gel_maxTrialSubsteps ? substeps * 2
                                                         : gel_maxTrialSubsteps;
        code = tryCount(search, substeps, &isGood);
        if (code == gel_exitDone && isGood != isDown)
            return narrow(search, isDown ? substeps : before, isDown ? before : substeps);
        bool grows =
            row->trialCount > 0 && fabs(row->trials[row->trialCount - 1].error) > 3.0 * fabs(row->error);
        if (!isDown && grows && substeps > row->substeps)
            break;
    }
    bool isLost = isDown || row->trialCount == 0;
    return code == gel_exitDone && !isLost ? lookAroundBest(search) : code;
}

static int timePlaces(Search* search, const char* backend)
{
    gelSolverRow* row = search->row;
    gelTrial trial = search->trial;
    int code = gel_exitDone;
    trial.substeps = row->substeps;
    for (int place = 0; place < gel_placeCount && code == gel_exitDone; place++) {
        gelAnswer answer;
        bool onDevice = place > 0;
        if (onDevice && (!search->solvers->hasDevice || trial.order == gel_meshOrder))
            continue;
        trial.backend = onDevice ? backend : "reference";
        trial.strategy = strategies[place];
        if (place == 1 && (gelIsJacobi(trial.order) || trial.integrator != gel_xpbd))
            continue; // it is always stepped so
        code = gelRunExperiment(search->experiment, &trial, &answer);
        row->isTimed[place] = answer.problem[0] == '\0';
        row->frames[place] = answer.frame;
    }
    return code;
}

// Where all orders go: what the split found, unless the scene's own order goes elsewhere.
static int findLimit(Search* search, const gelTrial* own, const gelSplit* split, bool neoHookean)
{
    gelLevels levels = split->substeps;
    gelTrial trial = *own;
    bool isKnown =
        !neoHookean && (own->order == gel_colourOrder || own->order == gel_meshOrder) && levels.count > 1;
    int code = gel_exitDone;
    trial.order = gel_colourOrder;
    trial.neoHookean = neoHookean;
    if (!isKnown)
        code = gelConverge(search->experiment, &trial, search->solvers->scale, &levels, search->row->reason);
    search->row->limit = levels.count > 0 ? levels.limit : NAN;
    return code;
}

static int measureSolver(Search* search, const Solver* solver, const char* backend, const gelTrial* own,
                         const gelSplit* split)
{
    bool onDevice = search->solvers->hasDevice && solver->order != gel_meshOrder;
    search->trial = (gelTrial){.scene = own->scene,
                               .backend = onDevice ? backend : "reference",
                               .order = solver->order,
                               .integrator = solver->integrator,
                               .solver = solver->solver,
                               .timeScheme = solver->timeScheme,
                               .substeps = own->substeps,
                               .parts = 1,
                               .neoHookean = solver->neoHookean};
    *search->row = (gelSolverRow){.key = solver->key, .text = solver->text, .colour = solver->colour};
    int code = findLimit(search, own, split, solver->neoHookean);
    if (code == gel_exitDone && search->row->reason[0] == '\0')
        code = findFewest(search);
    gelSolverRow* row = search->row;
    qsort(row->trials, (size_t)row->trialCount, sizeof *row->trials, byCost);
    return code == gel_exitDone && row->isReached ? timePlaces(search, backend) : code;
}

int gelMeasureSolvers(gelExperiment* experiment, const char* backend, const gelTrial* own,
                      const gelSplit* split, double tolerance, gelSolvers* solvers)
{
    gelTrial trial = *own;
    gelAnswer answer;
    *solvers = (gelSolvers){.tolerance = tolerance, .scale = split->scale};
    trial.backend = backend;
    trial.order = gel_colourOrder;
    int code = gelRunExperiment(experiment, &trial, &answer);
    solvers->hasDevice = answer.problem[0] == '\0';
    snprintf(solvers->reason, sizeof solvers->reason, "%s", answer.problem);
    for (int i = 0; i < gel_triedSolverCount && code == gel_exitDone; i++) {
        Search search = {.experiment = experiment, .solvers = solvers, .row = &solvers->rows[i]};
        code = measureSolver(&search, &table[i], backend, own, split);
    }
    return code;
}
