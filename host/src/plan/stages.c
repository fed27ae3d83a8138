#include "plan/stages.h"
#include "plan/kinds.h"
#include "plan/method.h"

typedef struct Row {
    const char *text, *note;
    bool isOfAllBodies, isPass;
} Row;

enum { each_body, all_bodies };
static const Row rows[gel_stageCount] = {
#define STAGE(name, text, present, scope, note) {text, note, scope == all_bodies, false},
#define PASS(name, text, present, scope, note, ...) {text, note, scope == all_bodies, true},
    GEL_STAGES(STAGE, PASS)
#undef STAGE
#undef PASS
};

// kernels/body.cl and its peers end a substep with the goals of the world, before the passes over vertices. Where bodies
// are balanced, these kernels stop after the constraints.
_Static_assert((int)gel_stageGoal == (int)gel_stageBalance + 1 &&
                   (int)gel_stageBalance == (int)gel_stageGather + 1 &&
                   (int)gel_stageGather == (int)gel_stageConstraints + 1,
               "kernels/stages.h: goals follow the constraints");

const char* gelConstraintKindText(gelConstraintKind kind)
{
    return (unsigned)kind < (unsigned)gel_constraintKindCount ? gelKinds[kind].name : "unknown kind";
}

const char* gelStageText(gelStage stage, gelConstraintKind kind)
{
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
    return (unsigned)stage < (unsigned)gel_stageCount ? rows[stage].text : "unknown stage";
}

const char* gelStageNote(gelStage stage)
{
    return (unsigned)stage < (unsigned)gel_stageCount ? rows[stage].note : "unknown stage";
}

const char* gelPlanStageText(gelPlanStage stage)
{
    return gelStageText(stage.stage, (gelConstraintKind)stage.kind);
}

const gelPlanConstraints* gelPlanConstraintsOf(const gelPlan* plan, gelPlanStage stage)
{
    return stage.stage == gel_stageConstraints ? &plan->constraints[stage.kind] : NULL;
}

bool gelIsPass(gelStage stage)
{
    return rows[stage].isPass;
}

bool gelIsOfAllBodies(gelStage stage)
{
    return rows[stage].isOfAllBodies;
}

bool gelCutsSubsteps(const gelStageList* list)
{
    bool cuts = false;
    for (int i = 0; i < list->count && !cuts; i++)
        cuts = gelIsOfAllBodies(list->stages[i].stage);
    return cuts;
}

// Returns the stages of one evaluation of an integrator: two per kind of constraint in the plan,
// one over the vertices.
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

// The maximum: with all that is optional, and a gather for each colour.
static size_t countStages(const gelPlan* plan, gelStepContents contents)
{
    size_t count = gel_stageCount + (size_t)contents.attachmentColours;
    if (gelPlanIntegrates(plan))
        return count + (size_t)gelEvaluationStageCount(plan);
    for (int kind = 0; kind < constraint_kinds; kind++)
        count += 2 * (size_t)plan->constraints[kind].colourCount;
    return count;
}

static void add(gelStageList* list, gelPlanStage stage)
{
    list->stages[list->count++] = stage;
}

static void addEvaluations(const gelPlan* plan, gelStageList* list)
{
    if (list->contents.adaptive)
        add(list, (gelPlanStage){.stage = gel_stageIntegrate, .evaluation = gel_allEvaluations});
    for (int i = 0; i < gelEvaluationStageCount(plan) && !list->contents.adaptive; i++)
        add(list, gelGetEvaluationStage(plan, i));
}

// Phase by phase each colour of each kind, in the Jacobi orders followed by its gather.
static void addConstraints(const gelPlan* plan, gelStageList* list)
{
    for (int phase = 0; phase < plan->phaseCount; phase++)
        for (int kind = 0; kind < constraint_kinds; kind++) {
            const int* colours = plan->phaseColours[kind] + phase;
            for (int colour = colours[0]; colour < colours[1]; colour++)
                add(list, (gelPlanStage){
                              .stage = gel_stageConstraints, .kind = kind, .phase = phase, .colour = colour});
            if (gelIsJacobi(plan->order) && colours[1] > colours[0])
                add(list, (gelPlanStage){.stage = gel_stageGather, .kind = kind});
        }
}

// Adds a row: most are one stage.
static void addRow(const gelPlan* plan, gelStage row, gelStageList* list)
{
    bool integrates = gelPlanIntegrates(plan);
    if (row == gel_stageConstraints && integrates)
        addEvaluations(plan, list);
    else if (row == gel_stageConstraints)
        addConstraints(plan, list);
    else if (row == gel_stageAttach)
        for (int colour = 0; colour < list->contents.attachmentColours; colour++)
            add(list, (gelPlanStage){.stage = row, .colour = colour});
    else if (row != gel_stageGather && !(row == gel_stageIntegrate && integrates))
        add(list, (gelPlanStage){.stage = row});
}

gelStatus gelListStages(const gelPlan* plan, const gelStepParameters* step, gelStepContents contents,
                        gelStageList* list)
{
    const gelStepContents* has = &contents;
    const size_t max = countStages(plan, contents);
    if ((size_t)list->capacity < max) {
        gelPlanStage* stages = gelResize(list->stages, max, sizeof *stages);
        if (stages == NULL)
            return gelFailMemory(max, sizeof *stages);
        list->stages = stages;
        list->capacity = (int)max;
    }
    list->contents = contents;
    list->count = 0;
#define STAGE(name, text, present, ...)                                                                      \
    if (present)                                                                                             \
        addRow(plan, gel_stage##name, list);
    GEL_STAGES(STAGE, STAGE)
#undef STAGE
    return gel_success;
}

void gelClearStageList(gelStageList* list)
{
    gelFree(list->stages);
    *list = (gelStageList){0};
}

gelPlanStage gelStageOfStep(const gelStageList* list, int index, int substep, int substepCount,
                            const gelStepParameters* step)
{
    gelPlanStage stage = list->stages[index];
    stage.substep = substep;
    stage.progress = (double)(substep + 1) / substepCount;
    stage.inverseTime = step->inverse_h / substepCount;
    return stage;
}
