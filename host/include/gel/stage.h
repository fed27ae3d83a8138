// A step seen from inside: one stage at a time, to be looked at.
#pragma once

#include "gel/id.h"

typedef enum gelStage {
    gel_stageIntegrate, // v += h g; x += h v
    gel_stageDistance,  // one colour of the edges
    gel_stageVolume,    // one colour of the tets
    gel_stagePatches,   // all constraints of the bodies in patches
    gel_stageGoal,      // pull towards goals
    gel_stageGround,    // contact with the plane
    gel_stageVelocity,  // v += what the constraints changed / h; damping
    gel_stageCount
} gelStage;

// "integrate", "distance", ... Never NULL.
GEL_API const char* gelStageText(gelStage stage);

// Which piece of work a launch was.
typedef struct gelStageInfo {
    int substep; // 0-based
    gelStage stage;
    int colour; // 0-based; 0 for stages without colours
    bool lastOfStep;
} gelStageInfo;

// Does the next stage only (one colour of a substep, one launch), to be looked at. Bodies in patches have a single stage
// for all of their constraints. `timeStep` is as for
// gelWorld_Step and may not change in the middle (gel_invalidArgument). gelWorld_Step after it completes the
// step under way. Nullable: done.
GEL_API gelStatus gelWorld_StepStage(gelWorld* world, float timeStep, gelStageInfo* done);
