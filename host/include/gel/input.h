// User input to a running scene, as data. Each event has the frame at which it happens. So a
// session can be recorded, and replayed with equal bits on any back end of the same precision.
//
//     gelPlayer* player;
//     gelCreatePlayer(scene, world, &player);
//     for (int frame = 0; frame < frameCount; frame++) {
//         gelEvent grab = {.kind = gel_eventGrab, .origin = eye, .direction = ray,
//                          .stiffness = 300};
//         gelPlayer_Apply(player, &grab);       // the user's input now, if any
//         gelPlayer_BeginFrame(player);         // the scene's recorded input for this frame
//         gelWorld_Step(world, timeStep);
//     }
#pragma once

#include "gel/field.h"
#include "gel/material.h"
#include "gel/scene.h"
#include "gel/values.h"

// The kinds of gelEvent.
typedef enum gelEventKind {
    // Grabs the first body that the ray hits, or a given vertex; without a hit it has no effect.
    gel_eventGrab,
    gel_eventPull,     // pulls along the ray, at the distance of the grab
    gel_eventRelease,  // releases the body, which keeps its motion
    gel_eventDrop,     // adds a copy of a body of the scene, without its pins
    gel_eventRemove,   // removes a body
    gel_eventSettings, // sets gravity, ground, substeps and more
    gel_eventMaterial, // sets the material of a body
    gel_eventFlatten,  // presses a body onto a horizontal plane, at rest; pins stay
    gel_eventScramble, // places vertices at random in the body's bounding box, at rest; pins stay
    // Adds a box as an obstacle; bodies collide with it in a world with `contact`.
    gel_eventWall,
    // Moves an obstacle during the next step, without turning it (gelObstacle_SetPose). It pushes
    // bodies.
    gel_eventMove,
    gel_eventDetach, // releases an attachment of the scene; no effect if it is gone
    gel_eventHash,   // records the hash of the state, for comparison; no other effect
    // Paints one dab of a brush on factors of a body's material, or weights of its goals.
    gel_eventPaint,
    gel_eventField, // sets the strength of a field
    // Holds a vertex at a position by a spring, with other holds; a stiffness of 0 lets it go.
    // Grab, pull and release end all holds.
    gel_eventHold,
    gel_eventReplace, // replaces a field, whose weights stay
    gel_eventKindCount
} gelEventKind;

// An event. The kind determines which members are used.
typedef struct gelEvent {
    int64_t frame; // frames completed before it, from 0; set by gelPlayer_Apply
    gelEventKind kind;
    int body;                  // drop: index in the scene's list; others: in order of creation
    int vertex1;               // grab, hold: in mesh order, from 1; of grab 0: by the ray
    gelVec3 origin, direction; // grab, pull: a ray; m; any length but 0
    // Grab: stiffness, 1/s^2, > 0 to 1e6, independent of mass. 300 follows softly, 3000 firmly.
    // Hold: 0 to 1e12.
    float stiffness;
    // Drop: bottom centre of the body's bounding box. Move: position of the obstacle's origin.
    // Hold: target of the vertex. m.
    gelVec3 position;
    gelWorldDef settings; // settings: only gel_worldSettings are used
    gelMaterial material; // material: the new one
    float height;         // flatten: height of the plane, m
    int seed;             // scramble: >= 0; equal seeds give equal places
    // Wall: the line through its middle, 1e-6 to 1e6 m long, and its extent across that line, half
    // to either side. Only the part of `across` perpendicular to the line counts. The wall's origin
    // is the middle of the line. m.
    gelVec3 wallStart, wallEnd, across;
    float thickness;       // wall: 1e-6 to 1e6 m
    int attachment;        // detach: index in the scene's list
    uint64_t hash;         // hash: gelWorld_Hash, before other input in that frame
    gelVertexValue factor; // paint: what is painted
    gelBrush brush;
    int field;            // field, replace: place in the world's list
    float strength;       // field: strength as in gelField
    gelField replacement; // replace: the new field
} gelEvent;

// Applies events to one world. The scene and the world must outlive it.
typedef struct gelPlayer gelPlayer;

// Creates a player at frame 0. On failure *player is NULL.
// Errors: gel_outOfMemory.
GEL_API gelStatus gelCreatePlayer(const gelScene* scene, gelWorld* world, gelPlayer** player);
// Releases a player and keeps the file of its journal. NULL is allowed.
GEL_API void gelDestroyPlayer(gelPlayer* player);

// Applies an event of the user now, before the next frame, and records it. From several pulls in a
// frame only the last is kept. A failed event is not recorded.
// Errors: gel_invalidArgument (a wrong member, or no such body; the message names it), and the
// errors of gelCreateBody.
GEL_API gelStatus gelPlayer_Apply(gelPlayer* player, const gelEvent* event);

// Begins the next frame: applies the events that the scene has recorded for it, and moves its
// obstacles by their keys and caches. Call it before each step.
// Errors: gel_invalidArgument (the message names the event), and the errors of gelCreateBody.
GEL_API gelStatus gelPlayer_BeginFrame(gelPlayer* player);
// Applies events recorded after the last frame, since a session may end without a further frame.
// Call it after the last step; before the end of the recording it has no effect.
// Errors: gel_invalidArgument (the message names the event), and the errors of gelCreateBody.
GEL_API gelStatus gelPlayer_EndRecording(gelPlayer* player);
// Returns the number of frames begun.
GEL_API int64_t gelPlayer_GetFrame(const gelPlayer* player);

// Sets the length of the following frames, s, 1e-6 to 1, by which the scene's obstacles move;
// initially the scene's time step. Recordings need the scene's time step: after any other one they
// cannot be written.
// Errors: gel_invalidArgument.
GEL_API gelStatus gelPlayer_SetTimeStep(gelPlayer* player, float timeStep);
// Returns the time at the end of the frames begun, s.
GEL_API double gelPlayer_GetTime(const gelPlayer* player);

// Returns to frame 0, with nothing grabbed or recorded. The caller must reset the world's bodies.
GEL_API gelStatus gelPlayer_Reset(gelPlayer* player);
// Copies the player for a clone of its world: from now on equal events have equal effects there.
// The copy has recorded only events that are still to be repeated (gel/snapshot.h). On failure
// *clone is NULL.
// Errors: gel_outOfMemory.
GEL_API gelStatus gelClonePlayer(const gelPlayer* player, gelWorld* world, gelPlayer** clone);
// Continues in a clone of the player's world.
GEL_API void gelPlayer_SetWorld(gelPlayer* player, gelWorld* world);

// Returns a number that changes whenever a body is dropped or removed, a wall is added, or a
// snapshot is restored (gel/snapshot.h). Data derived from the world's bodies is then out of date.
GEL_API int64_t gelPlayer_GetBodyChanges(const gelPlayer* player);

// Returns whether an obstacle is a wall that an event has added; false if the id is invalid.
GEL_API bool gelPlayer_IsWall(const gelPlayer* player, gelBodyId id);

// Returns the grabbed vertex and its target, for display. False if nothing is grabbed.
GEL_API bool gelPlayer_GetHold(const gelPlayer* player, gelBodyId* body, int* vertex, gelVec3* target);

// Writes all input as a scene file that refers to the scene `scenePath` (as for gelLoadScene).
// Loading it and stepping the same number of frames repeats the session. `hash` is the world's, for
// comparison; 0 omits it. The keyframes of a journal are written as PATH.states. On failure the
// file does not exist, or is unchanged.
// Errors:
// - gel_invalidArgument: no frame was stepped, or the time step was changed
// - gel_fileError: a file cannot be read or written
// - gel_outOfMemory
// Cost: reads the scene's files, to record their hashes.
GEL_API gelStatus gelPlayer_WriteRecording(gelPlayer* player, const char* scenePath, uint64_t hash,
                                           const char* path);

// Opens a journal: a recording that is written during the session, so that a failure or a signal
// does not lose it. At any moment the file is a complete recording except for the hash. It is
// called PATH.part, or PATH.1.part and so on if that exists, and gelLoadScene reads it under that
// name. Replaces the player's former journal. PATH.part.states gets keyframes (gel/snapshot.h), and
// every sixtieth frame the journal gets an event with the state's hash.
// Errors: gel_fileError, gel_outOfMemory.
// Cost: reads the scene's files.
GEL_API gelStatus gelPlayer_OpenJournal(gelPlayer* player, const char* scenePath, const char* path);
// Updates the journal. Call it after each step, before further input. Without a journal it has no
// effect.
// Errors: gel_fileError, gel_invalidArgument (the time step was changed).
// Cost: one write of some hundred bytes, and gelWorld_Hash for worlds of up to 10,000 vertices.
// Every sixtieth frame it also takes a snapshot and writes 24 bytes per vertex.
GEL_API gelStatus gelPlayer_WriteJournal(gelPlayer* player);
// Forgets the recorded hashes of frames later than `frame`, whose states have changed since a body
// was quarantined (gelBody_Quarantine). They are recorded again as the frames are stepped again.
GEL_API void gelPlayer_ForgetHashes(gelPlayer* player, int64_t frame);
// Returns the name of the journal's file; NULL without a journal.
GEL_API const char* gelPlayer_GetJournal(const gelPlayer* player);
// Closes the journal. Removes its file unless `keep` is true and it has at least one frame.
GEL_API void gelPlayer_CloseJournal(gelPlayer* player, bool keep);

// Returns the recorded events of a scene, by frame; NULL and a count of 0 for most scenes. They
// belong to the scene.
GEL_API const gelEvent* gelScene_GetEvents(const gelScene* scene, int* count);
// Returns the number of frames of the recording that the scene was loaded from; 0 if there is none.
GEL_API int64_t gelScene_GetRecordedFrames(const gelScene* scene);
// Returns the hash of the recording that the scene was loaded from; 0 if there is none.
GEL_API uint64_t gelScene_GetRecordedHash(const gelScene* scene);
// Reports changes since the recording was made that may change the bits: of Gel, its kernels, or
// the scene's files. Calls `tell` once per line. Older recordings without this data report nothing.
// Errors: gel_outOfMemory.
// Cost: reads the files.
GEL_API gelStatus gelScene_LogRecordedChanges(const gelScene* scene,
                                              void (*tell)(void* context, const char* line), void* context);
