// Runs a step one stage at a time, for inspection.
#pragma once

#include "gel/constraints.h"

// The stages of a substep.
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
    gel_stageField, // of worlds with fields, before gel_stageIntegrate: v += h times what they do
    gel_stageLead, // vertices that follow the goals of their bodies exactly: the velocity that takes them there
    gel_stageDraw,     // other vertices towards the goals of their bodies
    gel_stageAttach,   // one colour of the attachments
    gel_stagePressure, // what fills bodies pushes their surfaces, before gel_stageIntegrate: v += h w p grad V
    gel_stageYield,    // of worlds with plastic bodies, the last of a substep: edges beyond their yield flow
    gel_stageTether,   // of worlds with tethers: vertices that are too far from their pins
    gel_stageDamp,     // of worlds with springDamping, after gel_stageVelocity: velocities, along the edges
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
    int colour;     // 0-based, counted through all phases of its kind, or of attachments; 0 for other stages
    int evaluation; // 0-based, of an integrator; -1: all of a substep, whose steps adapt
    bool lastOfStep;
} gelStageInfo;

// Runs only the next stage (one colour of a substep, one launch), for inspection. `timeStep` is as for
// gelWorld_Step and may not change within a step (gel_invalidArgument). gelWorld_Step then completes the step
// under way. A stage that fails undoes the step, with all that was written since it began; the next call begins
// the step again. `done` may be NULL.
GEL_API gelStatus gelWorld_StepStage(gelWorld* world, float timeStep, gelStageInfo* done);
