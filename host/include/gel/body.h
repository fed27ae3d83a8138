// Bodies: create them, pin their vertices, read and write their state.
//
//     gelBodyDef def = gelDefaultBodyDef();
//     def.position = (gelVec3){0.0f, 1.0f, 0.0f};
//     gelBodyId body;
//     gelCreateBody(world, &def, &mesh, &body);
//     gelBody_PinBelow(world, body, 1.01f, NULL);
#pragma once

#include "gel/filter.h"
#include "gel/id.h"
#include "gel/material.h"
#include "gel/mesh.h"
#include "gel/solver.h"
#include "gel/strategy.h"
#include "gel/surface.h"

// The elements of a body.
typedef enum gelBodyKind {
    gel_obstacleBody, // triangles that no body moves: gel/obstacle.h
    gel_ropeBody,     // lines: gel/rope.h
    gel_sheetBody,    // triangles: gel/sheet.h
    gel_solidBody,    // tets
} gelBodyKind;

// How to create a body.
typedef struct gelBodyDef {
    gelMaterial material;
    gelVec3 position;     // m, -1e9 to 1e9; position of the mesh's origin; default 0
    gelQuat rotation;     // default none; normalised
    float scale;          // > 0 to 1e9, default 1; scales the rest shape
    gelVec3 velocity;     // m/s at the start, -1e9 to 1e9; default 0
    gelStrategy strategy; // default gel_strategyAuto: the world's strategy
    gelSolver solver;     // default gel_worldSolver: the world's solver
    int cycles;           // per substep of the two-level solver, 1 to 16, default 1
    int aggregates;       // parts that the two-level solver cuts it into, 1 to 32; default 0: 8
    gelFilter filter;     // bodies it collides with; default all
    // Whether parts of the body collide with each other, in a world with `contact`; default false.
    // Two elements do not collide if they share a corner, or if they are closer at rest than an
    // eighth of the surface's mean edge. A body that starts flat or inverted may stay so.
    bool selfContact;
    // Whether a body of tets is restored while it is broken: while a tet is inverted or below a
    // twentieth of its volume (docs/recovery.md). Default false; other kinds of body refuse true.
    // Cost while the body is whole: reading the world's state and about 10 ns per tet, in every
    // fourth step. Cost while it is broken: reading and writing the state in each step. Bodies
    // without it cost nothing.
    bool unbreakable;
    void* userData; // any pointer; Gel keeps it and never follows it; default NULL
    int cookie;     // set by gelDefaultBodyDef
} gelBodyDef;

// Returns the default definition of a body.
GEL_API gelBodyDef gelDefaultBodyDef(void);

// Creates a body between two steps; a step under way is completed first. The mesh is copied; bodies
// with equal meshes share derived data.
// Errors:
// - gel_invalidArgument: a member of the definition is out of range; the message names it
// - gel_unsupported: a vertex belongs to thousands of tets, or the world's integrator does not
//   support the material
// Cost: the next step rebuilds the constraint arrays, linear in all tets of the world.
GEL_API gelStatus gelCreateBody(gelWorld* world, const gelBodyDef* def, const gelTetMesh* mesh,
                                gelBodyId* id);
// Destroys a body between two steps; a step under way is completed first.
// Errors: gel_invalidHandle.
// Cost: the next step rebuilds the constraint arrays, linear in all tets of the world.
GEL_API gelStatus gelDestroyBody(gelWorld* world, gelBodyId id);
// Destroys all bodies. Bodies created afterwards get the ids and the bits that they would have in a
// new world with these settings and fields. So handles of destroyed bodies may name new bodies. No
// end of a contact is reported.
GEL_API gelStatus gelWorld_DestroyBodies(gelWorld* world);

// Returns whether an id names a living body.
GEL_API bool gelBody_IsValid(const gelWorld* world, gelBodyId id);
// Returns the kind of a body; gel_solidBody if the id is invalid.
GEL_API gelBodyKind gelBody_GetKind(const gelWorld* world, gelBodyId id);
// Returns the number of bodies, obstacles included.
GEL_API int gelWorld_GetBodyCount(const gelWorld* world);
// Stores the ids of the bodies in order of creation, at most `capacity`. Returns the number of all
// bodies.
GEL_API int gelWorld_GetBodies(const gelWorld* world, gelBodyId* ids, int capacity);
// Returns the body at an index in order of creation, counted from 0; the null id if there is none.
GEL_API gelBodyId gelWorld_GetBody(const gelWorld* world, int index);
// Returns the index of a body in order of creation, counted from 0; -1 if the id is invalid. The
// index decreases when an earlier body is destroyed. Cost: linear in the bodies.
GEL_API int gelBody_GetIndex(const gelWorld* world, gelBodyId id);
// Returns the index of a body's first vertex among the vertices of all bodies in order of creation;
// -1 if the id is invalid. gel/share.h and gel/constraints.h use this numbering. The index changes
// when an earlier body is destroyed.
GEL_API int gelBody_GetFirstVertex(const gelWorld* world, gelBodyId id);

// Returns in *def a definition that creates the body again as it began. Position, rotation
// (normalised), scale and velocity are those at creation. Material, filter, self-contact,
// unbreakable, solver and user data are the current ones. Strategy and solver are the requested
// ones, or the world's. gelBody_ReadPositions gives the current state.
// Errors: gel_invalidHandle.
GEL_API gelStatus gelBody_GetDef(const gelWorld* world, gelBodyId id, gelBodyDef* def);

// Returns the user's pointer of a body; NULL if none was set or the id is invalid.
GEL_API void* gelBody_GetUserData(const gelWorld* world, gelBodyId id);
// Sets the user's pointer of a body. Gel never follows or frees it.
// Errors: gel_invalidHandle.
GEL_API gelStatus gelBody_SetUserData(gelWorld* world, gelBodyId id, void* userData);

// Returns the mesh of a body, in the body's own frame; NULL if the id is invalid. It belongs to the
// world and is valid until the body is destroyed.
GEL_API const gelTetMesh* gelBody_GetMesh(const gelWorld* world, gelBodyId id);
// Returns the triangles of a sheet or an obstacle; NULL for other bodies or an invalid id. Their
// vertices are those of the body's mesh, which has no tets. It belongs to the world and is valid
// until the body is destroyed.
GEL_API const gelSurfaceMesh* gelBody_GetSurface(const gelWorld* world, gelBodyId id);
// Returns the lines of a rope; NULL for other bodies or an invalid id. Their vertices are those of
// the body's mesh, which has no tets. It belongs to the world and is valid until the body is
// destroyed.
GEL_API const gelLineMesh* gelBody_GetLines(const gelWorld* world, gelBodyId id);

// Returns in *material the current material of a body.
// Errors: gel_invalidHandle.
GEL_API gelStatus gelBody_GetMaterial(const gelWorld* world, gelBodyId id, gelMaterial* material);
// Changes the material of a body, even while it moves. Positions, velocities and pins stay.
// Errors:
// - gel_invalidHandle
// - gel_invalidArgument: the body is an obstacle, or a member is out of range; the message names it
// - gel_unsupported: bending of a vertex in thousands of triangles, or a material that the world's
//   integrator does not support
// Cost: that of gelCreateBody.
GEL_API gelStatus gelBody_SetMaterial(gelWorld* world, gelBodyId id, const gelMaterial* material);

// Sets the rest shape of a soft body from the next step on, so that it grows, breathes or bends on
// its own (docs/goals.md). `xyz` is [vertexCount][3] in m, in the frame of the mesh, and is
// multiplied by the body's scale. NULL restores the mesh (default).
//
// Lengths, volumes, bending angles and neo-Hookean tets take their rest values from the new shape.
// Masses, the stiffness of each edge and tet, and the filling stay as created. The call wakes the
// body and completes a step under way. On failure nothing has changed.
// Errors:
// - gel_invalidHandle
// - gel_invalidArgument: the body is an obstacle, `vertexCount` is not the body's, or a number is
//   out of range
// - gel_invalidArgument: the material has creep, tearStrain, tearForce or tethers, or has flowed
// - gel_invalidArgument: a tet is inverted or has no volume, or an edge has no length; the message
//   names it
// Cost: the first call and NULL cost as much as gelBody_SetMaterial, and gel_strategyPerColour
// steps the body from then on. Later calls cost time in the next step: linear in the body's
// constraints, and a copy of these numbers for all bodies of that strategy to the device. They
// allocate nothing.
GEL_API gelStatus gelBody_SetRestPositions(gelWorld* world, gelBodyId id, const float* xyz, int vertexCount);
// Copies the current rest shape: [vertexCount][3] in m, in the frame of the mesh. Does not wait.
// Errors: gel_invalidHandle, gel_invalidArgument (`vertexCapacity`, in vertices, is too small).
GEL_API gelStatus gelBody_ReadRestPositions(const gelWorld* world, gelBodyId id, float* xyz,
                                            int vertexCapacity);

// Sets whether parts of a body collide with each other, from the next step on.
// Errors: gel_invalidHandle, gel_invalidArgument (an obstacle).
GEL_API gelStatus gelBody_SetSelfContact(gelWorld* world, gelBodyId id, bool selfContact);
// Returns whether parts of a body collide with each other; false if the id is invalid.
GEL_API bool gelBody_HasSelfContact(const gelWorld* world, gelBodyId id);

// Sets gelBodyDef.unbreakable from the next step on; a body that is already broken recovers.
// Completes a step under way and wakes the body.
// Errors: gel_invalidHandle, gel_invalidArgument (a sheet, a rope or an obstacle).
GEL_API gelStatus gelBody_SetUnbreakable(gelWorld* world, gelBodyId id, bool unbreakable);
// Returns whether a body is unbreakable; false if the id is invalid.
GEL_API bool gelBody_IsUnbreakable(const gelWorld* world, gelBodyId id);

// Pins vertices, given by number, or releases them. A pinned vertex stays in place: its inverse
// mass is 0.
// Errors: gel_invalidHandle, gel_invalidArgument (an obstacle, or no such vertex).
GEL_API gelStatus gelBody_SetPinned(gelWorld* world, gelBodyId id, const int* vertices, int count,
                                    bool pinned);
// Pins all vertices in a box. `changed` (nullable) counts those that were not pinned before.
// Errors: gel_invalidHandle, gel_invalidArgument (an obstacle, `lower` above `upper`, or NaN).
GEL_API gelStatus gelBody_PinBox(gelWorld* world, gelBodyId id, gelVec3 lower, gelVec3 upper, int* changed);
// Pins all vertices up to a height. `changed` (nullable) counts those that were not pinned before.
// Errors: gel_invalidHandle, gel_invalidArgument (an obstacle, or NaN).
GEL_API gelStatus gelBody_PinBelow(gelWorld* world, gelBodyId id, float height, int* changed);
// Stores for each vertex, in mesh order, whether it is pinned. Does not wait.
// Errors: gel_invalidHandle, gel_invalidArgument (`vertexCapacity` is too small).
GEL_API gelStatus gelBody_GetPinned(const gelWorld* world, gelBodyId id, bool* pinned, int vertexCapacity);

// Copies the positions, [vertexCount][3] in m, in mesh order. Blocks until the device is done.
// Errors: gel_invalidHandle, gel_invalidArgument (`vertexCapacity`, in vertices, is too small).
GEL_API gelStatus gelBody_ReadPositions(gelWorld* world, gelBodyId id, float* xyz, int vertexCapacity);
// Copies the velocities, [vertexCount][3] in m/s, in mesh order. Blocks until the device is done.
// Errors: gel_invalidHandle, gel_invalidArgument (`vertexCapacity`, in vertices, is too small).
GEL_API gelStatus gelBody_ReadVelocities(gelWorld* world, gelBodyId id, float* xyz, int vertexCapacity);
// Copies the positions in double precision, [vertexCount][3] in m, in mesh order. So the state of
// the double back end is not rounded. Blocks until the device is done.
// Errors: gel_invalidHandle, gel_invalidArgument (`vertexCapacity`, in vertices, is too small).
GEL_API gelStatus gelBody_ReadPositionsDouble(gelWorld* world, gelBodyId id, double* xyz, int vertexCapacity);

// Returns whether a body is awake; false for obstacles and invalid ids.
//
// In a world with `sleep`, a body falls asleep when its vertices have been slower than 2 cm/s (root
// mean square) for half a second. All bodies near enough to touch it must be as slow, and fall
// asleep with it. Their velocities become 0, and nothing about them changes until one of them
// wakes. They all wake when:
// - a faster body comes near
// - an obstacle moves near them, or is changed in any other way
// - any setting of the world changes
// - the state, pins, material, goals or filter of one of them are set, or gelBody_Wake is called
GEL_API bool gelBody_IsAwake(const gelWorld* world, gelBodyId id);
// Wakes a body when the next step begins.
// Errors: gel_invalidHandle.
GEL_API gelStatus gelBody_Wake(gelWorld* world, gelBodyId id);

// A vertex with a coordinate or velocity that is NaN or infinite in single precision.
typedef struct gelBadVertex {
    bool found;     // false: all are finite, and the other members are 0
    gelBodyId body; // id of its body
    int bodyIndex;  // index of the body in order of creation at the time
    int vertex;     // number of the vertex in mesh order
} gelBadVertex;

// Finds the first vertex that is not finite, in the first such body in order of creation, obstacles
// included. During a step under way it checks the state after the last stage. Blocks until the
// device is done.
// Errors: gel_deviceError, gel_outOfMemory; then nothing is found.
// Cost: reads the world's state, once per step, and about 10 ns per vertex.
GEL_API gelStatus gelWorld_FindBadVertex(gelWorld* world, gelBadVertex* bad);
// Finds the first vertex of a body that is not finite. Blocks until the device is done.
// Errors: gel_invalidHandle, gel_deviceError, gel_outOfMemory; then nothing is found.
GEL_API gelStatus gelBody_FindBadVertex(gelWorld* world, gelBodyId id, gelBadVertex* bad);

// Removes a soft body from all further steps, for example when its state is not finite. The body
// returns to its initial position in the shape of its mesh, at rest, and stays there. It touches
// nothing, and nothing wakes it; attachments to it act as to a pin. All other bodies have the bits
// that they would have if they had never touched it.
//
// No step does this on its own. To keep a state that is not finite from other bodies, find it with
// gelWorld_FindBadVertex, restore an earlier state, and continue without the body
// (docs/reliability.md). Snapshots and clones keep the quarantine; an earlier snapshot undoes it.
// Completes a step under way, and waits for the device.
// Errors: gel_invalidHandle, gel_invalidArgument (an obstacle).
GEL_API gelStatus gelBody_Quarantine(gelWorld* world, gelBodyId id);
// Returns whether a body is quarantined; false if the id is invalid.
GEL_API bool gelBody_IsQuarantined(const gelWorld* world, gelBodyId id);

// Overwrites the positions of a body, [vertexCount][3] in m: squash it. On failure nothing is
// written.
// Errors: gel_invalidHandle, gel_invalidArgument (another vertex count, or a value out of range or
// NaN; the message names the vertex).
GEL_API gelStatus gelBody_WritePositions(gelWorld* world, gelBodyId id, const float* xyz, int vertexCount);
// Overwrites the velocities of a body, [vertexCount][3] in m/s: throw it. On failure nothing is
// written.
// Errors: gel_invalidHandle, gel_invalidArgument (another vertex count, or a value out of range or
// NaN; the message names the vertex).
GEL_API gelStatus gelBody_WriteVelocities(gelWorld* world, gelBodyId id, const float* xyz, int vertexCount);
