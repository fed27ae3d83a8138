// A step is tried once and in two halves; how far these lie apart is the error: Richardson's extrapolation. Hairer,
// Norsett, Wanner: Solving Ordinary Differential Equations I, 1993, section II.4.
#include "backend/adaptive.h"
#include "plan/method.h"

#include <math.h>

enum { maxHalvings = 10 };

// By powers of two, which no precision rounds.
static gelStepParameters shorten(const gelStepParameters* parameters, int halvings)
{
    gelStepParameters step = *parameters;
    step.h = ldexp(step.h, -halvings);
    step.inverse_h = ldexp(step.inverse_h, halvings);
    step.h2 = ldexp(step.h2, -2 * halvings);
    step.inverse_h2 = ldexp(step.inverse_h2, 2 * halvings);
    return step;
}

static gelStatus runSteps(const gelPlan* plan, const gelStepParameters* parameters, int halvings, int count,
                          const gelTrial* trial)
{
    gelStepParameters step = shorten(parameters, halvings);
    int stageCount = gelEvaluationStageCount(plan);
    gelStatus status = gel_success;
    for (int i = 0; i < count * stageCount && status == gel_success; i++)
        status = trial->runStage(trial->context, &step, gelGetEvaluationStage(plan, i % stageCount));
    return status;
}

// Tries a step, and leaves the result of its halves.
static gelStatus tryStep(const gelPlan* plan, const gelStepParameters* parameters, int halvings,
                         const gelTrial* trial, double* distance)
{
    gelStatus status = trial->keepStart(trial->context);
    if (status == gel_success)
        status = runSteps(plan, parameters, halvings, 1, trial);
    if (status == gel_success)
        status = trial->keepOnce(trial->context);
    if (status == gel_success)
        status = trial->restoreStart(trial->context);
    if (status == gel_success)
        status = runSteps(plan, parameters, halvings + 1, 2, trial);
    return status == gel_success ? trial->measure(trial->context, distance) : status;
}

static void noteStep(gelIntegratorReport* report, double step, double error)
{
    report->shortestStep =
        report->stepCount == 0 || step < report->shortestStep ? step : report->shortestStep;
    report->largestError = error > report->largestError ? error : report->largestError;
    report->step = step;
    report->stepCount++;
}

static gelStatus failStep(const gelPlan* plan, const gelStepParameters* parameters, double error)
{
    return gelFail(
        gel_stepTooSmall,
        "%s: a step of %.3g s, 1/%d of a substep and the shortest one allowed, has an error of %.3g m, but "
        "integratorError allows %.3g m: use more substeps, a larger integratorError (single precision "
        "rounds a coordinate of 1 m to 6e-8 m), softer or more damped springs, or the integrator xpbd",
        gelIntegratorText(plan->integrator), ldexp(parameters->h, -maxHalvings), 1 << maxHalvings, error,
        parameters->error_limit);
}

gelStatus gelIntegrateAdaptively(gelBackend* backend, const gelPlan* plan,
                                 const gelStepParameters* parameters, const gelTrial* trial)
{
    // In units of the shortest step. Steps of twice the length begin at multiples of it, so none passes the end.
    const int whole = 1 << maxHalvings;
    int order = gelMethodOrder(plan->integrator), *halvings = &backend->integration.halvings;
    gelIntegratorReport* report = &backend->integration.report;
    gelStatus status = gel_success;
    for (int done = 0; done < whole && status == gel_success;) {
        double distance = 0.0;
        status = tryStep(plan, parameters, *halvings, trial, &distance);
        if (status != gel_success)
            return status;
        double error = distance / (ldexp(1.0, order) - 1.0);
        if (error <= parameters->error_limit) {
            done += whole >> *halvings;
            noteStep(report, ldexp(parameters->h, -*halvings), error);
            // A step of twice the length has 2^(order + 1) times the error; half of the limit is left for surprises.
            bool isEasy = ldexp(error, order + 2) <= parameters->error_limit;
            bool fits = *halvings > 0 && done % (whole >> (*halvings - 1)) == 0;
            *halvings -= isEasy && fits ? 1 : 0;
            continue;
        }
        report->rejectedCount++;
        status = trial->restoreStart(trial->context);
        if (status == gel_success && *halvings == maxHalvings)
            status = failStep(plan, parameters, error);
        *halvings += *halvings < maxHalvings ? 1 : 0;
    }
    return status;
}
