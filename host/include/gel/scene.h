// Scenes: one JSON file, or one mesh file dropped onto the ground, that describes a world.
// assets/scene.schema.json describes the format.
//
//     gelScene* scene;
//     if (gelLoadScene("assets/scenes/beam.json", &scene) == gel_success) {
//         gelWorldDef def = gelScene_GetWorldDef(scene);
//         if (gelCreateWorld(&def, &world) == gel_success)
//             gelScene_CreateBodies(scene, world);
//     }
#pragma once

#include "gel/world.h"

// A scene as read from its file.
typedef struct gelScene gelScene;

// Reads a scene. Mesh paths in it are relative to the scene file. A mesh of tets or a surface may
// be given instead of a scene: it is dropped onto the ground with the default material. A surface
// is filled with 20,000 tets by default. A mesh smaller than 2 cm or larger than 50 m is scaled to
// 1 m, with a warning. On failure *scene is NULL.
// Errors:
// - gel_fileError: a file cannot be read
// - gel_formatError: the syntax or content is wrong; the message has line and column, or the JSON
//   path
// - gel_unsupported: a format or a request that is not supported
// - gel_outOfMemory
GEL_API gelStatus gelLoadScene(const char* path, gelScene** scene);
// Reads a scene with finer or coarser meshes. Shapes have `factor` times as many cells in each
// direction, and surfaces are filled with factor^3 times as many tets. On failure *scene is NULL.
// Errors:
// - gel_unsupported: a number of cells is not whole, a body's tets are given, vertices are selected
//   by number, or a material has compliances; the message has the place
// - the errors of gelLoadScene
GEL_API gelStatus gelLoadSceneRefined(const char* path, double factor, gelScene** scene);
// Reads a scene with other values than its file has, and refines it by `factor`. A change is a
// text "PATH=VALUE". The path is as in messages and in jq: "substeps", "bodies[0].position[1]",
// "materials[\"my jelly\"].damping"; "$" or "." may come first. Objects that the file lacks are
// added. The value is JSON, or a word without quotes. Changes are applied in their order, before
// the file is checked. They change the recorded scene of a recording, and of a mesh the scene that
// drops it. On failure *scene is NULL.
// Errors: those of gelLoadSceneRefined; the message begins with the change that is wrong.
GEL_API gelStatus gelLoadSceneChanged(const char* path, double factor, const char* const* changes,
                                      int changeCount, gelScene** scene);
// Reads a scene from JSON text, with mesh paths relative to `folder`; NULL or "": the current
// folder. Messages call the text FOLDER/text. On failure *scene is NULL.
// Errors: the errors of gelLoadScene.
GEL_API gelStatus gelParseScene(const char* text, const char* folder, gelScene** scene);
// Releases a scene. NULL is allowed.
GEL_API void gelDestroyScene(gelScene* scene);

// Returns the name of the scene, for display. Never NULL.
GEL_API const char* gelScene_GetName(const gelScene* scene);
// Returns a change with which the scene was loaded, "PATH=VALUE", by index from 0; those that a
// recording names come first. NULL beyond the last.
GEL_API const char* gelScene_GetChange(const gelScene* scene, int index);
// Returns the name of a file that the scene was read from, by index from 0; NULL beyond the last.
// The files are its own, the scene that a recording refers to, meshes, skins, pictures and caches;
// some may occur twice. Buffers and materials that a mesh refers to are not included.
GEL_API const char* gelScene_GetFileName(const gelScene* scene, int index);
// Computes a 64-bit hash of a file of the scene, by index from 0, as it is now; 0 if it cannot be
// read. Cost: reads the file.
GEL_API uint64_t gelScene_HashFile(const gelScene* scene, int index);
// Returns the time step of the scene, seconds per frame; default 1/60.
GEL_API float gelScene_GetTimeStep(const gelScene* scene);
// Returns a definition with the scene's world settings: gravity, ground, substeps, order and more.
// The back end is the default; the caller may choose another one.
GEL_API gelWorldDef gelScene_GetWorldDef(const gelScene* scene);
// Returns the number of entries in the scene's list of bodies. An entry may have many copies.
GEL_API int gelScene_GetBodyCount(const gelScene* scene);
// Returns whether bodies of the scene may touch: `contact` is on, and there are several bodies or
// obstacles.
GEL_API bool gelScene_HasContact(const gelScene* scene);
// Returns the name that the scene gives a body or obstacle; copies share it. The result is "" if
// the scene gives none, the body is not from the scene, or the id is invalid. It belongs to the
// scene.
GEL_API const char* gelScene_GetBodyName(const gelScene* scene, const gelWorld* world, gelBodyId id);
// Returns the number of tets, counting all copies.
GEL_API int64_t gelScene_GetTetCount(const gelScene* scene);
// Creates all bodies of the scene, with pins and squashing. Logs a warning for pins that hold no
// vertex. On failure the world is unchanged.
// Errors: the errors of gelCreateBody; the message has the JSON path.
GEL_API gelStatus gelScene_CreateBodies(const gelScene* scene, gelWorld* world);
