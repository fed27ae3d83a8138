// Runs a step one stage at a time, for inspection.
#pragma once

#include "gel/constraints.h"
#include "gel/stages.h"

// The stages of a substep, in their order: gel_stageField, gel_stageKinematicGoals and so on, the rows of gel/stages.h.
// Not every substep has all of them. Of gel_stageConstraints there is one per colour and kind of constraint; in the Jacobi
// orders and with integrators gel_stageGather follows each kind. With integrators gel_stageIntegrate follows the
// constraints, once per evaluation. Of gel_stageAttach there is one per colour of the attachments.
typedef enum gelStage {
#define GEL_STAGE(name, ...) gel_stage##name,
    GEL_STAGES(GEL_STAGE, GEL_STAGE)
#undef GEL_STAGE
        gel_stageCount
} gelStage;

// Returns "integrate", "ground", ...; for gel_stageConstraints the text of the kind, for gel_stageGather "gather" and the
// kind, which otherwise does not count. Never NULL.
GEL_API const char* gelStageText(gelStage stage, gelConstraintKind kind);
// Returns one line on what the stage does. Never NULL.
GEL_API const char* gelStageNote(gelStage stage);

// Whether the step that is under way has the stage, or else the last one.
GEL_API bool gelWorld_HasStage(const gelWorld* world, gelStage stage);

// Identifies the work of a launch.
typedef struct gelStageInfo {
    int substep; // 0-based
    gelStage stage;
    gelConstraintKind kind; // of gel_stageConstraints and gel_stageGather; 0 for other stages
    int phase, phaseCount;  // 0-based, 0 for other stages; all phases of a substep
    int colour;     // 0-based, counted through all phases of its kind, or of attachments; 0 for other stages
    int evaluation; // 0-based, of an integrator; -1: all of a substep, whose steps adapt
    bool lastOfStep;
} gelStageInfo;

// Runs only the next stage (one colour of a substep, one launch), for inspection. `timeStep` is as for
// gelWorld_Step and may not change within a step (gel_invalidArgument). gelWorld_Step then completes the step
// under way. A stage that fails undoes the step, with all that was written since it began; the next call begins
// the step again. `done` may be NULL.
GEL_API gelStatus gelWorld_StepStage(gelWorld* world, float timeStep, gelStageInfo* done);
