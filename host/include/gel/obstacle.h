// Obstacles: surfaces that bodies collide with and that no body moves. They stand still, or move as
// the program sets them.
//
//     gelSurfaceMesh surface;
//     gelCreateBoxSurface((gelVec3){1.0f, 0.1f, 1.0f}, &surface);
//     gelObstacleDef def = gelDefaultObstacleDef();
//     gelBodyId table;
//     gelCreateObstacle(world, &def, &surface, &table);
//     ...
//     gelVec3 position = {0.0f, 0.01f * frame, 0.0f};
//     gelObstacle_SetPose(world, table, position, (gelQuat){0, 0, 0, 1});
//     gelWorld_Step(world, 1.0f / 60.0f);
//
// An obstacle is a body without tets. gel/body.h reads and destroys it, and it is numbered and
// counted with the other bodies. Its mesh has the vertices of the surface in order. Rays pass
// through it and goals do not pull it. It has no material, pins or skin; setting them fails with
// gel_invalidArgument. Obstacles pass through each other and the ground. Bodies collide with them
// in a world with `contact`.
//
// Closed parts of a surface are solid. If all parts are closed, anything that starts inside is
// pushed out at up to 1 m/s, whatever the shape. If some parts are open, only vertices that are no
// deeper than a few hundredths of an edge are pushed out. Open parts, and parts whose triangles
// disagree on the outside, stop bodies on both sides.
#pragma once

#include "gel/filter.h"
#include "gel/id.h"
#include "gel/surface.h"

// How to create an obstacle.
typedef struct gelObstacleDef {
    gelVec3 position; // m, -1e9 to 1e9; position of the surface's origin; default 0
    gelQuat rotation; // default none; normalised
    float scale;      // > 0 to 1e9, default 1
    // Coulomb coefficient, static and kinetic, 0 to 100; default 0.5. An obstacle and a material
    // use the geometric mean.
    float friction;
    float restitution; // 0 to 1; default 0; with a material, the larger value applies
    // Velocity of the surface along itself, like a conveyor belt, in the obstacle's own frame, m/s,
    // -1e6 to 1e6; default 0. Friction drags touching bodies along, in addition to the motion of
    // the obstacle.
    gelVec3 surfaceVelocity;
    gelFilter filter; // bodies that collide with it; default all
    void* userData;   // any pointer; Gel keeps it and never follows it; default NULL
    int cookie;       // set by gelDefaultObstacleDef
} gelObstacleDef;

// Returns the default definition of an obstacle.
GEL_API gelObstacleDef gelDefaultObstacleDef(void);

// Creates an obstacle between two steps; a step under way is completed first. The surface is
// copied; equal surfaces share derived data. Triangles without area are skipped; a warning counts
// them.
// Errors:
// - gel_invalidArgument: a member of the definition is out of range (the message names it), no
//   triangle has an area, or a coordinate is NaN or beyond 1e9 m
GEL_API gelStatus gelCreateObstacle(gelWorld* world, const gelObstacleDef* def, const gelSurfaceMesh* surface,
                                    gelBodyId* id);
// Returns whether a body is an obstacle; false if the id is invalid.
GEL_API bool gelBody_IsObstacle(const gelWorld* world, gelBodyId id);

// Returns the surface of an obstacle, in its own frame; NULL for a soft body or an invalid id. Its
// vertices are those of the body. It belongs to the world and is valid until the obstacle is
// destroyed.
GEL_API const gelSurfaceMesh* gelObstacle_GetSurface(const gelWorld* world, gelBodyId id);

// Returns in *def a definition that creates the obstacle again at its last set pose.
// Errors: gel_invalidHandle, gel_invalidArgument (not an obstacle).
GEL_API gelStatus gelObstacle_GetDef(const gelWorld* world, gelBodyId id, gelObstacleDef* def);

// Moves an obstacle during the next step, at whose end it has the given pose. Each vertex moves on
// a straight line, at the same speed in all substeps. After that step the obstacle stands still
// until it is set again. It pushes and drags bodies along.
// Errors: gel_invalidHandle, gel_invalidArgument (not an obstacle, or a number out of range).
// Cost: the next step writes the state of the world.
GEL_API gelStatus gelObstacle_SetPose(gelWorld* world, gelBodyId id, gelVec3 position, gelQuat rotation);
// Moves the vertices of an obstacle during the next step to the given positions, [vertexCount][3]
// in m, so that it may change its shape. Each vertex moves on a straight line, at the same speed in
// all substeps. The obstacle then stands still until it is set again. It pushes and drags bodies
// along.
// Errors: gel_invalidHandle, gel_invalidArgument (not an obstacle, another vertex count, or a
// number out of range).
// Cost: the next step writes the state of the world.
GEL_API gelStatus gelObstacle_SetVertices(gelWorld* world, gelBodyId id, const float* xyz, int vertexCount);
// Places an obstacle at a pose at once, without pushing anything on the way. A step under way is
// completed first.
// Errors: gel_invalidHandle, gel_invalidArgument (not an obstacle, or a number out of range).
GEL_API gelStatus gelObstacle_Teleport(gelWorld* world, gelBodyId id, gelVec3 position, gelQuat rotation);
// Places the vertices of an obstacle at positions, [vertexCount][3] in m, at once, without pushing
// anything on the way. A step under way is completed first.
// Errors: gel_invalidHandle, gel_invalidArgument (not an obstacle, another vertex count, or a
// number out of range).
GEL_API gelStatus gelObstacle_TeleportVertices(gelWorld* world, gelBodyId id, const float* xyz,
                                               int vertexCount);
// Replaces surfaceVelocity, from the next step on.
// Errors: gel_invalidHandle, gel_invalidArgument (not an obstacle, or a number out of range).
GEL_API gelStatus gelObstacle_SetSurfaceVelocity(gelWorld* world, gelBodyId id, gelVec3 velocity);
// Returns the pose that was last set, teleported to, or given at creation, even if no step has
// moved the obstacle there yet. Setting vertices does not change it.
// Errors: gel_invalidHandle, gel_invalidArgument (not an obstacle).
GEL_API gelStatus gelObstacle_GetPose(const gelWorld* world, gelBodyId id, gelVec3* position,
                                      gelQuat* rotation);
