#include "error/split.h"

#include <math.h>
#include <string.h>

static const double noise = 1e-9; // of the number's scale: double precision over many substeps
// Powers that are believed: methods here have 1 to 4, and half and one and a half of that show before they settle. What
// lies outside is no power law yet.
static const double minPower = 0.4, maxPower = 6.0;
static const double minShare = 1e-3; // of the largest number of any frame: a share of less would say nothing

static void useTwo(gelLevels* levels, double assumedPower)
{
    const double* values = levels->values;
    int last = levels->count - 1;
    levels->limit = values[last];
    levels->power = NAN;
    if (levels->count != 2)
        return;
    levels->isAssumed = true;
    levels->limit += (values[1] - values[0]) / (pow(2.0, assumedPower) - 1.0);
}

void gelExtrapolate(gelLevels* levels, double assumedPower, double noiseSize)
{
    const double* values = &levels->values[levels->count > 3 ? levels->count - 3 : 0];
    levels->isOrdered = levels->isAssumed = levels->isSettled = false;
    if (levels->count < 3) {
        useTwo(levels, assumedPower);
        levels->isSettled = levels->count == 2 && fabs(values[1] - values[0]) <= noiseSize;
        return;
    }
    double first = values[1] - values[0], second = values[2] - values[1];
    levels->limit = values[2];
    levels->power = NAN;
    levels->isSettled = fabs(first) <= noiseSize && fabs(second) <= noiseSize;
    double power = log2(first / second); // NAN where they have different signs
    levels->isOrdered = !levels->isSettled && power >= minPower && power <= maxPower;
    if (!levels->isOrdered)
        return;
    levels->power = power;
    levels->limit += second / (pow(2.0, power) - 1.0);
}

// With another mesh, pins, which are boxes, may hold other bodies; `held` is their number. -1: it is the same mesh.
static int addLevel(gelExperiment* experiment, const gelTrial* trial, double count, int held,
                    gelLevels* levels, char* problem)
{
    gelAnswer answer;
    int code = gelRunExperiment(experiment, trial, &answer);
    if (code != gel_exitDone)
        return code;
    snprintf(problem, gel_answerProblemSize, "%s", answer.problem);
    if (problem[0] == '\0' && held >= 0 && answer.heldBodies != held)
        snprintf(problem, gel_answerProblemSize, "pins hold %s there, and %s with the scene's own mesh",
                 GEL_COUNT(answer.heldBodies, "body", "bodies"), GEL_GROUPED(held));
    if (problem[0] != '\0')
        return gel_exitDone;
    levels->counts[levels->count] = count;
    levels->values[levels->count++] = answer.value;
    return gel_exitDone;
}

int gelConverge(gelExperiment* experiment, const gelTrial* trial, double scale, gelLevels* levels,
                char problem[gel_answerProblemSize])
{
    gelTrial finer = *trial;
    int code = gel_exitDone;
    *levels = (gelLevels){0};
    problem[0] = '\0';
    finer.backend = "double";
    for (; finer.substeps * 4 > gel_maxTrialSubsteps && finer.substeps % 2 == 0 && levels->own < 2;
         levels->own++)
        finer.substeps /= 2;
    while (code == gel_exitDone && levels->count < gel_maxLevels && finer.substeps <= gel_maxTrialSubsteps) {
        code = addLevel(experiment, &finer, finer.substeps, -1, levels, problem);
        if (code != gel_exitDone || problem[0] != '\0')
            return code;
        finer.substeps *= 2;
        gelExtrapolate(levels, 1.0, noise * fabs(scale));
        if (levels->count >= 3 && levels->count > levels->own && (levels->isOrdered || levels->isSettled))
            break;
    }
    return code;
}

static void refuse(gelErrorRow* row, const char* reason)
{
    snprintf(row->reason, sizeof row->reason, "%s", reason);
    row->change = row->error = row->power = NAN;
    row->how = "";
}

// From levels, of which one is the scene's own.
static void judgeLevels(const gelLevels* levels, gelErrorRow* row)
{
    double own = levels->values[levels->own];
    int finer = levels->own + 1 < levels->count ? levels->own + 1 : levels->own;
    row->change = levels->values[finer] - own;
    row->power = levels->power;
    row->error = own - levels->limit; // at least the distance to the finest
    row->how = levels->isSettled ? "no change" : levels->isOrdered ? "Richardson" : "assumed";
    if (levels->isSettled)
        row->error = 0.0;
    if (levels->isOrdered || levels->isAssumed || levels->isSettled)
        return;
    row->how = "at least";
    row->isBound = true;
    for (int i = finer; i < levels->count; i++)
        row->error = fabs(levels->values[i] - own) > fabs(row->error) ? levels->values[i] - own : row->error;
}

static int compareOrder(gelExperiment* experiment, const gelTrial* own, gelConstraintOrder order,
                        const gelSplit* split, gelErrorRow* row)
{
    gelAnswer answer;
    gelTrial other = *own;
    other.backend = "double";
    other.order = order;
    snprintf(row->varied, sizeof row->varied, "%s", gelConstraintOrderText(order));
    int code = gelRunExperiment(experiment, &other, &answer);
    if (code != gel_exitDone)
        return code;
    bool isPeer = gelIsJacobi(order) == gelIsJacobi(own->order);
    row->change = answer.value - split->exact;
    row->error = isPeer ? row->change : NAN;
    row->isEitherWay = true;
    row->how = isPeer ? "the change" : "other kind";
    row->power = NAN;
    if (answer.problem[0] != '\0')
        refuse(row, answer.problem);
    return code;
}

static int varyOrder(gelExperiment* experiment, const gelTrial* own, const gelSplit* split,
                     gelErrorRow rows[2])
{
    gelConstraintOrder peer = own->order == gel_colourOrder ? gel_meshOrder : gel_colourOrder;
    gelConstraintOrder other = gelIsJacobi(own->order) ? gel_meshOrder : gel_jacobiOrder;
    rows[0] = (gelErrorRow){.key = "order", .source = "order"};
    rows[1] = (gelErrorRow){.key = "order_of_another_kind", .source = ""};
    int code = compareOrder(experiment, own, peer, split, &rows[0]);
    return code == gel_exitDone ? compareOrder(experiment, own, other, split, &rows[1]) : code;
}

static void varyPrecision(const gelSplit* split, gelErrorRow* row)
{
    *row = (gelErrorRow){.key = "rounding",
                         .source = "rounding",
                         .varied = "double precision",
                         .how = "measured",
                         .change = split->exact - split->own,
                         .error = split->own - split->exact,
                         .power = NAN};
}

// Frames in parts, with substeps as long as they were: what remains is what is done once a frame.
static int varyTimeStep(gelExperiment* experiment, const gelTrial* own, const gelSplit* split,
                        gelErrorRow* row)
{
    char problem[gel_answerProblemSize] = "";
    gelLevels levels = {.counts = {1.0}, .values = {split->exact}, .count = 1};
    gelTrial finer = *own;
    int code = gel_exitDone;
    *row = (gelErrorRow){.key = "time_step", .source = "time step"};
    finer.backend = "double";
    while (levels.count < 3 && finer.substeps % 2 == 0 && code == gel_exitDone && problem[0] == '\0') {
        finer.substeps /= 2;
        finer.parts *= 2;
        code = addLevel(experiment, &finer, finer.parts, -1, &levels, problem);
    }
    gelExtrapolate(&levels, 1.0, noise * fabs(split->scale));
    if (own->substeps % 2 != 0)
        refuse(row, "its substeps cannot be halved without a remainder");
    else if (problem[0] != '\0')
        refuse(row, problem);
    else
        judgeLevels(&levels, row);
    snprintf(row->varied, sizeof row->varied, "%s",
             levels.count == 3 ? "1/2, 1/4 of a frame" : "1/2 of a frame");
    return code;
}

static int varySubsteps(gelExperiment* experiment, const gelTrial* own, gelSplit* split, gelErrorRow* row)
{
    char problem[gel_answerProblemSize];
    *row = (gelErrorRow){.key = "substeps", .source = "substeps"};
    int code = gelConverge(experiment, own, split->scale, &split->substeps, problem);
    const gelLevels* levels = &split->substeps;
    if (code != gel_exitDone || problem[0] != '\0') {
        refuse(row, problem);
        return code;
    }
    size_t length = 0;
    for (int i = 0; i < levels->count; i++)
        if (i != levels->own)
            length += (size_t)snprintf(row->varied + length, sizeof row->varied - length, "%s%.0f",
                                       length > 0 ? ", " : "", levels->counts[i]);
    judgeLevels(levels, row);
    return code;
}

// A mesh with `factor` times the cells, and substeps, without which a finer mesh would be softer.
static int addMesh(gelExperiment* experiment, const char* path, const gelTrial* own, double factor, int held,
                   gelLevels* levels, char* problem)
{
    gelTrial trial = *own;
    gelScene* scene;
    double substeps = own->substeps * factor;
    trial.backend = "double";
    trial.substeps = (int)substeps;
    if (substeps != floor(substeps) || substeps > gel_maxTrialSubsteps) {
        snprintf(problem, gel_answerProblemSize, "it would need %g substeps", substeps);
        return gel_exitDone;
    }
    gelStatus status =
        gelLoadSceneChanged(path, factor, experiment->set->texts, experiment->set->count, &scene);
    if (status == gel_outOfMemory)
        return gelReportStatus(experiment->output, status, gel_activityInput);
    if (status != gel_success) {
        snprintf(problem, gel_answerProblemSize, "%s", gelLastError());
        return gel_exitDone;
    }
    trial.scene = scene;
    int code = addLevel(experiment, &trial, factor, held, levels, problem);
    gelDestroyScene(scene);
    return code;
}

static int varyMesh(gelExperiment* experiment, const char* path, const gelTrial* own, const gelSplit* split,
                    gelErrorRow* row)
{
    char problem[gel_answerProblemSize] = "", unused[gel_answerProblemSize];
    gelLevels levels = {0};
    *row = (gelErrorRow){.key = "mesh", .source = "mesh"};
    int code = addMesh(experiment, path, own, 0.5, split->heldBodies, &levels, unused);
    levels.own = levels.count;
    levels.counts[levels.count] = 1.0;
    levels.values[levels.count++] = split->exact;
    snprintf(row->varied, sizeof row->varied, "cells %sx 2", levels.count == 2 ? "/ 2, " : "");
    if (code == gel_exitDone)
        code = addMesh(experiment, path, own, 2.0, split->heldBodies, &levels, problem);
    gelExtrapolate(&levels, 2.0, noise * fabs(split->scale));
    if (problem[0] != '\0')
        refuse(row, problem);
    else
        judgeLevels(&levels, row);
    return code;
}

static int measureOwn(gelExperiment* experiment, const gelTrial* own, gelSplit* split)
{
    gelAnswer single, exact;
    gelTrial trial = *own;
    int code = gelRunExperiment(experiment, own, &single);
    trial.backend = "double";
    if (code == gel_exitDone)
        code = gelRunExperiment(experiment, &trial, &exact);
    if (code != gel_exitDone)
        return code;
    if (single.problem[0] != '\0' || exact.problem[0] != '\0')
        return gelReportError(experiment->output, gel_exitInput, "probe %s: %s",
                              experiment->question.info.name,
                              single.problem[0] != '\0' ? single.problem : exact.problem);
    split->own = single.value;
    split->exact = exact.value;
    split->heldBodies = exact.heldBodies;
    bool isValue =
        experiment->question.take != gel_statisticPeriod && experiment->question.take != gel_statisticDecay;
    double min = isValue ? minShare * exact.largest : 0.0;
    split->scale = fabs(exact.value) >= min ? exact.value : exact.largest;
    split->scale = split->scale != 0.0 ? split->scale : 1.0;
    return code;
}

int gelSplitError(gelExperiment* experiment, const char* path, const gelTrial* own, gelSplit* split)
{
    gelErrorRow* rows = split->rows;
    *split = (gelSplit){0};
    int code = measureOwn(experiment, own, split);
    if (code == gel_exitDone)
        code = varyOrder(experiment, own, split, rows);
    if (code == gel_exitDone)
        varyPrecision(split, &rows[2]);
    if (code == gel_exitDone)
        code = varyTimeStep(experiment, own, split, &rows[3]);
    if (code == gel_exitDone)
        code = varySubsteps(experiment, own, split, &rows[4]);
    if (code == gel_exitDone)
        code = varyMesh(experiment, path, own, split, &rows[5]);
    for (int i = 2; i < gel_errorRowCount && code == gel_exitDone; i++)
        split->sum += isnan(rows[i].error) || rows[i].isBound ? 0.0 : rows[i].error;
    return code;
}
