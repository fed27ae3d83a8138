// The simulation: a world of soft bodies, stepped by a back end.
//
//     gelWorldDef def = gelDefaultWorldDef();
//     gelWorld* world;
//     gelCreateWorld(&def, &world);
//     gelBodyDef bodyDef = gelDefaultBodyDef();
//     gelBodyId body;
//     gelCreateBody(world, &bodyDef, &mesh, &body);
//     gelWorld_Step(world, 1.0f / 60.0f);
//
// Bodies meet the ground, but not each other, nor themselves.
//
// One world belongs to one thread at a time; worlds are independent of each other.
//
// Every call that names a body fails with gel_invalidHandle if it does not exist (any more); every call that
// needs the state may fail with gel_deviceError or gel_outOfMemory. A call that fails leaves the world as it
// was, with two exceptions: a step that fails stays under way, and the next call goes on with the stage that
// failed; and after a device is lost nothing but gelDestroyWorld is left. Coordinates and speeds may be from
// -1e9 to 1e9.
#pragma once

#include "gel/base.h"
#include "gel/mesh.h"
#include "gel/tuning.h"

typedef struct gelWorld gelWorld;

// Names a body. All zero is the null id. An id of a destroyed body stays invalid for ever.
typedef struct gelBodyId {
    int32_t index1;      // 1-based slot
    uint32_t generation; // how often the slot had been used before
} gelBodyId;

typedef enum gelBackendKind {
    gel_referenceFloat,  // plain C loops in single precision: the oracle
    gel_referenceDouble, // the same source in double precision: how far is float from the truth
    gel_opencl,          // an OpenCL device
} gelBackendKind;

typedef enum gelConstraintOrder {
    gel_colourOrder, // sorted by colour: what every back end can walk
    gel_meshOrder,   // as in the mesh file, to compare with programs that do that; reference back ends only
} gelConstraintOrder;

// How a body is stepped. auto, grid, body and ensemble concern OpenCL devices only and give the same bits, in the order
// of the colours. patch has an order of its own, which the reference back ends walk too: again the same bits on every
// back end, but others than those of grid. It needs up to twice the substeps for the same error.
typedef enum gelStrategy {
    gel_strategyAuto,     // chosen by the device's limits and the scene
    gel_strategyGrid,     // a launch for each stage and colour, over all bodies at once; any size
    gel_strategyBody,     // a work-group for each body does a whole step in one launch; bodies that fit
    gel_strategyEnsemble, // bodies of equal mesh, scale and material side by side, a lane for each; one launch
    gel_strategyPatch, // a work-group for each patch of a body, a launch for each substep; large bodies. Never chosen
                       // by gel_strategyAuto, which keeps its bits whatever the device
    gel_strategyCount
} gelStrategy;

// Whether an OpenCL device gets the launches of gel_strategyGrid recorded in one command buffer (cl_khr_command_buffer),
// which is made when a step is taken with the numbers of the one before, or one by one. The bits are the same. Where device
// or driver have no command buffers, where launches are timed, and for single stages: one by one; gelWorld_ExplainPlan says.
typedef enum gelCommandBufferUse {
    gel_commandBufferAuto, // where it is likely to gain something: not on CPU devices
    gel_commandBufferOff,
    gel_commandBufferOn,
    gel_commandBufferUseCount
} gelCommandBufferUse;

// "auto", "off", "on". Never NULL.
GEL_API const char* gelCommandBufferUseText(gelCommandBufferUse use);

// "auto", "grid", ... Never NULL.
GEL_API const char* gelStrategyText(gelStrategy strategy);

// The ground plane: all points with normal . x = offset; bodies stay on the side the normal points to.
typedef struct gelGround {
    bool enabled;
    gelVec3 normal;    // at least 1e-12 long, made a unit vector; default {0, 1, 0}
    float offset;      // metres, -1e9 to 1e9; default 0
    float friction;    // Coulomb coefficient, static and kinetic, >= 0; default 0.5
    float restitution; // 0 (default) to 1: what a vertex keeps of its own speed; the rest of the body then
                       // slows it, and most of a soft body's bounce is its elasticity
} gelGround;

// How many substeps? Cost is linear in them. Each does one sweep over the constraints, so stiff bodies and
// fine meshes look softer than their material until there are enough: a beam of 20 cells and 4 MPa sags a
// fifth too far with 20, 1% too far with 100 substeps of 1/60 s. Above about 150 single precision gets in the
// way: a coordinate of 2 m is rounded to 2e-7 m, gravity moves a vertex by g h^2, which is 3e-7 m at 100
// substeps. A warning is logged then.
typedef struct gelWorldDef {
    gelBackendKind backend; // default gel_opencl
    int device;             // OpenCL device index; -1 (default) picks the best exact one: GPUs first
    bool allowInexact;      // use a device that failed its self-test; default false
    int lanes; // constraints per work-item: 1, 8 or 16; 0 (default): what is tuned best, or the device's own
    int workGroupSize;    // work-items per work-group; 0 (default): what is tuned best, or a size by rule
    gelTuningUse tuning;  // gel/tuning.h: read (default), measured, or not used; the bits stay the same
    gelStrategy strategy; // of bodies that ask for none; default gel_strategyAuto
    gelCommandBufferUse commandBuffer; // default gel_commandBufferAuto
    int patchSize; // for gel_strategyPatch: tets of a patch at most, 16 to 16384; default 4096. Changes the bits
    gelConstraintOrder order; // default gel_colourOrder
    gelVec3 gravity;          // m/s^2, components -1e6 to 1e6; default {0, -9.81, 0}
    int substepCount;         // substeps per step, 1 to 1000; default 10 (see below)
    gelGround ground;         // default disabled
    // The OpenGL context whose buffers the world may write (gel/share.h), as properties of an OpenCL context: pairs
    // such as {CL_GL_CONTEXT_KHR, CONTEXT, CL_EGL_DISPLAY_KHR, DISPLAY} and a 0, at most 6 pairs, read by
    // gelCreateWorld only. The OpenGL context must be current then, and outlive the world. Done without where device
    // or driver cannot. Among devices of a kind the one that OpenGL draws with comes first. Default NULL
    const intptr_t* contextProperties;
    int cookie; // set by gelDefaultWorldDef
} gelWorldDef;

typedef enum gelStiffness {
    gel_elasticModuli, // youngModulus and poissonRatio count, turned into compliances that do not depend on the mesh
    gel_compliances, // edgeCompliance and volumeCompliance count, the same for every constraint
} gelStiffness;

typedef struct gelMaterial {
    float density;          // kg/m^3, > 0; default 1000
    gelStiffness stiffness; // default gel_elasticModuli
    float youngModulus;     // Pa, > 0; default 1e5 (firm jelly)
    float poissonRatio;   // 0 <= nu < 0.5; default 0.4. Below 0.29 the edges' own bulk modulus shows through
    float edgeCompliance; // m/N, >= 0; default 0 (rigid)
    float volumeCompliance; // m^3/Pa, of C = V - V0, >= 0; default 0 (incompressible)
    float damping;          // 1/s, >= 0: speed decays as exp(-damping t); default 0
} gelMaterial;

typedef struct gelBodyDef {
    gelMaterial material;
    gelVec3 position;     // metres; where the mesh's origin goes; default 0
    gelQuat rotation;     // default none; made a unit quaternion
    float scale;          // > 0, default 1; the rest shape is scaled too
    gelVec3 velocity;     // m/s at the start; default 0
    gelStrategy strategy; // default gel_strategyAuto: the world's
    int cookie;           // set by gelDefaultBodyDef
} gelBodyDef;

GEL_API gelWorldDef gelDefaultWorldDef(void);
GEL_API gelBodyDef gelDefaultBodyDef(void);
GEL_API gelMaterial gelDefaultMaterial(void);
GEL_API gelGround gelDefaultGround(void);

// Sets def->backend and def->device from a user's text: "reference", "double", "opencl" (the best device),
// "opencl:INDEX" or "opencl:PART-OF-A-NAME". Errors: gel_invalidArgument, gel_noDevice; both list what there
// is.
GEL_API gelStatus gelParseBackend(const char* text, gelWorldDef* def);

// Errors: gel_invalidArgument, gel_noDevice, gel_deviceError (a build log is in gelLastError),
// gel_inexactDevice. On failure *world is NULL. Cost: opening an OpenCL device takes 10 to 1000 ms, kernels
// are built here.
GEL_API gelStatus gelCreateWorld(const gelWorldDef* def, gelWorld** world);
GEL_API void gelDestroyWorld(gelWorld* world); // NULL is allowed

// The same world on another back end: bodies, pins, materials, skins, goals and state, rounded where it becomes
// single precision. Of `def` count back end, device, allowInexact, lanes, workGroupSize, tuning, commandBuffer and order.
// Ids of
// bodies are valid in both. Errors and cost: as of gelCreateWorld and of creating each mesh's first body. On
// failure *clone is NULL.
GEL_API gelStatus gelCloneWorld(gelWorld* world, const gelWorldDef* def, gelWorld** clone);

// Bodies come and go between steps: a step under way is completed first. The mesh is copied; bodies with
// equal meshes share what is derived from it. Cost: the next step rebuilds the constraint arrays, linear in
// all tets of the world. Errors: gel_invalidArgument (the message names the field), gel_unsupported (a vertex
// in thousands of tets).
GEL_API gelStatus gelCreateBody(gelWorld* world, const gelBodyDef* def, const gelTetMesh* mesh,
                                gelBodyId* id);
GEL_API gelStatus gelDestroyBody(gelWorld* world, gelBodyId id);

GEL_API bool gelBody_IsValid(const gelWorld* world, gelBodyId id);
GEL_API int gelWorld_GetBodyCount(const gelWorld* world);
// Ids in order of creation; writes at most `capacity`, returns how many there are.
GEL_API int gelWorld_GetBodies(const gelWorld* world, gelBodyId* ids, int capacity);

// The mesh of a body, in the body's own frame; belongs to the world, valid until the body is destroyed. NULL
// if invalid.
GEL_API const gelTetMesh* gelBody_GetMesh(const gelWorld* world, gelBodyId id);

// What a body is made of may change while it moves: positions and velocities stay, pins too. Errors:
// gel_invalidArgument (the message names the field). Cost of setting: as of creating a body.
GEL_API gelStatus gelBody_GetMaterial(const gelWorld* world, gelBodyId id, gelMaterial* material);
GEL_API gelStatus gelBody_SetMaterial(gelWorld* world, gelBodyId id, const gelMaterial* material);

// Pins hold vertices where they are (inverse mass 0) or let them go; by number, all in a box, or all up to a
// height. Errors: gel_invalidArgument (no such vertex; lower above upper; not a number). `changed` (nullable)
// counts those that were not pinned before.
GEL_API gelStatus gelBody_SetPinned(gelWorld* world, gelBodyId id, const int* vertices, int count,
                                    bool pinned);
GEL_API gelStatus gelBody_PinBox(gelWorld* world, gelBodyId id, gelVec3 lower, gelVec3 upper, int* changed);
GEL_API gelStatus gelBody_PinBelow(gelWorld* world, gelBodyId id, float height, int* changed);

// Copies [vertexCount][3] coordinates in the mesh's vertex order. `vertexCapacity` is in vertices:
// gel_invalidArgument if it is not enough. Blocks until the device is done. Velocities are in m/s.
GEL_API gelStatus gelBody_ReadPositions(gelWorld* world, gelBodyId id, float* xyz, int vertexCapacity);
GEL_API gelStatus gelBody_ReadVelocities(gelWorld* world, gelBodyId id, float* xyz, int vertexCapacity);
// The same without rounding the double back end's state to single precision.
GEL_API gelStatus gelBody_ReadPositionsDouble(gelWorld* world, gelBodyId id, double* xyz, int vertexCapacity);

// Overwrites the state of a body: squash it, throw it. `vertexCount` must be the body's. A value that is out
// of range or not a number refuses the whole call with gel_invalidArgument, which names the vertex.
GEL_API gelStatus gelBody_WritePositions(gelWorld* world, gelBodyId id, const float* xyz, int vertexCount);
GEL_API gelStatus gelBody_WriteVelocities(gelWorld* world, gelBodyId id, const float* xyz, int vertexCount);

// What a ray meets first.
typedef struct gelRayHit {
    bool met; // false: nothing, and the rest is 0
    gelBodyId body;
    int vertex;     // in mesh order: of those of the triangle that was met, the one nearest to the place
    float distance; // from the origin, m
    gelVec3 position;
} gelRayHit;

// From `origin` (m) along `direction` (of any length but 0), against the bodies as they are now, whatever side
// of their surface. Errors: gel_invalidArgument. Cost: linear in the tets of all bodies whose box the ray
// meets, some 20 ns each; waits for the device.
GEL_API gelStatus gelWorld_CastRay(gelWorld* world, gelVec3 origin, gelVec3 direction, gelRayHit* hit);

// Pulls a vertex towards a place, as a hand does: a spring in acceleration units, the same for light and
// heavy bodies.
typedef struct gelGoal {
    gelBodyId body;
    int vertex;       // in mesh order
    gelVec3 position; // m
    float stiffness;  // 1/s^2, >= 0; 1000 follows a hand closely, 1e9 holds like a pin
} gelGoal;

// Replaces all goals of the world; they act from the next step on, in the order given, until they are
// replaced. At most GEL_MAXIMUM_GOALS; a vertex may have one. The goals of a body go with it.
// Errors: gel_invalidHandle, gel_invalidArgument (the message names the goal). On failure the goals are as
// before.
enum { GEL_MAXIMUM_GOALS = 256 };
GEL_API gelStatus gelWorld_SetGoals(gelWorld* world, const gelGoal* goals, int count);
// Damps the pull of all goals, from the next step on, in proportion to their stiffness: 0 s (default) lets what hangs
// from them swing for ever, 2 / sqrt(stiffness) brings it to rest soonest. Errors: gel_invalidArgument (below 0 or not
// a number).
GEL_API gelStatus gelWorld_SetGoalDamping(gelWorld* world, float seconds);

// Current volume of a body: sum over its tets, m^3.
GEL_API gelStatus gelBody_GetVolume(gelWorld* world, gelBodyId id, double* volume);

// How much each tet of a body is deformed, both without unit and 0 at rest: the root mean square of the relative change in
// length of its six edges (>= 0), and the relative change of its volume (below -1: inside out). Each array is nullable and
// has room for `tetCapacity`, which must be enough: gel_invalidArgument. In the order of the mesh.
GEL_API gelStatus gelBody_ReadStrains(gelWorld* world, gelBodyId id, float* strains, float* volumeErrors,
                                      int tetCapacity);

// What a world's state amounts to. Pinned vertices have no mass here.
typedef struct gelMeasures {
    double kineticEnergy;      // J
    double gravityEnergy;      // J; 0 with all mass at the origin
    double elasticEnergy;      // J; of constraints with a compliance: C^2 / (2 alpha). Rigid ones store none
    double edgeResidual;       // root mean square of the edges' relative change in length; no unit
    double volumeResidual;     // the same of the tets' volumes
    double volume, restVolume; // m^3; of all tets
} gelMeasures;

// Waits for the device. Cost: a read of the state and some 20 ns a constraint.
GEL_API gelStatus gelWorld_Measure(gelWorld* world, gelMeasures* measures);

// Take effect with the next step that begins. Errors: gel_invalidArgument, ranges as in gelWorldDef.
GEL_API gelStatus gelWorld_SetGravity(gelWorld* world, gelVec3 gravity);
GEL_API gelStatus gelWorld_SetGround(gelWorld* world, gelGround ground);
GEL_API gelStatus gelWorld_SetSubstepCount(gelWorld* world, int substepCount);
// Puts the three as they are now into *def, the normal with length 1, and leaves the rest of it.
GEL_API void gelWorld_GetSettings(const gelWorld* world, gelWorldDef* def);

// Advances by timeStep seconds (1e-6 to 1) in substepCount substeps. Returns once the work is queued.
// Errors: gel_invalidArgument (a bad time step; the state is unchanged), gel_deviceError.
GEL_API gelStatus gelWorld_Step(gelWorld* world, float timeStep);

typedef enum gelStage {
    gel_stageIntegrate, // v += h g; x += h v
    gel_stageDistance,  // one colour of the edges
    gel_stageVolume,    // one colour of the tets
    gel_stagePatches,   // all constraints of the bodies in patches
    gel_stageGoal,      // pull towards goals
    gel_stageGround,    // contact with the plane
    gel_stageVelocity,  // v += what the constraints changed / h; damping
    gel_stageCount
} gelStage;

// "integrate", "distance", ... Never NULL.
GEL_API const char* gelStageText(gelStage stage);

// Which piece of work a launch was.
typedef struct gelStageInfo {
    int substep; // 0-based
    gelStage stage;
    int colour; // 0-based; 0 for stages without colours
    bool lastOfStep;
} gelStageInfo;

// Does the next stage only (one colour of a substep, one launch), to be looked at. Bodies in patches have a single stage
// for all of their constraints. `timeStep` is as for
// gelWorld_Step and may not change in the middle (gel_invalidArgument). gelWorld_Step after it completes the
// step under way. Nullable: done.
GEL_API gelStatus gelWorld_StepStage(gelWorld* world, float timeStep, gelStageInfo* done);

// A 64-bit hash of all positions and velocities, bodies in order of creation, vertices in mesh order. Equal
// on every back end and device that computes the same bits. 0 on failure. Blocks until the device is done.
GEL_API uint64_t gelWorld_Hash(gelWorld* world);

typedef struct gelProfile {
    double stepMilliseconds; // host time spent in the last gelWorld_Step; blocking back ends: the whole step
    int launchesPerStep;     // kernel launches of the last step (loops, for the reference)
    int recordedLaunches;    // how many of them went to the device as one command buffer; 0: none
} gelProfile;
GEL_API gelProfile gelWorld_GetProfile(const gelWorld* world);

typedef struct gelCounters {
    int bodyCount, vertexCount, edgeCount, tetCount;
    int edgeColourCount,
        tetColourCount;   // of bodies that are not in patches: a launch of a substep each on the grid
    int patchCount;       // of all bodies that are
    int64_t stepCount;    // whole steps since the world was created
    uint64_t deviceBytes; // buffers held by the back end
} gelCounters;
// Rebuilds the constraint arrays first where bodies have changed.
GEL_API gelStatus gelWorld_GetCounters(gelWorld* world, gelCounters* counters);

typedef enum gelConstraintKind { gel_edgeConstraint, gel_tetConstraint } gelConstraintKind;

typedef struct gelConstraint {
    int vertices[4];  // of all bodies in order of creation, vertices in mesh order; an edge has two, then -1
    int colour;       // 0-based: which launch of a substep solves it
    float rest;       // rest length in m, or rest volume in m^3
    float compliance; // m/N, or m^3/Pa
} gelConstraint;

// Copies the constraints in the order they are solved in, those in patches last, patch by patch; gelCounters says how
// many there are. `capacity` must be enough.
GEL_API gelStatus gelWorld_GetConstraints(gelWorld* world, gelConstraintKind kind, gelConstraint* constraints,
                                          int capacity);

// Which strategies step the world's bodies, and why: whole lines, each ending in a newline. Valid until bodies
// change. NULL on failure. Rebuilds the constraint arrays first where bodies have changed.
GEL_API const char* gelWorld_ExplainPlan(gelWorld* world);

// Whether the back end computes the bits of the reference in single precision: a device that passed its self-test does;
// one that did not, and double precision, do not.
GEL_API bool gelWorld_IsExact(const gelWorld* world);
// What steps the world: "reference (float)", "opencl:0 NAME (PLATFORM), 16 lanes"; ", INEXACT" after it where the bits are
// not the reference's. Valid as long as the world.
GEL_API const char* gelWorld_GetBackendText(const gelWorld* world);

// Builds the kernels anew, from the folder GEL_KERNEL_DIR where that is set: edit one and see what it does. The state stays,
// also in the middle of a step; launches from now on use the new ones. They must build and run. Whether they compute the
// reference's bits is tested (`exact`, nullable) but not asked for. Errors, with which the old ones go on: gel_deviceError
// (the build log, with file and line, is in gelLastError), gel_fileError; gel_unsupported for the reference back ends,
// which are compiled in. Cost: waits for the device; building takes 10 to 1000 ms.
GEL_API gelStatus gelWorld_ReloadKernels(gelWorld* world, bool* exact);
