// The order of constraints, and how the work of a step is mapped to a device. The order changes the bits, the
// mapping does not.
#pragma once

#include "gel/id.h"

// The order in which constraints are solved.
//
// In colour order a body of more vertices than a tile holds (gelWorldDef.tileSize) is cut into tiles.
// Constraints whose vertices all lie in one tile are solved first, tile by tile, in a tile kind by kind and
// colour by colour: tiles share no vertex, so all of them may be solved at the same time. Constraints that
// span tiles come later, phase by phase; each phase cuts the body into other tiles.
//
// These two orders are Gauss-Seidel: a constraint sees what the ones before it have done. The Jacobi orders compute
// all constraints of a kind from the same positions, then each vertex adds up its corrections: two launches per
// kind, whatever the mesh, and more substeps for the same accuracy (docs/orders.md). OpenCL devices step all
// bodies by the launches of gel_strategyPerColour then.
typedef enum gelConstraintOrder {
    gel_colourOrder, // sorted by phase and colour: supported by every back end
    gel_meshOrder,   // as in the mesh file, for comparison with other programs; reference back ends only
    gel_jacobiOrder, // the first of those: masses are split; the right material, if the substeps suffice
    // Wrong on purpose, to be compared with: however many the substeps, bodies are far softer than their material.
    gel_jacobiAveragedOrder, // the mean of a vertex's corrections
    gel_jacobiRelaxedOrder,  // a fifth of their sum
    gel_constraintOrderCount
} gelConstraintOrder;

// Whether all constraints of a kind are solved at once.
static inline bool gelIsJacobi(gelConstraintOrder order)
{
    return order == gel_jacobiOrder || order == gel_jacobiAveragedOrder || order == gel_jacobiRelaxedOrder;
}

// How a body is stepped on an OpenCL device in colour order. All give the same bits.
typedef enum gelStrategy {
    gel_strategyAuto,      // chosen by the device's limits and the scene
    gel_strategyPerColour, // one launch per stage and colour, over all bodies at once; any size
    gel_strategyBody,      // one work-group per body does a whole step in one launch; bodies that fit
    gel_strategyEnsemble,  // bodies of equal mesh, scale and material side by side, one lane each; one launch
    gel_strategyTiles,     // one work-group per tile, one launch per phase; large bodies
    gel_strategyCount
} gelStrategy;

// Whether an OpenCL device gets the launches of gel_strategyPerColour recorded in one command buffer
// (cl_khr_command_buffer), which is made when a step repeats the numbers of the one before, or one by one.
// The bits are the same. Where device or driver have no command buffers, where launches are timed, and for
// single stages: one by one; gelWorld_ExplainPlan says.
typedef enum gelCommandBufferUse {
    gel_commandBufferAuto, // where it is likely to gain something: not on CPU devices
    gel_commandBufferOff,
    gel_commandBufferOn,
    gel_commandBufferUseCount
} gelCommandBufferUse;

// "colour", "mesh", "jacobi", "jacobi-averaged", "jacobi-relaxed". Never NULL.
GEL_API const char* gelConstraintOrderText(gelConstraintOrder order);

// "auto", "perColour", ... Never NULL.
GEL_API const char* gelStrategyText(gelStrategy strategy);

// "auto", "off", "on". Never NULL.
GEL_API const char* gelCommandBufferUseText(gelCommandBufferUse use);

// The strategy that steps a body: never gel_strategyAuto, and not the requested one if that does not fit. The
// reference back ends report gel_strategyPerColour. Errors: gel_invalidHandle, and as of gelWorld_Step.
// Rebuilds the constraint arrays first if bodies have changed.
GEL_API gelStatus gelBody_GetStrategy(gelWorld* world, gelBodyId id, gelStrategy* strategy);

// Explains which strategies step the world's bodies, and why: whole lines, each ending in a newline. Valid
// until bodies change, or the next call. NULL on failure. Rebuilds the constraint arrays first if bodies have changed.
// With contact also what that does to the plan, and how many contacts the last step had: waits for the device.
GEL_API const char* gelWorld_ExplainPlan(gelWorld* world);
