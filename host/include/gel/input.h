// User input to a running scene, as data: each event has the frame at which it happens, so that a session can
// be recorded, and replayed with the same bits on any back end of the same precision.
//
//     gelPlayer* player;
//     gelCreatePlayer(scene, world, &player);
//     for (each frame) {
//         gelEvent grab = {.kind = gel_eventGrab, .origin = eye, .direction = ray, .stiffness = 300};
//         gelPlayer_Apply(player, &grab);       // what the user does now, if anything
//         gelPlayer_BeginFrame(player);         // what the scene has recorded for this frame
//         gelWorld_Step(world, timeStep);
//     }
#pragma once

#include "gel/material.h"
#include "gel/scene.h"
#include "gel/values.h"

// The kinds of gelEvent.
typedef enum gelEventKind {
    gel_eventGrab, // grabs the first body that the ray hits, or a given vertex; nothing happens if there is none
    gel_eventPull,     // pulls along the ray, at the distance at which it was grabbed
    gel_eventRelease,  // lets go; the body keeps its motion
    gel_eventDrop,     // adds a copy of a body of the scene, without its pins
    gel_eventRemove,   // removes a body
    gel_eventSettings, // gravity, ground and substeps
    gel_eventMaterial, // of one body
    gel_eventFlatten,  // presses a body onto a horizontal plane, at rest; what is pinned stays
    gel_eventScramble, // puts the vertices of a body at random places in its bounding box, at rest; what is pinned stays
    gel_eventWall, // adds a box as an obstacle, which bodies meet where the world's `contact` is on
    gel_eventMove, // moves an obstacle in the next step, without turning it, as gelObstacle_SetPose; it pushes what it meets
    gel_eventDetach, // releases an attachment of the scene; nothing happens if it is gone
    gel_eventHash,   // notes the hash of the state, for comparison; nothing happens
    gel_eventPaint,  // one dab of a brush on factors of a body's material, or weights of its goals
    gel_eventField,  // sets the strength of a field
    gel_eventKindCount
} gelEventKind;

// The kind decides which members are used.
typedef struct gelEvent {
    int64_t frame; // frames completed before it; 0 is the start. Set by gelPlayer_Apply
    gelEventKind kind;
    int body;                  // drop: index in the scene's list. others: by order of creation
    int vertex1;               // grab: of `body`, in mesh order, counted from 1; 0: whatever the ray hits
    gelVec3 origin, direction; // grab, pull: a ray; m, and any length but 0
    float stiffness;      // grab: 1/s^2, > 0 to 1e6, independent of mass; 300 follows softly, 3000 firmly
    gelVec3 position;     // drop: bottom centre of its bounding box; move: of the obstacle's origin; m
    gelWorldDef settings; // settings: only gel_worldSettings are used
    gelMaterial material;
    float height; // flatten: of the plane, m
    int seed;     // scramble: >= 0; the same gives the same places
    // wall: the line through its middle, from 1e-6 to 1e6 m long, and how far it reaches across that line, half to
    // either side; only the part perpendicular to the line counts. Its origin is the middle of the line. m
    gelVec3 from, to, across;
    float thickness;       // wall: 1e-6 to 1e6 m
    int attachment;        // detach: index in the scene's list
    uint64_t hash;         // hash: gelWorld_Hash, before what else the user does in that frame
    gelVertexValue factor; // paint: what is painted
    gelBrush brush;
    int field;      // field: its place in the world's list
    float strength; // field: as of gelField
} gelEvent;

// Applies events to one world. Scene and world must outlive it.
typedef struct gelPlayer gelPlayer;

// At frame 0. Errors: gel_outOfMemory; then *player is NULL.
GEL_API gelStatus gelCreatePlayer(const gelScene* scene, gelWorld* world, gelPlayer** player);
GEL_API void gelDestroyPlayer(gelPlayer* player); // NULL is allowed

// Applies an event of the user now, to the state before the next frame, and records it; of several pulls in
// one frame only the last is kept. Errors: gel_invalidArgument (what is wrong with it; no such body), and as
// of gelCreateBody. A failed event is not recorded.
GEL_API gelStatus gelPlayer_Apply(gelPlayer* player, const gelEvent* event);

// Applies the scene's recorded events of the next frame, which begins with this, and moves its obstacles by their
// keys and caches. Call before each step.
// Errors as above; the message names the event.
GEL_API gelStatus gelPlayer_BeginFrame(gelPlayer* player);
// Applies events recorded after the last frame, if the player is there: a session may have ended without a
// further frame. Call after the last step; elsewhere it does nothing. Errors as of gelPlayer_BeginFrame.
GEL_API gelStatus gelPlayer_EndRecording(gelPlayer* player);
GEL_API int64_t gelPlayer_GetFrame(const gelPlayer* player); // number of frames begun

// The length of the frames to come, s, 1e-6 to 1, by which the scene's obstacles move; at first the scene's. Recordings
// are of the scene's time step: they cannot be written any more once it was another. Errors: gel_invalidArgument.
GEL_API gelStatus gelPlayer_SetTimeStep(gelPlayer* player, float timeStep);
GEL_API double gelPlayer_GetTime(const gelPlayer* player); // at the end of the frames begun, s

// Back to frame 0, with nothing grabbed or recorded. The caller must reset the world's bodies.
GEL_API gelStatus gelPlayer_Reset(gelPlayer* player);
// Copies the player for a clone of its world: from now on the same events have the same effect there. The
// copy has recorded nothing but what is still to be repeated (gel/snapshot.h). Errors: gel_outOfMemory; then *clone is NULL.
GEL_API gelStatus gelClonePlayer(const gelPlayer* player, gelWorld* world, gelPlayer** clone);
// Continues in a clone of its world.
GEL_API void gelPlayer_SetWorld(gelPlayer* player, gelWorld* world);

// A number that changes with each body that is dropped or removed, or wall that is added, also by going back (gel/snapshot.h): data derived from
// the world's bodies is out of date then.
GEL_API int64_t gelPlayer_GetBodyChanges(const gelPlayer* player);

// Whether an obstacle is a wall that was added by an event, and not one of the scene. False if the id is invalid.
GEL_API bool gelPlayer_IsWall(const gelPlayer* player, gelBodyId id);

// The grabbed vertex and its target, for drawing. False if nothing is grabbed.
GEL_API bool gelPlayer_GetHold(const gelPlayer* player, gelBodyId* body, int* vertex, gelVec3* target);

// Writes all input as a scene file that refers to the scene `scenePath` (as for gelLoadScene): loading it and
// stepping as many frames repeats the session. `hash` is the world's, for comparison; 0 omits it. The keyframes of a
// journal go along, as PATH.states. Errors: gel_fileError; then the file does not exist, or is unchanged. Cost: reads
// the scene's files, to note their hashes.
GEL_API gelStatus gelPlayer_WriteRecording(gelPlayer* player, const char* scenePath, uint64_t hash,
                                           const char* path);

// A journal is a recording that is written while it is made, so that a session that ends at once, by a failure or a
// signal, is not lost: the file is a complete recording whenever it is looked at, but for the hash. It is called
// PATH.part, or PATH.1.part and so on if there is one already, and gelLoadScene reads it under that name. Replaces the
// journal that there was. Beside it PATH.part.states gets keyframes (gel/snapshot.h), and every sixtieth frame the journal an
// event with the state's hash. Errors: gel_fileError, gel_outOfMemory. Cost: reads the scene's files.
GEL_API gelStatus gelPlayer_OpenJournal(gelPlayer* player, const char* scenePath, const char* path);
// Brings it up to date; call after each step, before what else the user does. Does nothing without a journal. Cost: one
// write of some hundred bytes; of worlds up to 10,000 vertices that of gelWorld_Hash, too; and every sixtieth frame that of
// gelTakeSnapshot and a write of 24 bytes per vertex.
// Errors: gel_fileError; gel_invalidArgument (the time step was changed).
GEL_API gelStatus gelPlayer_WriteJournal(gelPlayer* player);
// Later frames than `frame` have other states from now on than they had, as a body was taken out (gelBody_Quarantine): their
// hashes are noted anew as they are stepped again.
GEL_API void gelPlayer_ForgetHashes(gelPlayer* player, int64_t frame);
// The name of its file; NULL without a journal.
GEL_API const char* gelPlayer_GetJournal(const gelPlayer* player);
// Ends it, and removes the file unless it is to be kept and at least one frame is in it. gelDestroyPlayer keeps it.
GEL_API void gelPlayer_CloseJournal(gelPlayer* player, bool keep);

// The events of a scene, by frame; NULL and a count of 0 for most scenes. They belong to the scene.
GEL_API const gelEvent* gelScene_GetEvents(const gelScene* scene, int* count);
// The length and hash of the recording that the scene was loaded from: 0 if there is none.
GEL_API int64_t gelScene_GetRecordedFrames(const gelScene* scene);
GEL_API uint64_t gelScene_GetRecordedHash(const gelScene* scene);
// Tells, a line at a time, what is another now than when the recording was made, and may change the bits: Gel, its kernels, the scene's
// files. Nothing of recordings that do not say what they were made with. Errors: gel_outOfMemory. Cost: reads the files.
GEL_API gelStatus gelScene_LogRecordedChanges(const gelScene* scene,
                                              void (*tell)(void* context, const char* line), void* context);
