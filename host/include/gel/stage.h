// Runs a step one stage at a time, for inspection.
#pragma once

#include "gel/constraints.h"

typedef enum gelStage {
    gel_stageIntegrate,   // v += h g; x += h v; of an integrator: on to its next evaluation, with the forces
    gel_stageConstraints, // one colour of one kind of constraint
    gel_stageGoal,        // pull towards goals
    gel_stageGround,      // contact with the plane
    gel_stageVelocity,    // v += what the constraints changed / h; damping
    gel_stageContact,     // contact of bodies with each other: positions and velocities
    // Of the Jacobi orders and of integrators, after gel_stageConstraints, which leaves the positions as they are: each
    // vertex adds up what the constraints of a kind found for it.
    gel_stageGather,
    gel_stageCount
} gelStage;

// "integrate", "goal", ...; for gel_stageConstraints the text of the kind, for gel_stageGather "gather" and the
// kind, which otherwise does not count.
// Never NULL.
GEL_API const char* gelStageText(gelStage stage, gelConstraintKind kind);

// Identifies the work of a launch.
typedef struct gelStageInfo {
    int substep; // 0-based
    gelStage stage;
    gelConstraintKind kind; // of gel_stageConstraints and gel_stageGather; 0 for other stages
    int phase, phaseCount;  // 0-based, 0 for other stages; all phases of a substep
    int colour;             // 0-based, counted through all phases of its kind; 0 for other stages
    int evaluation;         // 0-based, of an integrator; -1: all of a substep, whose steps adapt
    bool lastOfStep;
} gelStageInfo;

// Runs only the next stage (one colour of a substep, one launch), for inspection. `timeStep` is as for
// gelWorld_Step and may not change within a step (gel_invalidArgument). gelWorld_Step then completes the step
// under way. Nullable: done.
GEL_API gelStatus gelWorld_StepStage(gelWorld* world, float timeStep, gelStageInfo* done);
