// The internals of the back end on an OpenCL device, and its plain strategy.
#pragma once

#include "backend/backend.h"
#include "opencl/bindings.h"
#include "opencl/command_buffer.h"
#include "opencl/contacts.h"
#include "opencl/fields.h"
#include "opencl/frame.h"
#include "opencl/motion.h"
#include "opencl/part.h"
#include "opencl/plasticity.h"
#include "opencl/pressures.h"

typedef enum gelGridKernel {
    gel_kernelKeep,
    gel_kernelIntegrate,
    gel_kernelGoal,
    gel_kernelGround,
    gel_kernelVelocity,
    gel_kernelSettle,
    gel_kernelConstraint, // the first of one per kind
    // Of the Jacobi orders: the first of one per kind, and one for all.
    gel_kernelCorrect = gel_kernelConstraint + constraint_kinds,
    gel_kernelGather = gel_kernelCorrect + constraint_kinds,
    // Damping along springs: the first of one per kind of them.
    gel_kernelDamp,
    // Of integrators: the first of one per kind, and those over vertices.
    gel_kernelForce = gel_kernelDamp + gelSpringKindCount,
    gel_kernelEvaluate = gel_kernelForce + constraint_kinds,
    gel_kernelPush,
    gel_kernelError,
    gel_kernelCount
} gelGridKernel;

// Everything that the launches of a step depend on, besides the plan.
typedef struct gelStepKey {
    gelStepParameters parameters;
    const gelGridPart* part;
    int substepCount, firstGoal, goalCount, ground;
} gelStepKey;

// Of worlds with an integrator, otherwise NULL. Records of all vertices.
typedef struct gelDeviceIntegration {
    cl_mem forces, slopes; // as in kernels/integrators.cl
    cl_mem startPositions, startVelocities,
        once;      // of a step that may be taken back, and where it led to at once
    cl_mem errors; // floats
    cl_int capacity;
} gelDeviceIntegration;

typedef struct gelGrid {
    gelBackend base;
    gelOpencl opencl;
    bool allowsInexact;
    bool contactsAreTested, bindingsAreTested, plasticityIsTested;
    cl_kernel kernels[gel_kernelCount];
    size_t workGroupSize; // 0: the driver decides
    gelPlan* plan;
    gelDeviceState state;
    struct gelGrid* nextAbandoned; // of those whose devices hang
    bool keepsNothing;             // the step is one launch: until it is queued, the state is as it was
    gelGridPart all;               // all bodies, for single stages; set up on first use
    gelGridPart some;              // the bodies planned for the grid, if some are planned elsewhere
    gelPlan somePlan;              // of the latter
    gelSchedule schedule;
    gelFrames frames;
    gelContacts contacts;
    gelDeviceBindings bindings;
    gelDevicePlasticity plasticity;
    gelDeviceMotion motion;
    gelDeviceFields fields;
    gelDevicePressures pressures;
    gelDeviceIntegration integration;
    int corrected1; // 1 + the kind whose corrections or forces wait to be added up; or 0
    gelCommandBuffer commandBuffer;
    gelStepKey lastStep; // all zero: none; the recording is of this step
    cl_float4* staging;  // [4][vertexCapacity], to turn states into records and back
} gelGrid;

extern const char* const gelGridKernelNames[gel_kernelCount];

// Runs a stage of a part's bodies: one launch per range of vertices, or one for a colour. Adds to *launches.
gelStatus gelRunGridStage(gelGrid* grid, const gelGridPart* part, const gelStepParameters* parameters,
                          gelPlanStage stage, int* launches);

// Runs a step of a part's bodies, recorded if it equals the previous one.
gelStatus gelRunGridStep(gelGrid* grid, const gelGridPart* part, const gelStepParameters* parameters,
                         gelOptionalStages optional, int substepCount, gelProfile* profile);
// Drops the recording, as the plan, the kernels or the queue change.
void gelForgetGridStep(gelGrid* grid);

// As gelBackendFunctions.setFields. Tests the kernels of fields when they are first used.
gelStatus gelGridBackend_SetFields(gelBackend* backend, const gelFieldTable* table);
// The same of setPressures and readPressures.
gelStatus gelGridBackend_SetPressures(gelBackend* backend, const PressureRecord* records, int count);
gelStatus gelGridBackend_ReadPressures(gelBackend* backend, PressureRecord* records, int count);

// The buffers of integrators for `count` vertices, while the staging memory is zero; and as arguments of kernels.
gelStatus gelCreateIntegration(gelGrid* grid, size_t count);
cl_int gelBindIntegration(gelGrid* grid);
void gelClearIntegration(gelDeviceIntegration* integration);
// A substep in steps that hold the error limit. Waits. Adds to *launches.
gelStatus gelIntegrateGrid(gelGrid* grid, const gelGridPart* part, const gelStepParameters* parameters,
                           int* launches);

// Chooses the strategies of the bodies of a new plan, and makes what they need.
gelStatus gelPlanGridStrategies(gelGrid* grid);

// Creates the buffers of the state for `count` vertices, and binds them.
gelStatus gelCreateGridState(gelGrid* grid, size_t count);
// gelBackendFunctions.keepState and readKept.
gelStatus gelKeepGridState(gelBackend* backend, bool isWhole, int substepCount);
gelStatus gelReadKeptGridState(gelBackend* backend, gelVertexState* vertices);
// Gives the grid's kernels the state as arguments.
gelStatus gelBindGridState(gelGrid* grid);
// Goals of the world's vertices, at most GEL_MAXIMUM_GOALS: those of all parts, and those of `some`. Waits.
gelStatus gelWriteGridGoals(gelGrid* grid, const gelVertexGoal* goals, int count);
// As in gelBackendFunctions.
gelStatus gelGridBackend_SetBodyGoals(gelBackend* backend, const gelGoalList* goals);
gelStatus gelGridBackend_SetTethers(gelBackend* backend, const gelTetherList* tethers);
gelStatus gelGridBackend_SetAttachments(gelBackend* backend, const gelAttachmentList* attachments);
gelStatus gelGridBackend_ReadMultipliers(gelBackend* backend, double (*multipliers)[3]);
// The stages before what the bodies do by themselves in a substep, or after it but for contact. `progress` and
// `inverseTime` as in gelPlanStage. Adds to *launches.
gelStatus gelBindGridBodies(gelGrid* grid, const gelStepParameters* parameters, gelOptionalStages optional,
                            bool before, double progress, double inverseTime, int* launches);
// The plastic edges of a new plan; of a part that has been made, where its constraints are.
gelStatus gelPlanGridPlasticity(gelGrid* grid);
gelStatus gelAddPlasticSlots(gelGrid* grid, gelGridPart* part);
// gel_stageYield. Adds to *launches.
gelStatus gelYieldGrid(gelGrid* grid, const gelStepParameters* parameters, int* launches);
// As in gelBackendFunctions.
gelStatus gelGridBackend_WriteRestLengths(gelBackend* backend, const float* lengths);
gelStatus gelGridBackend_ReadRestLengths(gelBackend* backend, bool kept, float* lengths);
gelStatus gelGridBackend_WriteRestShapes(gelBackend* backend);
// After contact: makes positions of two floats what they are between substeps. Adds to *launches.
gelStatus gelSettlePositions(gelGrid* grid, int* launches);

// In place of releasing it, if its device hangs.
void gelAbandonGrid(gelGrid* grid);
