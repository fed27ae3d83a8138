// Integrators: how a world is stepped, by XPBD or by integrating forces, to teach and to compare.
//
//     gelWorldDef def = gelDefaultWorldDef();
//     def.integrator = gel_rungeKutta4;
//     def.contact = false;
//
// With any integrator except gel_xpbd, bodies are masses and springs. Each edge pulls as a damped
// spring of stiffness 1 / compliance. Each tet resists by the gradient of its energy, neo-Hookean
// tets too. A textbook method integrates the equation of motion, with the substep as its step.
// Goals and the ground follow each substep, as with XPBD. Steps that are too long diverge, which is
// the lesson (docs/integrators.md). OpenCL devices step all bodies by the launches of
// gel_strategyPerColour. The bits are equal on all back ends.
//
// Integrators refuse some settings with gel_unsupported: sleep, any order
// except colour, bending stiffness, and compliances of 0, whose springs would be infinitely stiff.
#pragma once

#include "gel/id.h"

// The method that moves bodies.
typedef enum gelIntegrator {
    gel_xpbd, // solves constraints: stable with any step; the default
    // Order 1, 1 evaluation. Gains energy, and diverges without damping.
    gel_explicitEuler,
    // Order 1, 1 evaluation: velocity first, then position with it. Keeps energy on average.
    gel_symplecticEuler,
    gel_heun,        // order 2, 2 evaluations
    gel_rungeKutta4, // order 4, 4 evaluations: the classical method
    gel_integratorCount
} gelIntegrator;

// Returns "xpbd", "explicitEuler", "symplecticEuler", "heun" or "rungeKutta4". Never NULL.
GEL_API const char* gelIntegratorText(gelIntegrator integrator);

// The integration of the last gelWorld_Step.
//
// With an error limit (gelWorldDef.integratorError), a substep is divided into steps. Each is
// computed once as a whole and once in two halves; the halves are kept. The error, in m, is the
// largest distance between both results over all vertices, divided by 2^order - 1. A step with a
// larger error than the limit is rejected and halved. A far smaller error doubles the next step, up
// to the substep. So a step costs three times its evaluations.
//
// A frame begins with whole substeps. If 1/1024 of a substep is still too long, gelWorld_Step fails
// with gel_stepTooSmall. Bodies then stay where the last step moved them, and the next call begins
// another frame.
typedef struct gelIntegratorReport {
    int stepCount;       // accepted steps; without a limit, the substeps
    int rejectedCount;   // rejected steps
    double step;         // last accepted step, s
    double shortestStep; // shortest accepted step, s
    double largestError; // largest error of an accepted step, m; 0 without a limit
} gelIntegratorReport;
