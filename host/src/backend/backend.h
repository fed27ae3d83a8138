// A back end holds the state of a world and advances it stage by stage. The world decides the order of
// stages, so all back ends follow the same one.
#pragma once

#include "gel/device.h"
#include "gel/goals.h"
#include "gel/share.h"
#include "gel/timing.h"
#include "gel/world.h"
#include "backend/launch_log.h"
#include "contact/restitution.h"
#include "contact/readout.h"
#include "plan/links.h"
#include "field_tables.h"
#include "plan/stages.h"
#include "plan/tethers.h"
#include "pressure_tables.h"

// How a body moves: BodyMotion of all its vertices, kernels/physics/rest.h.
typedef struct gelBodyMotion {
    float lower[3], upper[3];
    uint64_t speeds;
} gelBodyMotion;

// Forces on a vertex in a substep, N: what moves it there, times mass / h^2.
typedef struct gelVertexForces {
    double constraints[3]; // also of a pinned one, whom it does not move
    double goals[3], ground[3];
} gelVertexForces;

// The fields of a step.
typedef struct gelFieldTable {
    const FieldRecord* records; // [substepCount][count]
    const float* weights;       // [bodies of the plan][1 + count]: of gravity, then of each field
    int count, substepCount;
    bool hasForces; // some act on outer triangles
} gelFieldTable;

typedef struct gelBackend gelBackend;

typedef struct gelBackendFunctions {
    void (*destroy)(gelBackend* backend);
    // Takes a new plan, which outlives its use; lists its constraints if needed. The state is undefined until
    // written.
    gelStatus (*setPlan)(gelBackend* backend, gelPlan* plan);
    gelStatus (*writeState)(gelBackend* backend, const gelVertexState* vertices);
    gelStatus (*readState)(gelBackend* backend,
                           gelVertexState* vertices); // waits; leaves inverse mass and damping unchanged
    // Keeps the state as it is, until the next call and the next plan; reading it later works as readState, and the
    // predicted positions are the positions. `isWhole`: runStep follows, after which nothing can fail but by itself.
    gelStatus (*keepState)(gelBackend* backend, bool isWhole, int substepCount);
    gelStatus (*readKept)(gelBackend* backend, gelVertexState* vertices);
    // The rest lengths of the plan's plastic edges, in their order, which gel_stageYield changes; of plans that have some. A
    // new plan has those of its bodies. keepState keeps them, too. Reading waits.
    gelStatus (*writeRestLengths)(gelBackend* backend, const float* lengths);
    gelStatus (*readRestLengths)(gelBackend* backend, bool kept, float* lengths);
    // NULL, if constraints are read from the plan, or takes over the rest shapes of its bodies, which are in the plan's lists
    // if these are there (gelListRestShapes).
    gelStatus (*writeRestShapes)(gelBackend* backend);
    // At most GEL_MAXIMUM_GOALS, no vertex twice. Valid until the next call, even across plans.
    gelStatus (*setGoals)(gelBackend* backend, const gelVertexGoal* goals, int count);
    // Goals of bodies, tethers and attachments, in place of those before. The lists stay as they are until the next call,
    // which is due after a new plan, too.
    gelStatus (*setBodyGoals)(gelBackend* backend, const gelGoalList* goals);
    gelStatus (*setTethers)(gelBackend* backend, const gelTetherList* tethers);
    gelStatus (*setAttachments)(gelBackend* backend, const gelAttachmentList* attachments);
    // Of the last substep, in the order of the list: [count][3]. Waits.
    gelStatus (*readMultipliers)(gelBackend* backend, double (*multipliers)[3]);
    // Copies the fields of the next steps, what gel_stageField applies. Valid until the next call or plan.
    gelStatus (*setFields)(gelBackend* backend, const gelFieldTable* table);
    // Copies what fills the bodies of the plan for the steps that follow, one record per filled body in their order, of
    // which the back end knows first, end and sums itself. What the last substep has found of them is read into the
    // records, and waits. Valid until the next call or plan.
    gelStatus (*setPressures)(gelBackend* backend, const PressureRecord* records, int count);
    gelStatus (*readPressures)(gelBackend* backend, PressureRecord* records, int count);
    // The contacts of a step, from the state at its start: what gel_stageContact solves, until the next call.
    // `masses` are those of the bodies, kg; infinite if a vertex is pinned. `bounces`: as the step before left
    // them. Adds to *launches.
    gelStatus (*findContacts)(gelBackend* backend, const gelStepParameters* parameters, int substepCount,
                              const double* masses, const gelRestitutionStates* restitution, int* launches);
    // Those that push on after the step that is done. Waits if any pair may bounce.
    gelStatus (*readRestitution)(gelBackend* backend, gelRestitutionStates* restitution);
    // What the contacts of the step that is done have done, in the order of the list. Waits. None after a new
    // plan, whose bodies must exist.
    gelStatus (*readContacts)(gelBackend* backend, gelPushedList* pushed);
    // How the bodies of the plan move, from the state; their boxes reach as far as they move in the time. Waits.
    gelStatus (*measureMotion)(gelBackend* backend, float frameTime, gelBodyMotion* motions);
    // NULL, or leaves out of whole steps what sleeps (gelBody.island), where that is cheaper. Plans begin with
    // what sleeps then.
    gelStatus (*listAwake)(gelBackend* backend);
    gelStatus (*runStage)(gelBackend* backend, const gelStepParameters* parameters, gelPlanStage stage);
    // NULL, or as runStage, and adds the forces on all vertices; not those of contacts.
    gelStatus (*traceStage)(gelBackend* backend, const gelStepParameters* parameters, gelPlanStage stage,
                            gelVertexForces* forces);
    // NULL, or a whole step, with the bits of its stages in order. Adds its launches to *profile.
    gelStatus (*runStep)(gelBackend* backend, const gelStepParameters* parameters, const gelStageList* stages,
                         int substepCount, gelProfile* profile);
    // The strategy that steps a body of the plan; NULL: only stages, in the order of perColour.
    gelStrategy (*strategyOf)(const gelBackend* backend, int body);
    void (*submit)(gelBackend* backend); // end of a step: let the device start
    // As gelWorld_ReloadKernels; NULL if kernels are compiled in.
    gelStatus (*reload)(gelBackend* backend, bool* exact);
    // gel/share.h, with checked arguments. The target belongs to the back end, and is closed before it.
    gelStatus (*openShare)(gelBackend* backend, const gelSharedVerticesDef* def, void** target);
    gelStatus (*writeShare)(gelBackend* backend, void* target, bool withSpeeds, gelBounds* bounds);
    void (*closeShare)(gelBackend* backend, void* target);
    gelStatus (*finish)(gelBackend* backend);                  // waits
    gelStatus (*setTiming)(gelBackend* backend, bool enabled); // clears `launches`
    gelStatus (*resolveTimes)(gelBackend* backend);            // waits; completes the times in `launches`
    // `bytes` is a multiple of 64. Counts bytes read plus written.
    gelStatus (*measureCopy)(gelBackend* backend, size_t bytes, double* bytesPerSecond);
} gelBackendFunctions;

// How the steps of an integrator go, in the frame that is under way; the world clears it as a frame begins.
typedef struct gelIntegration {
    gelIntegratorReport report;
    int halvings; // of the substep, for the next step
} gelIntegration;

struct gelBackend {
    const gelBackendFunctions* functions;
    bool doublePrecision;
    const gelDeviceInfo* device; // as gelWorld_GetDevice; NULL for the reference
    bool exact;                  // computes the bits of the reference in single precision
    uint64_t bytes;              // held for the plan
    gelIntegration integration;  // of worlds with an error limit
    gelLaunchLog launches;
    char text[256];    // for gelWorld_GetBackendText
    char* explanation; // for gelWorld_ExplainPlan; set with each plan
};

// gel_unsupported if this build of the library, or this thread, does not compute as C says. Costs nothing.
gelStatus gelCheckArithmetic(void);

gelStatus gelCreateReferenceFloat(gelBackend** backend);
gelStatus gelCreateReferenceCompensated(gelBackend** backend); // of worlds whose positions are two floats
gelStatus gelCreateReferenceDouble(gelBackend** backend);
// One of the first two.
static inline gelStatus gelCreateReferenceSingle(bool compensated, gelBackend** backend)
{
    return compensated ? gelCreateReferenceCompensated(backend) : gelCreateReferenceFloat(backend);
}

// Opens the device of the definition (device, allowInexact, lanes, workGroupSize).
gelStatus gelCreateOpenclBackend(const gelWorldDef* def, gelBackend** backend);
// Of the kernels that the library was built with, which say what a step does on every back end.
uint64_t gelHashKernels(void);
