// Bakes: write results as vertex caches, animated scenes or sequences of meshes. All bodies of a
// world, or one of them, are written as one mesh: vertices in order of bodies, and the triangles of
// their surfaces.
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
// Files get their names only when they are complete. The extension of the path determines the
// format. V vertices, T triangles, F frames:
// - out.pc2: vertex cache (Blender's Mesh Cache); 12 V F bytes. The shape at frame 0 is also
//   written, to out_rest.obj.
// - out.mdd: vertex cache (LightWave, Blender, Houdini), big endian, times in seconds; 12 V F
//   bytes. The shape at frame 0 is also written, to out_rest.obj.
// - out.glb: glTF 2.0 for short clips; see below.
// - out.pvd or out.vtu: tets for ParaView and VTK, never skins; see below.
// - out.obj, out.ply: a file per frame, out_0000.obj, out_0001.obj, ..., with all vertices, and the
//   triangles that have not torn (docs/tearing.md).
//
// A .glb has a morph target per frame, normals (gelGroupCorners) and, if a skin has them, UVs. It
// holds only vertices of triangles, reordered, and duplicated if they have several normals, UVs or
// parts. Each part of a skin is a primitive with a material of its name. Consecutive bodies are
// merged if they have no skin, or one part of equal names. An empty node "body N motion", N from 1,
// moves with each body (gelBody_GetTransform). A frame is exact except for the rounding of a sum. A
// clip has 24 V F + 12 T + 4 F^2 bytes, 512 F per primitive, and 56 F + 1024 per body. A viewer
// loads all of it at once: Gel warns above 200 frames or 256 MiB, and 2 GiB is the limit.
//
// For .pvd and .vtu Gel writes out.pvd and a file per frame, out_0000.vtu, ... Each frame needs 24
// to 40 bytes per vertex and 33 to 45 per tet. Vertices have `velocity` (m/s), and those factors
// that vary at the first frame: `density_factor`, `stiffness_factor`, `bending_factor`,
// `damping_factor`, `friction_factor`, `tearing_factor` (gel/values.h). Tets have `strain` and
// `volume_error` (gelBody_ReadStrains) and `body` (0-based). They have `fill_fraction` and `part`
// if a mesh has them, and `torn` (0 or 1) if a body can tear at the first frame.
//
// In .pc2, .mdd and .glb all frames have the same triangles: if some have torn, the last frame logs
// a warning. An .obj holds one object with a group per body. Each vertex without triangles gets a
// wire (l), so that importers keep all vertices in order. Blender drops such vertices from other
// files; for it only out_rest.obj fits the cache.
#pragma once

#include "gel/id.h"

// A result being written: gelOpenBake opens it, gelCloseBake completes it.
typedef struct gelBake gelBake;

// The mesh to write for a body with a skin.
typedef enum gelBakeMesh {
    // The skin: the vertices of its file, in their number and order (gelSurfaceMesh), so that a
    // cache fits the file as other programs read it. A vertex that was dropped as unused moves with
    // the vertex before it.
    gel_bakeSkin,
    // The tet mesh: its vertices in the number and order of its file. Bodies without a skin, sheets
    // and ropes are always written in this way.
    gel_bakeTets,
} gelBakeMesh;

// The progress of a bake when gelBake_Keep was called.
typedef struct gelBakeKept {
    int frameCount; // number of frames written
    int fileCount;  // number of files kept, the first ones of gelGetBakeFileName
    int64_t size;   // size of the first file so far, bytes
} gelBakeKept;

// How to write a bake.
typedef struct gelBakeDef {
    const char* path; // need not outlive gelOpenBake
    float timeStep;   // length of a frame, s, > 0; default 1/60
    int frameCount;   // number of frames to write, >= 1, including the initial state
    // Number of the first frame to write, from 0, and of frames from one to the next, from 1;
    // default 0 and 1. Frame n is at n * timeStep, and files have these times.
    int first, every;
    gelBakeMesh mesh; // default gel_bakeSkin
    gelBodyId body;   // write only this body; default the null id: all
    // Ending under which gelBake_Keep has kept a bake of this definition, to continue it; default
    // NULL: a new bake. Open it with the world in the state in which the first bake was opened, and
    // restore the later state afterwards.
    const char* keptEnding;
    gelBakeKept kept; // as returned by gelBake_Keep
    int cookie;       // set by gelDefaultBakeDef
} gelBakeDef;

// Returns the default definition of a bake.
GEL_API gelBakeDef gelDefaultBakeDef(void);

// Opens an output. Until gelCloseBake its files have .gel-MACHINE-PROCESS.part appended to their
// names, with numbers of this machine and process. Files with such names in that folder are removed
// if their process has ended.
// Errors:
// - gel_unsupported: an unknown extension
// - gel_invalidArgument: a member of the definition (the message names it), or more than a .glb can
//   hold
// - gel_invalidHandle: the body
// - gel_fileError: the folder is missing or cannot be written, or a folder has the name
// - gel_outOfMemory
GEL_API gelStatus gelOpenBake(gelWorld* world, const gelBakeDef* def, gelBake** bake);

// Appends the world's current state.
// Errors:
// - gel_fileError: the disk is full; nothing more can be written, and closing fails
// - gel_invalidArgument: a skin has changed since opening; a body has come or gone, and the format
//   is no sequence (gelIsBakeSequence); all promised frames are written; or a position for a .glb
//   is not finite
GEL_API gelStatus gelBake_WriteFrame(gelBake* bake);

// Ensures that another process can continue from here if this one ends at any moment, or power
// fails. Forces everything written onto the disk, and renames incomplete files to the names of the
// files with `ending`, which must not end in ".part". The caller removes these files if nobody
// continues. Later frames are not kept until the next call. On failure the bake may continue, and
// the files kept before stay.
// Errors: gel_fileError.
GEL_API gelStatus gelBake_Keep(gelBake* bake, const char* ending, gelBakeKept* kept);
// Releases the bake and leaves its files as they are, for another process to continue. NULL is
// allowed.
GEL_API void gelLeaveBake(gelBake* bake);

// Completes the files and renames them, even if fewer frames were written than promised. Always
// releases the bake. On failure previous files with those names stay, and only files of
// gelBake_Keep remain of the bake. If the system refuses to rename a file in the middle of this,
// files that are already renamed stay. The files are handed to the system, not forced onto the
// disk.
// Errors:
// - gel_invalidArgument: no frame was written
// - gel_fileError: a frame or a file could not be written
// - gel_outOfMemory
GEL_API gelStatus gelCloseBake(gelBake* bake);

// Returns whether a path is that of a sequence: .obj, .ply, .pvd or .vtu. Each file of a sequence
// has the bodies that are there in its frame; other formats have the same bodies in all frames.
GEL_API bool gelIsBakeSequence(const char* path);

// Room that a name of gelGetBakeFileName needs in addition to the path, bytes.
enum { gel_bakeNameRoom = 16 };
// Returns the name of file `index` of a bake, at most strlen(def->path) + gel_bakeNameRoom long.
// False if there is no such file. Index 0 is the file itself, the .pvd of .pvd and .vtu, or the
// file of the first frame. Files of a sequence have the numbers of their frames.
GEL_API bool gelGetBakeFileName(const gelBakeDef* def, int index, char* name, size_t capacity);

// A piece of a vertex cache: frames `first` to `last`, counted from 0. `last` -1: the last frame of
// the file.
typedef struct gelBakePiece {
    const char* path;
    int first, last;
} gelBakePiece;

// Joins pieces of .pc2 or .mdd files, one after the other, and writes them to `path`. The bytes are
// those of a bake of these frames, with the time of the first of them. Gel warns of a piece that
// does not begin where the one before it ends, and joins it without a gap. STEM_rest.obj of the
// first file is copied, too, if it exists. `path` may be one of the files, and gets its name only
// when complete. *frameCount (nullable) is the number of frames of the result. After an error it is
// 0 if a piece is refused or cannot be read, and the intended number if the result cannot be
// written.
// Errors:
// - gel_fileError: a file cannot be read or written
// - gel_formatError: no vertex cache, a truncated one, or a .mdd with uneven times
// - gel_unsupported: another extension
// - gel_invalidArgument: frames that do not exist, different vertex counts or time steps (of .pc2
//   also as their STEM_rest.obj state them), or .pc2 mixed with .mdd
// - gel_outOfMemory
// Cost: reads and writes 12 bytes per vertex and frame, a block at a time.
GEL_API gelStatus gelSpliceBakes(const gelBakePiece* pieces, int count, const char* path, int* frameCount);

// Abandons the bake and deletes its files. NULL is allowed.
GEL_API void gelAbandonBake(gelBake* bake);
