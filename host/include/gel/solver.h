// Solvers: how the constraints of a body are solved (docs/solvers.md).
//
//     gelWorldDef def = gelDefaultWorldDef();
//     def.solver = gel_autoSolver;
#pragma once

#include "gel/id.h"

// How a body is solved.
typedef enum gelSolver {
    gel_xpbdSolver, // one constraint after another: never breaks, but soft if the substeps are few
    // All constraints at once, roughly: the body sags as its material says, whatever the substeps.
    gel_twoLevelSolver,
    // Two-level where XPBD would be more than 10 % too soft (gelBody_EstimateSoftness) and the
    // two-level solver supports all that the body has, else XPBD. Decided when a step begins, once,
    // and again after gelBody_SetMaterial, gelBody_SetSolver and another number of substeps. Bodies
    // that are rigid or filled, flow or tear stay with XPBD. Cost: that of the estimate.
    gel_autoSolver,
    gel_worldSolver, // of bodies alone, their default: gelWorldDef.solver
    gel_solverCount
} gelSolver;

// How the two-level solver steps through time (docs/solvers.md).
typedef enum gelTimeScheme {
    gel_bdf2,          // of second order: vibrations keep their height
    gel_implicitEuler, // of first order: damps vibrations, more so the longer a substep
    gel_timeSchemeCount
} gelTimeScheme;

// Returns the name of a scheme, as in scene files: "bdf2" or "implicitEuler". Never NULL.
GEL_API const char* gelTimeSchemeText(gelTimeScheme scheme);

// Returns the name of a solver, as in scene files: "xpbd", "twoLevel", "auto" or "world". Never
// NULL.
GEL_API const char* gelSolverText(gelSolver solver);

// Sets the solver of a body, its cycles and its aggregates (gelBodyDef) from the next step on.
// Positions, velocities and pins stay. Completes a step under way and wakes the body.
// Errors:
// - gel_invalidHandle
// - gel_invalidArgument: the body is an obstacle, or a value is out of range
// Cost: that of gelBody_SetMaterial.
GEL_API gelStatus gelBody_SetSolver(gelWorld* world, gelBodyId id, gelSolver solver, int cycles,
                                    int aggregates);
// Returns the solver that steps a body: gel_xpbdSolver or gel_twoLevelSolver; gel_autoSolver before
// it is decided. gelBody_GetDef returns the one that was asked for. gel_xpbdSolver if the id is
// invalid.
GEL_API gelSolver gelBody_GetSolver(const gelWorld* world, gelBodyId id);
