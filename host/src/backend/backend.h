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
#include "contact/share.h"
#include "contact/readout.h"
#include "plan/links.h"
#include "field_tables.h"
#include "plan/balance.h"
#include "plan/stages.h"
#include "plan/tethers.h"
#include "plan/two_level.h"
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
    double loads[3]; // of fields and fillings, and of gravity beyond a weight of 1, on a pinned one
} gelVertexForces;

// The fields of a step.
typedef struct gelFieldTable {
    const FieldRecord* records; // [substepCount][count]
    const float* weights;       // [bodies of the plan][1 + count]: of gravity, then of each field
    const FieldBody* states;    // [bodies of the plan]
    int count, substepCount;
    bool hasForces; // some act on outer triangles
    bool hasLiquid; // some are liquids
    bool isAhead;   // some act ahead of bodies
} gelFieldTable;

typedef struct gelBackend gelBackend;

// The three records of a vertex.
typedef enum gelVertexPart {
    gel_positions,
    gel_predictions,
    gel_velocities,
    gel_vertexPartCount
} gelVertexPart;

// The parts of a phase of a rank: its tiles that do not need what other ranks are sending, then the others.
typedef enum gelPhasePart { gel_readyPart, gel_waitingPart, gel_wholePhase } gelPhasePart;

typedef struct gelBackendFunctions {
    void (*destroy)(gelBackend* backend);
    // Sets a new plan, which must outlive its use; lists its constraints if needed. The state is
    // undefined until it is written.
    gelStatus (*setPlan)(gelBackend* backend, gelPlan* plan);
    gelStatus (*writeState)(gelBackend* backend, const gelVertexState* vertices);
    gelStatus (*readState)(gelBackend* backend,
                           gelVertexState* vertices); // waits; leaves inverse mass and damping unchanged
    // Read and write a part of some vertices, without mass and damping: [count][3] numbers in the precision of the
    // back end. Both wait.
    gelStatus (*readVertices)(gelBackend* backend, gelVertexPart part, const int* vertices, int count,
                              void* xyz);
    gelStatus (*writeVertices)(gelBackend* backend, gelVertexPart part, const int* vertices, int count,
                               const void* xyz);
    // Saves a copy of the state, valid until the next call or plan. readKept reads it, with the
    // predicted positions equal to the positions. `isWhole`: the caller runs the whole step with
    // runStep next, and only that can fail.
    gelStatus (*keepState)(gelBackend* backend, bool isWhole, int substepCount);
    gelStatus (*readKept)(gelBackend* backend, gelVertexState* vertices);
    // Write and read the rest lengths of the plan's plastic edges, in their order; the plan must
    // have some. gel_stageYield changes them. A new plan has those of its bodies. keepState saves
    // them, too. Reading waits.
    gelStatus (*writeRestLengths)(gelBackend* backend, const float* lengths);
    gelStatus (*readRestLengths)(gelBackend* backend, bool kept, float* lengths);
    // Uploads the rest shapes of the plan's bodies, from the plan's lists if it has them
    // (gelListRestShapes). NULL if the back end reads constraints from the plan.
    gelStatus (*writeRestShapes)(gelBackend* backend);
    // At most GEL_MAXIMUM_GOALS, no vertex twice. Valid until the next call, even across plans.
    gelStatus (*setGoals)(gelBackend* backend, const gelVertexGoal* goals, int count);
    // Replace the goals of bodies, the tethers and the attachments. The caller keeps the lists
    // unchanged until the next call, which is due after a new plan, too.
    gelStatus (*setBodyGoals)(gelBackend* backend, const gelGoalList* goals);
    gelStatus (*setTethers)(gelBackend* backend, const gelTetherList* tethers);
    gelStatus (*setAttachments)(gelBackend* backend, const gelAttachmentList* attachments);
    // Reads the attachments' multipliers of the last substep, and what limit_force returned in the step, in the order
    // of the list: [count][4]. Waits.
    gelStatus (*readMultipliers)(gelBackend* backend, double (*multipliers)[4]);
    // Copies the fields that gel_stageField applies in the next steps. Valid until the next call
    // or plan.
    gelStatus (*setFields)(gelBackend* backend, const gelFieldTable* table);
    // Copies the fillings of the plan's bodies for the next steps: one record per filled body, in
    // their order. The back end sets their vertices and sums itself. Valid until the next call or
    // plan.
    //
    // readPressures reads the records with the results of the last substep. Waits.
    gelStatus (*setPressures)(gelBackend* backend, const PressureRecord* records, int count);
    gelStatus (*readPressures)(gelBackend* backend, PressureRecord* records, int count);
    // Lists the bodies that gel_stageBalance balances. The caller keeps the list unchanged until the next call, which is
    // due after a new plan, too.
    gelStatus (*setBalance)(gelBackend* backend, const gelBalanceList* list);
    // Lists the bodies that gel_stageTwoLevel solves, in the same way.
    gelStatus (*setTwoLevel)(gelBackend* backend, const gelTwoLevelList* list);
    // Reads what the contacts of that list keep: as gelTwoLevelList.touches. Waits.
    gelStatus (*readTouches)(gelBackend* backend, double* touches);
    // Counts the wrong tets of each body of that list (kernels/two_level_guard.h). Waits.
    gelStatus (*countWrongTets)(gelBackend* backend, int* counts);
    // Makes ready for findContacts, which does so itself, too. Not for several back ends at a time: they share the shapes
    // of a plan, which get what contact needs. `forgets`: the lists of earlier steps.
    gelStatus (*prepareContacts)(gelBackend* backend, const gelStepParameters* parameters, bool forgets);
    // Finds the contacts of a step from the state at its start; gel_stageContact solves them,
    // until the next call. `masses` are those of the bodies, kg; infinite if a vertex is pinned.
    // `restitution`: as the step before left it. Adds to *launches.
    gelStatus (*findContacts)(gelBackend* backend, const gelStepParameters* parameters, int substepCount,
                              const double* masses, const gelRestitutionStates* restitution, int* launches);
    // Reads the pairs that still push each other apart after the last step. Waits if any pair may
    // bounce.
    gelStatus (*readRestitution)(gelBackend* backend, gelRestitutionStates* restitution);
    // Reads the contacts that pushed in the last step, in the order of the list. There are none
    // after a new plan. The plan's bodies must exist. Waits.
    gelStatus (*readContacts)(gelBackend* backend, gelPushedList* pushed);
    // Measures the motion of the plan's bodies. Their boxes cover their motion during `frameTime`,
    // s. Waits.
    gelStatus (*measureMotion)(gelBackend* backend, float frameTime, gelBodyMotion* motions);
    // Makes whole steps skip sleeping bodies (gelBody.island), where that is cheaper. A new plan
    // starts with those that sleep then. NULL: steps skip none.
    gelStatus (*listAwake)(gelBackend* backend);
    gelStatus (*runStage)(gelBackend* backend, const gelStepParameters* parameters, gelPlanStage stage);
    // Runs a stage, and adds the forces on all vertices, but not those of contacts. NULL: the back
    // end cannot do this.
    gelStatus (*traceStage)(gelBackend* backend, const gelStepParameters* parameters, gelPlanStage stage,
                            gelVertexForces* forces);
    // Runs a whole step, with the bits of its stages in order. Adds its launches to *profile.
    // NULL: stages only.
    gelStatus (*runStep)(gelBackend* backend, const gelStepParameters* parameters, const gelStageList* stages,
                         int substepCount, gelProfile* profile);
    // Runs a part of a step of the plan of a rank, with the bits of its stages in order: the stages of single bodies, up to
    // the constraints of a phase. The first phase also ends the substep before, if there is one. With `substep` equal to
    // substepCount it does nothing else. NULL: stages only.
    gelStatus (*runPhase)(gelBackend* backend, const gelStepParameters* parameters,
                          const gelStageList* stages, int substep, int substepCount, int phase,
                          gelPhasePart part);
    // Whether the last findContacts has found any. NULL: it may have.
    bool (*hasContacts)(const gelBackend* backend);
    // Returns the contacts of the last findContacts, and the surfaces that they are of; NULL before the first one of a plan.
    // NULL: not to be had.
    const gelContactList* (*listedContacts)(const gelBackend* backend, const gelSurfaceTables** tables);
    // Returns how ranks share out the contacts of the last findContacts; NULL: each rank solves all. The next two are for
    // contacts that are shared out.
    const gelContactShare* (*shareOfContacts)(const gelBackend* backend);
    // Starts the next substep's contacts, once positions and velocities are new.
    gelStatus (*beginContacts)(gelBackend* backend, const gelStepParameters* parameters);
    // Reads or writes the pushes (gel_pushReals floats each) of the listed contacts. Waits for the device.
    gelStatus (*copyPushes)(gelBackend* backend, const int* contacts, int count, void* pushes,
                            bool isWritten);
    // Returns the strategy that steps a body of the plan. NULL: there are only stages, in the
    // order of perColour.
    gelStrategy (*strategyOf)(const gelBackend* backend, int body);
    void (*submit)(gelBackend* backend); // end of a step: let the device start
    // Does the work of gelWorld_ReloadKernels. NULL if kernels are compiled in.
    gelStatus (*reload)(gelBackend* backend, bool* exact);
    // Do the work of gel/share.h; the arguments have been checked. The back end owns the target,
    // which is closed before the back end is.
    gelStatus (*openShare)(gelBackend* backend, const gelSharedVerticesDef* def, void** target);
    gelStatus (*writeShare)(gelBackend* backend, void* target, bool withSpeeds, gelBounds* bounds);
    void (*closeShare)(gelBackend* backend, void* target);
    // Returns the objects of a target on the device. NULL if openShare refuses such targets.
    gelOpenclVertices (*openclOfShare)(const gelBackend* backend, const void* target);
    gelStatus (*finish)(gelBackend* backend);                  // waits
    gelStatus (*setTiming)(gelBackend* backend, bool enabled); // clears `launches`
    gelStatus (*resolveTimes)(gelBackend* backend);            // waits; completes the times in `launches`
    // Measures a copy of `bytes`, a multiple of 64. Counts bytes read plus written.
    gelStatus (*measureCopy)(gelBackend* backend, size_t bytes, double* bytesPerSecond);
} gelBackendFunctions;

// How the steps of an integrator go, in the frame that is under way; the world clears it as a frame begins.
typedef struct gelIntegration {
    gelIntegratorReport report;
    int halvings; // of the substep, for the next step
} gelIntegration;

// How ranks share out a search: each takes a part, and all get what all have found.
typedef struct gelAllGather {
    int rank, rankCount;
    void* context;
    // Called by all ranks together, with *count items of `size` bytes each. Stores those of all, one rank after another, in
    // *all, which is valid until the next exchange, and their number in *count.
    gelStatus (*run)(void* context, const void* own, int* count, size_t size, const void** all);
} gelAllGather;

struct gelBackend {
    const gelBackendFunctions* functions;
    const gelAllGather* gather; // by which findContacts shares out its search; NULL: it searches alone
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
gelStatus gelCreateReferenceDouble(gelBackend** backend);

// Opens the device of the definition (device, allowInexact, lanes, workGroupSize).
gelStatus gelCreateOpenclBackend(const gelWorldDef* def, gelBackend** backend);
// Finds the device of the back end "opencl:TEXT".
gelStatus gelParseDevice(const char* text, int* device);
// Whether there is a native back end. Errors: gel_noDevice.
gelStatus gelFindNative(void);
// Hashes the kernels that the library was built with: they define a step on every back end.
uint64_t gelHashKernels(void);
