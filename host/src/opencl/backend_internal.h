// The internals of the back end on an OpenCL device, and its plain strategy.
#pragma once

#include "backend/backend.h"
#include "opencl/stage/links.h"
#include "opencl/runtime/command_buffer.h"
#include "opencl/stage/contacts.h"
#include "opencl/stage/fields.h"
#include "opencl/strategy/fused.h"
#include "opencl/stage/motion.h"
#include "opencl/strategy/colour_set.h"
#include "opencl/stage/plasticity.h"
#include "opencl/stage/pressures.h"
#include "opencl/stage/balance.h"
#include "opencl/stage/two_level.h"

typedef enum gelColourKernel {
    gel_kernelKeep,
    gel_kernelGoal,
// One per pass of kernels/stages.h.
#define STAGE(...)
#define PASS(name, ...) gel_kernelPass##name,
    GEL_STAGES(STAGE, PASS)
#undef PASS
#undef STAGE
        gel_kernelConstraint, // the first of one per kind
    // The Jacobi orders: the first kernel of one per kind, and one for all kinds.
    gel_kernelCorrect = gel_kernelConstraint + constraint_kinds,
    gel_kernelGather = gel_kernelCorrect + constraint_kinds,
    // Damping along springs: the first of one per kind of them.
    gel_kernelDamp,
    // Integrators: the first kernel of one per kind, and those over vertices.
    gel_kernelForce = gel_kernelDamp + gelSpringKindCount,
    gel_kernelEvaluate = gel_kernelForce + constraint_kinds,
    gel_kernelPush,
    gel_kernelError,
    gel_kernelCount
} gelColourKernel;

// Everything that the launches of a step depend on, besides the plan.
typedef struct gelStepKey {
    gelStepParameters parameters;
    const gelColourSet* part;
    int substepCount, firstGoal, goalCount;
    unsigned stages; // 1 << gelStage of each
} gelStepKey;

// Buffers of integrators, NULL with XPBD. Records of all vertices.
typedef struct gelDeviceIntegration {
    cl_mem forces, slopes; // as in kernels/integrators.cl
    cl_mem startPositions, startVelocities,
        once;      // of a step that may be taken back, and where it led to at once
    cl_mem errors; // floats
    cl_int capacity;
} gelDeviceIntegration;

typedef struct gelOpenclBackend {
    gelBackend base;
    gelOpencl opencl;
    bool allowsInexact;
    bool contactsAreTested, fieldsAreTested, linksAreTested, plasticityIsTested, pressuresAreTested,
        balanceIsTested, twoLevelIsTested, planesAreTested;
    cl_kernel kernels[gel_kernelCount];
    unsigned twoLevelKinds; // of constraint that bodies of the two-level solver have had
    size_t workGroupSize;   // 0: the driver decides
    gelPlan* plan;
    gelDeviceState state;
    struct gelOpenclBackend* nextAbandoned; // of those whose devices hang
    bool keepsNothing;       // the step is one launch: until it is queued, the state is as it was
    gelColourSet all;        // all bodies, for single stages; set up on first use
    gelColourSet some;       // the bodies planned for perColour, if some are planned elsewhere
    gelPlan somePlan;        // of the latter
    gelStageList someStages; // of the step, for `some`
    gelSchedule schedule;
    gelFusedStrategies fused;
    gelContacts contacts;
    gelDeviceLinks links;
    gelDevicePlasticity plasticity;
    gelDeviceMotion motion;
    gelDeviceFields fields;
    gelDevicePressures pressures;
    gelDeviceBalance balance;
    gelDeviceTwoLevel twoLevel;
    gelDeviceIntegration integration;
    int corrected1; // 1 + the kind whose corrections or forces wait to be added up; or 0
    gelCommandBuffer commandBuffer;
    gelStepKey lastStep; // all zero: none; the recording is of this step
    cl_float4* staging;  // [3][vertexCapacity], to turn states into records and back
} gelOpenclBackend;

extern const char* const gelColourKernelNames[gel_kernelCount];

// Launches a stage of a part's bodies: one launch per range of vertices, or one for a colour. Of an integrator, a stage of
// one evaluation. Adds to *launches.
gelStatus gelLaunchStageByColour(gelOpenclBackend* self, const gelColourSet* part,
                                 const gelStepParameters* parameters, gelPlanStage stage, int* launches);
// Runs any stage of a part's bodies, with a whole substep of an adaptive integrator. Adds to *launches.
gelStatus gelRunStageByColour(gelOpenclBackend* self, const gelColourSet* part,
                              const gelStepParameters* parameters, gelPlanStage stage, int* launches);

// Runs the stages that are not of all bodies, of a step of a part's bodies; recorded if it equals the previous one.
// `stages` are those of the part's plan.
gelStatus gelRunStepByColour(gelOpenclBackend* self, const gelColourSet* part,
                             const gelStepParameters* parameters, const gelStageList* stages,
                             int substepCount, gelProfile* profile);
// Drops the recording, as the plan, the kernels or the queue change.
void gelForgetRecordedStep(gelOpenclBackend* self);

// Builds in `fresh` what `self` has of the kernels of fields, pressures, links and plasticity, and tests them.
gelStatus gelRenewStages(const gelOpenclBackend* self, gelOpenclBackend* fresh, gelDeviceInfo* info);
void gelSwapStagePrograms(gelOpenclBackend* a, gelOpenclBackend* b);
// Implements gelBackendFunctions.setFields. Tests the kernels of fields when they are first used.
gelStatus gelOpenclBackend_SetFields(gelBackend* backend, const gelFieldTable* table);
// Implement gelBackendFunctions.setPressures and readPressures. The kernels of gas and liquid are
// tested when they are first used.
gelStatus gelOpenclBackend_SetPressures(gelBackend* backend, const PressureRecord* records, int count);
gelStatus gelOpenclBackend_ReadPressures(gelBackend* backend, PressureRecord* records, int count);
// Implements gelBackendFunctions.setBalance, in the same way.
gelStatus gelOpenclBackend_SetBalance(gelBackend* backend, const gelBalanceList* list);
// Puts rest lengths, and volumes of tets that tear, into the constraints of the two-level solver.
gelStatus gelSpreadToTwoLevel(gelOpenclBackend* self, int* launches);
// Implements gelBackendFunctions.setTwoLevel, in the same way.
gelStatus gelOpenclBackend_SetTwoLevel(gelBackend* backend, const gelTwoLevelList* list);
// Implements gelBackendFunctions.readTouches.
gelStatus gelOpenclBackend_ReadTouches(gelBackend* backend, double* touches);

// Creates the buffers of integrators for `count` vertices; the staging memory must be zero.
// gelBindIntegration sets them as arguments of kernels.
gelStatus gelCreateIntegration(gelOpenclBackend* self, size_t count);
cl_int gelBindIntegration(gelOpenclBackend* self);
void gelClearIntegration(gelDeviceIntegration* integration);
// Runs a substep in steps that keep the error limit. Waits. Adds to *launches.
gelStatus gelIntegrateOnDevice(gelOpenclBackend* self, const gelColourSet* part,
                               const gelStepParameters* parameters, int* launches);

// Implement the functions of these names in gelBackendFunctions.
gelStatus gelOpenclBackend_RunStage(gelBackend* backend, const gelStepParameters* parameters,
                                    gelPlanStage stage);
gelStatus gelOpenclBackend_RunStep(gelBackend* backend, const gelStepParameters* parameters,
                                   const gelStageList* stages, int substepCount, gelProfile* profile);
gelStatus gelOpenclBackend_RunPhase(gelBackend* backend, const gelStepParameters* parameters,
                                    const gelStageList* stages, int substep, int substepCount, int phase,
                                    gelPhasePart phasePart);
bool gelOpenclBackend_HasContacts(const gelBackend* backend);

// Chooses the strategies of the bodies of a new plan, and makes what they need.
gelStatus gelPlanStrategies(gelOpenclBackend* self);

// Creates the buffers of the state for `count` vertices, and binds them.
gelStatus gelCreateStateBuffers(gelOpenclBackend* self, size_t count);
// Implement gelBackendFunctions.keepState and readKept.
gelStatus gelReadVertices(gelBackend* backend, gelVertexPart part, const int* vertices, int count, void* xyz);
gelStatus gelWriteVertices(gelBackend* backend, gelVertexPart part, const int* vertices, int count,
                           const void* xyz);
gelStatus gelKeepState(gelBackend* backend, bool isWhole, int substepCount);
gelStatus gelReadKeptState(gelBackend* backend, gelVertexState* vertices);
// Gives perColour's kernels the state as arguments.
gelStatus gelSetStateArguments(gelOpenclBackend* self);
// Writes the goals of the world's vertices, at most GEL_MAXIMUM_GOALS, and those of the bodies in
// `some`. Waits.
gelStatus gelWriteGoals(gelOpenclBackend* self, const gelVertexGoal* goals, int count);
// Implement the functions of these names in gelBackendFunctions.
gelStatus gelOpenclBackend_SetBodyGoals(gelBackend* backend, const gelGoalList* goals);
gelStatus gelOpenclBackend_SetTethers(gelBackend* backend, const gelTetherList* tethers);
gelStatus gelOpenclBackend_SetAttachments(gelBackend* backend, const gelAttachmentList* attachments);
gelStatus gelOpenclBackend_ReadMultipliers(gelBackend* backend, double (*multipliers)[4]);
// Set up the plastic edges of a new plan, and where a part that has been made has their
// constraints.
gelStatus gelPlanDevicePlasticity(gelOpenclBackend* self);
gelStatus gelAddPlasticSlots(gelOpenclBackend* self, gelColourSet* part);
// Runs gel_stageLoads or gel_stageTwoLevel, and gel_stageContact: obstacles offer planes, which become rows.
gelStatus gelRunStiffStage(gelOpenclBackend* self, const gelStepParameters* parameters, gelPlanStage stage,
                           int* launches);
gelStatus gelRunContactStage(gelOpenclBackend* self, const gelStepParameters* parameters, int* launches);
// Runs gel_stageYield. Adds to *launches.
gelStatus gelRunYieldStage(gelOpenclBackend* self, const gelStepParameters* parameters, int* launches);
// Implement the functions of these names in gelBackendFunctions.
gelStatus gelOpenclBackend_WriteRestLengths(gelBackend* backend, const float* lengths);
gelStatus gelOpenclBackend_ReadRestLengths(gelBackend* backend, bool kept, float* lengths);
gelStatus gelOpenclBackend_WriteRestShapes(gelBackend* backend);

// Abandons the back end instead of releasing it, if its device hangs.
void gelAbandonOpenclBackend(gelOpenclBackend* self);
