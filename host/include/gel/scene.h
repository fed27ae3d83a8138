// A scene: one JSON file (or one mesh file, dropped onto the ground) that says what a world holds.
// The format is described in assets/scene.schema.json.
#pragma once

#include "gel/world.h"

// A scene as read from its file.
typedef struct gelScene gelScene;

// Reads a scene. Mesh paths in it are relative to the scene file. Instead of a scene, a mesh of tets or a
// surface (which is filled with 20,000 tets by default) is dropped onto the ground with the default material;
// if it is smaller than 2 cm or larger than 50 m, it is scaled to 1 m, with a warning. Errors include the
// file with line and column (syntax) or the JSON path (content). On failure *scene is NULL.
GEL_API gelStatus gelLoadScene(const char* path, gelScene** scene);
// The same with finer meshes, or coarser ones: shapes have `factor` times as many cells in each direction, surfaces
// are filled with factor^3 times as many tets. Errors also: gel_unsupported, if that leaves no whole number of cells, a
// body's tets are given, vertices are named by number, or a material by compliances; the message says where.
GEL_API gelStatus gelLoadSceneRefined(const char* path, double factor, gelScene** scene);
GEL_API void gelDestroyScene(gelScene* scene); // NULL is allowed

// Returns the name of the scene, for people. Never NULL.
GEL_API const char* gelScene_GetName(const gelScene* scene);
// The files that the scene was read from, from index 0 on: its own, one that it names as its scene, meshes, skins,
// pictures, caches; some perhaps twice. NULL beyond the last. Buffers and materials that a mesh names are not listed.
GEL_API const char* gelScene_GetFileName(const gelScene* scene, int index);
// A 64-bit hash of that file as it is now; 0 if it cannot be read. Cost: reads it.
GEL_API uint64_t gelScene_HashFile(const gelScene* scene, int index);
// Seconds per frame; default 1/60.
GEL_API float gelScene_GetTimeStep(const gelScene* scene);
// Gravity, ground, substeps and order of the scene; the back end keeps its default, for the caller to choose.
GEL_API gelWorldDef gelScene_GetWorldDef(const gelScene* scene);
// The entries of the scene's list of bodies: one may have many copies.
GEL_API int gelScene_GetBodyCount(const gelScene* scene);
// Whether its bodies may touch: `contact` is on, and there are several, or obstacles.
GEL_API bool gelScene_HasContact(const gelScene* scene);
// The name that the scene gives a body or obstacle created from it, which its copies share; "" if it gives none,
// the body is from elsewhere, or the id is invalid. Belongs to the scene.
GEL_API const char* gelScene_GetBodyName(const gelScene* scene, const gelWorld* world, gelBodyId id);
// The number of bodies, counting all copies.
GEL_API int64_t gelScene_GetTetCount(const gelScene* scene);
// Creates all bodies of the scene, with pins and squashing. Warns of pins that hold no vertex. Errors as of
// gelCreateBody, with the JSON path. On failure the world is unchanged.
GEL_API gelStatus gelScene_CreateBodies(const gelScene* scene, gelWorld* world);
