// Writes results: vertex caches, animated scenes, sequences of meshes. All bodies of a world, or one of them,
// are written as one mesh: vertices in order of bodies; triangles of their surfaces.
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
// Files get their names only when they are complete.
#pragma once

#include "gel/id.h"

// A result being written; gelOpenBake opens it, gelCloseBake completes it.
typedef struct gelBake gelBake;

// What to write for a body with a skin.
typedef enum gelBakeMesh {
    // The skin: the vertices of its file, in their number and order (gelSurfaceMesh), so that a cache fits
    // the file as other programs read it. A vertex that was dropped as unused moves with the one before it.
    gel_bakeSkin,
    // The vertices of the tet mesh, in the number and order of its file, as for bodies without a skin; likewise sheets
    // and ropes
    gel_bakeTets,
} gelBakeMesh;

// The extension of the path determines the format. V vertices, T triangles, F frames:
//   out.pc2   vertex cache (Blender's Mesh Cache), with the shape at frame 0 as out_rest.obj; 12 V F bytes
//   out.mdd   likewise (LightWave, Blender, Houdini), big endian, times in seconds; also with out_rest.obj
//   out.glb   glTF 2.0 with a morph target per frame, normals (gelGroupCorners) and, if a skin has them, UVs;
//             only vertices of triangles, reordered, and duplicated if they have several normals, UVs or parts.
//             Each part of a skin is a primitive with a material of its name; consecutive bodies with one part of
//             the same name, or no skin, are merged. An empty node "body N motion", N from 1, moves along with each
//             body (gelBody_GetTransform). For short clips: 24 V F + 12 T + 4 F^2 bytes, 512 F per primitive, and
//             56 F + 1024 per body, which a viewer loads all at once; warns above 200 frames or 256 MiB, and 2 GiB is
//             the limit. A frame is exact except for the rounding of a sum
//   out.pvd or out.vtu   the tets for ParaView and VTK, never skins: out.pvd and one file per frame,
//             out_0000.vtu, ...; per vertex `velocity` (m/s), and what varies at the first frame of
//             `density_factor`, `stiffness_factor`, `bending_factor`, `damping_factor`, `friction_factor`,
//             `tearing_factor` (gel/values.h); per tet
//             `strain` and `volume_error` (gelBody_ReadStrains), `body` (0-based), `fill_fraction` and `part` if a
//             mesh has them, `torn` (0 or 1) if a body can tear at the first frame; 24 to 40 bytes per vertex and 33 to 45 per tet, each frame
//   out.obj, out.ply   one file per frame: out_0000.obj, out_0001.obj, ...; all vertices, and what has not torn
//             (docs/tearing.md) of the triangles
// .pc2, .mdd and .glb have the same triangles in all frames: the last frame warns if some of them have torn.
// An .obj holds one object with a group per body, and a wire (l) per vertex without triangles, so that
// importers keep all vertices in order. Blender drops such vertices from other files: there only out_rest.obj
// fits the cache.
// How far a bake was when it was kept.
typedef struct gelBakeKept {
    int frameCount; // written
    int fileCount;  // that were kept, the first ones of gelGetBakeFileName
    int64_t size;   // of the first file so far, bytes
} gelBakeKept;

// What gelOpenBake writes, and where.
typedef struct gelBakeDef {
    const char* path; // need not outlive gelOpenBake
    float timeStep;   // s, > 0: from one frame to the next; default 1/60
    int frameCount;   // number of frames to write, >= 1, including the initial state
    gelBakeMesh mesh; // default gel_bakeSkin
    gelBodyId body;   // write only this body; default none: all
    // To go on with a bake of the same definition that gelBake_Keep has kept under this ending: what is said of the world
    // when it is opened holds for the state in which the first one was opened. Default NULL: a new one
    const char* keptEnding;
    gelBakeKept kept; // as gelBake_Keep returned it
    int cookie;       // set by gelDefaultBakeDef
} gelBakeDef;

// Returns the defaults of the members.
GEL_API gelBakeDef gelDefaultBakeDef(void);

// Opens an output. Until gelCloseBake the files have .gel-MACHINE-PROCESS.part appended to their names, with numbers of
// this machine and process. What a process that is gone has left in that folder under such a name is removed. Errors: gel_unsupported (unknown extension), gel_invalidArgument
// (a field of the definition, which the message names; more than a .glb can hold), gel_invalidHandle (the
// body), gel_fileError (the folder is missing or cannot be written; a folder has the name), gel_outOfMemory.
GEL_API gelStatus gelOpenBake(gelWorld* world, const gelBakeDef* def, gelBake** bake);

// Appends the world's current state. Errors: gel_fileError (the disk is full; nothing more can be written,
// and closing fails), gel_invalidArgument (bodies or skins have changed since opening, or all promised frames
// are written; in a .glb a position that is not finite).
GEL_API gelStatus gelBake_WriteFrame(gelBake* bake);

// Makes sure that another process can go on from here, should this one end at any moment, or the power: forces all that
// is written onto the disk, and gives what is incomplete the names of the files with `ending`, which must not end in
// ".part". Whoever keeps a bake removes these files if nobody goes on. Frames that are written after this call are
// not kept until the next. Errors: gel_fileError; then the bake may go on, and what was kept before stays.
GEL_API gelStatus gelBake_Keep(gelBake* bake, const char* ending, gelBakeKept* kept);
// Releases the bake, and leaves its files as they are, for another process to go on with. NULL is allowed.
GEL_API void gelLeaveBake(gelBake* bake);

// Completes the files and renames them, even if fewer frames were written than promised. Always releases the
// bake; on failure nothing is left of it but what gelBake_Keep has kept, and previous files of those names stay. If the system refuses to
// rename a file in the middle of this, those already renamed stay. The files are handed to the system, not
// forced onto the disk.
GEL_API gelStatus gelCloseBake(gelBake* bake);

// The name of file `index` of a bake opened with `path` and `frameCount` frames, at most strlen(path) +
// gel_bakeNameRoom long. False if there is no such file. Index 0 is the file itself (for .pvd and .vtu the
// .pvd), or that of the first frame.
enum { gel_bakeNameRoom = 16 };
GEL_API bool gelGetBakeFileName(const char* path, int frameCount, int index, char* name, size_t capacity);

// Cuts vertex caches and joins the pieces, one after the other: frames `first` to `last` of a file, counted from 0;
// last -1: its last one.
typedef struct gelBakePiece {
    const char* path;
    int first, last;
} gelBakePiece;

// Writes the pieces to `path`, a .pc2 or .mdd as they are, with the bytes that a bake of those frames would have: it begins
// at the time at which the first piece's file does. STEM_rest.obj of that file is copied, too, if it is there. `path` may be
// one of the files, and gets its name only when it is complete. `frameCount` is nullable; after an error it is 0 if a piece
// is refused or cannot be read, and what the result would have had if that cannot be written. Errors: gel_fileError;
// gel_formatError (no such cache, cut off, or a .mdd with uneven times); gel_unsupported (another extension);
// gel_invalidArgument (frames that are not there, another number of vertices or time step, .pc2 beside .mdd),
// gel_outOfMemory. Cost: reads and writes 12 bytes per vertex and frame, a block at a time.
GEL_API gelStatus gelSpliceBakes(const gelBakePiece* pieces, int count, const char* path, int* frameCount);

// Abandons the bake and deletes its files. NULL is allowed.
GEL_API void gelAbandonBake(gelBake* bake);
