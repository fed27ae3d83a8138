// The order of constraints, and how the work of a step is mapped to a device. The order changes the
// bits of a result; the mapping does not.
//
//     gelWorldDef def = gelDefaultWorldDef();
//     def.order = gel_jacobiOrder;          // another solver: other bits
//     def.strategy = gel_strategyPerColour; // another mapping: equal bits
#pragma once

#include "gel/id.h"

// The order in which constraints are solved.
//
// Colour and mesh order are Gauss-Seidel: each constraint uses the positions that the constraints
// before it have corrected.
//
// In colour order a body with more vertices than a tile holds (gelWorldDef.tileSize) is cut into
// tiles. Constraints inside one tile are solved first: tile by tile, in each tile kind by kind and
// colour by colour. Tiles share no vertex, so all of them can be solved at the same time.
// Constraints that span tiles follow in further phases; each phase cuts the body into different
// tiles.
//
// Jacobi orders compute all constraints of a kind from the same positions; then each vertex adds up
// its corrections. That costs two launches per kind for any mesh, and needs more substeps for the
// same accuracy (docs/orders.md). OpenCL devices then step all bodies by the launches of
// gel_strategyPerColour.
typedef enum gelConstraintOrder {
    gel_colourOrder, // sorted by phase and colour: supported by every back end
    gel_meshOrder,   // as in the mesh file, for comparisons; reference back ends only
    gel_jacobiOrder, // Jacobi with split masses: the right material if the substeps suffice
    // Two textbook variants, wrong on purpose: bodies are far too soft, however many the substeps.
    gel_jacobiAveragedOrder, // Jacobi: the mean of a vertex's corrections
    gel_jacobiRelaxedOrder,  // Jacobi: a fifth of the sum of a vertex's corrections
    gel_constraintOrderCount
} gelConstraintOrder;

// Returns whether an order solves all constraints of a kind at once.
static inline bool gelIsJacobi(gelConstraintOrder order)
{
    return order == gel_jacobiOrder || order == gel_jacobiAveragedOrder || order == gel_jacobiRelaxedOrder;
}

// How an OpenCL device steps a body in colour order. All strategies give the same bits.
typedef enum gelStrategy {
    gel_strategyAuto,      // chosen by the device's limits and the scene
    gel_strategyPerColour, // one launch per stage and colour, over all bodies at once; any size
    gel_strategyBody,      // a whole step in one launch, one work-group per body; bodies that fit
    // A whole step in one launch, one lane per body: bodies of equal mesh, scale and material.
    gel_strategyEnsemble,
    gel_strategyTiles, // one work-group per tile, one launch per phase; large bodies
    gel_strategyCount
} gelStrategy;

// Whether an OpenCL device receives the launches of gel_strategyPerColour one by one, or recorded
// in one command buffer (cl_khr_command_buffer). Gel records when a step repeats the numbers of the
// step before. The bits are equal. Launches are issued one by one if the device or driver has no
// command buffers, while launches are timed, and for single stages. gelWorld_ExplainPlan reports
// which.
typedef enum gelCommandBufferUse {
    gel_commandBufferAuto, // on, if it is likely to be faster: not on CPU devices
    gel_commandBufferOff,
    gel_commandBufferOn,
    gel_commandBufferUseCount
} gelCommandBufferUse;

// Returns "colour", "mesh", "jacobi", "jacobi-averaged" or "jacobi-relaxed". Never NULL.
GEL_API const char* gelConstraintOrderText(gelConstraintOrder order);

// Returns "auto", "perColour", ... Never NULL.
GEL_API const char* gelStrategyText(gelStrategy strategy);

// Returns "auto", "off" or "on". Never NULL.
GEL_API const char* gelCommandBufferUseText(gelCommandBufferUse use);

// Returns in *strategy the strategy that steps a body. It is never gel_strategyAuto, and differs
// from the requested one if that does not fit. The reference back ends report
// gel_strategyPerColour.
// Errors: gel_invalidHandle, and the errors of gelWorld_Step.
// Cost: rebuilds the constraint arrays if bodies have changed.
GEL_API gelStatus gelBody_GetStrategy(gelWorld* world, gelBodyId id, gelStrategy* strategy);

// Returns a text that explains which strategies step the world's bodies, and why: whole lines, each
// ending in a newline. In a world with contact it adds how contact changes the plan, and how many
// contacts the last step had. Valid until the next call, or until bodies change. NULL on failure.
// Cost: rebuilds the constraint arrays if bodies have changed; with contact, waits for the device.
GEL_API const char* gelWorld_ExplainPlan(gelWorld* world);
