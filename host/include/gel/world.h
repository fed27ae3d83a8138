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
// Bodies collide with the ground and, with `contact`, with each other, and with themselves where their definition
// says `selfContact`.
//
// One world belongs to one thread at a time; worlds are independent of each other.
//
// Every call with a body id fails with gel_invalidHandle if the body does not exist (any more); every call
// that needs the state may fail with gel_deviceError or gel_outOfMemory. A failed call leaves the world
// unchanged: a step that fails is undone, and tried again it gives the bits that it would have given
// (gel_stepTooSmall excepted: gel/integrator.h). A step under way (gel/stage.h) may be complete after a failed call that
// completes steps. While a device is lost, all that needs the state fails, but
// gelRestoreSnapshot and gelDestroyWorld do not. Coordinates and speeds range from -1e9 to 1e9.
#pragma once

#include "gel/device.h"
#include "gel/id.h"
#include "gel/integrator.h"
#include "gel/strategy.h"
#include "gel/tuning.h"

// What steps a world.
typedef enum gelBackendKind {
    gel_referenceFloat,  // plain C loops in single precision: the oracle
    gel_referenceDouble, // the same source in double precision: shows the rounding error of float
    gel_opencl,          // an OpenCL device
} gelBackendKind;

// The ground plane: all points with normal . x = offset; bodies stay on the side the normal points to.
typedef struct gelGround {
    bool enabled;
    gelVec3 normal; // at least 1e-12 long, components -1e9 to 1e9, made a unit vector; default {0, 1, 0}
    float offset;   // metres, -1e9 to 1e9; default 0
    float friction; // Coulomb coefficient, static and kinetic, 0 to 100; default 0.5
    // 0 (default) to 1: fraction of its own speed that a vertex keeps; the rest of the body then slows it,
    // and most of a soft body's bounce is its elasticity. A body that meets the ground with its skin, under
    // `contact`, bounces as a whole: as gelMaterial.restitution, of which the larger counts.
    float restitution;
} gelGround;

// How many substeps? The cost is linear in them. Each does one sweep over the constraints, so stiff bodies
// and fine meshes look softer than their material until there are enough: a beam of 20 cells and 4 MPa sags a
// fifth too far with 20, 1% too far with 100 substeps of 1/60 s. Above about 150, single precision becomes
// the limit: a coordinate of 2 m is rounded to 2e-7 m, while gravity moves a vertex by g h^2, 3e-7 m at 100
// substeps: with `compensated` it is not. A warning is logged for both; gelBody_EstimateSoftness tells how soft
// a body will be before it moves.
//
// The values that change what is simulated are listed with units, ranges and help in gel/settings.h.
typedef struct gelWorldDef {
    gelBackendKind backend; // default gel_opencl
    int device;             // OpenCL device index; -1 (default) picks the best exact one: GPUs first
    bool allowInexact;      // use a device that failed its self-test; default false
    int lanes;              // constraints per work-item: 1, 8 or 16; 0 (default): what is tuned best, or the
                            // device's own
    int workGroupSize;      // work-items per work-group; 0 (default): what is tuned best, or a size by rule
    gelTuningUse tuning;    // gel/tuning.h: read (default), measured, or not used; the bits stay the same
    gelStrategy strategy;   // for bodies that request none; default gel_strategyAuto
    gelCommandBufferUse commandBuffer; // default gel_commandBufferAuto
    // How long a device may do nothing while the world waits for it, s, 0 to 1e6; default 60; 0: for ever. Longer, and it
    // counts as lost: the call fails with gel_deviceError, as do all others that need the device; gelWorld_Reopen goes on
    // elsewhere. What the device might still touch then stays in memory until the process ends. Each 16 launches that it
    // completes count as doing something. The environment variable GEL_DEVICE_TIME_LIMIT comes first. Costs next to
    // nothing. The simulator oclgrind has no limit, nor have building kernels and opening devices.
    float deviceTimeLimit;
    gelConstraintOrder order; // default gel_colourOrder
    // Vertices of a tile, 16 to 65536; default 2048. Bodies of more are cut into tiles, which is part of the
    // order and so changes the bits: gel/strategy.h. GPUs hold a tile in their local memory, 16 bytes per
    // vertex: bodies with tiles that do not fit are stepped on the grid, many times slower.
    int tileSize;
    // Positions are two floats, high and low part, and constraints change the low one: moves of 1e-9 m count,
    // where single precision rounds a coordinate of 1 m to 1e-7 m. For stiff bodies with more than some 100
    // substeps. The bits are other than without, and again equal on all back ends; double precision ignores it.
    // Costs memory, 32 bytes per vertex, and time: docs/exactness.md has figures. Default false
    bool compensated;
    // By which method bodies are moved; gel/integrator.h has what goes with it and what does not. Default gel_xpbd
    gelIntegrator integrator;
    gelVec3 gravity;       // m/s^2, components -1e6 to 1e6; default {0, -9.81, 0}
    float dragCoefficient; // c in dv/dt = -c |v| v of every vertex; 1/m, 0 to 1e4; default 0
    int substepCount;      // substeps per step, 1 to 1000; default 10 (see above)
    gelGround ground;      // default disabled
    // Of integrators. The largest error of a step, m, 0 to 1, which adapts its length; 0 (default): steps are substeps.
    float integratorError;
    // Damping along an edge over its stiffness, k_d / k_s, s, 0 to 10; default 0: none. No rotation is damped. XPBD's costs a
    // stage in every substep, over all bodies: two launches for each kind of spring that there is
    float springDamping;
    // Bodies meet each other, and what they meet they meet with their skins; default true. Costs nothing while
    // nothing can meet, as gelWorld_HasContact says; else a search once a frame, and launches in every substep once
    // bodies touch. The first step with it takes the surfaces of the bodies (a second for a million tets) and builds
    // kernels for them. Integrators other than XPBD leave it out.
    bool contact;
    // Bodies that have come to rest sleep, and cost next to nothing; default false. See gelBody_IsAwake.
    bool sleep;
    float goalDamping; // gelWorld_SetGoalDamping; s, 0 to 1e6; default 0
    // The OpenGL context whose buffers the world may write (gel/share.h), as properties of an OpenCL context:
    // pairs such as {CL_GL_CONTEXT_KHR, CONTEXT, CL_EGL_DISPLAY_KHR, DISPLAY} and a 0, at most 6 pairs, read
    // by gelCreateWorld only. The OpenGL context must be current then, and outlive the world. Ignored where
    // device or driver cannot share. Among devices of a kind the one that OpenGL draws with comes first.
    // Default NULL
    const intptr_t* contextProperties;
    void* userData; // yours: Gel keeps it and never looks at it; default NULL
    int cookie;     // set by gelDefaultWorldDef
} gelWorldDef;

// Returns the defaults of the members.
GEL_API gelWorldDef gelDefaultWorldDef(void);
// Returns the defaults of the members.
GEL_API gelGround gelDefaultGround(void);

// Sets def->backend and def->device from a user's text: "reference", "double", "opencl" (the best device),
// "opencl:INDEX" or "opencl:PART-OF-A-NAME". Errors: gel_invalidArgument, gel_noDevice; both list what there
// is.
GEL_API gelStatus gelParseBackend(const char* text, gelWorldDef* def);

// Errors: gel_invalidArgument, gel_noDevice, gel_deviceError (a build log is in gelLastError),
// gel_inexactDevice. On failure *world is NULL. Cost: opening an OpenCL device takes 10 ms to some seconds, kernels
// are built here.
GEL_API gelStatus gelCreateWorld(const gelWorldDef* def, gelWorld** world);
GEL_API void gelDestroyWorld(gelWorld* world); // NULL is allowed

// Copies the world to another back end: bodies, pins, materials, skins, goals, fields, user data, settings and state,
// rounded if it becomes single precision. Only back end, device, allowInexact, lanes, workGroupSize, tuning,
// commandBuffer and order of `def` are used. Ids of bodies are valid in both. Errors and cost: as of
// gelCreateWorld and of creating each mesh's first body. On failure *clone is NULL.
GEL_API gelStatus gelCloneWorld(gelWorld* world, const gelWorldDef* def, gelWorld** clone);

// The same, and `strategy`, `compensated` and `integrator` of `def` are used, too. Another strategy than the world's is for all
// bodies, also for those that requested one.
GEL_API gelStatus gelConvertWorld(gelWorld* world, const gelWorldDef* def, gelWorld** converted);

// These take effect with the next step. Errors: gel_invalidArgument, ranges as in gelWorldDef; gel_unsupported, what does
// not go with the integrator.
GEL_API gelStatus gelWorld_SetGravity(gelWorld* world, gelVec3 gravity);
GEL_API gelStatus gelWorld_SetGround(gelWorld* world, gelGround ground);
GEL_API gelStatus gelWorld_SetSubstepCount(gelWorld* world, int substepCount);
// Sets all gel_worldSettings (gel/settings.h) at once: gravity, drag, ground, substep count. Takes all from
// *def, or none if one is invalid.
GEL_API gelStatus gelWorld_SetSettings(gelWorld* world, const gelWorldDef* def);

// A definition that creates an empty world like this one: gravity, drag, ground (its normal with length 1),
// substep count, goal damping and user data as they are now, `device` the one in use, contextProperties NULL,
// and the rest as it was given.
GEL_API gelWorldDef gelWorld_GetDef(const gelWorld* world);

// Your pointer, as userData of the definition; NULL if there is none. Gel never follows or frees it.
GEL_API void* gelWorld_GetUserData(const gelWorld* world);
GEL_API void gelWorld_SetUserData(gelWorld* world, void* userData);

// Advances by timeStep seconds (1e-6 to 1) in substepCount substeps. Returns once the work is queued.
// Errors: gel_invalidArgument (a bad time step; the state is unchanged), gel_deviceError, gel_stepTooSmall
// (gel/integrator.h).
GEL_API gelStatus gelWorld_Step(gelWorld* world, float timeStep);

// How the last gelWorld_Step was integrated. Costs nothing.
GEL_API gelIntegratorReport gelWorld_GetIntegratorReport(const gelWorld* world);

// A 64-bit hash of all positions and velocities, bodies in order of creation, vertices in mesh order. Equal on every back
// end and device that computes the same bits; all NaNs count as the same number. 0 on failure. Blocks until the
// device is done.
GEL_API uint64_t gelWorld_Hash(gelWorld* world);

// Whether the back end computes the bits of the reference in single precision: a device that passed its
// self-test does; one that did not, and double precision, do not.
GEL_API bool gelWorld_IsExact(const gelWorld* world);

// The OpenCL device that steps the world, its number of lanes (constraints per work-item) the one in use,
// tested with the kernels in use: where it is not exact, `reason` says what differs. False for the reference
// back ends, and *info is then empty with index -1. Waits for nothing.
GEL_API bool gelWorld_GetDevice(const gelWorld* world, gelDeviceInfo* info);

// For display; programs use gelWorld_GetDevice. What steps the world: "reference (float)", "opencl:0 NAME
// (PLATFORM), 16 lanes"; followed by ", INEXACT" if the bits are not the reference's. Valid as long as the
// world.
GEL_API const char* gelWorld_GetBackendText(const gelWorld* world);

// Rebuilds the kernels, from the folder GEL_KERNEL_DIR if set: edit one and see the effect. The state stays,
// even in the middle of a step; launches from now on use the new ones. They must build and run. Whether they
// compute the reference's bits is tested (`exact`, nullable) but not required. Errors, after which the old
// ones stay in use: gel_deviceError (the build log, with file and line, is in gelLastError), gel_fileError;
// gel_unsupported for the reference back ends, which are compiled in. Cost: waits for the device; building
// takes 10 ms to some seconds.
GEL_API gelStatus gelWorld_ReloadKernels(gelWorld* world, bool* exact);
