// Snapshots: a world and its player between two frames, kept in order to come back to that frame. In memory, to go back in
// time or to try something; or in a file, for another process, another back end or another machine.
//
//     gelSnapshot* snapshot;
//     gelTakeSnapshot(world, player, &snapshot);
//     ... steps, pins, other materials, bodies that come and go ...
//     gelRestoreSnapshot(world, player, snapshot); // as often as you like: the same steps give the same bits again
//     gelDestroySnapshot(snapshot);
//
// A snapshot holds what decides about the steps to come. Of the world: bodies with their positions and velocities, pins,
// materials, filters, goals, fields and their time, obstacles and where they move, gel_worldSettings, and which bodies
// sleep; meshes and skins are shared with the world. Of the player: its frame, what it has grabbed, and how far it is in
// its recording.
#pragma once

#include "gel/input.h"

// The state of a world, of a player, or of both.
typedef struct gelSnapshot gelSnapshot;

// Keeps the world, the player, or both; the other is NULL. Completes a step under way, and waits for the device. On
// failure *snapshot is NULL. Errors: gel_outOfMemory, gel_deviceError. Cost: reads all positions and velocities, and keeps
// 24 bytes per vertex, 36 of compensated positions and 48 in double precision.
GEL_API gelStatus gelTakeSnapshot(gelWorld* world, gelPlayer* player, gelSnapshot** snapshot);

// World and player become what they were; NULL leaves that one as it is. Ids of bodies of that time are valid again, those
// of bodies created since are not. What the world's user was told of contacts is forgotten until the next step. What the
// player has recorded since stays: gelPlayer_BeginFrame repeats it, frame by frame, up to the last one that was begun. Other
// events, from gelPlayer_Apply, replace it, as does gelPlayer_Forget. Errors: gel_invalidArgument (a snapshot of another
// world, or without a world or a player), gel_outOfMemory; then both are unchanged. Cost: as of writing all positions; if
// bodies or materials have changed since, as of creating them.
GEL_API gelStatus gelRestoreSnapshot(gelWorld* world, gelPlayer* player, const gelSnapshot* snapshot);

// Moves the world to another back end: another device, the reference, or the same device opened anew after it was lost.
// `device` as in gelWorldDef. From `snapshot`, which is needed once steps fail with gel_deviceError and nothing can be read;
// NULL: from the state as it is. On exact devices the bits are those of a world that was never disturbed. Shared vertices end,
// as when their world is destroyed. Errors: gel_deviceError, gel_unsupported (single instead of double precision, or the
// reverse; what that back end cannot do), gel_invalidArgument (as of gelRestoreSnapshot); then the world is unchanged;
// gel_outOfMemory: it has the new back end, and needs gelRestoreSnapshot. Cost: as of creating the world without its
// meshes, and of a step after a body was added.
GEL_API gelStatus gelWorld_Reopen(gelWorld* world, gelBackendKind backend, int device,
                                  const gelSnapshot* snapshot);

// Memory that the snapshot needs, bytes, without what it shares with the world.
GEL_API size_t gelSnapshot_GetSize(const gelSnapshot* snapshot);
// Belongs to the thread of its world, which it may outlive. NULL is allowed.
GEL_API void gelDestroySnapshot(gelSnapshot* snapshot);

// Forgets what is recorded for later than now.
GEL_API void gelPlayer_Forget(gelPlayer* player);
// Repeats what was recorded after the last frame that was begun, if the player is there again; elsewhere it does
// nothing. Errors as of gelPlayer_BeginFrame.
GEL_API gelStatus gelPlayer_CatchUp(gelPlayer* player);

// A snapshot in a file, for a world of another process, another back end or another machine: the same steps give the same
// bits there, too. `player` is nullable; `notes` are the program's own, such as how far it has written its results, and
// may be NULL with size 0. The file is complete or not there, also after a loss of power: it is forced onto the disk under
// another name first. Errors: as of gelTakeSnapshot, gel_fileError. Cost: as of that, and 24 bytes per vertex of
// file, 36 and 48.
GEL_API gelStatus gelWriteSnapshot(const char* path, gelWorld* world, gelPlayer* player, const void* notes,
                                   size_t noteSize);

// The world becomes what it was when the file was written. It has the same bodies, with the same ids: made of the same
// meshes, in the same order; all else comes from the file. With a player, both are as the same scene made them, and no
// frame was begun: what the scene or the user has added and removed since is done again, and the player's record holds
// only that. `world` is nullable, to read only the notes, and so is `notes`; gelFree releases them. On failure nothing is
// read, and world and player are as before, also if memory stays short. Only numbers that the calls of these headers could
// have left are taken; places and velocities may be any, as those of a body that has blown up.
// Errors, in one line that says what was found and expected: gel_fileError, gel_formatError (another kind of file,
// another version of the format, a file that is cut or damaged, a number out of its range), gel_unsupported (written by
// a Gel of another version or with other kernels, whose steps give other bits), gel_invalidArgument (other bodies, or
// another precision, integrator, order or tile size; a player that has begun), gel_outOfMemory. Cost: reads the file, and
// keeps a snapshot in memory meanwhile, with a player two, besides the file's bytes.
GEL_API gelStatus gelReadSnapshot(const char* path, gelWorld* world, gelPlayer* player, void** notes,
                                  size_t* noteSize);

// Keyframes of a recording: RECORDING.states, which a journal (gel/input.h) writes beside it, holds a snapshot of every
// sixtieth frame, and the hash of each frame of worlds of up to 10,000 vertices. It is usable up to where it ends, and
// what is not of this recording does not count.

// Finds the last keyframe at that frame or before; *found is -1 if there is none. World and player, as the recording made
// them and before their first frame, become what they were then; both are NULL to find it only. Errors, in one line: as
// gelReadSnapshot; gel_fileError (there is no such file), gel_invalidArgument (no recording); then *found is -1, and
// world and player are as before. Cost: reads 48 bytes per entry, and the snapshot.
GEL_API gelStatus gelReadKeyframe(const gelScene* recording, int64_t frame, gelWorld* world,
                                  gelPlayer* player, int64_t* found);
// The recorded hashes of the frames `first` to `last`, 0 where none is known. False, and all 0, unless that of `last` is
// known and as in the recording itself. Cost: reads 48 bytes per entry.
GEL_API bool gelScene_ReadFrameHashes(const gelScene* recording, int64_t first, int64_t last,
                                      uint64_t* hashes);
