// The stages of a step in the order of kernels/stages.h, listed once per step: with the kinds, phases and colours of the
// constraints.
#pragma once

#include "plan/plan.h"
#include "step_parameters.h"

// The numbers of a step, computed once for all back ends. Each is exact in single precision where the user
// gave it so; single precision back ends round the others.
typedef struct gelStepParameters {
#define FIELD(name) double name;
    STEP_PARAMETERS(FIELD)
#undef FIELD
} gelStepParameters;

// The optional contents of a step: `has` of kernels/stages.h.
typedef struct gelStepContents {
    bool fields, pressures, contacts, tethers;
    bool kinematicGoals, goalSprings; // goals of bodies: vertices that follow theirs exactly, and others
    bool goals;                       // of the world
    bool twoLevel, balance;
    bool springDamping, plasticFlow;
    bool adaptive;         // an integrator's steps hold an error limit: a substep is one stage then
    int attachmentColours; // 0: no attachments
} gelStepContents;

typedef struct gelStageList {
    gelStepContents contents;
    int count, capacity;
    gelPlanStage* stages; // of a substep
} gelStageList;

// Lists the stages of a substep in place of those before. On failure (gel_outOfMemory) the list is as before.
gelStatus gelListStages(const gelPlan* plan, const gelStepParameters* step, gelStepContents contents,
                        gelStageList* list);
void gelClearStageList(gelStageList* list);

// Returns a stage of the list, as it is in a substep (from 0) of a step of so many.
gelPlanStage gelStageOfStep(const gelStageList* list, int index, int substep, int substepCount,
                            const gelStepParameters* step);

// Whether the stage changes each vertex for itself, with a function of kernels/vertex.h.
bool gelIsPass(gelStage stage);
// Whether all bodies run the stage together, so that none runs ahead of the others.
bool gelIsOfAllBodies(gelStage stage);
// Whether the list has such a stage.
bool gelCutsSubsteps(const gelStageList* list);
