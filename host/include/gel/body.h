// Bodies: create them, pin their vertices, read and write their state.
#pragma once

#include "gel/filter.h"
#include "gel/id.h"
#include "gel/material.h"
#include "gel/mesh.h"
#include "gel/strategy.h"
#include "gel/surface.h"

// What a body is made of.
typedef enum gelBodyKind {
    gel_obstacleBody, // gel/obstacle.h: a surface that no body moves
    gel_ropeBody,     // gel/rope.h: lines
    gel_sheetBody,    // gel/sheet.h: triangles
    gel_solidBody,    // tets
} gelBodyKind;

// What gelCreateBody makes of a mesh.
typedef struct gelBodyDef {
    gelMaterial material;
    gelVec3 position;     // metres, -1e9 to 1e9; position of the mesh's origin; default 0
    gelQuat rotation;     // default none; made a unit quaternion
    float scale;          // > 0 to 1e9, default 1; the rest shape is scaled too
    gelVec3 velocity;     // m/s at the start, -1e9 to 1e9; default 0
    gelStrategy strategy; // default gel_strategyAuto: the world's
    gelFilter filter;     // which bodies it meets; default all
    // Whether parts of it that bend or fold onto each other touch, where the world's `contact` is on; default
    // false. Elements with a corner in common do not, nor what is nearer at rest than an eighth of the mean edge
    // of its surface. A body that starts flat or inside out may stay so.
    bool selfContact;
    // Whether a body of tets is drawn back into its shape for as long as a tet is inverted or has less than a twentieth
    // of its volume, whatever has been done to it: docs/recovery.md. Others are refused. Default false. Cost: while it is
    // whole, reading the world's state and some 10 ns per tet in every fourth step; reading and writing it in each
    // step while it is broken. Bodies without it pay nothing.
    bool unbreakable;
    void* userData; // yours: Gel keeps it and never looks at it; default NULL
    int cookie;     // set by gelDefaultBodyDef
} gelBodyDef;

// Returns the defaults of the members.
GEL_API gelBodyDef gelDefaultBodyDef(void);

// Bodies may be created and destroyed between steps; a step under way is completed first. The mesh is copied;
// bodies with equal meshes share derived data. Cost: the next step rebuilds the constraint arrays, linear in
// all tets of the world. Errors: gel_invalidArgument (the message names the field), gel_unsupported (a vertex
// in thousands of tets; a material that the world's integrator does not take).
GEL_API gelStatus gelCreateBody(gelWorld* world, const gelBodyDef* def, const gelTetMesh* mesh,
                                gelBodyId* id);
GEL_API gelStatus gelDestroyBody(gelWorld* world, gelBodyId id);
// Destroys all bodies. What is created afterwards gets the ids, and moves with the bits, that it would have in a new world
// with these settings and fields; so handles of the former bodies name new ones. No end of a contact is reported.
GEL_API gelStatus gelWorld_DestroyBodies(gelWorld* world);

// Whether the body exists: it was created in this world and not destroyed.
GEL_API bool gelBody_IsValid(const gelWorld* world, gelBodyId id);
GEL_API gelBodyKind gelBody_GetKind(const gelWorld* world, gelBodyId id); // gel_solidBody if invalid
// Returns the number of bodies, obstacles included.
GEL_API int gelWorld_GetBodyCount(const gelWorld* world);
// Ids in order of creation; writes at most `capacity`, returns their number.
GEL_API int gelWorld_GetBodies(const gelWorld* world, gelBodyId* ids, int capacity);
// The body at `index` in order of creation, from 0 up to the number of bodies; the null id elsewhere.
GEL_API gelBodyId gelWorld_GetBody(const gelWorld* world, int index);
// The inverse: the index of a body in order of creation, which shrinks as earlier ones are destroyed. -1 if
// invalid. Cost: linear in the bodies.
GEL_API int gelBody_GetIndex(const gelWorld* world, gelBodyId id);
// The index of a body's first vertex among those of all bodies in order of creation, as numbered in
// gel/share.h and gel/constraints.h; changes when an earlier body is destroyed. -1 if invalid.
GEL_API int gelBody_GetFirstVertex(const gelWorld* world, gelBodyId id);

// A definition that creates the body again as it began: position, rotation (normalised), scale and velocity
// as at creation; material, filter, self-contact, unbreakable and user data as they are now; the requested strategy, or the
// world's. gelBody_ReadPositions gives the current state. Errors: gel_invalidHandle.
GEL_API gelStatus gelBody_GetDef(const gelWorld* world, gelBodyId id, gelBodyDef* def);

// Your pointer, as userData of the definition; NULL if there is none, or the id is invalid. Gel never follows
// or frees it. Errors of setting: gel_invalidHandle.
GEL_API void* gelBody_GetUserData(const gelWorld* world, gelBodyId id);
GEL_API gelStatus gelBody_SetUserData(gelWorld* world, gelBodyId id, void* userData);

// The mesh of a body, in the body's own frame; belongs to the world, valid until the body is destroyed. NULL
// if invalid.
GEL_API const gelTetMesh* gelBody_GetMesh(const gelWorld* world, gelBodyId id);
// The triangles of a sheet or an obstacle, whose vertices are those of its mesh, which has no tets; belongs to the
// world, valid until the body is destroyed. NULL of others, or if invalid.
GEL_API const gelSurfaceMesh* gelBody_GetSurface(const gelWorld* world, gelBodyId id);
// The same of the lines of a rope.
GEL_API const gelLineMesh* gelBody_GetLines(const gelWorld* world, gelBodyId id);

// The material may change while a body moves: positions, velocities and pins stay. Errors:
// gel_invalidArgument (the message names the field), gel_unsupported (bending of a vertex in thousands
// of triangles; what the world's integrator does not take). Cost of setting: as of creating a body.
GEL_API gelStatus gelBody_GetMaterial(const gelWorld* world, gelBodyId id, gelMaterial* material);
GEL_API gelStatus gelBody_SetMaterial(gelWorld* world, gelBodyId id, const gelMaterial* material);

// The shape that a soft body comes back to, from the next step on: [vertexCount][3] in m, in the frame of its mesh, in whose
// place they are, and times the scale of the body. So a body grows, breathes or bends by itself: docs/goals.md. Lengths,
// volumes, angles of bends and neo-Hookean tets are those of the new shape; masses, the stiffness of each edge and tet, and
// what fills the body are as made. NULL: the mesh's own again (default). Wakes the body; completes a step that is under
// way. Errors: gel_invalidHandle; gel_invalidArgument (an obstacle; creep, tearStrain, tearForce or tethers in the material,
// or what has flowed; another number of vertices; a number out of range; a tet that is inverted or has no volume, an edge
// without length, which the message names); then nothing has changed. Cost: the first call, and NULL, that of setting a material,
// and the body is stepped by the grid from then on; every other one, in the next step, linear in the body's constraints,
// and a copy of the numbers of all those of the grid to the device, where nothing is allocated.
GEL_API gelStatus gelBody_SetRestPositions(gelWorld* world, gelBodyId id, const float* xyz, int vertexCount);
// As they are. `vertexCapacity` is in vertices: gel_invalidArgument if it is not enough. Waits for nothing.
GEL_API gelStatus gelBody_ReadRestPositions(const gelWorld* world, gelBodyId id, float* xyz,
                                            int vertexCapacity);

// From the next step on. Errors: gel_invalidHandle, gel_invalidArgument (an obstacle).
GEL_API gelStatus gelBody_SetSelfContact(gelWorld* world, gelBodyId id, bool selfContact);
GEL_API bool gelBody_HasSelfContact(const gelWorld* world, gelBodyId id); // false if invalid, too

// From the next step on; what is ruined already recovers. Completes a step that is under way, and wakes the body. Errors:
// gel_invalidHandle, gel_invalidArgument (a sheet, a rope or an obstacle).
GEL_API gelStatus gelBody_SetUnbreakable(gelWorld* world, gelBodyId id, bool unbreakable);
GEL_API bool gelBody_IsUnbreakable(const gelWorld* world, gelBodyId id); // false if invalid, too

// Pins hold vertices in place (inverse mass 0), or release them; by number, all in a box, or all up to a
// height. Errors: gel_invalidArgument (no such vertex; lower above upper; not a number). `changed` (nullable)
// counts those that were not pinned before.
GEL_API gelStatus gelBody_SetPinned(gelWorld* world, gelBodyId id, const int* vertices, int count,
                                    bool pinned);
GEL_API gelStatus gelBody_PinBox(gelWorld* world, gelBodyId id, gelVec3 lower, gelVec3 upper, int* changed);
GEL_API gelStatus gelBody_PinBelow(gelWorld* world, gelBodyId id, float height, int* changed);
// Which vertices are pinned, in mesh order. `pinned` has room for `vertexCapacity`, which must be enough:
// gel_invalidArgument. Waits for nothing.
GEL_API gelStatus gelBody_GetPinned(const gelWorld* world, gelBodyId id, bool* pinned, int vertexCapacity);

// Copies [vertexCount][3] coordinates in the mesh's vertex order. `vertexCapacity` is in vertices:
// gel_invalidArgument if it is not enough. Blocks until the device is done. Velocities are in m/s.
GEL_API gelStatus gelBody_ReadPositions(gelWorld* world, gelBodyId id, float* xyz, int vertexCapacity);
GEL_API gelStatus gelBody_ReadVelocities(gelWorld* world, gelBodyId id, float* xyz, int vertexCapacity);
// The same without rounding the double back end's state to single precision.
GEL_API gelStatus gelBody_ReadPositionsDouble(gelWorld* world, gelBodyId id, double* xyz, int vertexCapacity);

// Where the world's `sleep` is on, bodies fall asleep whose vertices were slower than 2 cm/s (root mean square) for half a second,
// together with all that are near enough to touch them: their velocities become 0, and nothing of them changes until
// one of them wakes. What wakes them all: a body that comes near and is faster than that, an obstacle near them that
// moves, any change of the world's settings or of obstacles otherwise, and everything that sets the state, pins,
// material, goals or filter of one. False if invalid, too, and of obstacles.
GEL_API bool gelBody_IsAwake(const gelWorld* world, gelBodyId id);
// Wakes it when the next step begins. Errors: gel_invalidHandle.
GEL_API gelStatus gelBody_Wake(gelWorld* world, gelBodyId id);

// A vertex of which a coordinate or a component of its velocity is infinite or not a number, in single precision.
typedef struct gelBadVertex {
    bool found;     // false: all are finite, and the others are 0
    gelBodyId body; // its id
    int bodyIndex;  // and its index in order of creation at the time
    int vertex;     // in the mesh's order
} gelBadVertex;

// The first one: of the first such body in order of creation, obstacles included, the first such vertex. Between stages of
// a step that is under way it looks at what the stage has left. Blocks until the device is done. Errors: as of reading
// positions (then nothing is found). Cost: reads the world's state, once after a step, then some 10 ns per vertex.
GEL_API gelStatus gelWorld_FindBadVertex(gelWorld* world, gelBadVertex* bad);
// The same of one body. Errors: gel_invalidHandle, too.
GEL_API gelStatus gelBody_FindBadVertex(gelWorld* world, gelBodyId id, gelBadVertex* bad);

// Takes a soft body out of all further steps, as one whose state is not finite: it is put to where it was made, in the shape
// of its mesh, at rest, and stays there. It touches nothing, and nothing wakes it; what is attached to it hangs from it as
// from a pin. All others have the bits that they would have if it had never touched them. No step does this by itself: to
// keep what is not finite from others, find it (gelWorld_FindBadVertex), restore a state from before and step on without the
// body (docs/reliability.md).
// Saved states, files of states and clones keep it, and a state from before undoes it. Completes a step that is under
// way, and waits. Errors: gel_invalidHandle; gel_invalidArgument of obstacles.
GEL_API gelStatus gelBody_Quarantine(gelWorld* world, gelBodyId id);
// False if invalid, too.
GEL_API bool gelBody_IsQuarantined(const gelWorld* world, gelBodyId id);

// Overwrites the state of a body: squash it, throw it. `vertexCount` must be the body's. A value that is out
// of range or not a number refuses the whole call with gel_invalidArgument, which names the vertex.
GEL_API gelStatus gelBody_WritePositions(gelWorld* world, gelBodyId id, const float* xyz, int vertexCount);
GEL_API gelStatus gelBody_WriteVelocities(gelWorld* world, gelBodyId id, const float* xyz, int vertexCount);
