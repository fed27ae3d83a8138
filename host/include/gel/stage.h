// Stages: run a step one stage at a time, for inspection.
//
//     gelStageInfo info;
//     do {
//         gelWorld_StepStage(world, 1.0f / 60.0f, &info);
//         printf("%d %s\n", info.substep, gelStageText(info.stage, info.kind));
//     } while (!info.lastOfStep);
#pragma once

#include "gel/constraints.h"
#include "gel/stages.h"

// The stages of a substep, in their order: gel_stageKinematicGoals, gel_stageVolume and so on, the
// rows of gel/stages.h. A substep has only some of them. gel_stageConstraints occurs once per
// colour and kind of constraint, gel_stageAttach once per colour of the attachments. In Jacobi
// orders and with integrators, gel_stageGather follows each kind. With integrators,
// gel_stageIntegrate follows the constraints, once per evaluation.
typedef enum gelStage {
#define GEL_STAGE(name, ...) gel_stage##name,
    GEL_STAGES(GEL_STAGE, GEL_STAGE)
#undef GEL_STAGE
        gel_stageCount
} gelStage;

// Returns "integrate", "ground", ... For gel_stageConstraints it returns the text of the kind, for
// gel_stageGather "gather" and the kind. Other stages ignore `kind`. Never NULL.
GEL_API const char* gelStageText(gelStage stage, gelConstraintKind kind);
// Returns one line that describes the stage. Never NULL.
GEL_API const char* gelStageNote(gelStage stage);

// Returns whether the step under way has a stage; if none is under way, whether the last step had
// it.
GEL_API bool gelWorld_HasStage(const gelWorld* world, gelStage stage);

// The work of a launch.
typedef struct gelStageInfo {
    int substep; // 0-based
    gelStage stage;
    gelConstraintKind kind; // for gel_stageConstraints and gel_stageGather; otherwise 0
    int phase, phaseCount;  // 0-based, 0 for other stages; number of phases of a substep
    int colour;             // 0-based, over all phases of its kind, or of attachments; otherwise 0
    int evaluation;         // 0-based, of an integrator; -1: a whole substep of adaptive steps
    bool lastOfStep;
} gelStageInfo;

// Runs only the next stage: one colour of a substep, one launch. `timeStep` is that of
// gelWorld_Step and may not change within a step. gelWorld_Step then completes the step under way.
// A stage that fails undoes the step, including everything that was written since it began; the
// next call begins the step again. `done` may be NULL.
// Errors: gel_invalidArgument (another time step), and the errors of gelWorld_Step.
GEL_API gelStatus gelWorld_StepStage(gelWorld* world, float timeStep, gelStageInfo* done);
