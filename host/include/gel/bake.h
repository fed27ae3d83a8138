// Writing results: vertex caches, scenes with animation, sequences of meshes. All bodies of a world, or one of them, are
// written as one mesh: vertices in order of bodies; triangles of their surfaces.
//
//     gelBakeDef def = gelDefaultBakeDef();
//     def.path = "jelly.pc2";
//     def.frameCount = 121;
//     gelBake* bake;
//     gelStatus status = gelOpenBake(world, &def, &bake);
//     for (int frame = 0; frame < def.frameCount && status == gel_success; frame++) {
//         if (frame > 0)
//             status = gelWorld_Step(world, def.timeStep);
//         if (status == gel_success)
//             status = gelBake_WriteFrame(bake);
//     }
//     gelStatus closed = gelCloseBake(bake);
//
// Nothing is written half: files appear under their name only when they are complete.
#pragma once

#include "gel/id.h"

typedef struct gelBake gelBake;

// What is written of a body that has a skin.
typedef enum gelBakeMesh {
    gel_bakeSkin, // the skin: the vertices of its file, as many and in their order (gelSurfaceMesh), so that a cache fits
    // the file as another program reads it. Where the surface has dropped one that no triangle needs, it
    // goes with the vertex before it
    gel_bakeTets, // the vertices of the tet mesh, as of bodies without a skin
} gelBakeMesh;

// The ending of the path chooses the format. V vertices, T triangles, F frames:
//   out.pc2   vertex cache (Blender's Mesh Cache), with the shape at frame 0 beside it as out_rest.obj; 12 V F bytes
//   out.mdd   another one (LightWave, Blender, Houdini), big endian, times in seconds; also with out_rest.obj; as large
//   out.glb   glTF 2.0 with a morph target for each frame, normals (gelGroupCorners) and, where a skin has them, UVs; only
//             vertices of triangles, in an order of its own, and several times where they have several normals, UVs or
//             parts. Each part of a skin is a primitive with a material of its name; bodies in a row that have one part
//             of one name, or no skin, are one. For short clips: 24 V F + 12 T + 4 F^2 bytes, and 512 F for each
//             primitive, which a viewer loads as a whole; a warning is logged above 200 frames or 256 MiB, 2 GiB are
//             the end. A frame is exact but for the rounding of a sum
//   out.pvd or out.vtu   the tets for ParaView and VTK, never skins: out.pvd and a file a frame, out_0000.vtu, ...; of
//             vertices `velocity` (m/s), of tets `strain` and `volume_error` (gelBody_ReadStrains), `body` (0-based),
//             `fill_fraction` and `part` where a mesh has them; 24 bytes a vertex and 33 to 41 a tet and frame
//   out.obj, out.ply   one file a frame: out_0000.obj, out_0001.obj, ...
// An .obj holds one object with a group for each body, and a wire (l) for each vertex without triangle, so that importers
// keep all vertices in their order. Blender drops such vertices of other files: there only out_rest.obj fits the cache.
typedef struct gelBakeDef {
    const char* path; // need not outlive gelOpenBake
    float timeStep;   // s, > 0: from one frame to the next; default 1/60
    int frameCount;   // that will be written, >= 1; the rest state counts as one
    gelBakeMesh mesh; // default gel_bakeSkin
    gelBodyId body;   // the only one to be written; default none: all
    int cookie;       // set by gelDefaultBakeDef
} gelBakeDef;

GEL_API gelBakeDef gelDefaultBakeDef(void);

// Opens an output. Until gelCloseBake the files lie beside their place with .part behind their names (.1.part and so on
// where another bake is writing to the same name).
// Errors: gel_unsupported (unknown ending), gel_invalidArgument (a field of the definition, which the message names; more
// than a .glb can hold), gel_invalidHandle (the body), gel_fileError (the folder is missing or cannot be written; a folder
// has the name), gel_outOfMemory.
GEL_API gelStatus gelOpenBake(gelWorld* world, const gelBakeDef* def, gelBake** bake);

// Appends the world's present state. Errors: gel_fileError (the disk is full; nothing more can be written, and closing
// fails), gel_invalidArgument (bodies or skins have changed since opening, or all promised frames are there; in a .glb a
// position that is not finite).
GEL_API gelStatus gelBake_WriteFrame(gelBake* bake);

// Completes the files and gives them their names, also where fewer frames were written than promised. Releases the bake
// in any case; on failure nothing is left of it, and files of those names that had been there before stay. Should the
// system refuse a file its name in the midst of that, those that have theirs already stay. The files are handed to the
// system, not forced onto the disk.
GEL_API gelStatus gelCloseBake(gelBake* bake);

// The name of file `index` of a bake opened with `path` and `frameCount` frames, as long as strlen(path) +
// gel_bakeNameRoom at most. False where there is no such file. Index 0 is the file itself (of .pvd and .vtu the .pvd), or
// the one of the first frame.
enum { gel_bakeNameRoom = 16 };
GEL_API bool gelGetBakeFileName(const char* path, int frameCount, int index, char* name, size_t capacity);

// Gives up: removes what was begun. NULL is allowed.
GEL_API void gelAbandonBake(gelBake* bake);
