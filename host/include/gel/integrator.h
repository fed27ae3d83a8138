// How a world is stepped: by XPBD, or by integrating forces, to teach and to compare.
//
// With any other integrator than gel_xpbd bodies are masses and springs: each edge pulls as a damped spring of stiffness
// 1 / compliance, each tet resists by the gradient of its energy (neo-Hookean tets too), and the equation of motion is
// integrated by a method of the textbooks, with the substep as its step. Goals and the ground follow each substep as
// they do with XPBD. Steps that are too long blow up, which is the lesson: docs/integrators.md. OpenCL devices step all
// bodies by the launches of gel_strategyPerColour; the bits are equal on all back ends.
//
// Not with an integrator, and refused with gel_unsupported: sleep, positions of two floats, another order than
// colour, bending stiffness, and compliances of 0, whose springs would be infinitely stiff.
#pragma once

#include "gel/id.h"

// The method that moves bodies.
typedef enum gelIntegrator {
    gel_xpbd,          // constraints, solved: stable with any step; the default
    gel_explicitEuler, // order 1, 1 evaluation of the forces; gains energy and blows up without damping
    gel_symplecticEuler, // order 1, 1 evaluation; velocity first, then position with it: keeps energy on average
    gel_heun,            // order 2, 2 evaluations
    gel_rungeKutta4,     // order 4, 4 evaluations: the classical method
    gel_integratorCount
} gelIntegrator;

// "xpbd", "explicitEuler", "symplecticEuler", "heun", "rungeKutta4". Never NULL.
GEL_API const char* gelIntegratorText(gelIntegrator integrator);

// What the last gelWorld_Step did.
//
// With an error limit (gelWorldDef.integratorError) a substep is divided into steps, each of which is done once, and in
// two halves, whose result is kept: the largest distance between the two, over all vertices, divided by 2^order - 1, is
// the error, m. A step with a larger error than the limit is taken back and halved; one with a far smaller error
// doubles the next, up to the substep. So a step costs three times its evaluations. A frame begins with whole substeps. If
// 1/1024 of a substep is still too long, gelWorld_Step fails with gel_stepTooSmall; bodies stay where the last
// step took them, and the next call begins another frame.
typedef struct gelIntegratorReport {
    int stepCount;       // that were kept; without a limit the substeps
    int rejectedCount;   // that were taken back
    double step;         // the last of the kept ones, s
    double shortestStep; // of the kept ones, s
    double largestError; // of the kept ones, m; 0 without a limit
} gelIntegratorReport;
