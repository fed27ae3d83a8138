// The order of a substep.
#include "plan/kinds.h"
#include "plan/method.h"
#include "plan/plan.h"

#include <assert.h>

const char* gelConstraintKindText(gelConstraintKind kind)
{
    return (unsigned)kind < (unsigned)gel_constraintKindCount ? gelKinds[kind].name : "unknown kind";
}

const char* gelStageText(gelStage stage, gelConstraintKind kind)
{
    static const char* const texts[gel_stageCount] = {
        "integrate", "constraints", "goal",   "ground",   "velocity", "contact", "gather", "field",
        "lead",      "draw",        "attach", "pressure", "yield",    "tether",  "damp"};
    static const char* const gathers[] = {
#define ROW(name, arity, valueCount) "gather " #name,
        CONSTRAINT_LIST(ROW)
#undef ROW
    };
    bool isKind = (unsigned)kind < (unsigned)gel_constraintKindCount;
    if (stage == gel_stageConstraints)
        return gelConstraintKindText(kind);
    if (stage == gel_stageGather && isKind)
        return gathers[kind];
    return (unsigned)stage < (unsigned)gel_stageCount ? texts[stage] : "unknown stage";
}

const char* gelPlanStageText(gelPlanStage stage)
{
    return gelStageText(stage.stage, (gelConstraintKind)stage.kind);
}

const gelPlanConstraints* gelPlanConstraintsOf(const gelPlan* plan, gelPlanStage stage)
{
    return stage.stage == gel_stageConstraints ? &plan->constraints[stage.kind] : NULL;
}

// Of an integrator: in each evaluation two for each kind of constraint that there is, and one over the vertices.
static int countEvaluationStages(const gelPlan* plan)
{
    int count = 1;
    for (int kind = 0; kind < constraint_kinds; kind++)
        count += plan->constraints[kind].count > 0 ? 2 : 0;
    return count;
}

int gelEvaluationStageCount(const gelPlan* plan)
{
    return gelEvaluationCount(plan->integrator) * countEvaluationStages(plan);
}

static int countIntegratorStages(const gelPlan* plan, gelOptionalStages optional)
{
    return optional.adaptive ? 1 : gelEvaluationStageCount(plan);
}

gelPlanStage gelGetEvaluationStage(const gelPlan* plan, int index)
{
    int count = countEvaluationStages(plan), evaluation = index / count, rest = index % count;
    for (int kind = 0; kind < constraint_kinds; kind++) {
        if (plan->constraints[kind].count == 0)
            continue;
        if (rest < 2)
            return (gelPlanStage){.stage = rest == 0 ? gel_stageConstraints : gel_stageGather,
                                  .kind = kind,
                                  .evaluation = evaluation};
        rest -= 2;
    }
    return (gelPlanStage){.stage = gel_stageIntegrate, .evaluation = evaluation};
}

bool gelCutsSubsteps(gelOptionalStages optional)
{
    return optional.contacts || optional.fields || optional.leads || optional.draws || optional.pressures ||
           optional.tethers || optional.attachmentColours > 0 || optional.yields || optional.damps;
}

int gelPlanStageCount(const gelPlan* plan, gelOptionalStages optional)
{
    int count = 2 + (optional.fields ? 1 : 0) + (optional.leads ? 1 : 0) + (optional.pressures ? 1 : 0) +
                (optional.goals ? 1 : 0) + (optional.ground ? 1 : 0) + (optional.draws ? 1 : 0) +
                (optional.tethers ? 1 : 0) + optional.attachmentColours + (optional.contacts ? 1 : 0) +
                (optional.yields ? 1 : 0) + (optional.damps ? 1 : 0);
    if (gelPlanIntegrates(plan))
        return count - 1 + countIntegratorStages(plan, optional);
    int times = gelIsJacobi(plan->order) ? 2 : 1;
    for (int kind = 0; kind < constraint_kinds; kind++)
        count += times * plan->constraints[kind].colourCount;
    return count;
}

// `index` counts from what follows the constraints.
static gelPlanStage endOfSubstep(gelOptionalStages optional, int index)
{
    if (optional.goals && index-- == 0)
        return (gelPlanStage){.stage = gel_stageGoal};
    if (optional.ground && index-- == 0)
        return (gelPlanStage){.stage = gel_stageGround};
    if (index-- == 0)
        return (gelPlanStage){.stage = gel_stageVelocity};
    if (optional.damps && index-- == 0)
        return (gelPlanStage){.stage = gel_stageDamp};
    if (optional.draws && index-- == 0)
        return (gelPlanStage){.stage = gel_stageDraw};
    if (optional.tethers && index-- == 0)
        return (gelPlanStage){.stage = gel_stageTether};
    if (index < optional.attachmentColours)
        return (gelPlanStage){.stage = gel_stageAttach, .colour = index};
    bool isContact = optional.contacts && index == optional.attachmentColours;
    return (gelPlanStage){.stage = isContact ? gel_stageContact : gel_stageYield};
}

gelPlanStage gelGetPlanStage(const gelPlan* plan, gelOptionalStages optional, int index)
{
    if (optional.fields && index-- == 0)
        return (gelPlanStage){.stage = gel_stageField};
    if (optional.leads && index-- == 0)
        return (gelPlanStage){.stage = gel_stageLead};
    if (optional.pressures && index-- == 0)
        return (gelPlanStage){.stage = gel_stagePressure};
    if (gelPlanIntegrates(plan)) {
        int count = countIntegratorStages(plan, optional);
        if (index < count && optional.adaptive)
            return (gelPlanStage){.stage = gel_stageIntegrate, .evaluation = gel_allEvaluations};
        if (index < count)
            return gelGetEvaluationStage(plan, index);
        return endOfSubstep(optional, index - count);
    }
    if (index-- == 0)
        return (gelPlanStage){.stage = gel_stageIntegrate};
    for (int phase = 0; phase < plan->phaseCount; phase++)
        for (int kind = 0; kind < constraint_kinds; kind++) {
            const int* colours = plan->phaseColours[kind] + phase;
            if (index < colours[1] - colours[0])
                return (gelPlanStage){.stage = gel_stageConstraints,
                                      .kind = kind,
                                      .phase = phase,
                                      .colour = colours[0] + index};
            index -= colours[1] - colours[0];
            if (gelIsJacobi(plan->order) && colours[1] > colours[0] && index-- == 0)
                return (gelPlanStage){.stage = gel_stageGather, .kind = kind};
        }
    return endOfSubstep(optional, index);
}
