// The order of a substep.
#include "plan/kinds.h"
#include "plan/plan.h"

#include <assert.h>

const char* gelConstraintKindText(gelConstraintKind kind)
{
    return (unsigned)kind < (unsigned)gel_constraintKindCount ? gelKinds[kind].name : "unknown kind";
}

const char* gelStageText(gelStage stage, gelConstraintKind kind)
{
    static const char* const texts[gel_stageCount] = {"integrate", "constraints", "goal",  "ground",
                                                      "velocity",  "contact",     "gather"};
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

int gelPlanStageCount(const gelPlan* plan, gelOptionalStages optional)
{
    int count = 2 + (optional.goals ? 1 : 0) + (optional.ground ? 1 : 0) + (optional.contacts ? 1 : 0);
    int times = gelIsJacobi(plan->order) ? 2 : 1;
    for (int kind = 0; kind < constraint_kinds; kind++)
        count += times * plan->constraints[kind].colourCount;
    return count;
}

gelPlanStage gelGetPlanStage(const gelPlan* plan, gelOptionalStages optional, int index)
{
    if (index-- == 0)
        return (gelPlanStage){.stage = gel_stageIntegrate};
    for (int phase = 0; phase < plan->phaseCount; phase++)
        for (int kind = 0; kind < constraint_kinds; kind++) {
            const int* colours = plan->phaseColours[kind] + phase;
            if (index < colours[1] - colours[0])
                return (gelPlanStage){gel_stageConstraints, kind, phase, colours[0] + index};
            index -= colours[1] - colours[0];
            if (gelIsJacobi(plan->order) && colours[1] > colours[0] && index-- == 0)
                return (gelPlanStage){.stage = gel_stageGather, .kind = kind};
        }
    if (optional.goals && index-- == 0)
        return (gelPlanStage){.stage = gel_stageGoal};
    if (optional.ground && index-- == 0)
        return (gelPlanStage){.stage = gel_stageGround};
    if (optional.contacts && index == 1)
        return (gelPlanStage){.stage = gel_stageContact};
    return (gelPlanStage){.stage = gel_stageVelocity};
}
