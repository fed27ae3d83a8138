// Obstacles: surfaces that bodies meet and that no body moves. They stand still, or move as they are told.
//
//     gelSurfaceMesh surface;
//     gelCreateBoxSurface((gelVec3){1.0f, 0.1f, 1.0f}, &surface);
//     gelObstacleDef def = gelDefaultObstacleDef();
//     gelBodyId table;
//     gelCreateObstacle(world, &def, &surface, &table);
//     ...
//     gelObstacle_SetPose(world, table, (gelVec3){0.0f, 0.01f * frame, 0.0f}, (gelQuat){0, 0, 0, 1});
//     gelWorld_Step(world, 1.0f / 60.0f);
//
// An obstacle is a body without tets: gel/body.h reads, shares and destroys it, and bodies are numbered and
// counted with it; its mesh has the vertices of the surface in order, and no tets. Rays pass through it,
// goals do not pull it, and it has neither material, pins nor skin: setting these is gel_invalidArgument.
// Obstacles pass through each other and the ground. Bodies meet them where the world's `contact` is on.
//
// Closed parts of a surface are solid. What starts inside is led out at 1 m/s if all parts are closed, whatever
// their form; if some are open, only what is no deeper than a few hundredths of an edge. Parts that are open, or
// whose triangles disagree on what is outside, stop bodies on both sides.
#pragma once

#include "gel/filter.h"
#include "gel/id.h"
#include "gel/surface.h"

// What gelCreateObstacle makes of a surface.
typedef struct gelObstacleDef {
    gelVec3 position; // m, -1e9 to 1e9; position of the surface's origin; default 0
    gelQuat rotation; // default none; made a unit quaternion
    float scale;      // > 0 to 1e9, default 1
    // Coulomb coefficient, static and kinetic, 0 to 100; default 0.5. A material meets it with the root of the
    // product of both.
    float friction;
    float restitution; // 0 to 1; default 0; as of materials: the larger of the two counts
    // How its surface runs along itself, like a conveyor's belt, in its own frame; friction carries along what
    // touches it, besides what the obstacle itself does. m/s, -1e6 to 1e6; default 0.
    gelVec3 surfaceVelocity;
    gelFilter filter; // which bodies meet it; default all
    void* userData;   // yours, as of bodies; default NULL
    int cookie;       // set by gelDefaultObstacleDef
} gelObstacleDef;

// Returns the defaults of the members.
GEL_API gelObstacleDef gelDefaultObstacleDef(void);

// As gelCreateBody: between steps, the surface is copied, equal ones share derived data. Triangles without
// area are skipped, with a warning that counts them. Errors: gel_invalidArgument (the message names the field;
// no triangle has an area; a vertex that is not a number, or beyond 1e9 m).
GEL_API gelStatus gelCreateObstacle(gelWorld* world, const gelObstacleDef* def, const gelSurfaceMesh* surface,
                                    gelBodyId* id);
GEL_API bool gelBody_IsObstacle(const gelWorld* world, gelBodyId id); // false if invalid, too

// The surface of an obstacle, in its own frame, whose vertices are those of the body; belongs to the world,
// valid until the obstacle is destroyed. NULL if the id is invalid or that of a soft body.
GEL_API const gelSurfaceMesh* gelObstacle_GetSurface(const gelWorld* world, gelBodyId id);

// A definition that creates the obstacle again where it was set last. Errors: gel_invalidHandle,
// gel_invalidArgument (not an obstacle).
GEL_API gelStatus gelObstacle_GetDef(const gelWorld* world, gelBodyId id, gelObstacleDef* def);

// Moves an obstacle in the next step, at whose end it is there: each vertex on a straight line, at the same
// speed in all substeps; after that step it stands still, unless it is set again. What it meets is pushed and
// dragged along. Errors: gel_invalidHandle, gel_invalidArgument (a number out of range; not an obstacle).
// Cost: the next step writes the state of the world.
GEL_API gelStatus gelObstacle_SetPose(gelWorld* world, gelBodyId id, gelVec3 position, gelQuat rotation);
// The same, vertex by vertex: [vertexCount][3] in m, so that an obstacle may change its form.
GEL_API gelStatus gelObstacle_SetVertices(gelWorld* world, gelBodyId id, const float* xyz, int vertexCount);
// Puts an obstacle somewhere else at once. It pushes nothing on the way; a step under way is completed first.
GEL_API gelStatus gelObstacle_Teleport(gelWorld* world, gelBodyId id, gelVec3 position, gelQuat rotation);
// The same, vertex by vertex, as gelObstacle_SetVertices.
GEL_API gelStatus gelObstacle_TeleportVertices(gelWorld* world, gelBodyId id, const float* xyz,
                                               int vertexCount);
// Replaces surfaceVelocity, from the next step on. Errors: gel_invalidHandle, gel_invalidArgument.
GEL_API gelStatus gelObstacle_SetSurfaceVelocity(gelWorld* world, gelBodyId id, gelVec3 velocity);
// What was set or teleported to last, or at creation, whether or not a step has led there; vertices set one by
// one do not change it.
GEL_API gelStatus gelObstacle_GetPose(const gelWorld* world, gelBodyId id, gelVec3* position,
                                      gelQuat* rotation);
