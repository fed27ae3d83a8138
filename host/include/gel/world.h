// The simulation: a world of soft bodies, stepped by a back end.
//
//     gelWorldDef def = gelDefaultWorldDef();
//     gelWorld* world;
//     gelCreateWorld(&def, &world);
//     gelBodyDef bodyDef = gelDefaultBodyDef();
//     gelBodyId body;
//     gelCreateBody(world, &bodyDef, &mesh, &body); // gel/body.h
//     gelWorld_Step(world, 1.0f / 60.0f);
//
// Bodies collide with the ground and, with `contact`, with each other. A body whose definition sets
// `selfContact` also collides with itself.
//
// A world belongs to one thread at a time. Worlds are independent of each other.
//
// Errors that are not repeated below:
// - gel_invalidHandle: a body id names no living body; every call with a body id
// - gel_deviceError, gel_outOfMemory: every call that needs the state
//
// A failed call leaves the world unchanged. A failed step is undone; a second attempt gives the
// bits that the first would have given (except for gel_stepTooSmall: gel/integrator.h). If a call
// completes a step under way (gel/stage.h) and then fails, that step may be complete. While a
// device is lost, every call that needs the state fails, except gelRestoreSnapshot and
// gelDestroyWorld. Coordinates and speeds range from -1e9 to 1e9.
#pragma once

#include "gel/device.h"
#include "gel/id.h"
#include "gel/integrator.h"
#include "gel/ranks.h"
#include "gel/solver.h"
#include "gel/strategy.h"
#include "gel/tuning.h"

// The code that steps a world.
typedef enum gelBackendKind {
    gel_referenceFloat,  // plain C loops in single precision: the reference for all bits
    gel_referenceDouble, // the reference in double precision: shows the rounding error of float
    gel_opencl,          // an OpenCL device
    gel_native,          // this processor: the kernels of OpenCL devices, compiled with Gel
    // The best exact device: an OpenCL GPU or accelerator, else gel_native, else a processor driven
    // by OpenCL. If none works, gel_referenceFloat with a warning, unless `device` names one; for
    // gel_meshOrder always that.
    // A world that exists has the back end that was chosen.
    gel_autoBackend,
} gelBackendKind;

// Returns whether a back end launches kernels on a device. True for gel_autoBackend, which falls
// back to gel_referenceFloat where no device works: gelWorld_GetDef has the back end of a world.
GEL_API bool gelIsDevice(gelBackendKind kind);

// The ground plane: all points with normal . x = offset. Bodies stay on the side to which the
// normal points.
typedef struct gelGround {
    bool enabled;
    gelVec3 normal; // at least 1e-12 long, components -1e9 to 1e9, normalised; default {0, 1, 0}
    float offset;   // m, -1e9 to 1e9; default 0
    float friction; // Coulomb coefficient, static and kinetic, 0 to 100; default 0.5
    // Fraction of its own speed that a vertex keeps, 0 to 1; default 0. The rest of the body then
    // slows the vertex; most of a soft body's bounce is its elasticity. A body with a skin under
    // `contact` bounces as a whole instead: the larger of this value and gelMaterial.restitution
    // applies.
    float restitution;
} gelGround;

// Most substeps that a step can have.
enum { GEL_MAXIMUM_SUBSTEPS = 1000 };

// How to create a world. gel/settings.h lists units, ranges and help of the values that change what
// is simulated.
//
// How many substeps? Cost is linear in them. Each substep does one sweep over the constraints, so
// stiff bodies and fine meshes look too soft if there are few. Example: a beam of 20 cells and 4
// MPa, steps of 1/60 s. It sags a fifth too far with 20 substeps, and 1% too far with 100.
//
// With many substeps, or far from the origin, rounding in single precision limits the accuracy of
// XPBD: above about 70 substeps, one metre from the origin. A coordinate of 1 m is rounded by up to
// 6e-8 m, and gravity moves a vertex by g h^2, 6e-7 m at 70 substeps. The solver gel_twoLevelSolver
// and the back end gel_referenceDouble have no such limit. Gel logs a warning in both cases;
// gelBody_EstimateSoftness computes a body's softness before it moves.
typedef struct gelWorldDef {
    gelBackendKind backend; // default gel_autoBackend
    int device;             // OpenCL device index; -1 (default): the best exact one, GPUs first
    bool allowInexact;      // use a device that failed its self-test; default false
    // Constraints per work-item: 1, 8 or 16 (gel_native: 8, or 16 with AVX-512). 0 (default): the
    // tuned number, or that of the device.
    int lanes;
    // Work-items per work-group. 0 (default): the tuned size, or a size by rule.
    int workGroupSize;
    // Use of the tuning (gel/tuning.h): read (default), measured, or off. The bits stay the same.
    gelTuningUse tuning;
    gelStrategy strategy;              // for bodies that request none; default gel_strategyAuto
    gelCommandBufferUse commandBuffer; // default gel_commandBufferAuto
    // Time for which a device may make no progress while the world waits for it, s, 0 to 1e6;
    // default 60; 0: unlimited. Progress is checked every 16 launches. After that time the device
    // counts as lost: every call that needs it fails with gel_deviceError. gelWorld_Reopen
    // continues on another back end. Memory that the device might still access stays allocated
    // until the process ends. The environment variable GEL_DEVICE_TIME_LIMIT overrides this value.
    // There is no limit for the simulator oclgrind, for building kernels and for opening devices.
    // Cost: a wait for a device that is no processor polls for up to 16 ms before it sleeps.
    float deviceTimeLimit;
    gelConstraintOrder order; // default gel_colourOrder
    // Vertices per tile, 16 to 65536; default 2048. Larger bodies are cut into tiles
    // (gel/strategy.h). Tiles are part of the order, so this value changes the bits. GPUs hold a
    // tile in local memory, 16 bytes per vertex. Bodies whose tiles do not fit are stepped by
    // gel_strategyPerColour, many times slower.
    int tileSize;
    // Method that moves the bodies; default gel_xpbd. gel/integrator.h lists what each method
    // supports.
    gelIntegrator integrator;
    gelSolver solver;      // of bodies that request none; default gel_xpbdSolver (gel/solver.h)
    gelVec3 gravity;       // m/s^2, components -1e6 to 1e6; default {0, -9.81, 0}
    float dragCoefficient; // c in dv/dt = -c |v| v of every vertex; 1/m, 0 to 1e4; default 0
    int substepCount;      // substeps per step, 1 to GEL_MAXIMUM_SUBSTEPS; default 10
    gelGround ground;      // default disabled
    // Largest error of a step of an integrator, m, 0 to 1; it adapts the step length. 0 (default):
    // steps are substeps.
    float integratorError;
    // Damping along edges over their stiffness, k_d / k_s, s, 0 to 10; default 0: none. Rotations
    // are not damped. Cost with XPBD: a stage per substep over all bodies, two launches for each
    // kind of spring in the world.
    float springDamping;
    gelTimeScheme timeScheme; // of the two-level solver; default gel_bdf2 (gel/solver.h)
    // Contact between bodies, on their skins where they have one; default true. It is free while
    // nothing can collide (gelWorld_HasContact). Otherwise it costs a search per frame, and
    // launches per substep once bodies touch. The first step with contact extracts the surfaces (a
    // second for a million tets) and builds kernels. Integrators other than XPBD ignore it.
    bool contact;
    // Sleeping: bodies at rest cost next to nothing; default false. gelBody_IsAwake has the rules.
    bool sleep;
    float goalDamping; // s, 0 to 1e6, for gelWorld_SetGoals; default 0
    // OpenGL context whose buffers the world may write (gel/share.h), as properties of an OpenCL
    // context; default NULL. They are at most 6 pairs, such as {CL_GL_CONTEXT_KHR, CONTEXT,
    // CL_EGL_DISPLAY_KHR, DISPLAY}, and a 0. Only gelCreateWorld reads them. The OpenGL context
    // must be current during that call, and outlive the world. Ignored if the device or driver
    // cannot share buffers. Among devices of one kind, the device that OpenGL draws with is
    // preferred.
    const intptr_t* contextProperties;
    // Ranks that share the work, threads of this process, 1 (default, as is 0) to
    // GEL_MAXIMUM_RANK_THREADS: gel/ranks.h. The bits stay the same. Only with gel_colourOrder and
    // gel_xpbd.
    int rankCount;
    // If not NULL, this process is one rank of those that the transport connects, and rankCount is
    // ignored. It must outlive the world; default NULL.
    const gelTransport* transport;
    void* userData; // any pointer; Gel keeps it and never follows it; default NULL
    int cookie;     // set by gelDefaultWorldDef
} gelWorldDef;

// Returns the default definition of a world.
GEL_API gelWorldDef gelDefaultWorldDef(void);
// Returns the default ground: disabled, at y = 0.
GEL_API gelGround gelDefaultGround(void);

// Sets def->backend and def->device from a text: "auto", "reference", "double", "native", "opencl"
// (its best device), "opencl:INDEX" or "opencl:PART-OF-A-NAME".
// Errors: gel_invalidArgument, gel_noDevice; the message lists the back ends or devices.
GEL_API gelStatus gelParseBackend(const char* text, gelWorldDef* def);

// Describes the device that a world of this definition tries first: with gel_autoBackend, the
// native one is left out where it lacks what the definition requests. Returns false if there is
// none, or for a reference back end.
GEL_API bool gelFindFirstDevice(const gelWorldDef* def, gelDeviceInfo* info);

// Creates a world without bodies. On failure *world is NULL.
// Errors:
// - gel_invalidArgument: a member of the definition is out of range
// - gel_noDevice: there is no such device
// - gel_deviceError: OpenCL failed; gelLastError has the build log if kernels did not build
// - gel_inexactDevice: the device does not compute the bits of the reference
// - gel_unsupported: the back end does not support the definition
// - gel_outOfMemory
// Cost: opens a device (10 ms to some seconds), and builds its kernels for OpenCL.
GEL_API gelStatus gelCreateWorld(const gelWorldDef* def, gelWorld** world);
// Destroys a world with its bodies. NULL is allowed.
GEL_API void gelDestroyWorld(gelWorld* world);

// Copies a world to another back end: bodies, pins, materials, skins, goals, fields, user data,
// settings and state. The state is rounded if the clone has single precision. These members of
// `def` are used: backend, device, allowInexact, lanes, workGroupSize, tuning, commandBuffer and
// order. Body ids are valid in both worlds. On failure *clone is NULL.
// Errors: the errors of gelCreateWorld and gelCreateBody.
// Cost: creates a world, and the first body of each mesh.
GEL_API gelStatus gelCloneWorld(gelWorld* world, const gelWorldDef* def, gelWorld** clone);

// Copies a world as gelCloneWorld does, and also uses `strategy`, `solver` and `integrator` of
// `def`. If that strategy or solver differs from the world's, it applies to all
// bodies, even to bodies that requested another one. On failure *converted is NULL.
// Errors: the errors of gelCreateWorld and gelCreateBody.
GEL_API gelStatus gelConvertWorld(gelWorld* world, const gelWorldDef* def, gelWorld** converted);

// Sets gravity, from the next step on.
// Errors: gel_invalidArgument (range as in gelWorldDef).
GEL_API gelStatus gelWorld_SetGravity(gelWorld* world, gelVec3 gravity);
// Sets the ground, from the next step on.
// Errors: gel_invalidArgument (ranges as in gelGround).
GEL_API gelStatus gelWorld_SetGround(gelWorld* world, gelGround ground);
// Sets the number of substeps, from the next step on.
// Errors: gel_invalidArgument (range as in gelWorldDef).
GEL_API gelStatus gelWorld_SetSubstepCount(gelWorld* world, int substepCount);
// Sets all gel_worldSettings (gel/settings.h) at once, from the next step on: gravity, drag,
// ground, substep count and more. On failure no setting has changed.
// Errors:
// - gel_invalidArgument: a value is out of range
// - gel_unsupported: the world's integrator does not support a value
GEL_API gelStatus gelWorld_SetSettings(gelWorld* world, const gelWorldDef* def);

// Returns a definition that creates an empty world like this one. Settings that may change have
// their current values: gravity, drag, ground (with a unit normal), substep count, goal damping,
// user data. `device` is the device in use and contextProperties is NULL. Everything else is as
// given at creation.
GEL_API gelWorldDef gelWorld_GetDef(const gelWorld* world);

// Returns the user's pointer, NULL if none was set.
GEL_API void* gelWorld_GetUserData(const gelWorld* world);
// Sets the user's pointer. Gel never follows or frees it.
GEL_API void gelWorld_SetUserData(gelWorld* world, void* userData);

// Advances the world by timeStep seconds (1e-6 to 1) in substepCount substeps. Returns once the
// work is queued.
// Errors:
// - gel_invalidArgument: a bad time step; the state is unchanged
// - gel_deviceError: OpenCL failed, or the device is lost
// - gel_inexactDevice: kernels that were built for this step do not compute the bits of the
//   reference
// - gel_stepTooSmall: gel/integrator.h
GEL_API gelStatus gelWorld_Step(gelWorld* world, float timeStep);

// Prepares the next step, so that it costs no more than those after it: builds the constraint
// arrays and the kernels, those of contact, too. It runs the step and undoes it, so the bits and
// the number of steps stay. The contacts of the last step are cleared. Has no effect during a step
// under way.
// Errors: the errors of gelWorld_Step.
// Cost: that of the first step, 10 ms to some seconds on an OpenCL device.
GEL_API gelStatus gelWorld_Prepare(gelWorld* world, float timeStep);

// Returns how the last gelWorld_Step was integrated. Cost: none.
GEL_API gelIntegratorReport gelWorld_GetIntegratorReport(const gelWorld* world);

// Returns a 64-bit hash of all positions and velocities: bodies in order of creation, vertices in
// mesh order. It is equal on all back ends and devices that compute the same bits; all NaNs have
// the same hash. 0 on failure. Blocks until the device is done.
GEL_API uint64_t gelWorld_Hash(gelWorld* world);

// Returns whether the back end computes the bits of the reference in single precision. True for a
// device that passed its self-test; false for other devices and double precision.
GEL_API bool gelWorld_IsExact(const gelWorld* world);

// Describes the OpenCL device that steps the world. `lanes` is the number in use. The self-test is
// that of the kernels in use; if the device is not exact, `reason` has the first difference.
// Returns false for the reference back ends; then *info is empty with index -1. Does not wait.
GEL_API bool gelWorld_GetDevice(const gelWorld* world, gelDeviceInfo* info);

// Returns a text for display that names the back end: "reference (float)" or "opencl:0 NAME
// (PLATFORM), 16 lanes". It ends in ", INEXACT" if the bits are not those of the reference. Valid
// as long as the world. Programs use gelWorld_GetDevice instead.
GEL_API const char* gelWorld_GetBackendText(const gelWorld* world);

// Rebuilds the kernels, to try an edited kernel at once. Gel reads them from the folder
// GEL_KERNEL_DIR if that variable is set. The state stays, even in the middle of a step; later
// launches use the new kernels. The new kernels must build and run. They need not compute the bits
// of the reference: `exact` (nullable) returns whether they do. On failure the former kernels stay
// in use.
// Errors:
// - gel_deviceError: kernels do not build or run; gelLastError has the build log with file and line
// - gel_fileError: a kernel file cannot be read
// - gel_unsupported: reference back ends, which are compiled in
// Cost: waits for the device; building takes 10 ms to some seconds.
GEL_API gelStatus gelWorld_ReloadKernels(gelWorld* world, bool* exact);
