// Snapshots: a world and its player between two frames, kept to return to that frame. In memory, to
// go back in time or to try something; or in a file, for another process, back end or machine.
//
//     gelSnapshot* snapshot;
//     gelTakeSnapshot(world, player, &snapshot);
//     ... steps, pins, other materials, bodies that come and go ...
//     gelRestoreSnapshot(world, player, snapshot); // any number of times: equal steps, equal bits
//     gelDestroySnapshot(snapshot);
//
// A snapshot holds everything that determines the following steps:
// - World: bodies with positions and velocities, pins, materials, filters, goals, fields and their
//   time, obstacles and their motion, gel_worldSettings, and which bodies sleep. Meshes and skins
//   are shared with the world.
// - Player: its frame, the grabbed vertex, and its place in the recording.
#pragma once

#include "gel/input.h"

// The state of a world, of a player, or of both.
typedef struct gelSnapshot gelSnapshot;

// Takes a snapshot of the world, the player, or both; the other is NULL. Completes a step under
// way, and waits for the device. On failure *snapshot is NULL.
// Errors: gel_outOfMemory, gel_deviceError.
// Cost: reads all positions and velocities. Keeps 24 bytes per vertex, and 48 in double precision;
// 80 more per vertex of a body stepped with gel_bdf2.
GEL_API gelStatus gelTakeSnapshot(gelWorld* world, gelPlayer* player, gelSnapshot** snapshot);

// Restores the world, the player, or both; NULL leaves that one unchanged. Ids of bodies at the
// time of the snapshot are valid again; ids of bodies created since are not. Contact results are
// cleared until the next step. The player keeps the events recorded since: gelPlayer_BeginFrame
// repeats them, up to the last frame that was begun. Events of gelPlayer_Apply replace them, and
// gelPlayer_Forget removes them. On failure world and player are unchanged.
// Errors: gel_invalidArgument (a snapshot of another world, or without a world or player),
// gel_outOfMemory.
// Cost: that of writing all positions; if bodies or materials have changed since, that of creating
// them.
GEL_API gelStatus gelRestoreSnapshot(gelWorld* world, gelPlayer* player, const gelSnapshot* snapshot);

// Moves the world to another back end: another device, the reference, or the same device after it
// was lost. `device` is as in gelWorldDef. The state is taken from `snapshot`, or with NULL from
// the world. A snapshot is needed once steps fail with gel_deviceError and nothing can be read. On
// exact devices the bits are those of an undisturbed world. Shared vertices end, as when their
// world is destroyed. On failure the world is unchanged, except after gel_outOfMemory.
// Errors:
// - gel_deviceError: the device cannot be opened
// - gel_unsupported: the precision differs from the world's, or the back end does not support the
//   world
// - gel_invalidArgument: a snapshot of another world, or without a world
// - gel_outOfMemory: the world has the new back end, and needs gelRestoreSnapshot
// Cost: that of creating the world without its meshes, and of a step after a body was added.
GEL_API gelStatus gelWorld_Reopen(gelWorld* world, gelBackendKind backend, int device,
                                  const gelSnapshot* snapshot);

// Returns the memory of a snapshot, bytes, without data shared with the world.
GEL_API size_t gelSnapshot_GetSize(const gelSnapshot* snapshot);
// Releases a snapshot, on the thread of its world. It may outlive its world. NULL is allowed.
GEL_API void gelDestroySnapshot(gelSnapshot* snapshot);

// Removes the events recorded for later frames.
GEL_API void gelPlayer_Forget(gelPlayer* player);
// Repeats the events recorded after the last frame that was begun, if the player has returned to
// that frame. At other frames it has no effect.
// Errors: the errors of gelPlayer_BeginFrame.
GEL_API gelStatus gelPlayer_CatchUp(gelPlayer* player);

// Writes a snapshot to a file, for a world of another process, back end or machine, where equal
// steps give equal bits. `player` is nullable. `notes` are data of the program, such as its
// progress in writing results; they may be NULL with size 0. The file is complete or does not
// exist, even after a loss of power: it is forced onto the disk under another name first.
// Errors: gel_fileError, and the errors of gelTakeSnapshot.
// Cost: that of gelTakeSnapshot, and a file of 24 bytes per vertex, 48 in double precision; 80 more
// per vertex of a body stepped with gel_bdf2.
GEL_API gelStatus gelWriteSnapshot(const char* path, gelWorld* world, gelPlayer* player, const void* notes,
                                   size_t noteSize);

// Restores a world, a player, or both, from a file. The world must have the same bodies with the
// same ids: made of equal meshes, in the same order. Everything else is read from the file. With a
// player, world and player must be as the same scene made them, with no frame begun. Bodies that
// the scene or the user has added or removed since are added and removed again, and the player's
// recording holds only these events.
//
// `world` is nullable, to read only the notes. `notes` is nullable, too; release them with gelFree.
// On failure nothing is read, and world and player are unchanged, even if memory stays short.
// Numbers that no call of these headers could have set are refused; positions and velocities may be
// any, since bodies may have diverged. Every message is one line with the value found and the value
// expected.
// Errors:
// - gel_fileError: the file cannot be read
// - gel_formatError: another kind of file or version of the format, a truncated or damaged file, or
//   a number out of range
// - gel_unsupported: written by another version of Gel or with other kernels, whose steps give
//   other bits
// - gel_invalidArgument: other bodies, another precision, integrator, order or tile size, or a
//   player that has begun
// - gel_outOfMemory
// Cost: reads the file. Memory meanwhile: the file and a snapshot, with a player two snapshots.
GEL_API gelStatus gelReadSnapshot(const char* path, gelWorld* world, gelPlayer* player, void** notes,
                                  size_t* noteSize);

// Writes a snapshot as gelWriteSnapshot does, without notes, to memory. Release *bytes with
// gelFree. On failure *bytes is NULL.
// Errors: the errors of gelTakeSnapshot.
GEL_API gelStatus gelWriteSnapshotToMemory(gelWorld* world, gelPlayer* player, void** bytes, size_t* size);
// Restores a world, a player (nullable), or both from bytes of gelWriteSnapshotToMemory, or from
// the contents of a file of gelWriteSnapshot, as gelReadSnapshot does.
// Errors: the errors of gelReadSnapshot, except for gel_fileError.
GEL_API gelStatus gelReadSnapshotFromMemory(const void* bytes, size_t size, gelWorld* world,
                                            gelPlayer* player);

// Restores the last keyframe of a recording at `frame` or before. *found is its frame; -1 if there
// is none. World and player must be as the recording made them, before their first frame. If both
// are NULL, the keyframe is only found. On failure *found is -1, and world and player are
// unchanged.
//
// The keyframes are in RECORDING.states, which a journal (gel/input.h) writes next to the
// recording: a snapshot every sixtieth frame, and hashes. A truncated file is usable up to its end.
// Entries of another recording are ignored.
// Errors: gel_fileError (there is no such file), gel_invalidArgument (no recording), and the errors
// of gelReadSnapshot.
// Cost: reads 48 bytes per entry, and the snapshot.
GEL_API gelStatus gelReadKeyframe(const gelScene* recording, int64_t frame, gelWorld* world,
                                  gelPlayer* player, int64_t* found);
// Reads the recorded hashes of the frames `first` to `last`, 0 for unknown ones. RECORDING.states
// has a hash per frame for worlds of up to 10,000 vertices. Returns false, and all 0, unless the
// hash of `last` is known and equals that in the recording.
// Cost: reads 48 bytes per entry.
GEL_API bool gelScene_ReadFrameHashes(const gelScene* recording, int64_t first, int64_t last,
                                      uint64_t* hashes);
