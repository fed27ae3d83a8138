// Writing results: vertex caches and sequences of meshes. All bodies of a world are written as one mesh: vertices in
// order of bodies, then of the mesh; triangles of their surfaces.
//
// Nothing is written half: files appear under their name only when they are complete.
#pragma once

#include "gel/world.h"

typedef struct gelBake gelBake;

// Opens an output chosen by the name's ending; `frameCount` is the number of frames that will be written (the rest
// state counts as one).
//   out.pc2   vertex cache (Blender's Mesh Cache), with the rest shape beside it as out.obj
//   out.obj, out.ply   one file a frame: out_0000.obj, out_0001.obj, ...
// An .obj holds one object with a group for each body, and a wire (l) for each vertex inside, so that importers keep all
// vertices in their order. Until gelCloseBake the files lie beside their place with .part behind their names (.1.part and so
// on where another bake is writing to the same name).
// Errors: gel_unsupported (unknown ending), gel_fileError (the folder is missing or cannot be written; a folder has the
// name).
GEL_API gelStatus gelOpenBake(const char* path, gelWorld* world, float timeStep, int frameCount,
                              gelBake** bake);

// Appends the world's present state. Errors: gel_fileError (the disk is full; nothing more can be written, and closing
// fails), gel_invalidArgument (bodies have changed since opening, or all promised frames are there).
GEL_API gelStatus gelBake_WriteFrame(gelBake* bake);

// Completes the files and gives them their names, also where fewer frames were written than promised. Releases the bake
// in any case; on failure nothing is left of it, and files of those names that had been there before stay. Should the
// system refuse a file its name in the midst of that, those that have theirs already stay. The files are handed to the
// system, not forced onto the disk.
GEL_API gelStatus gelCloseBake(gelBake* bake);

// The name of file `index` of a bake opened with `path` and `frameCount` frames, as long as strlen(path) +
// gel_bakeNameRoom at most. False where there is no such file. Index 0 is the file itself, or the one of the first frame.
enum { gel_bakeNameRoom = 16 };
GEL_API bool gelGetBakeFileName(const char* path, int frameCount, int index, char* name, size_t capacity);

// Gives up: removes what was begun.
GEL_API void gelAbandonBake(gelBake* bake);
