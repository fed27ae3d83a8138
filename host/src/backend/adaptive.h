// Steps of an integrator that hold an error limit: the part that is the same on every back end.
#pragma once

#include "backend/backend.h"

// How a back end tries steps. Each gets `context`.
typedef struct gelTrial {
    void* context;
    // A stage of an evaluation, with the length of step in the parameters.
    gelStatus (*runStage)(void* context, const gelStepParameters* parameters, gelPlanStage stage);
    gelStatus (*keepStart)(void* context);    // positions and velocities, for
    gelStatus (*restoreStart)(void* context); // going back
    gelStatus (*keepOnce)(void* context);     // the positions that one step leads to
    // The largest distance of a vertex from there, m.
    gelStatus (*measure)(void* context, double* distance);
} gelTrial;

// Advances by a substep, and adds to backend->integration. gel_stepTooSmall: bodies are where the last step took them.
gelStatus gelIntegrateAdaptively(gelBackend* backend, const gelPlan* plan,
                                 const gelStepParameters* parameters, const gelTrial* trial);
